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
    let body = SetPINRequest(pin: pin, entitlement: entitlement)
    _ = try await connection.call(request(.setPIN, body: body.json))
  }
}
