package dev.countersign.vectors.linking;

/**
 * A text that has no canonical form. The message names field, rule and character, never the text.
 */
public final class CanonicalFormException extends Exception {
  private static final long serialVersionUID = 1;

  CanonicalFormException(String field, DisplayFault fault) {
    super(field + ": a screen cannot show it truthfully (" + fault + ")");
  }
}
