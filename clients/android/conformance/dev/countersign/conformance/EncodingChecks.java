package dev.countersign.conformance;

import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.CborWriter;
import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonValue;
import dev.countersign.vectors.encoding.SecretText;
import dev.countersign.vectors.webauthn.CoseKey;
import java.math.BigInteger;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.util.List;

/** JSON, CBOR, base64url and COSE: what is written, and what is refused. */
final class EncodingChecks {
  private EncodingChecks() {}

  static void run(Checks checks) throws Exception {
    json(checks);
    cbor(checks);
    coseKey(checks);
    for (String text : List.of("A", "AB", "AA==", "A A", "AA\n", "A+", "A/")) {
      checks.refused("base64url " + text, JsonException.class, () -> ByteString.ofBase64Url(text));
    }
    checks.holds(
        "a secret does not print", !new SecretText("493817").toString().contains("493817"));
  }

  private static void json(Checks checks) throws Exception {
    List<String> refused = List.of(
        "", "{", "[1,]", "{\"a\":1,}", "{\"a\":1,\"a\":2}", "01", "1.", "-", "+1", "1e", ".5",
        "tru", "nul", "'a'", "\"a", "\"\n\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"",
        "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\\u\u0661\u0661\u0661\u0661\"", "1 2", "[1 2]",
        "{1:2}", "\ufeff1", "\u00a01", "[".repeat(17) + "]".repeat(17), "[".repeat(100_000));
    for (String text : refused) {
      String name = text.length() > 40 ? text.length() + " characters" : text;
      checks.refused(
          "JSON " + name, JsonException.class, () -> JsonValue.parse(ByteString.ofUtf8(text)));
    }
    for (byte[] bytes : new byte[][] {{'"', -1, '"'}, {'"', -64, -128, '"'}}) {
      checks.refused(
          "no UTF-8", JsonException.class, () -> JsonValue.parse(ByteString.of(bytes)));
    }
    List<String> same = List.of(
        "{\"a\":[1,-9223372036854775808,1.5e3,true,false,null,\"\u00e9\ud835\udc9c\"],\"b\":{}}",
        "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0000\"", "[".repeat(16) + "]".repeat(16),
        "9223372036854775808");
    for (String text : same) {
      ByteString utf8 = ByteString.ofUtf8(text);
      checks.equal("JSON as it was read", JsonValue.parse(utf8).serialized(), utf8);
    }
  }

  /** Examples of RFC 8949, appendix A. */
  private static void cbor(Checks checks) {
    long[] numbers = {0, 23, 24, 255, 256, 65_535, 65_536, 4_294_967_296L, -1, -24, -25, -257};
    String[] encodings = {
      "00", "17", "1818", "18ff", "190100", "19ffff", "1a00010000", "1b0000000100000000", "20",
      "37", "3818", "390100",
    };
    for (int index = 0; index < numbers.length; index += 1) {
      ByteString written = new CborWriter().integer(numbers[index]).written();
      checks.equal("CBOR of " + numbers[index], written, bytes(encodings[index]));
    }
    checks.equal(
        "CBOR of a map", new CborWriter().map(1).text("a").bytes(bytes("0102")).written(),
        bytes("a161" + "61" + "420102"));
  }

  private static void coseKey(Checks checks) {
    ByteString small = CoseKey.of(key(BigInteger.ONE, BigInteger.TWO.pow(255)));
    checks.equal("a coordinate with leading zeros", small.size(), 77);
    checks.equal("its last byte", small.at(41), 1);
    checks.equal("a coordinate that BigInteger would sign", small.at(45), 0x80);
    checks.refused(
        "a key on a larger curve", IllegalArgumentException.class,
        () -> CoseKey.of(key(BigInteger.TWO.pow(300), BigInteger.ONE)));
  }

  private static ECPublicKey key(BigInteger x, BigInteger y) {
    return new ECPublicKey() {
      private static final long serialVersionUID = 1;

      @Override
      public ECPoint getW() {
        return new ECPoint(x, y);
      }

      @Override
      public ECParameterSpec getParams() {
        return null;
      }

      @Override
      public String getAlgorithm() {
        return "EC";
      }

      @Override
      public String getFormat() {
        return null;
      }

      @Override
      public byte[] getEncoded() {
        return null;
      }
    };
  }

  private static ByteString bytes(String hexadecimal) {
    byte[] bytes = new byte[hexadecimal.length() / 2];
    for (int index = 0; index < bytes.length; index += 1) {
      bytes[index] = (byte) Integer.parseInt(hexadecimal.substring(2 * index, 2 * index + 2), 16);
    }
    return ByteString.of(bytes);
  }
}
