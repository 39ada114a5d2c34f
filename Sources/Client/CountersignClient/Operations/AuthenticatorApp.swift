public import FlowModel
import WebAuthnModel
public import WireModel

extension AccountSession {
  /// Asks for the secret of an authenticator app: one call.
  ///
  /// - Parameters:
  ///   - entitlement: What entitles to it.
  ///   - operation: The idempotency key; nil for none.
  /// - Returns: What the app is to keep; it holds once a code of it is confirmed.
  /// - Throws: ``ClientError``.
  public func enrolAuthenticatorApp(
    entitledBy entitlement: AuthenticatorAppRequest, operation: OperationID? = nil
  ) async throws(ClientError) -> AuthenticatorAppAnswer {
    try await connection.call(
      request(
        .enrolAuthenticatorApp, idempotencyKey: operation?.text, body: entitlement.json))
  }

  /// Makes the authenticator app a factor of the account: one call.
  ///
  /// - Parameters:
  ///   - code: The code that the app shows. Secret.
  ///   - operation: The idempotency key; nil for none.
  /// - Throws: ``ClientError``.
  public func confirmAuthenticatorApp(
    _ code: SecretText, operation: OperationID? = nil
  ) async throws(ClientError) {
    _ = try await connection.call(
      request(
        .confirmAuthenticatorApp, idempotencyKey: operation?.text,
        body: AuthenticatorAppConfirmation(twoFactorCode: code).json))
  }

  /// Removes the authenticator app: one call.
  ///
  /// - Parameters:
  ///   - proof: A proof by a factor; nil where the session has proved one lately.
  ///   - operation: The idempotency key; nil for none.
  /// - Throws: ``ClientError``.
  public func removeAuthenticatorApp(
    proof: Proof? = nil, operation: OperationID? = nil
  ) async throws(ClientError) {
    _ = try await connection.call(
      request(
        .removeAuthenticatorApp, idempotencyKey: operation?.text,
        body: RevocationRequest(proof: proof).json))
  }
}
