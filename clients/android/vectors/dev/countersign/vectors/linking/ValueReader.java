package dev.countersign.vectors.linking;

import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;
import java.util.Set;

/** Values as they stand in JSON. */
final class ValueReader {
  private static final Set<String> MONEY = Set.of("minorUnits", "currency", "exponent");
  private static final Set<String> ACCOUNT = Set.of("scheme", "identifier");

  private ValueReader() {}

  /** Reads the {@code value} of a field by its {@code kind}. */
  static Value read(JsonObject field) throws JsonException {
    try {
      return read(field.text("kind"), field);
    } catch (IllegalArgumentException refusal) {
      throw new JsonException(refusal.getMessage());
    }
  }

  private static Value read(String kind, JsonObject field) throws JsonException {
    return switch (kind) {
      case "money" -> money(field.object("value"));
      case "payee" -> new Value.Payee(field.text("value"));
      case "account" -> account(field.object("value"));
      case "reference" -> new Value.Reference(field.text("value"));
      case "text" -> new Value.Text(field.text("value"));
      case "date" -> new Value.Day(field.text("value"));
      case "time" -> new Value.Moment(field.text("value"));
      case "integer" -> new Value.Whole(field.integer("value"));
      case "flag" -> new Value.Flag(field.flag("value"));
      // What cannot be shown must not be signed.
      default -> throw new JsonException("kind must be one that is known here");
    };
  }

  private static Value money(JsonObject json) throws JsonException {
    requireNames(MONEY, json);
    long exponent = json.integer("exponent");
    if (exponent != (int) exponent) {
      throw new JsonException("exponent must be from 0 to 4");
    }
    return new Value.Money(json.integer("minorUnits"), json.text("currency"), (int) exponent);
  }

  private static Value account(JsonObject json) throws JsonException {
    requireNames(ACCOUNT, json);
    return new Value.Account(json.text("scheme"), json.text("identifier"));
  }

  /** What is not shown must not be signed, so that no member may be more than is read. */
  private static void requireNames(Set<String> names, JsonObject json) throws JsonException {
    if (!json.names().equals(names)) {
      throw new JsonException("a value has other members than its kind");
    }
  }
}
