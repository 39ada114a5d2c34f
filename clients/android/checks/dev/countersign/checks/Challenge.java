package dev.countersign.checks;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;

/** Challenges, by {@code docs/challenge-and-canonical-form.md} alone. */
final class Challenge {
  private static final int VERSION_2 = 0x20;
  private static final int NONCE = 16;
  private static final int LANGUAGE = 8;
  private static final int SCENARIO_TAG = 4;
  private static final int CODE = 32;

  private Challenge() {}

  /** A challenge that is linked to a document, by the bytes of its canonical form. */
  static byte[] of(Map<String, String> document, byte[] canonical) throws Exception {
    byte[] scenario = Json.text(document.get("scenario")).getBytes(StandardCharsets.UTF_8);
    byte[] language = Json.text(document.get("language")).getBytes(StandardCharsets.UTF_8);
    byte[] nonce = new byte[NONCE];
    Arrays.fill(nonce, (byte) 7);
    ByteArrayOutputStream bound = new ByteArrayOutputStream();
    for (byte[] part : new byte[][] {
        "countersign/binding/v2".getBytes(StandardCharsets.UTF_8), scenario, nonce, canonical}) {
      bound.write(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).array());
      bound.write(part);
    }
    ByteArrayOutputStream challenge = new ByteArrayOutputStream();
    challenge.write(VERSION_2);
    challenge.write(ByteBuffer.allocate(Long.BYTES).putLong(1_705_919_445_000L).array());
    challenge.write(nonce);
    challenge.write(Arrays.copyOf(language, LANGUAGE));
    challenge.write(Arrays.copyOf(sha256(scenario), SCENARIO_TAG));
    challenge.write(sha256(bound.toByteArray()));
    // The code is for the server.
    challenge.write(new byte[CODE]);
    return challenge.toByteArray();
  }

  /** A challenge that is linked to something else, whatever is shown. */
  static byte[] other() {
    byte[] challenge = new byte[101];
    Arrays.fill(challenge, 37, 69, (byte) 1);
    challenge[0] = VERSION_2;
    return challenge;
  }

  /** Base64url, as JSON has it. */
  static String text(byte[] challenge) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(challenge);
  }

  static byte[] sha256(byte[] bytes) throws Exception {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }
}
