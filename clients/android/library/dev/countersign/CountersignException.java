package dev.countersign;

/** Why a call did nothing: the SDK's own code, and a sentence that says what to do. */
public final class CountersignException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String code;

  /**
   * A failure.
   *
   * @param code the code
   * @param sentence what is wrong, and what to do
   */
  public CountersignException(String code, String sentence) {
    super(sentence);
    this.code = code;
  }

  /**
   * The stable code, in snake case: {@code flow_already_active}, {@code network}, or a reason of
   * the server.
   *
   * @return the code
   */
  public String code() {
    return code;
  }
}
