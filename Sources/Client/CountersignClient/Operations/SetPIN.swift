import FlowModel
import WebAuthnModel
public import WireModel

extension AccountSession {
  /// Sets or changes the PIN: one call.
  ///
  /// - Parameters:
  ///   - pin: The new PIN. Secret.
  ///   - entitlement: What entitles to it.
  /// - Throws: ``ClientError``.
  public func setPIN(
    _ pin: SecretText, entitledBy entitlement: SetPINRequest.Entitlement
  ) async throws(ClientError) {
    _ = try await connection.call(
      pinRequest(SetPINRequest(pin: pin, entitlement: entitlement), operation: nil))
  }

  /// The call itself, so that the very same one can be sent again.
  func pinRequest(
    _ change: SetPINRequest, operation: OperationID?
  ) -> WireRequest {
    request(.setPIN, idempotencyKey: operation?.text, body: change.json)
  }
}
