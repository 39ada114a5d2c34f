import WebAuthnModel
public import WireModel

extension ServerConnection {
  /// Challenges of a sign-in: one call.
  ///
  /// - Parameter deviceID: The device that logs itself in; nil for a passkey.
  /// - Returns: The challenges and, for a device, what it has to prove.
  /// - Throws: ``ClientError``.
  public func sessionOptions(deviceID: String?) async throws(ClientError) -> SessionOptions {
    let body = deviceID.map { SessionOptionsRequest(deviceID: $0).json }
    return try await call(WireRequest(.sessionOptions, body: body))
  }
}
