public import WireModel

extension Service {
  /// A transaction of the account as it stands now.
  public func transaction(
    _ id: ReviewID, session: AuthenticatedSession
  ) async throws -> Decision<TransactionAnswer> {
    try await decision {
      let now = clock.now()
      return try await store.read {
        try ReviewRecords.find(id, of: session.accountID, in: $0).answer(at: now)
      }
    }
  }

  /// A transaction as it stands now, for a host's backend.
  public func transaction(
    _ id: ReviewID, host: AuthenticatedServiceKey
  ) async throws -> Decision<TransactionAnswer> {
    let now = clock.now()
    let record = try await store.read { try ReviewRecords.find(id, in: $0) }
    guard let record else {
      return .failure(Refusal(.notFound, "no transaction has that id"))
    }
    return .success(record.answer(at: now))
  }
}
