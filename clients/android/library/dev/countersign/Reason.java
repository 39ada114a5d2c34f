package dev.countersign;

/**
 * The reason of a refusal or a failure.
 *
 * @param code a stable code, in snake case
 * @param detail the server's words beside it; null for none
 */
public record Reason(String code, @Nullable String detail) {
  static Reason of(Fields fields) {
    return new Reason(fields.text("code"), fields.optionalText("detail"));
  }
}
