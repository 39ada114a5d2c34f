package dev.countersign.linking;

/** A text that has no canonical form. The message names field and character, never the text. */
public final class CanonicalFormException extends Exception {
  private static final long serialVersionUID = 1;

  CanonicalFormException(String field, int character) {
    super(String.format(
        "%s holds the character U+%04X, which a screen cannot show truthfully", field, character));
  }
}
