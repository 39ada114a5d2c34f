package dev.countersign.vectors.device;

/** Why a person was not verified, so that nothing is signed. */
public enum GateRefusal implements GateOutcome, AuthenticatorFault {
  /** The person dismissed the prompt. */
  CANCELLED("cancelled"),
  /** The device does not offer biometrics, or not now. */
  NOT_AVAILABLE("notAvailable"),
  /** The device's user has enrolled nothing, or no key here is allowed. */
  NOTHING_ENROLLED("nothingEnrolled"),
  /** Too many failed checks; not for a while. */
  LOCKOUT("lockout"),
  /** Too many failed checks; not before the device was unlocked in another way. */
  PERMANENT_LOCKOUT("permanentLockout"),
  /** The key is gone: the enrolled biometrics changed, or somebody deleted it. */
  KEY_GONE("keyGone"),
  /** The app is not in the foreground. */
  NOT_IN_FOREGROUND("notInForeground"),
  /** The check of the person failed. */
  FAILED("failed");

  private final String code;

  GateRefusal(String code) {
    this.code = code;
  }

  @Override
  public String code() {
    return code;
  }
}
