package dev.countersign.vectors;

/**
 * An action was sent, and no answer says what became of it: none came, none that can be read, or a
 * refusal to a repetition alone. It may have been executed: an app keeps the name and asks {@link
 * AccountSession#lookUp} before it does anything like it again.
 */
public final class OutcomeUnknownException extends CountersignException {
  private static final long serialVersionUID = 1;

  private final transient OperationId operation;

  OutcomeUnknownException(OperationId operation) {
    super("no answer says what became of it");
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
