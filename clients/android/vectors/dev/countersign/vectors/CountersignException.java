package dev.countersign.vectors;

/** A call of the server has no result; the cases are sorted by whose doing it is. */
public abstract sealed class CountersignException extends Exception
    permits NoAnswerException, RefusedException, ServerFailedException, NotUnderstoodException,
        MismatchException, OutcomeUnknownException {
  private static final long serialVersionUID = 1;

  /**
   * A call without a result.
   *
   * @param message what happened; nothing of the request
   */
  CountersignException(String message) {
    super(message);
  }
}
