package dev.countersign.vectors.linking;

import dev.countersign.vectors.encoding.ByteString;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The language of a document's words.
 *
 * @param tag the tag (RFC 5646) in lower case, of at most 8 bytes
 */
public record Language(String tag) {
  /** The number of bytes that a language takes in a challenge. */
  public static final int BYTES = 8;

  private static final Pattern TAG = Pattern.compile("[a-z]{2,3}(-[a-z0-9]+)*");
  private static final Set<String> WITH_DECIMAL_COMMA = Set.of(
      "cs", "da", "de", "es", "fi", "fr", "hu", "id", "is", "it", "nb", "nl", "nn", "no", "pl",
      "pt", "ro", "ru", "sk", "sl", "sv", "tr", "uk", "vi");

  /**
   * A language.
   *
   * @param tag the tag
   * @throws IllegalArgumentException if it is not a tag in lower case of at most 8 bytes
   */
  public Language {
    if (tag.length() > BYTES || !TAG.matcher(tag).matches()) {
      throw new IllegalArgumentException("language must be a tag in lower case, of 8 bytes");
    }
  }

  /**
   * The language as it stands in a challenge.
   *
   * @return 8 bytes: the tag, and zeros behind it
   */
  public ByteString padded() {
    return ByteString.of(Arrays.copyOf(ByteString.ofUtf8(tag).toByteArray(), BYTES));
  }

  /** The character between the whole units and the decimals. */
  String decimalMark() {
    return WITH_DECIMAL_COMMA.contains(primary()) ? "," : ".";
  }

  /** The word for a flag; a sign in a language whose words are not known here. */
  String word(boolean flag) {
    return switch (primary()) {
      case "en" -> flag ? "yes" : "no";
      case "de" -> flag ? "ja" : "nein";
      default -> flag ? "\u2713" : "\u2717";
    };
  }

  private String primary() {
    return tag.split("-", 2)[0];
  }
}
