public import WireModel

extension AccountSession {
  /// Asks for challenges that are linked to a transaction under review: one call.
  ///
  /// - Parameter transactionID: The transaction.
  /// - Returns: The challenges and the transaction that they are linked to.
  /// - Throws: ``ClientError/mismatch(_:)`` where that is another transaction, or where a challenge
  ///   is linked to none.
  public func reviewOptions(
    _ transactionID: String
  ) async throws(ClientError) -> LinkedChallenge<ReviewTransaction> {
    try await linkedChallenge(
      .authorizeTransaction, for: ReviewPayload(transactionID: transactionID),
      shown: ShownTransaction.init
    ) { $0.transactionID == transactionID }
  }
}
