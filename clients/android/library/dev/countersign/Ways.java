package dev.countersign;

import java.util.List;

/**
 * Which factors could act on what is signed, and why the others could not: show them together,
 * before anything is asked.
 *
 * @param possible those that could act: PIN, BIOMETRICS, and VALIDATE_CODE for codes
 * @param missing those that the scenario takes and that could not act now
 * @param otherDevice whether another device of the account could prove it in place of this one:
 *     what is under review waits there too, any other action is handed over to it
 */
public record Ways(List<Factor> possible, List<Missing> missing, boolean otherDevice) {
  /**
   * A factor that could not act now.
   *
   * @param factor the factor
   * @param reason why; its detail says what would bring it
   * @param until the end of its wait, RFC 3339 in UTC; null if it waits for no time that is known
   */
  public record Missing(Factor factor, Reason reason, @Nullable String until) {
    static Missing of(Fields fields) {
      return new Missing(
          fields.oneOf(Factor.class, "factor"), Reason.of(fields.record("reason")),
          fields.optionalText("until"));
    }
  }

  static Ways of(Fields fields) {
    return new Ways(
        fields.eachOf(Factor.class, "possible"), fields.list("missing", Missing::of),
        fields.flag("otherDevice"));
  }
}
