package dev.countersign.vectors.device;

import java.security.Signature;

/** What became of a question at the gate. */
public sealed interface GateOutcome permits GateOutcome.Unlocked, GateRefusal {
  /**
   * The person was verified.
   *
   * @param signature the signature that was handed in, which now signs once
   */
  record Unlocked(Signature signature) implements GateOutcome {}
}
