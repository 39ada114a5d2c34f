public import WireModel

extension Service {
  /// Removes the account's authenticator app; nothing happens where there is none.
  ///
  /// - Parameters:
  ///   - request: A proof by a factor; none where the session has proved one lately.
  ///   - idempotencyKey: The caller's name for this change, where it gave one.
  ///   - session: Whose app.
  /// - Returns: Whether the same request removed it before, or why the app stays.
  /// - Throws: ``StoreError``.
  public func removeAuthenticatorApp(
    _ request: RevocationRequest, idempotencyKey: IdempotencyKey? = nil,
    session: AuthenticatedSession
  ) async throws -> Decision<FactorChange<Void>> {
    let operation = factorOperation("removeAuthenticatorApp", [], idempotencyKey, session)
    let decision: Decision<FactorChange<Void>> = try await self.decision {
      if try await store.read({ try earlierAnswer(to: operation, in: $0) }) != nil {
        return .again
      }
      let proved = try await proveFactor(request.proof, session: session)
      let now = clock.now()
      return try await factorCommand(session, proved) { transaction -> FactorChange<Void> in
        if try earlierAnswer(to: operation, proved, in: transaction) != nil { return .again }
        let account = session.accountID
        if let proved {
          try use(proved, session: session, on: operation, at: now, in: transaction)
        } else {
          try requireFreshProof(in: session, at: now, in: transaction)
        }
        try insert(operation, proved, at: now, in: transaction)
        let wasEnrolled = try AuthenticatorApps.isEnrolled(account, in: transaction)
        try AuthenticatorApps.remove(of: account, in: transaction)
        guard wasEnrolled else { return .made }
        try Self.voidEntitlements(of: account, sparing: session.id, in: transaction)
        try audit.append(
          AuditEvent("authenticator_app_removed", subject: account), at: now, in: transaction)
        try Outbox.put(
          notice: .authenticatorAppRemoved, to: account,
          id: "\(account.text):\(now.milliseconds)", at: now, in: transaction)
        return .made
      }.get()
    }
    outboxBell.ring()
    return decision
  }
}
