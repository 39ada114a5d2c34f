package dev.countersign.vectors.linking;

/**
 * A character as the display rules see it.
 *
 * @param codePoint its code point
 * @param kind its kind
 * @param script the place of its script among the table's
 * @param sets the sets of scripts that it can stand in a word with, as bits
 * @param rangeStart the first character of its range
 */
record DisplayCharacter(int codePoint, Kind kind, int script, int sets, int rangeStart) {
  /** The kinds by their letters in the table. */
  enum Kind {
    LETTER('L'),
    NONSPACING_MARK('N'),
    SPACING_MARK('S'),
    DIGIT('D'),
    BLANK('W'),
    CONTROL('C'),
    BIDI_CONTROL('B'),
    IGNORABLE('G'),
    PRIVATE_USE('P'),
    NONCHARACTER('X'),
    JOINER('J'),
    EMOJI('E'),
    KEYCAP('K'),
    /** A sign that a selector makes an emoji. */
    SIGN('T'),
    EMOJI_SELECTOR('V'),
    /** Punctuation and symbols: whatever is not in the table. */
    OTHER('-');

    private final char letter;

    Kind(char letter) {
      this.letter = letter;
    }

    static Kind of(String letter) {
      for (Kind kind : values()) {
        if (letter.charAt(0) == kind.letter) {
          return kind;
        }
      }
      return OTHER;
    }
  }

  boolean isMark() {
    return kind == Kind.NONSPACING_MARK || kind == Kind.SPACING_MARK;
  }

  /** Tells what continues a word: an apostrophe does, other punctuation does not. */
  boolean isInWord() {
    return switch (kind) {
      case LETTER, NONSPACING_MARK, SPACING_MARK, DIGIT, JOINER -> true;
      default -> codePoint == '\'' || codePoint == 0x2019;
    };
  }
}
