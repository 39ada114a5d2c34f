package dev.countersign;

/** A factor: the means of a proof. */
public enum Factor {
  /** The PIN. */
  PIN,
  /** A key that signs after the device has verified its person. */
  BIOMETRICS,
  /** A code that was mailed. */
  VALIDATE_CODE,
  /** A code that was texted. */
  OTP,
  /** A code of the person's authenticator app. */
  TWO_FACTOR
}
