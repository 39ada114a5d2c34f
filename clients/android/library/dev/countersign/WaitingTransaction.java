package dev.countersign;

/**
 * A transaction that a host wants reviewed.
 *
 * @param id its id
 * @param document what it says; null where the server tells none
 * @param status {@code pending}, {@code approved}, {@code denied} or {@code expired}
 * @param created when it was made, RFC 3339 in UTC
 * @param expires the end of its time
 * @param decided when it was decided; null while it was not
 */
public record WaitingTransaction(
    String id, @Nullable Document document, String status, String created, String expires,
    @Nullable String decided) {
  static WaitingTransaction of(Fields fields) {
    return new WaitingTransaction(
        fields.text("id"), fields.optional("document", Document::of), fields.text("status"),
        fields.text("created"), fields.text("expires"), fields.optionalText("decided"));
  }
}
