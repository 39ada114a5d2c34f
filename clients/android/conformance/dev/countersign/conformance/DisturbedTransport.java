package dev.countersign.conformance;

import dev.countersign.encoding.JsonException;
import dev.countersign.encoding.JsonObject;
import dev.countersign.encoding.JsonValue;
import dev.countersign.http.Transport;
import dev.countersign.http.TransportException;
import dev.countersign.http.TransportException.Delivery;
import dev.countersign.http.WireRequest;
import dev.countersign.http.WireResponse;

/** The real transport, counted, and disturbed once where it is told so. */
final class DisturbedTransport implements Transport {
  private static final String OPTIONS = "/biometric/auth/options";
  private static final String TOP_UP = "/user/topup";

  private final Transport transport;
  private String disturbance = "";
  private long calls = 0;

  DisturbedTransport(Transport transport) {
    this.transport = transport;
  }

  /** {@code loseAnswer} of the next top-up, or {@code changeTransaction} of the next options. */
  void disturb(String how) {
    disturbance = how;
  }

  /** Whether nothing is to happen any more. */
  boolean isUndisturbed() {
    return disturbance.isEmpty();
  }

  /** How many calls were sent. */
  long calls() {
    return calls;
  }

  @Override
  public WireResponse send(WireRequest request) throws TransportException {
    calls += 1;
    WireResponse response = transport.send(request);
    if (disturbance.equals("loseAnswer") && request.path().equals(TOP_UP)) {
      disturbance = "";
      throw new TransportException(Delivery.UNKNOWN, "lost on the way");
    }
    if (disturbance.equals("changeTransaction") && request.path().equals(OPTIONS)) {
      disturbance = "";
      return changed(response);
    }
    return response;
  }

  /** The answer with another amount than was asked for. */
  private static WireResponse changed(WireResponse response) throws TransportException {
    try {
      JsonObject answer = JsonValue.parseObject(response.body());
      JsonObject transaction = answer.object("transaction");
      JsonObject other = transaction.with("amount", transaction.integer("amount") + 1);
      return new WireResponse(
          response.status(), answer.with("transaction", other).serialized(),
          response.retryAfterSeconds());
    } catch (JsonException problem) {
      throw new TransportException(Delivery.UNKNOWN, problem.getMessage());
    }
  }
}
