package dev.countersign.vectors;

/** What a mailed code is good for. */
public enum CodePurpose {
  /** The account's first key. */
  REGISTER("register"),
  /** Another session. */
  SIGN_IN("sign_in");

  private final String text;

  CodePurpose(String text) {
    this.text = text;
  }

  /** The purpose as it travels. */
  String text() {
    return text;
  }
}
