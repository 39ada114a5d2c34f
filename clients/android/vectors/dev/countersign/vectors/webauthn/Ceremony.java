package dev.countersign.vectors.webauthn;

/** Which ceremony client data belong to (section 5.8.1). */
public enum Ceremony {
  /** A registration. */
  CREATE("webauthn.create"),
  /** An assertion. */
  GET("webauthn.get");

  private final String type;

  Ceremony(String type) {
    this.type = type;
  }

  /**
   * The ceremony as client data name it.
   *
   * @return the value of the member {@code type}
   */
  public String type() {
    return type;
  }
}
