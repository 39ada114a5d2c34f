package dev.countersign.vectors.webauthn;

import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.CborWriter;
import java.math.BigInteger;
import java.security.interfaces.ECPublicKey;

/** A public key in COSE's form (RFC 9053, section 7.1.1). */
public final class CoseKey {
  /** ECDSA with P-256 and SHA-256, as COSE numbers it. */
  public static final long ES256 = -7;

  private static final int COORDINATE_BYTES = 32;

  private CoseKey() {}

  /**
   * A key for ES256.
   *
   * @param key a key on the curve P-256
   * @return the key as a CBOR map
   * @throws IllegalArgumentException where the key is on a larger curve
   */
  public static ByteString of(ECPublicKey key) {
    // Labels in the order of CTAP2's canonical form: 1, 3, -1, -2, -3.
    return new CborWriter().map(5)
        .integer(1).integer(2) // kty: EC2
        .integer(3).integer(ES256) // alg
        .integer(-1).integer(1) // crv: P-256
        .integer(-2).bytes(coordinate(key.getW().getAffineX()))
        .integer(-3).bytes(coordinate(key.getW().getAffineY()))
        .written();
  }

  /** A coordinate in exactly 32 bytes: BigInteger drops leading zeros and may add one as a sign. */
  private static ByteString coordinate(BigInteger value) {
    byte[] bytes = value.toByteArray();
    int first = bytes.length > COORDINATE_BYTES && bytes[0] == 0 ? 1 : 0;
    int length = bytes.length - first;
    if (length > COORDINATE_BYTES) {
      throw new IllegalArgumentException("the key is not on the curve P-256");
    }
    byte[] padded = new byte[COORDINATE_BYTES];
    System.arraycopy(bytes, first, padded, COORDINATE_BYTES - length, length);
    return ByteString.of(padded);
  }
}
