extension Service {
  /// Runs the command of a change of factors, in a session that is still open.
  ///
  /// A PIN that was judged right clears its count, whatever becomes of the change: else right ones
  /// for changes that are refused would block it.
  func factorCommand<Outcome: Sendable>(
    _ session: AuthenticatedSession, _ proved: ActionProof?,
    _ change: @escaping @Sendable (any WriteTransaction) throws -> Outcome
  ) async throws -> Decision<Outcome> {
    try await command { transaction in
      guard try Self.isOpen(session, in: transaction) else { throw Refusal.noSession }
      if let attempt = proved?.pinAttempt { try clear(attempt, in: transaction) }
      return try change(transaction)
    }
  }
}
