import WireModel

extension AccountSession {
  /// Ends this session: one call.
  public func end() async throws(ClientError) {
    _ = try await connection.call(request(.endSession))
  }
}
