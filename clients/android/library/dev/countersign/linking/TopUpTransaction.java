package dev.countersign.linking;

import dev.countersign.encoding.ByteString;
import dev.countersign.encoding.JsonException;
import dev.countersign.encoding.JsonObject;
import java.util.Set;

/**
 * One top-up exactly as the server will execute it, and as a screen has to show it.
 *
 * @param amount what is paid, in the unit in which the deployment counts its currency
 * @param currency the currency's code (ISO 4217)
 * @param payee who is paid and for what
 * @param productCode the product's code
 * @param recipientPhone who receives the airtime
 * @param supplierSlug who supplies it
 * @param useCashback whether cashback is spent first
 */
public record TopUpTransaction(
    long amount, String currency, String payee, String productCode, String recipientPhone,
    String supplierSlug, boolean useCashback) {
  /** The scenario that this is the transaction of. */
  public static final String SCENARIO = "TOP_UP";

  private static final Set<String> NAMES = Set.of(
      "amount", "currency", "payee", "productCode", "recipientPhone", "supplierSlug",
      "useCashback");

  /**
   * Reads the {@code transaction} of a linked challenge.
   *
   * @param json the member
   * @return the transaction
   * @throws JsonException where a member is missing, something else, or unknown: what is not shown
   *     must not be signed
   */
  public static TopUpTransaction of(JsonObject json) throws JsonException {
    if (!NAMES.equals(json.names())) {
      throw new JsonException("a top-up has other members than these");
    }
    long amount = json.integer("amount");
    if (amount < 1 || amount > TopUpPayload.MAXIMUM_AMOUNT) {
      throw new JsonException("amount must be a whole number from 1 to 2^53");
    }
    return new TopUpTransaction(
        amount, json.text("currency"), json.text("payee"), json.text("productCode"),
        json.text("recipientPhone"), json.text("supplierSlug"), json.flag("useCashback"));
  }

  /**
   * Whether this is what was asked for: every field that the payload gives is the same here.
   *
   * @param payload what was asked for
   * @return whether it is
   */
  public boolean answers(TopUpPayload payload) {
    return amount == payload.amount()
        && productCode.equals(payload.productCode())
        && recipientPhone.equals(payload.recipientPhone())
        && payload.supplierSlug().map(supplierSlug::equals).orElse(true)
        && useCashback == payload.useCashback();
  }

  /**
   * The canonical form, which a challenge is linked to.
   *
   * @return the bytes
   * @throws CanonicalFormException where a text cannot be shown truthfully
   */
  public ByteString canonicalForm() throws CanonicalFormException {
    return new CanonicalForm()
        .amount(amount, currency)
        .text("payee", payee)
        .text("productCode", productCode)
        .text("recipientPhone", recipientPhone)
        .text("supplierSlug", supplierSlug)
        .flag(useCashback)
        .bytes();
  }

  /**
   * The transaction as an authenticator is told that it is shown.
   *
   * @return what is shown, with the prompt's text made of it
   * @throws CanonicalFormException where a text cannot be shown truthfully
   */
  public ShownTransaction shown() throws CanonicalFormException {
    String prompt = payee + ": " + amount + " " + currency + " for " + recipientPhone;
    return new ShownTransaction(SCENARIO, canonicalForm(), prompt);
  }
}
