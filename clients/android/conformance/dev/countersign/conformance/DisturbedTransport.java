package dev.countersign.conformance;

import dev.countersign.vectors.encoding.JsonArray;
import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonInteger;
import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.encoding.JsonValue;
import dev.countersign.vectors.http.Transport;
import dev.countersign.vectors.http.TransportException;
import dev.countersign.vectors.http.TransportException.Delivery;
import dev.countersign.vectors.http.WireRequest;
import dev.countersign.vectors.http.WireResponse;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The real transport, counted, and disturbed once where it is told so. */
final class DisturbedTransport implements Transport {
  private static final String OPTIONS = "/biometric/auth/options";
  private static final String ACTIONS = "/actions/";

  private final Transport transport;
  private boolean losesAnswer = false;
  private Optional<Change> change = Optional.empty();
  private long calls = 0;

  /** Another value of a field than was asked for. */
  private record Change(String field, JsonValue value) {}

  DisturbedTransport(Transport transport) {
    this.transport = transport;
  }

  /** Loses the answer of the next action. */
  void loseAnswer() {
    losesAnswer = true;
  }

  /**
   * Shows another value of a field in the document of the next options; money is told in whole
   * units, as a payload has it.
   */
  void changeTransaction(String field, JsonValue value) {
    change = Optional.of(new Change(field, value));
  }

  /** Whether nothing is to happen any more. */
  boolean isUndisturbed() {
    return !losesAnswer && change.isEmpty();
  }

  /** How many calls were sent. */
  long calls() {
    return calls;
  }

  @Override
  public WireResponse send(WireRequest request) throws TransportException {
    calls += 1;
    WireResponse response = transport.send(request);
    if (losesAnswer && request.path().startsWith(ACTIONS)) {
      losesAnswer = false;
      throw new TransportException(Delivery.UNKNOWN, "lost on the way");
    }
    if (change.isPresent() && request.path().equals(OPTIONS)) {
      Change other = change.get();
      change = Optional.empty();
      return changed(response, other);
    }
    return response;
  }

  private static WireResponse changed(WireResponse response, Change change)
      throws TransportException {
    try {
      JsonObject answer = JsonValue.parseObject(response.body());
      JsonObject document = answer.object("document");
      List<JsonValue> fields = new ArrayList<>();
      boolean isThere = false;
      for (JsonObject field : document.array("fields").objects()) {
        boolean isChanged = field.text("name").equals(change.field());
        isThere |= isChanged;
        fields.add(isChanged ? changed(field, change) : field);
      }
      // Cashback that is not spent is not in the document.
      if (!isThere) {
        fields.add(JsonObject.EMPTY
            .with("name", change.field()).with("label", change.field())
            .with("kind", "flag").with("value", change.value()));
      }
      JsonObject other = document.with("fields", new JsonArray(fields));
      return new WireResponse(
          response.status(), answer.with("document", other).serialized(),
          response.retryAfterSeconds(), response.possessionNonce());
    } catch (JsonException problem) {
      throw new TransportException(Delivery.UNKNOWN, problem.getMessage());
    }
  }

  private static JsonObject changed(JsonObject field, Change change) throws JsonException {
    if (change.value() instanceof JsonInteger units && field.text("kind").equals("money")) {
      JsonObject money = field.object("value");
      long unit = BigInteger.TEN.pow((int) money.integer("exponent")).longValue();
      return field.with("value", money.with("minorUnits", units.number() * unit));
    }
    return field.with("value", change.value());
  }
}
