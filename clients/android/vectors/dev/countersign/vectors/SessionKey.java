package dev.countersign.vectors;

import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.encoding.SecretText;
import dev.countersign.vectors.http.WireRequest;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Optional;
import java.util.UUID;

/**
 * The key that a session's token is bound to (RFC 9449): a key of P-256 in this process's memory
 * alone. It prints nothing of itself.
 */
final class SessionKey {
  private static final int COORDINATE = 32;

  private final KeyPair pair;
  private final JsonObject header;

  private SessionKey(KeyPair pair) {
    this.pair = pair;
    var point = ((ECPublicKey) pair.getPublic()).getW();
    JsonObject jwk = JsonObject.EMPTY
        .with("kty", "EC")
        .with("crv", "P-256")
        .with("x", fixed(point.getAffineX().toByteArray()).base64Url())
        .with("y", fixed(point.getAffineY().toByteArray()).base64Url());
    header = JsonObject.EMPTY.with("typ", "dpop+jwt").with("alg", "ES256").with("jwk", jwk);
  }

  /** A new key. */
  static SessionKey create() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return new SessionKey(generator.generateKeyPair());
    } catch (GeneralSecurityException problem) {
      throw new IllegalStateException("this platform has no keys of P-256", problem);
    }
  }

  /**
   * A request with a proof for it (RFC 9449, section 4.2).
   *
   * @param address the request's address, without its query
   * @param nonce the newest that the server gave; empty before it gave one
   */
  WireRequest prove(WireRequest request, URI address, Optional<String> nonce) {
    JsonObject claims = JsonObject.EMPTY
        .with("jti", UUID.randomUUID().toString())
        .with("htm", request.method())
        .with("htu", address.toString())
        .with("iat", System.currentTimeMillis() / 1000);
    if (request.accessToken().isPresent()) {
      SecretText token = request.accessToken().get();
      claims = claims.with("ath", ByteString.ofUtf8(token.exposed()).sha256().base64Url());
    }
    if (nonce.isPresent()) {
      claims = claims.with("nonce", nonce.get());
    }
    String signed = header.serialized().base64Url() + "." + claims.serialized().base64Url();
    return request.proved(signed + "." + signature(signed).base64Url());
  }

  private ByteString signature(String text) {
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(pair.getPrivate());
      signature.update(text.getBytes(StandardCharsets.US_ASCII));
      return joined(signature.sign());
    } catch (GeneralSecurityException problem) {
      throw new IllegalStateException("the key of the session did not sign", problem);
    }
  }

  /**
   * The two numbers of a signature in DER, one after the other (RFC 7518, section 3.4): not every
   * platform signs in that form itself. Of P-256 each length is one byte.
   */
  static ByteString joined(byte[] der) {
    int length = der[3];
    ByteString whole = ByteString.of(der);
    ByteString first = whole.slice(4, 4 + length);
    ByteString second = whole.slice(6 + length, 6 + length + der[5 + length]);
    return ByteString.join(fixed(first.toByteArray()), fixed(second.toByteArray()));
  }

  /** A number in 32 bytes, whatever its sign byte and its leading zeros. */
  private static ByteString fixed(byte[] number) {
    byte[] bytes = new BigInteger(1, number).toByteArray();
    byte[] fixed = new byte[COORDINATE];
    int count = Math.min(bytes.length, COORDINATE);
    System.arraycopy(bytes, bytes.length - count, fixed, COORDINATE - count, count);
    return ByteString.of(fixed);
  }
}
