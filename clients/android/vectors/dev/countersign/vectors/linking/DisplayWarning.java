package dev.countersign.vectors.linking;

/** A reason to look twice at a text that may be shown. */
public enum DisplayWarning {
  /** Its words are of different scripts. */
  MIXED_SCRIPTS("mixedScripts"),
  /** All its letters of one script look like letters of another. */
  LOOK_ALIKE("lookAlike");

  private final String text;

  DisplayWarning(String text) {
    this.text = text;
  }

  /** The name in vectors and logs. */
  @Override
  public String toString() {
    return text;
  }
}
