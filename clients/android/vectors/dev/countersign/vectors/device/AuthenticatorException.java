package dev.countersign.vectors.device;

/** An authenticator did not do what it was asked. Nothing was signed. */
public final class AuthenticatorException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient AuthenticatorFault fault;

  /**
   * An authenticator's refusal.
   *
   * @param fault why
   */
  public AuthenticatorException(AuthenticatorFault fault) {
    super(fault.code());
    this.fault = fault;
  }

  /**
   * An authenticator's refusal with what the platform said.
   *
   * @param fault why
   * @param cause what the platform said
   */
  public AuthenticatorException(AuthenticatorFault fault, Exception cause) {
    super(fault.code(), cause);
    this.fault = fault;
  }

  /**
   * Why.
   *
   * @return the fault
   */
  public AuthenticatorFault fault() {
    return fault;
  }
}
