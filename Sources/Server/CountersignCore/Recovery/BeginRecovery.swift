import WebAuthnModel
public import WireModel

extension Service {
  /// Begins the recovery of an account whose factors are all lost: with a mailed code, and a wait
  /// in which the person can cancel what somebody else began.
  public func beginRecovery(
    _ request: RecoveryRequest, session: AuthenticatedSession
  ) async throws -> Decision<RecoveryAnswer> {
    let now = clock.now()
    let decision = try await command { transaction in
      let account = session.accountID
      guard try Self.isOpen(session, in: transaction) else { throw Refusal.noSession }
      guard try Self.hadFactor(account, in: transaction) else {
        throw Refusal(
          .recoveryNotPossible, "the account has no factor; a mailed code sets the first one")
      }
      guard try recoveryStatus(of: account, at: now, in: transaction) == .none else {
        throw Refusal(
          .recoveryNotPossible, "a recovery is under way; see GET /recovery, or cancel it")
      }
      // Else whoever has the mailbox would begin another to be rid of the limit after the first.
      guard try !isFreshlyRecovered(account, at: now, in: transaction) else {
        throw Refusal(
          .recoveryNotPossible, "the account was recovered a moment ago; use its new factor")
      }
      let code = try judgeCode(
        request.validateCode, session: session, purposes: [.recover], at: now, in: transaction)
      try closeCode(code.id, at: now, in: transaction)
      let readyAt = now.adding(seconds: policy.recovery.waitSeconds)
      try transaction.execute(
        """
        INSERT INTO recoveries (account_id, requested_at, ready_at) VALUES (?, ?, ?)
        ON CONFLICT (account_id) DO UPDATE SET requested_at = excluded.requested_at,
          ready_at = excluded.ready_at, completed_at = NULL
        """,
        [.text(account.text), .integer(now.milliseconds), .integer(readyAt.milliseconds)])
      try audit.append(AuditEvent("recovery_begun", subject: account), at: now, in: transaction)
      try tell(
        .recoveryBegun, to: account,
        phone: phoneTold(of: account, in: transaction), at: now, in: transaction)
      return RecoveryAnswer(status: .waiting, readyAt: readyAt.rfc3339)
    }
    outboxBell.ring()
    return decision
  }

  /// How far the account's recovery has come.
  public func recovery(_ session: AuthenticatedSession) async throws -> RecoveryAnswer {
    let now = clock.now()
    return try await store.read { transaction in
      answer(try Recovery.find(of: session.accountID, in: transaction), at: now)
    }
  }

  /// How far a recovery has come, as it is told.
  func answer(_ recovery: Recovery?, at now: Timestamp) -> RecoveryAnswer {
    let status = recovery?.status(at: now, policy.recovery) ?? RecoveryAnswer.Status.none
    return RecoveryAnswer(
      status: status, readyAt: status == .none ? nil : recovery?.readyAt.rfc3339)
  }

  /// Cancels the account's recovery, from any of its sessions; nothing happens where there is none.
  public func cancelRecovery(_ session: AuthenticatedSession) async throws -> Decision<Void> {
    let now = clock.now()
    let decision = try await command { transaction in
      guard try Self.isOpen(session, in: transaction) else { throw Refusal.noSession }
      try cancelRecovery(
        of: session.accountID, by: session.id, at: now, in: transaction)
    }
    outboxBell.ring()
    return decision
  }

  /// Cancels an account's recovery, where one is under way, and tells of it.
  func cancelRecovery(
    of account: AccountID, by session: SessionID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    guard try withdrawRecovery(of: account, at: now, in: transaction) else { return }
    try audit.append(
      AuditEvent("recovery_cancelled", subject: account, ["session": .string(session.text)]),
      at: now, in: transaction)
    try tell(
      .recoveryCancelled, to: account,
      phone: phoneTold(of: account, in: transaction), at: now, in: transaction)
  }
}
