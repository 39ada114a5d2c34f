package dev.countersign.vectors.linking;

/**
 * A character that breaks a display rule.
 *
 * @param rule the rule
 * @param codePoint the character's code point
 */
public record DisplayFault(Rule rule, int codePoint) {
  /** The rules. */
  public enum Rule {
    /** A control or format character, a line or paragraph separator, or a place for an object. */
    CONTROL("control"),
    /** A character that changes the direction of writing. */
    BIDI_CONTROL("bidiControl"),
    /** A character that is drawn as nothing. */
    IGNORABLE("ignorable"),
    /** A joiner that does not stand between letters of one Arabic or Indic script. */
    JOINER("joiner"),
    /** A character that each font draws as it likes. */
    PRIVATE_USE("privateUse"),
    /** A code point that is no character and never will be one, or half of a surrogate pair. */
    NONCHARACTER("noncharacter"),
    /** An emoji outside a display name. */
    EMOJI("emoji"),
    /** A text of blanks alone. */
    BLANK("blank"),
    /** A combining mark without a character to stand on. */
    LEADING_MARK("leadingMark"),
    /** More marks on one character than three. */
    TOO_MANY_MARKS("tooManyMarks"),
    /** Digits of a second system. */
    MIXED_DIGITS("mixedDigits"),
    /** A letter of a second script in a word of a payee. */
    MIXED_SCRIPTS("mixedScripts");

    private final String text;

    Rule(String text) {
      this.text = text;
    }

    /** The name in vectors and logs. */
    @Override
    public String toString() {
      return text;
    }
  }

  /** The rule and the code point; never the text. */
  @Override
  public String toString() {
    return String.format("%s U+%04X", rule, codePoint);
  }
}
