package dev.countersign.vectors.device;

/**
 * What a person is told at the gate. The text is made of what is shown; an app adds a title and a
 * button in its own language.
 *
 * @param purpose what the person is asked for
 * @param text what it is about, in one line
 */
public record Prompt(Purpose purpose, String text) {
  /** What a person is asked for. */
  public enum Purpose {
    /** A new key for an account; the text names the account and the relying party. */
    REGISTER,
    /** A signature; the text is what is signed. */
    SIGN
  }
}
