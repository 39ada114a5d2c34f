import WebAuthnModel
public import WireModel

/// The recovery of accounts whose factors are all lost.
public final class Recoveries: Sendable {
  private let commands: Commands
  private let codes: Codes
  private let notices: Notices
  private let audit: AuditTrail
  private let policy: RecoveryPolicy

  init(
    commands: Commands, codes: Codes, notices: Notices, audit: AuditTrail, policy: RecoveryPolicy
  ) {
    self.commands = commands
    self.codes = codes
    self.notices = notices
    self.audit = audit
    self.policy = policy
  }

  /// Begins the recovery of an account whose factors are all lost: with a mailed code, and a wait
  /// in which the person can cancel what somebody else began.
  public func begin(
    _ request: RecoveryRequest, session: AuthenticatedSession
  ) async throws -> Decision<RecoveryAnswer> {
    let now = commands.now()
    let decision = try await commands.run { [self] transaction in
      let account = session.accountID
      guard try Sessions.isOpen(session, in: transaction) else { throw Refusal.noSession }
      guard try Accounts.hadFactor(account, in: transaction) else {
        throw Refusal(
          .recoveryNotPossible, "the account has no factor; a mailed code sets the first one")
      }
      guard try status(of: account, at: now, in: transaction) == .none else {
        throw Refusal(
          .recoveryNotPossible, "a recovery is under way; see GET /recovery, or cancel it")
      }
      // Else whoever has the mailbox would begin another to be rid of the limit after the first.
      guard try !isFreshlyRecovered(account, at: now, in: transaction) else {
        throw Refusal(
          .recoveryNotPossible, "the account was recovered a moment ago; use its new factor")
      }
      let code = try codes.verify(
        request.validateCode, session: session, purposes: [.recover], at: now, in: transaction)
      try Codes.close(code.id, at: now, in: transaction)
      let readyAt = now.adding(seconds: policy.waitSeconds)
      try transaction.execute(
        """
        INSERT INTO recoveries (account_id, requested_at, ready_at) VALUES (?, ?, ?)
        ON CONFLICT (account_id) DO UPDATE SET requested_at = excluded.requested_at,
          ready_at = excluded.ready_at, completed_at = NULL
        """,
        [.text(account.text), .integer(now.milliseconds), .integer(readyAt.milliseconds)])
      try audit.append(AuditEvent("recovery_begun", subject: account), at: now, in: transaction)
      try notices.put(.recoveryBegun, to: account, at: now, in: transaction)
      return RecoveryAnswer(status: .waiting, readyAt: readyAt.rfc3339)
    }
    commands.outboxBell.ring()
    return decision
  }

  /// How far the account's recovery has come.
  public func show(_ session: AuthenticatedSession) async throws -> RecoveryAnswer {
    let now = commands.now()
    return try await commands.read { [self] transaction in
      answer(try Recovery.find(of: session.accountID, in: transaction), at: now)
    }
  }

  /// How far a recovery has come, as it is told.
  func answer(_ recovery: Recovery?, at now: Timestamp) -> RecoveryAnswer {
    let status = recovery?.status(at: now, policy) ?? RecoveryAnswer.Status.none
    return RecoveryAnswer(
      status: status, readyAt: status == .none ? nil : recovery?.readyAt.rfc3339)
  }

  /// Cancels the account's recovery, from any of its sessions; nothing happens where there is none.
  public func cancel(_ session: AuthenticatedSession) async throws -> Decision<Void> {
    let now = commands.now()
    let decision = try await commands.run { [self] transaction in
      guard try Sessions.isOpen(session, in: transaction) else { throw Refusal.noSession }
      try cancel(
        of: session.accountID, by: session.id, at: now, in: transaction)
    }
    commands.outboxBell.ring()
    return decision
  }

  /// Cancels an account's recovery, where one is under way, and tells of it.
  func cancel(
    of account: AccountID, by session: SessionID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    guard try withdraw(of: account, at: now, in: transaction) else { return }
    try audit.append(
      AuditEvent("recovery_cancelled", subject: account, ["session": .string(session.text)]),
      at: now, in: transaction)
    try notices.put(.recoveryCancelled, to: account, at: now, in: transaction)
  }

  /// Spends the code that entitles to a factor that is about to be stored.
  ///
  /// On an account that had a factor, that completes its recovery: all that was there before is
  /// revoked, so this comes before the new factor is stored.
  ///
  /// - Returns: Whether the account was recovered; then the session is no device's any more.
  @discardableResult
  func settle(
    _ code: CodeRequestID?, session: AuthenticatedSession, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Bool {
    guard let code else { return false }
    return try settle(
      code, of: session.accountID, keeping: session.id, at: now, in: transaction)
  }

  /// Spends the code that entitles to a factor of an account; where that completes its recovery,
  /// one session stays.
  @discardableResult
  func settle(
    _ code: CodeRequestID, of account: AccountID, keeping session: SessionID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Bool {
    let recovers = try requireEntitled(byCode: account, at: now, in: transaction)
    try Codes.close(code, at: now, in: transaction)
    if recovers {
      try complete(of: account, keeping: session, at: now, in: transaction)
    }
    return recovers
  }

  /// Refuses a code as what entitles to a factor, where the account had one and no recovery of it
  /// is ready.
  ///
  /// - Returns: Whether the code would complete a recovery.
  @discardableResult
  func requireEntitled(
    byCode account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Bool {
    guard try Accounts.hadFactor(account, in: transaction) else { return false }
    guard try isRecoverable(account, at: now, in: transaction) else {
      throw Refusal.factorRequired
    }
    return true
  }

  /// Revokes all factors, devices and other sessions of an account that is recovered.
  private func complete(
    of accountID: AccountID, keeping session: SessionID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let phone = try notices.phone(of: accountID, in: transaction)
    try transaction.execute(
      "UPDATE sessions SET device_id = NULL WHERE id = ?", [.text(session.text)])
    try Accounts.revokeFactors(of: accountID, sparing: session, at: now, in: transaction)
    try transaction.execute(
      "UPDATE recoveries SET completed_at = ? WHERE account_id = ?",
      [.integer(now.milliseconds), .text(accountID.text)])
    try audit.append(
      AuditEvent("recovered", subject: accountID), at: now, in: transaction)
    try notices.put(.recovered, to: accountID, andFormer: phone, at: now, in: transaction)
  }

  /// Takes away the recovery that is under way; one that was completed stays, for its limit.
  ///
  /// - Returns: Whether there was one.
  func withdraw(
    of account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> Bool {
    guard try status(of: account, at: now, in: transaction) != .none else { return false }
    try transaction.execute("DELETE FROM recoveries WHERE account_id = ?", [.text(account.text)])
    return true
  }

  /// Whether the account's recovery is ready: then a mailed code entitles to its first new factor.
  func isRecoverable(
    _ account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Bool {
    try status(of: account, at: now, in: transaction) == .ready
  }

  /// Whether a code makes the room that a new factor takes: what it completes is a recovery, which
  /// revokes all that was there.
  func makesRoom(
    byCode isByCode: Bool, for account: AccountID, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> Bool {
    try isByCode && isRecoverable(account, at: now, in: transaction)
  }

  /// How far the account's recovery has come.
  func status(
    of account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> RecoveryAnswer.Status {
    guard let recovery = try Recovery.find(of: account, in: transaction) else {
      return RecoveryAnswer.Status.none
    }
    return recovery.status(at: now, policy)
  }

  /// Whether the account was recovered so short a time ago that only low amounts are taken,
  /// whatever the proof.
  func isFreshlyRecovered(
    _ account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Bool {
    let completedAt = try Recovery.find(of: account, in: transaction)?.completedAt
    guard let completedAt else { return false }
    return completedAt.adding(seconds: policy.limitSeconds) > now
  }
}

/// The recovery of an account, as a row.
struct Recovery: Sendable {
  /// When the wait is over.
  let readyAt: Timestamp
  let completedAt: Timestamp?

  /// The account's latest recovery; nil where there never was one, or it was cancelled.
  static func find(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> Recovery? {
    let row = try transaction.row(
      "SELECT ready_at, completed_at FROM recoveries WHERE account_id = ?", [.text(account.text)])
    guard let row else { return nil }
    return Recovery(
      readyAt: Timestamp(milliseconds: try row.integer(0)),
      completedAt: try row.optionalInteger(1).map(Timestamp.init(milliseconds:)))
  }

  /// How far it has come.
  func status(at now: Timestamp, _ policy: RecoveryPolicy) -> RecoveryAnswer.Status {
    guard completedAt == nil, now < readyAt.adding(seconds: policy.openSeconds) else {
      return .none
    }
    return now < readyAt ? .waiting : .ready
  }
}
