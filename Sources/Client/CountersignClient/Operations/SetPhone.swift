public import FlowModel
import WebAuthnModel
public import WireModel

extension AccountSession {
  /// Has a code texted to a new telephone number: one call.
  ///
  /// - Parameters:
  ///   - request: The number, and what entitles to it.
  ///   - operation: The idempotency key; nil for none.
  /// - Returns: The code request; the number holds once its code is confirmed.
  /// - Throws: ``ClientError``.
  @discardableResult
  public func setPhone(
    _ request: PhoneRequest, operation: OperationID? = nil
  ) async throws(ClientError) -> CodeRequestAnswer {
    try await connection.call(
      self.request(.setPhone, idempotencyKey: operation?.text, body: request.json))
  }

  /// Makes the new telephone number the account's: one call.
  ///
  /// - Parameters:
  ///   - otp: The code that was texted to it. Secret.
  ///   - operation: The idempotency key; nil for none.
  /// - Throws: ``ClientError``.
  public func confirmPhone(
    _ otp: SecretText, operation: OperationID? = nil
  ) async throws(ClientError) {
    _ = try await connection.call(
      request(
        .confirmPhone, idempotencyKey: operation?.text, body: PhoneConfirmation(otp: otp).json))
  }
}
