package dev.countersign.vectors.http;

/** A request without an answer. The message holds nothing of the request. */
public final class TransportException extends Exception {
  private static final long serialVersionUID = 1;

  /** Whether the server can have acted. */
  public enum Delivery {
    /** The request did not leave this device: the server has done nothing. */
    NOT_SENT,
    /** The request may have arrived: what the server did is not known. */
    UNKNOWN
  }

  private final Delivery delivery;

  /**
   * A request without an answer.
   *
   * @param delivery whether the server can have acted
   * @param problem what went wrong, for a log
   */
  public TransportException(Delivery delivery, String problem) {
    super(problem);
    this.delivery = delivery;
  }

  /**
   * Whether the server can have acted.
   *
   * @return which of them
   */
  public Delivery delivery() {
    return delivery;
  }
}
