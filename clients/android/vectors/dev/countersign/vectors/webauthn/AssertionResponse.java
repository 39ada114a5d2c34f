package dev.countersign.vectors.webauthn;

import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonObject;

/**
 * A signed challenge (section 5.2.2).
 *
 * @param id the credential that signed
 * @param clientDataJson the client data, the very bytes that were hashed
 * @param authenticatorData the authenticator data
 * @param signature ECDSA as ASN.1 DER, over authenticatorData ‖ SHA-256(clientDataJson)
 */
public record AssertionResponse(
    CredentialId id, ByteString clientDataJson, ByteString authenticatorData,
    ByteString signature) {
  /**
   * The body of {@code POST /biometric/auth/verify}, and the proof {@code assertion} of an action.
   *
   * @return the JSON of browsers ({@code PublicKeyCredential.toJSON})
   */
  public JsonObject json() {
    JsonObject response = JsonObject.EMPTY
        .with("clientDataJSON", clientDataJson.base64Url())
        .with("authenticatorData", authenticatorData.base64Url())
        .with("signature", signature.base64Url());
    return JsonObject.EMPTY
        .with("id", id.text())
        .with("rawId", id.text())
        .with("response", response)
        .with("type", "public-key");
  }
}
