package dev.countersign.vectors.linking;

/** The place of a text on a screen. */
public enum TextUse {
  /** A title, or the words before a value. */
  LABEL,
  /** Any text. */
  TEXT,
  /** A reference or the identifier of an account. */
  REFERENCE,
  /** The name of who is paid: no word of it mixes scripts. */
  PAYEE,
  /** A name that a person gave to themselves or to a device: it may hold emoji. */
  DISPLAY_NAME
}
