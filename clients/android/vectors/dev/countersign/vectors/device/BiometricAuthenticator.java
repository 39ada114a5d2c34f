package dev.countersign.vectors.device;

import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.webauthn.AssertionResponse;
import dev.countersign.vectors.webauthn.AttestationObject;
import dev.countersign.vectors.webauthn.AuthenticatorData;
import dev.countersign.vectors.webauthn.Ceremony;
import dev.countersign.vectors.webauthn.ClientData;
import dev.countersign.vectors.webauthn.CoseKey;
import dev.countersign.vectors.webauthn.CreationOptions;
import dev.countersign.vectors.webauthn.CredentialId;
import dev.countersign.vectors.webauthn.Origin;
import dev.countersign.vectors.webauthn.RegistrationResponse;
import dev.countersign.vectors.webauthn.RequestOptions;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.ECPublicKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes credentials and signs challenges in WebAuthn's form (sections 6.3.2 and 6.3.3), with keys
 * that a person unlocks at a gate.
 *
 * <p>It refuses a challenge that says anything but what is shown, and does so itself, before the
 * person is asked: no caller can have it sign something else. It does one thing at a time, prompt
 * included.
 */
public final class BiometricAuthenticator {
  private static final int ID_BYTES = 32;
  /** Stands between relying party and id in a key's name, and in neither of them. */
  private static final String SEPARATOR = "/";

  private final Origin origin;
  private final SigningKeys keys;
  private final BiometricGate gate;
  private final SecureRandom random = new SecureRandom();

  /**
   * An authenticator of one account.
   *
   * @param origin who this app is
   * @param keys where the account's keys live
   * @param gate where the person is verified
   */
  public BiometricAuthenticator(Origin origin, SigningKeys keys, BiometricGate gate) {
    this.origin = origin;
    this.keys = keys;
    this.gate = gate;
  }

  /**
   * Makes a credential after it has verified its person.
   *
   * @param options how the server wants it made
   * @return the credential as it is registered, without attestation
   * @throws AuthenticatorException where none was made; no key is left behind then
   */
  public synchronized RegistrationResponse createCredential(CreationOptions options)
      throws AuthenticatorException {
    if (!options.algorithms().contains(CoseKey.ES256)) {
      throw new AuthenticatorException(SigningRefusal.ALGORITHM_NOT_SUPPORTED);
    }
    final List<CredentialId> held = credentials(options.relyingPartyId());
    byte[] idBytes = new byte[ID_BYTES];
    random.nextBytes(idBytes);
    CredentialId id = new CredentialId(ByteString.of(idBytes));
    String name = keyName(options.relyingPartyId(), id);
    ECPublicKey publicKey = keys.create(name);
    try {
      ByteString clientData = ClientData.of(Ceremony.CREATE, options.challenge(), origin);
      ByteString data = AuthenticatorData.ofRegistration(
          options.relyingPartyId(), id, CoseKey.of(publicKey));
      String text = options.userName() + ", " + options.relyingPartyName();
      // Nobody is sent this signature: it shows that the person was verified, and the key signs.
      Prompt prompt = new Prompt(Prompt.Purpose.REGISTER, text);
      sign(keys.signature(name), prompt, data, clientData);
      // Told only to a verified person, so that nobody learns silently which accounts are here.
      if (options.excluded().stream().anyMatch(held::contains)) {
        throw new AuthenticatorException(SigningRefusal.CREDENTIAL_EXISTS);
      }
      return new RegistrationResponse(id, clientData, AttestationObject.withoutAttestation(data));
    } catch (AuthenticatorException | RuntimeException refusal) {
      try {
        keys.delete(name);
      } catch (AuthenticatorException kept) {
        refusal.addSuppressed(kept);
      }
      throw refusal;
    }
  }

  /**
   * Signs a challenge after it has checked it against what is shown and verified its person.
   *
   * @param request the challenge, and what is shown
   * @return the signed challenge
   * @throws AuthenticatorException where nothing was signed, and why
   */
  public synchronized AssertionResponse sign(SigningRequest request)
      throws AuthenticatorException {
    RequestOptions options = request.options();
    if (!request.subject().covers(options.challenge())) {
      throw new AuthenticatorException(SigningRefusal.CHALLENGE_NOT_AS_SHOWN);
    }
    Living key = living(options);
    ByteString clientData = ClientData.of(Ceremony.GET, options.challenge(), origin);
    ByteString data = AuthenticatorData.ofAssertion(options.relyingPartyId());
    Prompt prompt = new Prompt(Prompt.Purpose.SIGN, request.subject().prompt());
    ByteString signature = sign(key.signature(), prompt, data, clientData);
    return new AssertionResponse(key.id(), clientData, data, signature);
  }

  /** The first allowed key that is not gone: a dead one keeps its name, and hides no other. */
  private Living living(RequestOptions options) throws AuthenticatorException {
    AuthenticatorException none = new AuthenticatorException(GateRefusal.NOTHING_ENROLLED);
    for (CredentialId id : credentials(options.relyingPartyId())) {
      if (options.allowed().contains(id)) {
        try {
          return new Living(id, keys.signature(keyName(options.relyingPartyId(), id)));
        } catch (AuthenticatorException refusal) {
          if (refusal.fault() != GateRefusal.KEY_GONE) {
            throw refusal;
          }
          none = refusal;
        }
      }
    }
    throw none;
  }

  private record Living(CredentialId id, Signature signature) {}

  /**
   * The credentials that it holds for a relying party, those whose key the platform has destroyed
   * included.
   *
   * @param relyingPartyId the relying party
   * @return their ids
   * @throws AuthenticatorException where the keys cannot be read
   */
  public synchronized List<CredentialId> credentials(String relyingPartyId)
      throws AuthenticatorException {
    String prefix = relyingPartyId + SEPARATOR;
    List<CredentialId> ids = new ArrayList<>();
    for (String name : keys.names()) {
      if (name.startsWith(prefix)) {
        readId(name.substring(prefix.length()), ids);
      }
    }
    return ids;
  }

  /**
   * Destroys a credential's key.
   *
   * @param relyingPartyId the relying party that it is bound to
   * @param id the credential
   * @throws AuthenticatorException where the key cannot be destroyed
   */
  public synchronized void deleteCredential(String relyingPartyId, CredentialId id)
      throws AuthenticatorException {
    keys.delete(keyName(relyingPartyId, id));
  }

  /** Has the person unlock a key, and signs authenticatorData ‖ SHA-256(clientData) with it. */
  private ByteString sign(
      Signature locked, Prompt prompt, ByteString data, ByteString clientData)
      throws AuthenticatorException {
    GateOutcome outcome = gate.unlock(prompt, locked);
    if (outcome instanceof GateRefusal refusal) {
      throw new AuthenticatorException(refusal);
    }
    Signature signature = ((GateOutcome.Unlocked) outcome).signature();
    try {
      signature.update(data.toByteArray());
      signature.update(clientData.sha256().toByteArray());
      return ByteString.of(signature.sign());
    } catch (SignatureException problem) {
      throw new AuthenticatorException(GateRefusal.FAILED, problem);
    }
  }

  private static String keyName(String relyingPartyId, CredentialId id) {
    return relyingPartyId + SEPARATOR + id.text();
  }

  private static void readId(String text, List<CredentialId> ids) {
    try {
      ids.add(CredentialId.of(text));
    } catch (JsonException notOfThisAuthenticator) {
      // The app keeps other keys here too.
    }
  }
}
