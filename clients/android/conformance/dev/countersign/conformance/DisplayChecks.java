package dev.countersign.conformance;

import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonArray;
import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.encoding.JsonText;
import dev.countersign.vectors.encoding.JsonValue;
import dev.countersign.vectors.linking.CanonicalFormException;
import dev.countersign.vectors.linking.DisplayFault;
import dev.countersign.vectors.linking.DisplayRule;
import dev.countersign.vectors.linking.DisplayWarning;
import dev.countersign.vectors.linking.Document;
import dev.countersign.vectors.linking.Document.Field;
import dev.countersign.vectors.linking.Language;
import dev.countersign.vectors.linking.TextUse;
import dev.countersign.vectors.linking.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The display rules, by the vectors that Swift and the page read too. */
final class DisplayChecks {
  private static final Map<String, TextUse> USES = Map.of(
      "label", TextUse.LABEL, "text", TextUse.TEXT, "reference", TextUse.REFERENCE,
      "payee", TextUse.PAYEE, "displayName", TextUse.DISPLAY_NAME);

  private DisplayChecks() {}

  static void run(Checks checks, Path folder) throws Exception {
    Path vectors = folder.resolve("display-vectors.json");
    JsonObject file = JsonValue.parseObject(ByteString.of(Files.readAllBytes(vectors)));
    checks.equal("the vectors' table", file.integer("table"), (long) DisplayRule.TABLE_VERSION);
    for (JsonObject vector : file.array("vectors").objects()) {
      String name = vector.text("name");
      String text = vector.text("text");
      TextUse use = USES.get(vector.text("use"));
      checks.equal(name, written(text, use), vector.optionalText("fault").orElse("nothing"));
      List<String> warnings = DisplayRule.warnings(text).stream()
          .map(DisplayWarning::toString).collect(Collectors.toList());
      checks.equal("warnings of " + name, JsonArray.of(warnings), vector.array("warnings"));
    }
    for (JsonObject half : file.array("halves").objects()) {
      String text = half.array("units").elements().stream()
          .map(unit -> (char) Integer.parseInt(((JsonText) unit).text(), 16))
          .map(String::valueOf)
          .collect(Collectors.joining());
      checks.equal(half.text("name"), written(text, TextUse.TEXT), half.text("fault"));
    }
    documents(checks);
  }

  /** A document tells which of its fields deserve a second look, in their order. */
  private static void documents(Checks checks) throws Exception {
    // Cyrillic letters: a word that reads "scope".
    String scope = "\u0455\u0441\u043e\u0440\u0435";
    Document doubtful = document(
        new Value.Money(1250, "EUR", 2), new Value.Reference(scope + " 24"),
        new Value.Text("Caf\u00e9"), new Value.Account("BBAN", "12 34"),
        new Value.Payee("VIP-\u043a\u043b\u0438\u0435\u043d\u0442"),
        new Value.Text(scope + " Ltd"), new Value.Flag(true));
    doubtful.canonicalForm();
    checks.equal("the warnings of a document", doubtful.warnings(), Map.of(
        "field1", List.of(DisplayWarning.LOOK_ALIKE),
        "field4", List.of(DisplayWarning.MIXED_SCRIPTS),
        "field5", List.of(DisplayWarning.MIXED_SCRIPTS, DisplayWarning.LOOK_ALIKE)));
    checks.equal("their order", List.copyOf(doubtful.warnings().keySet()),
        List.of("field1", "field4", "field5"));
    Document plain = document(new Value.Payee("LG\u96fb\u5b50"), new Value.Reference("RF18 5390"));
    plain.canonicalForm();
    checks.equal("the warnings of another", plain.warnings(), Map.of());
    checks.refused("a payee with two scripts in a word", CanonicalFormException.class,
        document(new Value.Payee("\u0410pple"))::canonicalForm);
  }

  private static Document document(Value... values) {
    List<Field> fields = new ArrayList<>();
    for (Value value : values) {
      fields.add(new Field("field" + fields.size(), "Field", value));
    }
    return new Document("PAY_INVOICE", new Language("en"), "Pay an invoice", fields);
  }

  private static String written(String text, TextUse use) {
    return DisplayRule.fault(text, use).map(DisplayFault::toString).orElse("nothing");
  }
}
