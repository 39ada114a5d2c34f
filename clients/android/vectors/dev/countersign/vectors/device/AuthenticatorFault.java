package dev.countersign.vectors.device;

/**
 * Why an authenticator did not do what it was asked; one list with the SDK for Apple's devices
 * ({@code AuthenticatorError}).
 */
public sealed interface AuthenticatorFault permits GateRefusal, SigningRefusal {
  /**
   * The fault's name as all clients report it.
   *
   * @return the name, in camel case
   */
  String code();
}
