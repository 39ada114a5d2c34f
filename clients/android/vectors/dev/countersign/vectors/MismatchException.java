package dev.countersign.vectors;

/**
 * What the server would execute is not what was asked for. Nobody was asked, nothing was signed.
 */
public final class MismatchException extends CountersignException {
  private static final long serialVersionUID = 1;

  /** What does not match. */
  public enum Kind {
    /** The document differs from the payload, or cannot be shown truthfully. */
    TRANSACTION_NOT_AS_ASKED("transaction_not_as_asked"),
    /** The challenge is linked to nothing, or to another document. */
    CHALLENGE_NOT_AS_SHOWN("challenge_not_as_shown");

    private final String code;

    Kind(String code) {
      this.code = code;
    }

    /**
     * The kind's code as all clients report it.
     *
     * @return the code, in snake case
     */
    public String code() {
      return code;
    }
  }

  private final Kind kind;

  MismatchException(Kind kind) {
    super(kind.code());
    this.kind = kind;
  }

  /**
   * What does not match.
   *
   * @return which of them
   */
  public Kind kind() {
    return kind;
  }
}
