import WebAuthnModel
public import WireModel

/// The recovery of accounts whose factors are all lost.
public final class Recoveries: Sendable {
  private let commands: Commands
  private let codes: Codes
  private let notices: Notices
  private let addressProofs: AddressProofs
  private let audit: AuditTrail
  private let policy: ServicePolicy

  init(
    commands: Commands, codes: Codes, notices: Notices, addressProofs: AddressProofs,
    audit: AuditTrail, policy: ServicePolicy
  ) {
    self.commands = commands
    self.codes = codes
    self.notices = notices
    self.addressProofs = addressProofs
    self.audit = audit
    self.policy = policy
  }

  /// Begins the recovery of an account whose factors are all lost: with a mailed code, and a wait
  /// in which the person can stop what somebody else began.
  ///
  /// The wait begins when a notice of it was handed over. Where the code is the first one that
  /// proves the address, what a host's word enrolled is put on hold instead, and nothing is to be
  /// recovered.
  public func begin(
    _ request: RecoveryRequest, session: AuthenticatedSession
  ) async throws -> Decision<RecoveryAnswer> {
    let now = commands.now()
    let decision = try await commands.run { [self] transaction -> RecoveryAnswer? in
      let account = session.accountID
      guard try Sessions.isOpen(session, in: transaction) else { throw Refusal.noSession }
      try requirePossible(for: account, at: now, in: transaction)
      let code = try codes.verify(
        request.validateCode, session: session, for: .recovery, at: now, in: transaction)
      try Codes.close(code.id, at: now, in: transaction)
      if try hasPutOnHold(session, at: now, in: transaction) { return nil }
      let wait = try Waits.nextID(of: account, for: "recovery", at: now, in: transaction)
      let seconds =
        try Notices.reachesMore(than: account, policy, at: now, in: transaction)
        ? policy.recovery.waitSeconds : policy.recovery.waitSecondsByMailAlone
      try Waits.insert(
        wait, .recovery, of: account, seconds: seconds, beginsAtOnce: false, at: now,
        in: transaction)
      try transaction.execute(
        """
        INSERT INTO recoveries (account_id, requested_at, wait_id, session_id)
        VALUES (?, ?, ?, ?)
        ON CONFLICT (account_id) DO UPDATE SET requested_at = excluded.requested_at,
          wait_id = excluded.wait_id, session_id = excluded.session_id
        """,
        [
          .text(account.text), .integer(now.milliseconds), .text(wait.text),
          .text(session.id.text),
        ])
      try audit.append(AuditEvent("recovery_begun", subject: account), at: now, in: transaction)
      try notices.put(
        .recoveryBegun, to: account, stop: StopTarget(id: wait.text, page: session.page), at: now,
        in: transaction)
      try tellNumberOnHold(of: account, wait, at: now, in: transaction)
      return RecoveryAnswer(status: .waiting, readyAt: nil)
    }
    commands.outboxBell.ring()
    return decision.flatMap { $0.map(Decision.success) ?? .failure(.heldInstead) }
  }

  /// Notes that the code proved the address of the account, in the session in which it was given.
  ///
  /// A device of that session may be the host's: it is put on hold too, and the session is none of
  /// its any more.
  ///
  /// - Returns: Whether that has put the account's factors on hold.
  private func hasPutOnHold(
    _ session: AuthenticatedSession, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> Bool {
    try addressProofs.note(
      session.accountID, by: AddressProofs.Owner(session: session.id, page: session.page),
      at: now, in: transaction)
    guard try !Accounts.hadFactor(session.accountID, in: transaction) else { return false }
    try transaction.execute(
      "UPDATE sessions SET device_id = NULL WHERE id = ?", [.text(session.id.text)])
    return true
  }

  /// Tells the number that a hold has put aside of a recovery: its completion removes for good what
  /// is on hold.
  ///
  /// The text has no link: somebody else may have set that number.
  private func tellNumberOnHold(
    of account: AccountID, _ wait: WaitID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    guard policy.codes.channels.contains(.sms),
      let former = try Phones.suspended(of: account, in: transaction)
    else { return }
    try Outbox.put(
      notice: .recoveryBegun, toFormer: former, id: wait.text, at: now, in: transaction)
  }

  private func requirePossible(
    for account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws {
    guard try Accounts.hadFactor(account, in: transaction) else {
      throw Refusal(
        .recoveryNotPossible, "the account has no factor; a mailed code sets the first one")
    }
    guard policy.weakFactors == .wait else {
      throw Refusal(.recoveryNotPossible, "no mailed code recovers an account here; ask for help")
    }
    let row = try transaction.row(
      "SELECT stopped_recoveries FROM accounts WHERE id = ?", [.text(account.text)])
    guard try row?.integer(0) ?? 0 < policy.recovery.mostStopped else {
      throw Refusal(
        .recoveryNotPossible,
        "recoveries of this account were stopped too often; an administrator can help")
    }
    guard try status(of: account, at: now, in: transaction) == .none else {
      throw Refusal(
        .recoveryNotPossible, "a recovery is under way; see GET /recovery, or stop it")
    }
    // Else whoever has the mailbox would begin another to be rid of the limit after the first.
    guard try !Waits.isRunning(.recovered, of: account, at: now, in: transaction) else {
      throw Refusal(
        .recoveryNotPossible, "the account was recovered a moment ago; use its new factor")
    }
    // Else whoever has the mailbox would be rid of the hold before the owner looks.
    let isWaiting = try [.held, .underHold].contains { (reason: Wait.Reason) in
      try Waits.isRunning(reason, of: account, at: now, in: transaction)
    }
    guard !isWaiting else {
      throw Refusal(
        .recoveryNotPossible, "the account got its first factor a moment ago; use that one")
    }
  }

  /// Shows the progress of the account's recovery.
  public func show(_ session: AuthenticatedSession) async throws -> RecoveryAnswer {
    let now = commands.now()
    return try await commands.read { [self] transaction in
      answer(try Recovery.find(of: session.accountID, in: transaction), at: now)
    }
  }

  /// The answer about a recovery's progress.
  func answer(_ recovery: Recovery?, at now: Timestamp) -> RecoveryAnswer {
    let status = recovery?.status(at: now, policy.recovery) ?? RecoveryAnswer.Status.none
    return RecoveryAnswer(
      status: status, readyAt: status == .none ? nil : recovery?.wait.endsAt?.rfc3339)
  }

  /// Ends an account's recovery, where one is under way, and tells of it.
  ///
  /// - Returns: Whether one was under way.
  @discardableResult
  func cancel(
    of account: AccountID, by session: SessionID?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Bool {
    guard try withdraw(of: account, at: now, in: transaction) else { return false }
    var details: JSONObject = [:]
    details["session"] = session.map { .string($0.text) }
    try audit.append(
      AuditEvent("recovery_cancelled", subject: account, details), at: now, in: transaction)
    try notices.put(.recoveryCancelled, to: account, at: now, in: transaction)
    return true
  }

  /// Counts that a recovery was stopped: after some, an administrator has to help.
  static func countStopped(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE accounts SET stopped_recoveries = stopped_recoveries + 1 WHERE id = ?",
      [.text(account.text)])
  }

  /// Spends the code that entitles to a new factor.
  ///
  /// On an account that had a factor, that completes its recovery: all that was there before is
  /// suspended, so this comes before the new factor is stored.
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
    let recovers = try Accounts.hadFactor(account, in: transaction)
    if recovers, try !isRecoverable(account, at: now, in: transaction) {
      throw Refusal.factorRequired
    }
    try Codes.close(code, at: now, in: transaction)
    if recovers {
      try complete(of: account, keeping: session, at: now, in: transaction)
    }
    return recovers
  }

  /// Suspends all factors and devices of an account that is recovered, and ends its other sessions.
  private func complete(
    of accountID: AccountID, keeping session: SessionID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    // What the session rested on is put aside; the new factor raises it.
    try transaction.execute(
      """
      UPDATE sessions SET device_id = NULL, level = 0, methods = '', proved_at = NULL,
        opened_by = NULL, raised_by = NULL,
        retired_hash = NULL, retired_until = NULL, retired_level = NULL
      WHERE id = ?
      """, [.text(session.text)])
    try Suspension.begin(of: accountID, sparing: session, at: now, in: transaction)
    try transaction.execute(
      "DELETE FROM recoveries WHERE account_id = ?", [.text(accountID.text)])
    // Whoever waited for this reads the mailbox: nothing from before counts as it is.
    try transaction.execute(
      "UPDATE accounts SET proved_at = COALESCE(proved_at, ?) WHERE id = ?",
      [.integer(now.milliseconds), .text(accountID.text)])
    try audit.append(
      AuditEvent("recovered", subject: accountID), at: now, in: transaction)
  }

  /// Takes away the recovery that is under way.
  ///
  /// - Returns: Whether there was one.
  func withdraw(
    of account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> Bool {
    guard let recovery = try Recovery.find(of: account, in: transaction),
      recovery.status(at: now, policy.recovery) != .none
    else { return false }
    try Recovery.remove(of: account, at: now, in: transaction)
    return true
  }

  /// Tells if the account's recovery is ready: then a mailed code entitles to its first new factor.
  func isRecoverable(
    _ account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Bool {
    try status(of: account, at: now, in: transaction) == .ready
  }

  /// Tells if a code makes the room that a new factor takes: it completes a recovery, which
  /// suspends all that was there.
  func makesRoom(
    byCode isByCode: Bool, for account: AccountID, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> Bool {
    try isByCode && isRecoverable(account, at: now, in: transaction)
  }

  /// The progress of the account's recovery.
  func status(
    of account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> RecoveryAnswer.Status {
    guard let recovery = try Recovery.find(of: account, in: transaction) else {
      return RecoveryAnswer.Status.none
    }
    return recovery.status(at: now, policy.recovery)
  }
}

/// The recovery of an account, as a row.
struct Recovery: Sendable {
  let requestedAt: Timestamp
  /// The wait before it may be completed.
  let wait: Wait
  /// The session in which it was begun.
  let session: SessionID

  /// The account's recovery; nil where there is none, or it was stopped or completed.
  static func find(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> Recovery? {
    let row = try transaction.row(
      "SELECT requested_at, wait_id, session_id FROM recoveries WHERE account_id = ?",
      [.text(account.text)])
    guard let row, let wait = try Waits.find(WaitID(try row.text(1)), in: transaction) else {
      return nil
    }
    return Recovery(
      requestedAt: Timestamp(milliseconds: try row.integer(0)), wait: wait,
      session: SessionID(try row.text(2)))
  }

  /// Removes the account's recovery, whatever its progress.
  static func remove(
    of account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    guard let recovery = try find(of: account, in: transaction) else { return }
    try Waits.stop(recovery.wait.id, at: now, in: transaction)
    try transaction.execute("DELETE FROM recoveries WHERE account_id = ?", [.text(account.text)])
  }

  /// The progress at a moment.
  func status(at now: Timestamp, _ policy: RecoveryPolicy) -> RecoveryAnswer.Status {
    guard wait.stoppedAt == nil else { return .none }
    guard let end = wait.endsAt, end <= now else { return .waiting }
    return now < end.adding(seconds: policy.openSeconds) ? .ready : .none
  }
}

extension Refusal {
  /// The code of a recovery proved the address: what a host's word enrolled is on hold now.
  fileprivate static let heldInstead = Refusal(
    .recoveryNotPossible,
    "the code proved the address, and what the account had before is on hold: nothing is left to "
      + "recover; a mailed code sets the first factor")
}
