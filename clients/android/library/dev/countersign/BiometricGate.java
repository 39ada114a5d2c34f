package dev.countersign;

import java.security.Signature;

/** Where the person is verified: BiometricPrompt. It answers later, on any thread, once. */
public interface BiometricGate {
  /** Whether the device can verify its person now. */
  enum Readiness {
    /** It can. */
    READY,
    /** It could, but its person has enrolled nothing. */
    NOTHING_ENROLLED,
    /** It has nothing to do it with. */
    NOT_SUPPORTED
  }

  /** What a person is asked for. */
  enum Purpose {
    /** A new key for an account; the text names the account and the relying party. */
    REGISTER,
    /** A signature; the text is what is signed. */
    SIGN,
    /** The app's screens, on this device alone. */
    UNLOCK
  }

  /**
   * What a person is told.
   *
   * @param purpose what it is for
   * @param text the words; empty for {@link Purpose#UNLOCK}
   */
  record Prompt(Purpose purpose, String text) {}

  /**
   * Whether the device can verify its person now; nobody is asked.
   *
   * @return whether
   */
  Readiness readiness();

  /**
   * Asks the person to unlock a signature.
   *
   * @param prompt what the person is told
   * @param signature a signature initialised for signing with a locked key
   * @param answer takes the same signature, unlocked; or why not
   */
  void unlock(Prompt prompt, Signature signature, Answer<Signature> answer);

  /**
   * Asks the person who opens the app.
   *
   * @param prompt what the person is told
   * @param answer takes true once the person was verified; or why not
   */
  void verify(Prompt prompt, Answer<Boolean> answer);
}
