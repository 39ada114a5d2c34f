package dev.countersign.linking;

import dev.countersign.encoding.ByteString;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.text.Normalizer;

/**
 * The one byte form of a transaction ({@code docs/challenge-and-canonical-form.md}, "Canonical
 * form"): fixed order, no names; a text is its length in 4 bytes and its UTF-8 in Unicode's normal
 * form C; an integer is 8 bytes; an amount is the integer and its currency; a flag is 1 byte.
 */
public final class CanonicalForm {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  /** An empty form. */
  public CanonicalForm() {}

  /**
   * Appends a text that a person reads.
   *
   * @param field the field's name, for the refusal
   * @param text the text
   * @return this form
   * @throws CanonicalFormException for a control character, a line or paragraph separator, a
   *     character that changes the direction of writing, or half of a surrogate pair: each can make
   *     a screen show another text than the one that is signed
   */
  public CanonicalForm text(String field, String text) throws CanonicalFormException {
    int deceiving = text.codePoints().filter(CanonicalForm::deceives).findFirst().orElse(-1);
    if (deceiving >= 0) {
      throw new CanonicalFormException(field, deceiving);
    }
    return lengthed(ByteString.ofUtf8(Normalizer.normalize(text, Normalizer.Form.NFC)));
  }

  /**
   * Appends an amount of money.
   *
   * @param amount the amount, in the unit in which the deployment counts its currency
   * @param currency the currency's code (ISO 4217)
   * @return this form
   * @throws CanonicalFormException where the currency is not showable
   */
  public CanonicalForm amount(long amount, String currency) throws CanonicalFormException {
    return integer(amount).text("currency", currency);
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
   * What was appended so far.
   *
   * @return the bytes
   */
  public ByteString bytes() {
    return ByteString.of(written.toByteArray());
  }

  private static boolean deceives(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE -> true;
      default -> changesDirection(character);
    };
  }

  /** Unicode's property Bidi_Control, which Java does not offer. */
  private static boolean changesDirection(int character) {
    return character == 0x061c
        || character == 0x200e
        || character == 0x200f
        || character >= 0x202a && character <= 0x202e
        || character >= 0x2066 && character <= 0x2069;
  }

  private CanonicalForm append(byte[] bytes) {
    written.write(bytes, 0, bytes.length);
    return this;
  }
}
