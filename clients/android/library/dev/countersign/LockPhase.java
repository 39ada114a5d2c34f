package dev.countersign;

/**
 * How the soft lock stands.
 *
 * @param kind what a screen has to do
 * @param triesLeft how many further wrong tries wipe the app PIN; 0 where none is asked for
 * @param waitMilliseconds for how long no try is taken
 * @param mayUseBiometrics whether biometrics may be tried instead
 */
public record LockPhase(
    Kind kind, long triesLeft, long waitMilliseconds, boolean mayUseBiometrics) {
  /** What a screen has to do. */
  public enum Kind {
    /** Show nothing of the account. */
    LOCKED,
    /** The platform's prompt is shown. */
    BIOMETRICS,
    /** Ask for the app PIN. */
    APP_PIN,
    /** Wait. */
    CHECKING,
    /** Show the account. */
    OPEN,
    /** Ask for a full login. */
    LOGIN_NEEDED
  }

  static LockPhase of(Fields fields) {
    Kind kind = fields.oneOf(Kind.class, "kind");
    return kind == Kind.APP_PIN
        ? new LockPhase(
            kind, fields.integer("triesLeft"), fields.integer("waitMilliseconds"),
            fields.flag("mayUseBiometrics"))
        : new LockPhase(kind, 0, 0, false);
  }
}
