package dev.countersign.vectors.encoding;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes CBOR in the one form that WebAuthn allows (CTAP2's canonical form): definite lengths and
 * the shortest integers. Whoever writes a map writes its keys in order.
 */
public final class CborWriter {
  private static final int UNSIGNED = 0;
  private static final int NEGATIVE = 1;
  private static final int BYTES = 2;
  private static final int TEXT = 3;
  private static final int MAP = 5;

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  /** A writer that has written nothing. */
  public CborWriter() {}

  /**
   * Writes an integer.
   *
   * @param value the integer
   * @return this writer
   */
  public CborWriter integer(long value) {
    head(value < 0 ? NEGATIVE : UNSIGNED, value < 0 ? -1 - value : value);
    return this;
  }

  /**
   * Writes a byte string.
   *
   * @param value the bytes
   * @return this writer
   */
  public CborWriter bytes(ByteString value) {
    head(BYTES, value.size());
    return append(value.toByteArray());
  }

  /**
   * Writes a text.
   *
   * @param value the text
   * @return this writer
   */
  public CborWriter text(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    head(TEXT, utf8.length);
    return append(utf8);
  }

  /**
   * Begins a map; so many pairs of key and value must follow.
   *
   * @param pairs their number
   * @return this writer
   */
  public CborWriter map(int pairs) {
    head(MAP, pairs);
    return this;
  }

  /**
   * What was written so far.
   *
   * @return the bytes
   */
  public ByteString written() {
    return ByteString.of(written.toByteArray());
  }

  /** Major type and argument (RFC 8949, section 3), the argument in as few bytes as hold it. */
  private void head(int majorType, long argument) {
    int type = majorType << 5;
    if (argument < 24) {
      written.write(type | (int) argument);
      return;
    }
    int log2OfSize = argument < 1L << 8 ? 0 : argument < 1L << 16 ? 1 : argument < 1L << 32 ? 2 : 3;
    written.write(type | 24 + log2OfSize);
    for (int shift = (8 << log2OfSize) - 8; shift >= 0; shift -= 8) {
      written.write((int) (argument >> shift));
    }
  }

  private CborWriter append(byte[] bytes) {
    written.write(bytes, 0, bytes.length);
    return this;
  }
}
