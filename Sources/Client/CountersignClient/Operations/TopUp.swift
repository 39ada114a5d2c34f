public import FlowModel
import WebAuthnModel
public import WireModel

extension AccountSession {
  /// Buys airtime with a proof: one call.
  ///
  /// - Parameters:
  ///   - payload: What is asked for.
  ///   - proof: What entitles to it.
  ///   - operation: The idempotency key; needed with a PIN, which has no challenge to be known by.
  /// - Returns: What became of it.
  /// - Throws: ``ClientError``.
  public func topUp(
    _ payload: TopUpPayload, proof: Proof, operation: OperationID? = nil
  ) async throws(ClientError) -> TopUpAnswer {
    try await connection.call(topUpRequest(payload, proof: proof, operation: operation))
  }

  /// The call itself, so that the very same one can be sent again.
  func topUpRequest(
    _ payload: TopUpPayload, proof: Proof, operation: OperationID?
  ) -> WireRequest {
    request(
      .topUp, idempotencyKey: operation?.text,
      body: TopUpRequest(payload: payload, proof: proof).json)
  }
}
