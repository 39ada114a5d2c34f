public import WireModel

extension AccountSession {
  /// The account's transactions, those to be decided first: one call.
  ///
  /// - Parameter status: Only those of this status; nil for all.
  /// - Returns: The transactions.
  /// - Throws: ``ClientError``.
  public func transactions(
    status: TransactionStatus? = nil
  ) async throws(ClientError) -> TransactionList {
    try await connection.call(
      request(.transactions, query: status.map { ["status": $0.rawValue] } ?? [:]))
  }

  /// One transaction: one call.
  public func transaction(_ id: String) async throws(ClientError) -> TransactionAnswer {
    try await connection.call(request(.transaction, parameters: ["id": id]))
  }
}
