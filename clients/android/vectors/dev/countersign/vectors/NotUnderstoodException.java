package dev.countersign.vectors;

/** The answer is not what the route answers. It is never taken for success. */
public final class NotUnderstoodException extends CountersignException {
  private static final long serialVersionUID = 1;

  NotUnderstoodException(String problem) {
    super(problem);
  }
}
