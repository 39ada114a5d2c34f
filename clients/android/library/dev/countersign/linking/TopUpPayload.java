package dev.countersign.linking;

import dev.countersign.encoding.JsonObject;
import java.math.BigDecimal;
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
  /** The scenario that this is the payload of. */
  public static final String SCENARIO = "TOP_UP";

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
    if (amount < 1 || amount > Value.MAXIMUM) {
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
   * Compares a document with what was asked for, by the names of its fields.
   *
   * @param document the document of the server's answer
   * @return whether each value that the payload gives is the same there
   */
  public boolean isAnsweredBy(Document document) {
    return document.scenario().equals(SCENARIO)
        && document.value("amount").map(this::isAmount).orElse(false)
        && isText(productCode, document.value("productCode"))
        && isText(recipientPhone, document.value("recipientPhone"))
        && supplierSlug.map(slug -> isText(slug, document.value("supplierSlug"))).orElse(true)
        && document.value("useCashback").equals(Optional.of(new Value.Flag(useCashback)));
  }

  /** The payload counts whole units, the document those of the currency's exponent. */
  private boolean isAmount(Value value) {
    return value instanceof Value.Money money
        && BigDecimal.valueOf(money.minorUnits(), money.exponent())
            .compareTo(BigDecimal.valueOf(amount)) == 0;
  }

  private static boolean isText(String asked, Optional<Value> value) {
    return value.equals(Optional.of(new Value.Text(asked)));
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
