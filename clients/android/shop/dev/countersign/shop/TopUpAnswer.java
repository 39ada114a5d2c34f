package dev.countersign.shop;

import dev.countersign.vectors.Operation;
import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;

/**
 * What became of a top-up.
 *
 * @param transactionId the transaction's id
 * @param status pending until the supplier has answered, then completed, or failed and refunded
 * @param amount what is paid, in the unit in which the deployment counts its currency
 * @param balance what the wallet holds now, after a refund too
 */
public record TopUpAnswer(
    String transactionId, Operation.Status status, long amount, long balance) {
  static TopUpAnswer of(JsonObject answer) throws JsonException {
    JsonObject data = answer.object("data");
    Operation.Status status = Operation.Status.of(data.text("status"));
    if (answer.flag("success") == (status == Operation.Status.FAILED)) {
      throw new JsonException("success does not agree with data.status");
    }
    return new TopUpAnswer(
        data.text("transactionId"), status, data.integer("amount"), data.integer("balance"));
  }
}
