package dev.countersign;

/**
 * What the server would execute is not what was asked for. Nobody was asked, nothing was signed.
 */
public final class MismatchException extends CountersignException {
  private static final long serialVersionUID = 1;

  /** What does not match. */
  public enum Kind {
    /** The transaction differs from the payload, or cannot be shown truthfully. */
    TRANSACTION_NOT_AS_ASKED("transactionNotAsAsked"),
    /** The challenge is linked to nothing. */
    CHALLENGE_NOT_AS_SHOWN("challengeNotAsShown");

    private final String code;

    Kind(String code) {
      this.code = code;
    }

    /**
     * The kind's name as all clients report it.
     *
     * @return the name, in camel case
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
