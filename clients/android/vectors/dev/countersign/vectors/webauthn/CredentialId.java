package dev.countersign.vectors.webauthn;

import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonException;

/**
 * The name of a credential, which its authenticator chose at random.
 *
 * @param bytes the name, 1 to 1023 bytes
 */
public record CredentialId(ByteString bytes) {
  /**
   * Reads one from base64url.
   *
   * @param text the id as it travels
   * @return the id
   * @throws JsonException where the text is no base64url
   */
  public static CredentialId of(String text) throws JsonException {
    return new CredentialId(ByteString.ofBase64Url(text));
  }

  /**
   * The id as it travels.
   *
   * @return base64url without padding
   */
  public String text() {
    return bytes.base64Url();
  }
}
