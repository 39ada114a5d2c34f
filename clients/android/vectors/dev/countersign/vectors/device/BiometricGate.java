package dev.countersign.vectors.device;

import java.security.Signature;

/**
 * Where an app verifies its person: on Android over {@code androidx.biometric.BiometricPrompt}.
 *
 * <p>The signature is what ties the two together: its key is locked, and the platform unlocks it
 * for one use when the person was verified. A gate that says {@link GateOutcome.Unlocked} without
 * that opens nothing: signing fails then.
 */
public interface BiometricGate {
  /**
   * Asks the person, and waits for the answer. Never called on an app's main thread, which the
   * prompt itself needs.
   *
   * @param prompt what the person is told
   * @param signature a signature initialised for signing with a locked key
   * @return the same signature, unlocked; or why not
   */
  GateOutcome unlock(Prompt prompt, Signature signature);
}
