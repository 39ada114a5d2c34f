package dev.countersign.conformance;

import dev.countersign.vectors.device.BiometricGate;
import dev.countersign.vectors.device.GateOutcome;
import dev.countersign.vectors.device.GateRefusal;
import dev.countersign.vectors.device.Prompt;
import java.security.ProviderException;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A person whose answer is told before: verified, or one of the refusals. */
final class ScriptedGate implements BiometricGate {
  private final List<String> prompts = new ArrayList<>();
  private Optional<GateRefusal> refusal = Optional.empty();
  private boolean crashes = false;

  /**
   * Answers all prompts from now on by a refusal's name; by "crash", as a platform that throws what
   * nothing has to catch; by any other word, with yes.
   */
  void answer(String code) {
    crashes = code.equals("crash");
    refusal = Arrays.stream(GateRefusal.values())
        .filter(known -> known.code().equals(code))
        .findFirst();
  }

  /** What the person was told so far. */
  List<String> prompts() {
    return prompts;
  }

  @Override
  public GateOutcome unlock(Prompt prompt, Signature signature) {
    prompts.add(prompt.text());
    if (crashes) {
      throw new ProviderException("as a platform says it");
    }
    return refusal.<GateOutcome>map(known -> known)
        .orElseGet(() -> new GateOutcome.Unlocked(signature));
  }
}
