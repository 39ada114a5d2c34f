public import WireModel

extension AccountSession {
  /// The account's devices, oldest first: one call.
  public func devices() async throws(ClientError) -> DeviceList {
    try await connection.call(request(.devices))
  }
}
