package dev.countersign;

/**
 * An action that was handed to the account's other devices.
 *
 * @param id its id; on the other devices that of a transaction
 * @param number two digits that this screen shows: the person compares them on the other device
 * @param status its progress
 * @param expires the time after which nobody can decide on it, RFC 3339 in UTC
 * @param expiresInSeconds whole seconds until then; 0 once it is decided
 */
public record Handover(
    String id, String number, Status status, String expires, long expiresInSeconds) {
  /** The progress of a handover. */
  public enum Status {
    /** Nobody has decided. */
    PENDING,
    /** It was approved: {@link Handovers#perform} acts. */
    APPROVED,
    /** It was declined. */
    DENIED,
    /** Its time is over. */
    EXPIRED,
    /** It was taken back. */
    WITHDRAWN
  }

  static Handover of(Fields fields) {
    return new Handover(
        fields.text("id"), fields.text("number"), fields.oneOf(Status.class, "status"),
        fields.text("expires"), fields.integer("expiresInSeconds"));
  }
}
