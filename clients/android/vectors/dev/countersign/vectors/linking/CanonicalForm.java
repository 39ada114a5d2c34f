package dev.countersign.vectors.linking;

import dev.countersign.vectors.encoding.ByteString;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.text.Normalizer;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The parts of a byte form ({@code docs/challenge-and-canonical-form.md}): a text is its length in
 * 4 bytes and its UTF-8, normalized; an integer is 8 bytes; a flag is 1 byte.
 */
public final class CanonicalForm {
  private static final Pattern SPACES = Pattern.compile("\\p{Zs}+");

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  /** An empty form. */
  public CanonicalForm() {}

  /**
   * Appends a text that a person reads.
   *
   * @param field the field's name, for the refusal
   * @param text the text
   * @param use its place on the screen
   * @return this form
   * @throws CanonicalFormException if a screen cannot show it truthfully ({@link DisplayRule})
   */
  public CanonicalForm text(String field, String text, TextUse use)
      throws CanonicalFormException {
    Optional<DisplayFault> fault = DisplayRule.fault(text, use);
    if (fault.isPresent()) {
      throw new CanonicalFormException(field, fault.get());
    }
    return lengthed(normalized(text));
  }

  /**
   * A text as it is signed and shown: in Unicode's normal form C, each run of spaces (general
   * category Zs) as one U+0020, since a person cannot tell them apart.
   *
   * @param text the text
   * @return the text in that form
   */
  public static String normalized(String text) {
    return SPACES.matcher(Normalizer.normalize(text, Normalizer.Form.NFC)).replaceAll(" ");
  }

  /**
   * Appends an integer: 8 bytes, big-endian two's complement.
   *
   * @param integer the integer
   * @return this form
   */
  public CanonicalForm integer(long integer) {
    return append(ByteBuffer.allocate(Long.BYTES).putLong(integer).array());
  }

  /**
   * Appends a flag: 1 byte.
   *
   * @param flag the flag
   * @return this form
   */
  public CanonicalForm flag(boolean flag) {
    written.write(flag ? 1 : 0);
    return this;
  }

  /**
   * Appends bytes with their length before them.
   *
   * @param bytes the bytes
   * @return this form
   */
  public CanonicalForm lengthed(ByteString bytes) {
    return append(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.size()).array())
        .append(bytes.toByteArray());
  }

  /**
   * Appends the UTF-8 of a name, which no person reads, with its length before it.
   *
   * @param name the name
   * @return this form
   */
  public CanonicalForm lengthed(String name) {
    return lengthed(ByteString.ofUtf8(name));
  }

  /**
   * Appends bytes of a length that all readers know.
   *
   * @param bytes the bytes
   * @return this form
   */
  public CanonicalForm unlengthed(ByteString bytes) {
    return append(bytes.toByteArray());
  }

  /**
   * The bytes that were appended so far.
   *
   * @return the bytes
   */
  public ByteString bytes() {
    return ByteString.of(written.toByteArray());
  }

  private CanonicalForm append(byte[] bytes) {
    written.write(bytes, 0, bytes.length);
    return this;
  }
}
