public import FlowModel
import WebAuthnModel
public import WireModel

extension AccountSession {
  /// Registers a device, whose the session becomes with it: one call.
  ///
  /// - Parameters:
  ///   - device: The device, and what entitles to it.
  ///   - operation: The idempotency key.
  /// - Returns: The device's id.
  /// - Throws: ``ClientError``.
  public func registerDevice(
    _ device: DeviceRequest, operation: OperationID? = nil
  ) async throws(ClientError) -> RegisteredDevice {
    try await connection.call(deviceRequest(device, operation: operation))
  }

  /// The call itself, so that the very same one can be sent again.
  func deviceRequest(_ device: DeviceRequest, operation: OperationID?) -> WireRequest {
    request(.registerDevice, idempotencyKey: operation?.text, body: device.json)
  }
}
