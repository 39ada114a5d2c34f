public import FlowModel
public import WireModel

extension AccountSession {
  /// Asks what became of an operation: one call.
  ///
  /// - Parameter operation: A challenge's id or an idempotency key.
  /// - Returns: The operation, or nil where the server has executed none under this id.
  /// - Throws: ``ClientError``.
  public func lookUp(_ operation: OperationID) async throws(ClientError) -> OperationAnswer? {
    do throws(ClientError) {
      return try await connection.call(request(.operation, parameters: ["id": operation.text]))
    } catch {
      if error.reason == .notFound { return nil }
      throw error
    }
  }
}
