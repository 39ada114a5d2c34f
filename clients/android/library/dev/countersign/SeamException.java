package dev.countersign;

/** Why a seam of the app did not do what it was asked; any other exception is {@code failed}. */
public final class SeamException extends Exception {
  private static final long serialVersionUID = 1;

  /** Why. */
  public enum Reason {
    /** The person dismissed the prompt. */
    CANCELLED("cancelled"),
    /** The device does not offer biometrics, or not now. */
    NOT_AVAILABLE("notAvailable"),
    /** The device's user has enrolled nothing. */
    NOTHING_ENROLLED("nothingEnrolled"),
    /** Too many failed checks; not for a while. */
    LOCKOUT("lockout"),
    /** Too many failed checks; not before the device was unlocked in another way. */
    PERMANENT_LOCKOUT("permanentLockout"),
    /** The key is gone: the enrolled biometrics changed, or somebody deleted it. */
    KEY_GONE("keyGone"),
    /** The app is not in the foreground. */
    NOT_IN_FOREGROUND("notInForeground"),
    /** Keys or values could not be read or written. */
    STORAGE_FAILED("storageFailed"),
    /** A value of the vault is not as it was written. */
    DAMAGED("damaged"),
    /** The request did not leave this device. */
    NOT_SENT("notSent"),
    /** Anything else. */
    FAILED("failed");

    private final String code;

    Reason(String code) {
      this.code = code;
    }

    String code() {
      return code;
    }
  }

  private final transient Reason reason;

  /**
   * A seam's refusal.
   *
   * @param reason why
   * @param sentence what happened, for a log; it holds no secret
   */
  public SeamException(Reason reason, String sentence) {
    super(sentence);
    this.reason = reason;
  }

  /**
   * A seam's refusal with what the platform said.
   *
   * @param reason why
   * @param cause what the platform said
   */
  public SeamException(Reason reason, Exception cause) {
    super(reason.name(), cause);
    this.reason = reason;
  }

  /**
   * Why.
   *
   * @return the reason
   */
  public Reason reason() {
    return reason;
  }
}
