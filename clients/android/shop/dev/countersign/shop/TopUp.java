package dev.countersign.shop;

import dev.countersign.vectors.ClientAction;
import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.linking.Document;
import dev.countersign.vectors.linking.Value;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * Airtime for a telephone number (TOP_UP).
 *
 * @param amount what is paid, in the unit in which the deployment counts its currency; 1 to 2^53
 * @param productCode the product's code
 * @param recipientPhone who receives the airtime
 * @param supplierSlug who supplies it; empty for the product's first supplier
 * @param useCashback whether cashback is spent first
 */
public record TopUp(
    long amount, String productCode, String recipientPhone, Optional<String> supplierSlug,
    boolean useCashback) implements ClientAction<TopUpAnswer> {
  /**
   * A top-up.
   *
   * @param amount what is paid
   * @param productCode the product's code
   * @param recipientPhone who receives the airtime
   * @param supplierSlug who supplies it
   * @param useCashback whether cashback is spent first
   * @throws IllegalArgumentException where the amount is outside 1 to 2^53
   */
  public TopUp {
    if (amount < 1 || amount > Value.MAXIMUM) {
      throw new IllegalArgumentException("an amount is a whole number from 1 to 2^53");
    }
  }

  /**
   * A top-up that leaves the supplier open and spends no cashback.
   *
   * @param amount what is paid
   * @param productCode the product's code
   * @param recipientPhone who receives the airtime
   * @return the top-up
   */
  public static TopUp of(long amount, String productCode, String recipientPhone) {
    return new TopUp(amount, productCode, recipientPhone, Optional.empty(), false);
  }

  @Override
  public String scenario() {
    return "TOP_UP";
  }

  @Override
  public boolean isAnsweredBy(Document document) {
    return document.value("amount").map(this::isAmount).orElse(false)
        && isReference(productCode, document.value("productCode"))
        && isText(recipientPhone, document.value("recipientPhone"))
        && supplierSlug.map(slug -> isReference(slug, document.value("supplierSlug"))).orElse(true)
        && document.value("useCashback").equals(spendsCashback());
  }

  /** The payload counts whole units, the document those of the currency's exponent. */
  private boolean isAmount(Value value) {
    return value instanceof Value.Money money
        && BigDecimal.valueOf(money.minorUnits(), money.exponent())
            .compareTo(BigDecimal.valueOf(amount)) == 0;
  }

  /** Cashback that is not spent is not in the document. */
  private Optional<Value> spendsCashback() {
    return useCashback ? Optional.of(new Value.Flag(true)) : Optional.empty();
  }

  private static boolean isReference(String asked, Optional<Value> value) {
    return value.equals(Optional.of(new Value.Reference(asked)));
  }

  private static boolean isText(String asked, Optional<Value> value) {
    return value.equals(Optional.of(new Value.Text(asked)));
  }

  @Override
  public TopUpAnswer result(JsonObject result) throws JsonException {
    return TopUpAnswer.of(result);
  }

  @Override
  public JsonObject payload() {
    JsonObject members = JsonObject.EMPTY
        .with("amount", amount)
        .with("productCode", productCode)
        .with("recipientPhone", recipientPhone)
        .with("useCashback", useCashback);
    return supplierSlug.map(slug -> members.with("supplierSlug", slug)).orElse(members);
  }
}
