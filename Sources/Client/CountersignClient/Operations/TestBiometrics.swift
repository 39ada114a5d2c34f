public import FlowModel
import WebAuthnModel
public import WireModel

extension AccountSession {
  /// Tests a proof, and does nothing with it: one call.
  ///
  /// - Parameters:
  ///   - proof: The proof, made for scenario TEST_BIOMETRICS.
  ///   - operation: The idempotency key; needed with a PIN and with codes.
  /// - Returns: That it holds.
  /// - Throws: ``ClientError``.
  @discardableResult
  public func testBiometrics(
    _ proof: Proof, operation: OperationID? = nil
  ) async throws(ClientError) -> BiometricTestAnswer {
    try await connection.call(testRequest(proof, operation: operation))
  }

  /// The call itself, so that the very same one can be sent again.
  func testRequest(_ proof: Proof, operation: OperationID?) -> WireRequest {
    request(
      .testBiometrics, idempotencyKey: operation?.text,
      body: BiometricTestRequest(proof: proof).json)
  }

  /// Challenges for a test: one call.
  ///
  /// - Returns: The challenges; that for a PIN proof only where the session is a device's.
  /// - Throws: ``ClientError``.
  public func testOptions() async throws(ClientError) -> LinkedOptions {
    try await connection.call(
      request(.linkedOptions, body: LinkedOptionsRequest.testBiometrics.json))
  }
}

extension LinkedOptionsRequest {
  /// The action of scenario TEST_BIOMETRICS.
  static let testBiometrics = LinkedOptionsRequest(scenario: .testBiometrics, payload: [:])
}
