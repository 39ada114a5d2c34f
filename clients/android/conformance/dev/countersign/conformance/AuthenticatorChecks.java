package dev.countersign.conformance;

import androidx.biometric.BiometricPrompt;
import dev.countersign.vectors.device.AuthenticatorException;
import dev.countersign.vectors.device.AuthenticatorFault;
import dev.countersign.vectors.device.BiometricAuthenticator;
import dev.countersign.vectors.device.GateRefusal;
import dev.countersign.vectors.device.SigningRefusal;
import dev.countersign.vectors.device.SigningRequest;
import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.example.BiometricPromptGate;
import dev.countersign.vectors.linking.NothingLinked;
import dev.countersign.vectors.webauthn.CoseKey;
import dev.countersign.vectors.webauthn.CreationOptions;
import dev.countersign.vectors.webauthn.CredentialId;
import dev.countersign.vectors.webauthn.Origin;
import dev.countersign.vectors.webauthn.RequestOptions;
import java.security.ProviderException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What the authenticator refuses and what it leaves behind, and the words of the example's gate.
 */
final class AuthenticatorChecks {
  private static final ByteString CHALLENGE = ByteString.of(new byte[101]);

  private final Checks checks;
  private final ScriptedGate gate = new ScriptedGate();
  private final LosableKeys keys = new LosableKeys();
  private final BiometricAuthenticator authenticator = new BiometricAuthenticator(
      Origin.ofAndroidApp(ByteString.ofUtf8("certificate")), keys, gate);

  private AuthenticatorChecks(Checks checks) {
    this.checks = checks;
  }

  static void run(Checks checks) throws Exception {
    new AuthenticatorChecks(checks).credentials();
    platformErrors(checks);
    checks.equal(
        "an origin", Origin.ofAndroidApp(ByteString.ofUtf8("abc")).text(),
        "android:apk-key-hash:ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
  }

  private void credentials() throws Exception {
    gate.answer("cancelled");
    refused(GateRefusal.CANCELLED, () -> authenticator.createCredential(options("pay.example")));
    checks.equal("keys after a cancelled registration", keys.names().size(), 0);
    gate.answer("crash");
    checks.refused(
        "a registration in which the platform throws", ProviderException.class,
        () -> authenticator.createCredential(options("pay.example")));
    checks.equal("keys after it", keys.names().size(), 0);
    gate.answer("yes");
    refused(
        SigningRefusal.ALGORITHM_NOT_SUPPORTED,
        () -> authenticator.createCredential(new CreationOptions(
            "pay.example", "Pay", "ada@example.com", CHALLENGE, List.of(-257L), List.of())));
    CredentialId id = authenticator.createCredential(options("pay.example")).id();
    checks.equal("what is held", authenticator.credentials("pay.example"), List.of(id));
    checks.equal("the prompt", gate.prompts().get(2), "ada@example.com, Pay");
    refused(
        SigningRefusal.CREDENTIAL_EXISTS,
        () -> authenticator.createCredential(options("pay.example", id)));
    checks.equal("keys after a second registration", keys.names().size(), 1);
    authenticator.createCredential(options("other.example", id));

    final int asked = gate.prompts().size();
    refused(SigningRefusal.CHALLENGE_NOT_AS_SHOWN, () -> sign(CHALLENGE, "pay.example", id));
    byte[] version2 = new byte[101];
    version2[0] = 0x20;
    ByteString unlinked = ByteString.of(version2);
    refused(GateRefusal.NOTHING_ENROLLED, () -> sign(unlinked, "other.example", id));
    checks.equal("who was asked so far", gate.prompts().size(), asked);
    sign(unlinked, "pay.example", id);
    keys.lose();
    refused(GateRefusal.KEY_GONE, () -> sign(unlinked, "pay.example", id));
    checks.equal("who was asked in all", gate.prompts().size(), asked + 1);
    final CredentialId living = livingBehind(id);
    final int askedBefore = gate.prompts().size();
    sign(unlinked, "pay.example", id, living);
    checks.equal("a dead key hides no other", gate.prompts().size(), askedBefore + 1);
    authenticator.deleteCredential("pay.example", id);
    checks.equal("what is left", authenticator.credentials("pay.example"), List.of(living));
  }

  /** A living key that stands behind a dead one: keys are in the order of their random names. */
  private CredentialId livingBehind(CredentialId dead) throws AuthenticatorException {
    while (true) {
      CredentialId living = authenticator.createCredential(options("pay.example")).id();
      List<CredentialId> order = authenticator.credentials("pay.example");
      if (order.indexOf(living) > order.indexOf(dead)) {
        return living;
      }
      authenticator.deleteCredential("pay.example", living);
    }
  }

  private void sign(ByteString challenge, String relyingPartyId, CredentialId... allowed)
      throws AuthenticatorException {
    RequestOptions options =
        new RequestOptions(challenge, relyingPartyId, List.of(allowed), Duration.ofSeconds(60));
    authenticator.sign(new SigningRequest(options, new NothingLinked("a small amount")));
  }

  private static CreationOptions options(String relyingPartyId, CredentialId... excluded) {
    return new CreationOptions(
        relyingPartyId, "Pay", "ada@example.com", CHALLENGE, List.of(CoseKey.ES256),
        List.of(excluded));
  }

  private void refused(AuthenticatorFault fault, Checks.Steps steps) throws Exception {
    try {
      steps.run();
      checks.holds("not refused: " + fault.code(), false);
    } catch (AuthenticatorException refusal) {
      checks.equal("the refusal", refusal.fault(), fault);
    }
  }

  private static void platformErrors(Checks checks) {
    Map<Integer, GateRefusal> refusals = Map.ofEntries(
        Map.entry(BiometricPrompt.ERROR_HW_UNAVAILABLE, GateRefusal.NOT_AVAILABLE),
        Map.entry(BiometricPrompt.ERROR_UNABLE_TO_PROCESS, GateRefusal.FAILED),
        Map.entry(BiometricPrompt.ERROR_TIMEOUT, GateRefusal.FAILED),
        Map.entry(BiometricPrompt.ERROR_NO_SPACE, GateRefusal.FAILED),
        Map.entry(BiometricPrompt.ERROR_CANCELED, GateRefusal.NOT_IN_FOREGROUND),
        Map.entry(BiometricPrompt.ERROR_LOCKOUT, GateRefusal.LOCKOUT),
        Map.entry(BiometricPrompt.ERROR_VENDOR, GateRefusal.FAILED),
        Map.entry(BiometricPrompt.ERROR_LOCKOUT_PERMANENT, GateRefusal.PERMANENT_LOCKOUT),
        Map.entry(BiometricPrompt.ERROR_USER_CANCELED, GateRefusal.CANCELLED),
        Map.entry(BiometricPrompt.ERROR_NO_BIOMETRICS, GateRefusal.NOTHING_ENROLLED),
        Map.entry(BiometricPrompt.ERROR_HW_NOT_PRESENT, GateRefusal.NOT_AVAILABLE),
        Map.entry(BiometricPrompt.ERROR_NEGATIVE_BUTTON, GateRefusal.CANCELLED),
        Map.entry(BiometricPrompt.ERROR_NO_DEVICE_CREDENTIAL, GateRefusal.NOTHING_ENROLLED),
        Map.entry(BiometricPrompt.ERROR_SECURITY_UPDATE_REQUIRED, GateRefusal.NOT_AVAILABLE),
        Map.entry(99, GateRefusal.FAILED));
    refusals.forEach((code, refusal) ->
        checks.equal("error " + code, BiometricPromptGate.refusal(code).name(), refusal.name()));
  }
}
