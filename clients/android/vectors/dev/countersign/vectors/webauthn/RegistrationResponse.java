package dev.countersign.vectors.webauthn;

import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonArray;
import dev.countersign.vectors.encoding.JsonObject;
import java.util.List;

/**
 * A new credential as it is registered (section 5.2.1).
 *
 * @param id the credential's id
 * @param clientDataJson the client data
 * @param attestationObject the attestation object
 */
public record RegistrationResponse(
    CredentialId id, ByteString clientDataJson, ByteString attestationObject) {
  /** The key is part of the device. */
  private static final String TRANSPORT = "internal";

  /**
   * The body of {@code POST /biometric/register/verify}.
   *
   * @return the JSON of browsers ({@code PublicKeyCredential.toJSON})
   */
  public JsonObject json() {
    JsonObject response = JsonObject.EMPTY
        .with("clientDataJSON", clientDataJson.base64Url())
        .with("attestationObject", attestationObject.base64Url())
        .with("transports", JsonArray.of(List.of(TRANSPORT)));
    return JsonObject.EMPTY
        .with("id", id.text())
        .with("rawId", id.text())
        .with("response", response)
        .with("type", "public-key");
  }
}
