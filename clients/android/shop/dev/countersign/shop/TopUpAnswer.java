package dev.countersign.shop;

import dev.countersign.encoding.JsonException;
import dev.countersign.encoding.JsonObject;

/**
 * What became of a top-up.
 *
 * @param transactionId the transaction's id
 * @param status how it stands
 * @param amount what is paid, in the unit in which the deployment counts its currency
 * @param balance what the wallet holds now, after a refund too
 */
public record TopUpAnswer(String transactionId, Status status, long amount, long balance) {
  /** How a top-up stands. */
  public enum Status {
    /** Paid; the supplier has not answered yet. */
    PENDING("pending"),
    /** The airtime was sent. */
    COMPLETED("completed"),
    /** The supplier refused, and the amount is back in the wallet. */
    FAILED("failed");

    private final String text;

    Status(String text) {
      this.text = text;
    }

    private static Status of(String text) throws JsonException {
      for (Status status : values()) {
        if (status.text.equals(text)) {
          return status;
        }
      }
      throw new JsonException("status is none of those known");
    }
  }

  static TopUpAnswer of(JsonObject answer) throws JsonException {
    JsonObject data = answer.object("data");
    Status status = Status.of(data.text("status"));
    if (answer.flag("success") == (status == Status.FAILED)) {
      throw new JsonException("success does not agree with data.status");
    }
    return new TopUpAnswer(
        data.text("transactionId"), status, data.integer("amount"), data.integer("balance"));
  }
}
