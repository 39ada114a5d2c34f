import WebAuthnModel
public import WireModel

extension AccountSession {
  /// Begins the recovery of an account whose factors are all lost: one call.
  ///
  /// - Parameter code: The code mailed for purpose `recover`. Secret.
  /// - Returns: How long it waits.
  /// - Throws: ``ClientError``.
  public func beginRecovery(code: SecretText) async throws(ClientError) -> RecoveryAnswer {
    try await connection.call(
      request(.beginRecovery, body: RecoveryRequest(validateCode: code).json))
  }

  /// How far the recovery has come: one call.
  public func recovery() async throws(ClientError) -> RecoveryAnswer {
    try await connection.call(request(.recovery))
  }

  /// Cancels the recovery: one call.
  public func cancelRecovery() async throws(ClientError) {
    _ = try await connection.call(request(.cancelRecovery))
  }
}
