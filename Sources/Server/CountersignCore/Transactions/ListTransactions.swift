public import WireModel

extension Service {
  /// The account's transactions: those to be decided first, in the order of their time; then at
  /// most 100 others, newest first.
  ///
  /// - Parameters:
  ///   - status: Only those that have come so far; nil for all.
  ///   - session: Whose.
  /// - Returns: The list.
  /// - Throws: `StoreError`.
  public func listTransactions(
    status: TransactionStatus?, session: AuthenticatedSession
  ) async throws -> TransactionList {
    let now = clock.now()
    let records = try await store.read {
      try status == .pending
        ? ReviewRecords.pending(of: session.accountID, at: now, in: $0)
        : ReviewRecords.all(of: session.accountID, at: now, in: $0)
    }
    let answers = records.map { $0.answer(at: now) }
    return TransactionList(
      transactions: answers.filter { status == nil || $0.status == status })
  }
}
