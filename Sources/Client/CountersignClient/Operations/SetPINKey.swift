public import FlowModel
import WebAuthnModel
public import WireModel

extension AccountSession {
  /// Sets or changes the PIN of the session's device: one call.
  ///
  /// - Parameters:
  ///   - change: The new PIN key, as ``DeviceSecrets`` made it.
  ///   - device: The device's id.
  ///   - operation: The idempotency key.
  /// - Throws: ``ClientError``.
  public func setPINKey(
    _ change: PINKeyRequest, of device: String, operation: OperationID? = nil
  ) async throws(ClientError) {
    _ = try await connection.call(pinKeyRequest(change, of: device, operation: operation))
  }

  /// The call itself, so that the very same one can be sent again.
  func pinKeyRequest(
    _ change: PINKeyRequest, of device: String, operation: OperationID?
  ) -> WireRequest {
    request(
      .setPINKey, parameters: ["id": device], idempotencyKey: operation?.text,
      body: change.json)
  }
}
