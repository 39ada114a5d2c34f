package dev.countersign.vectors.encoding;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * Bytes that nobody changes, so that a record can hold them.
 *
 * <p>They print as their number alone: some are signatures, some are keys.
 */
public final class ByteString {
  /** No bytes. */
  public static final ByteString EMPTY = new ByteString(new byte[0]);

  private final byte[] bytes;

  private ByteString(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A copy of some bytes.
   *
   * @param bytes the bytes
   * @return the same bytes
   */
  public static ByteString of(byte[] bytes) {
    return new ByteString(bytes.clone());
  }

  /**
   * The UTF-8 of a text.
   *
   * @param text a text without unpaired surrogates
   * @return its bytes
   */
  public static ByteString ofUtf8(String text) {
    return new ByteString(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads base64url without padding (RFC 4648, section 5).
   *
   * @param text the text
   * @return the bytes
   * @throws JsonException where the text is not exactly what {@link #base64Url()} writes: no two
   *     texts stand for the same bytes
   */
  public static ByteString ofBase64Url(String text) throws JsonException {
    try {
      ByteString read = new ByteString(Base64.getUrlDecoder().decode(text));
      // The decoder of Java lets padding and stray bits pass.
      if (read.base64Url().equals(text)) {
        return read;
      }
    } catch (IllegalArgumentException notInTheAlphabet) {
      // Refused below, like all others.
    }
    throw new JsonException("must be base64url without padding");
  }

  /**
   * Joins bytes.
   *
   * @param parts what is joined, in this order
   * @return all of them
   */
  public static ByteString join(ByteString... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (ByteString part : parts) {
      joined.write(part.bytes, 0, part.bytes.length);
    }
    return new ByteString(joined.toByteArray());
  }

  /**
   * The bytes as base64url without padding.
   *
   * @return the text
   */
  public String base64Url() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * SHA-256 of the bytes.
   *
   * @return 32 bytes
   */
  public ByteString sha256() {
    try {
      return new ByteString(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  /**
   * A part of the bytes.
   *
   * @param start the first
   * @param end the one after the last
   * @return the part
   */
  public ByteString slice(int start, int end) {
    return new ByteString(Arrays.copyOfRange(bytes, start, end));
  }

  /**
   * How many there are.
   *
   * @return their number
   */
  public int size() {
    return bytes.length;
  }

  /**
   * One byte.
   *
   * @param index which one
   * @return its value, 0 to 255
   */
  public int at(int index) {
    return bytes[index] & 0xff;
  }

  /**
   * A copy of the bytes.
   *
   * @return the bytes
   */
  public byte[] toByteArray() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ByteString that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
