public import WireModel

extension AccountSession {
  /// Denies a transaction; denying twice is denying once: one call.
  public func deny(_ transactionID: String) async throws(ClientError) -> TransactionAnswer {
    try await connection.call(request(.denyTransaction, parameters: ["id": transactionID]))
  }
}
