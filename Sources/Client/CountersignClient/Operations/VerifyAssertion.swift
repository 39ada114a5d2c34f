public import WebAuthnModel
public import WireModel

extension AccountSession {
  /// Exchanges a signed challenge for a verification token: one call.
  ///
  /// - Parameter assertion: The signed challenge.
  /// - Returns: The token and how long it is good.
  /// - Throws: ``ClientError``.
  public func verify(
    _ assertion: AssertionResponse
  ) async throws(ClientError) -> VerificationAnswer {
    try await connection.call(request(.verifyAssertion, body: assertion.json))
  }
}
