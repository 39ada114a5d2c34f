package dev.countersign.vectors.webauthn;

import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.CborWriter;

/** What carries a new credential to the server (section 6.5.4). */
public final class AttestationObject {
  private AttestationObject() {}

  /**
   * One without attestation (section 8.7): nothing vouches for what made the key.
   *
   * @param authenticatorData the registration's authenticator data
   * @return the CBOR map, its keys in canonical order
   */
  public static ByteString withoutAttestation(ByteString authenticatorData) {
    return new CborWriter().map(3)
        .text("fmt").text("none")
        .text("attStmt").map(0)
        .text("authData").bytes(authenticatorData)
        .written();
  }
}
