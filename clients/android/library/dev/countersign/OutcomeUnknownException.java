package dev.countersign;

/**
 * An action was sent, and no answer came to any attempt. It may have been executed: an app keeps
 * the name and asks {@link AccountSession#lookUp} before it does anything like it again.
 */
public final class OutcomeUnknownException extends CountersignException {
  private static final long serialVersionUID = 1;

  private final transient OperationId operation;

  OutcomeUnknownException(OperationId operation) {
    super("no answer; the outcome is not known");
    this.operation = operation;
  }

  /**
   * The action's name.
   *
   * @return the name
   */
  public OperationId operation() {
    return operation;
  }
}
