package dev.countersign.linking;

import dev.countersign.encoding.JsonObject;
import java.util.Optional;

/**
 * What a person asks for in scenario TOP_UP: airtime for a telephone number.
 *
 * @param amount what is paid, in the unit in which the deployment counts its currency; 1 to 2^53
 * @param productCode the product's code
 * @param recipientPhone who receives the airtime
 * @param supplierSlug who supplies it; empty for the product's first supplier
 * @param useCashback whether cashback is spent first
 */
public record TopUpPayload(
    long amount, String productCode, String recipientPhone, Optional<String> supplierSlug,
    boolean useCashback) {
  /** The largest amount that every reader of JSON keeps exactly. */
  public static final long MAXIMUM_AMOUNT = 1L << 53;

  /**
   * A payload.
   *
   * @param amount what is paid
   * @param productCode the product's code
   * @param recipientPhone who receives the airtime
   * @param supplierSlug who supplies it
   * @param useCashback whether cashback is spent first
   * @throws IllegalArgumentException where the amount is outside 1 to 2^53
   */
  public TopUpPayload {
    if (amount < 1 || amount > MAXIMUM_AMOUNT) {
      throw new IllegalArgumentException("an amount is a whole number from 1 to 2^53");
    }
  }

  /**
   * A payload that leaves the supplier open and spends no cashback.
   *
   * @param amount what is paid
   * @param productCode the product's code
   * @param recipientPhone who receives the airtime
   * @return the payload
   */
  public static TopUpPayload of(long amount, String productCode, String recipientPhone) {
    return new TopUpPayload(amount, productCode, recipientPhone, Optional.empty(), false);
  }

  /**
   * The payload as it is sent.
   *
   * @return its members
   */
  public JsonObject json() {
    JsonObject members = JsonObject.EMPTY
        .with("amount", amount)
        .with("productCode", productCode)
        .with("recipientPhone", recipientPhone)
        .with("useCashback", useCashback);
    return supplierSlug.map(slug -> members.with("supplierSlug", slug)).orElse(members);
  }
}
