package dev.countersign.vectors.webauthn;

import dev.countersign.vectors.encoding.ByteString;

/**
 * What an authenticator says about itself and its user (section 6.1).
 *
 * <p>The sign count is 0 throughout: a keystore counts no signatures, and 0 says so (section
 * 6.1.1).
 */
public final class AuthenticatorData {
  private static final int USER_PRESENT = 1;
  private static final int USER_VERIFIED = 1 << 2;
  private static final int HAS_CREDENTIAL = 1 << 6;
  private static final ByteString NO_COUNT = ByteString.of(new byte[4]);
  /** No model of authenticator is named: nothing here could vouch for it. */
  private static final ByteString NO_MODEL = ByteString.of(new byte[16]);

  private AuthenticatorData() {}

  /**
   * The data of an assertion by a verified user.
   *
   * @param relyingPartyId whom it signs for
   * @return 37 bytes
   */
  public static ByteString ofAssertion(String relyingPartyId) {
    return data(relyingPartyId, USER_PRESENT | USER_VERIFIED);
  }

  /**
   * The data of a registration by a verified user, with the new credential (section 6.5.1).
   *
   * @param relyingPartyId whom it is for
   * @param id the credential's id
   * @param coseKey its public key in COSE's form
   * @return the data
   */
  public static ByteString ofRegistration(
      String relyingPartyId, CredentialId id, ByteString coseKey) {
    int length = id.bytes().size();
    byte[] idLength = {(byte) (length >> 8), (byte) length};
    return ByteString.join(
        data(relyingPartyId, USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL),
        NO_MODEL, ByteString.of(idLength), id.bytes(), coseKey);
  }

  private static ByteString data(String relyingPartyId, int flags) {
    byte[] flagByte = {(byte) flags};
    return ByteString.join(
        ByteString.ofUtf8(relyingPartyId).sha256(), ByteString.of(flagByte), NO_COUNT);
  }
}
