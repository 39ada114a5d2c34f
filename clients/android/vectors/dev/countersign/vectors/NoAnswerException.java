package dev.countersign.vectors;

import dev.countersign.vectors.http.TransportException;

/** There is no answer: the server is not there, or the connection broke. */
public final class NoAnswerException extends CountersignException {
  private static final long serialVersionUID = 1;

  private final TransportException.Delivery delivery;

  NoAnswerException(TransportException problem) {
    super(problem.getMessage());
    delivery = problem.delivery();
  }

  /**
   * Whether the server can have acted.
   *
   * @return which of them
   */
  public TransportException.Delivery delivery() {
    return delivery;
  }
}
