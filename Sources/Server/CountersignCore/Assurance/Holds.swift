import WebAuthnModel
import WireModel

/// The hold of an account: its factors from before are put aside, since a code has proved the
/// address, and somebody else may have made them.
///
/// All that may be done under a hold is decided here, and by ``Wait/level(of:)``:
///
/// - A session of level 0 sees, ends and declines nothing (``Holds/isOnHold(_:in:)``), also in the
///   documents of options and codes (``requireShown(to:in:)``).
/// - A factor that is added proves nothing before its own wait is over. That wait begins with a
///   notice of the factor, and lasts as long as the hold's. A strong proof adds factors without a
///   wait, since only a factor that has waited makes one.
/// - The links in the notices undo everything for as long as ``canBeEnded`` is true.
/// - After that a strong proof keeps or removes what is on hold. No link undoes the hold again, and
///   a factor that is added waits as on any other account.
struct Hold: Sendable {
  /// The wait that the first notice names.
  let wait: Wait
  /// True once a factor that came since has waited, whatever became of it.
  let isSettled: Bool
  /// The waits of the factors that prove nothing yet.
  let waits: [Wait]

  /// True once the hold stands for good, since its wait was stopped.
  ///
  /// The owner has decided on something that was on hold, or a factor came after the last one had
  /// waited.
  var isFinal: Bool { wait.stoppedAt != nil }

  /// True if the link in a notice undoes the hold: before a factor has waited, and as long as
  /// another one waits that came before that.
  var canBeEnded: Bool { !isFinal && (!isSettled || !waits.isEmpty) }

  /// The moment from which the first factor proves something; nil where none has begun to wait.
  var settledAt: Timestamp? { isSettled ? nil : waits.compactMap(\.endsAt).min() }

  /// The moment from which the link undoes nothing any more; nil while that is not known.
  var endsAt: Timestamp? {
    let ends = waits.compactMap(\.endsAt)
    return ends.count == waits.count ? ends.max() : nil
  }
}

/// Holds, as rows.
enum Holds {
  /// Tells if an account has factors on hold.
  static func isOnHold(
    _ account: AccountID, in transaction: any ReadTransaction
  ) throws -> Bool {
    try transaction.row(
      "SELECT 1 FROM accounts WHERE id = ? AND hold_wait_id IS NOT NULL", [.text(account.text)])
      != nil
  }

  /// Tells if a hold keeps from a session what waits for the account's person: it has proved
  /// nothing.
  ///
  /// - Parameters:
  ///   - session: The session, as it was when its request came.
  ///   - transaction: The transaction in which something is shown.
  /// - Returns: Whether it may see none of it.
  /// - Throws: ``StoreError``.
  static func hidesAll(
    from session: AuthenticatedSession, in transaction: any ReadTransaction
  ) throws -> Bool {
    guard let query = hidingQuery(session) else { return false }
    return try transaction.row(query) != nil
  }

  /// The query by which ``hidesAll(from:in:)`` is answered; nil for a session that has proved
  /// something, from which a hold hides nothing.
  static func hidingQuery(_ session: AuthenticatedSession) -> SQLStatement? {
    guard session.level < .weak else { return nil }
    return SQLStatement(
      """
      SELECT 1 FROM accounts WHERE id = ? AND hold_wait_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE id = ? AND level >= ?)
      """,
      [
        .text(session.accountID.text), .text(session.id.text),
        .integer(AssuranceLevel.weak.rawValue),
      ])
  }

  /// The hold of an account; nil where nothing is on hold.
  static func find(
    of account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Hold? {
    let found = try transaction.rows(
      """
      SELECT \(Wait.columns) FROM (
        SELECT hold_wait_id AS wait_id FROM accounts WHERE id = ?
        UNION ALL SELECT wait_id FROM credentials WHERE account_id = ? AND revoked_at IS NULL
        UNION ALL SELECT wait_id FROM devices
          WHERE account_id = ? AND revoked_at IS NULL AND pin_key IS NOT NULL
        UNION ALL SELECT wait_id FROM pins WHERE account_id = ?
        UNION ALL SELECT wait_id FROM authenticator_apps
          WHERE account_id = ? AND secret IS NOT NULL
      ) AS found LEFT JOIN waits w ON w.id = found.wait_id
      """, Array(repeating: .text(account.text), count: 5)
    ).map { try Wait($0) }
    // No factor waits for what a hold does.
    guard let hold = found.compactMap({ $0 }).first(where: { $0.reason == .held }) else {
      return nil
    }
    // By what is stored of all that came since: a factor that is removed makes nothing undone.
    let settled = try transaction.row(
      """
      SELECT 1 FROM waits WHERE account_id = ? AND reason = 'under_hold' AND stopped_at IS NULL
        AND ends_at <= ? LIMIT 1
      """, [.text(account.text), .integer(now.milliseconds)])
    return Hold(
      wait: hold, isSettled: settled != nil,
      waits: found.compactMap { $0 }.filter { $0.reason == .underHold && !$0.isOver(at: now) })
  }

  /// Begins the hold of an account, of which the notice tells that a wait's id names.
  ///
  /// The account then counts as one that never had a factor, so that a mailed code adds one. A
  /// session that stays has proved nothing of what counts now, and its token before the present one
  /// is worth no more.
  static func begin(
    of account: AccountID, seconds: Int64, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> WaitID {
    let wait = try Waits.nextID(prefix, of: account, for: "hold", at: now, in: transaction)
    try Waits.insert(
      wait, .held, of: account, seconds: seconds, beginsAtOnce: false, at: now, in: transaction)
    try transaction.execute(
      """
      UPDATE accounts SET former_factor_at = first_factor_at, first_factor_at = NULL,
        first_factor_session = NULL, hold_wait_id = ? WHERE id = ?
      """, [.text(wait.text), .text(account.text)])
    try transaction.execute(
      """
      UPDATE sessions SET level = 0, retired_level = 0 WHERE account_id = ? AND ended_at IS NULL
      """,
      [.text(account.text)])
    return wait
  }

  /// Brings back what was on hold, and revokes what came since: so says who reads the mailbox.
  ///
  /// An account that had a factor before the hold, or got one that has waited, has had one also
  /// where none comes back: else the mailbox alone would bring a first one, at once and without a
  /// hold.
  static func end(
    of account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let isSettled = try find(of: account, at: now, in: transaction)?.isSettled ?? false
    try Phones.restore(of: account, in: transaction)
    try transaction.execute(
      "UPDATE accounts SET display_name = former_name WHERE id = ? AND former_name IS NOT NULL",
      [.text(account.text)])
    try Suspension.end(of: account, at: now, in: transaction)
    try transaction.execute(
      """
      UPDATE waits SET stopped_at = ?
      WHERE account_id = ? AND reason IN ('held', 'under_hold') AND stopped_at IS NULL
      """, [.integer(now.milliseconds), .text(account.text)])
    if isSettled { try Accounts.settle(account, at: now, in: transaction) }
    let settledAt = isSettled ? "first_factor_at" : "NULL"
    try transaction.execute(
      """
      UPDATE accounts SET first_factor_at = COALESCE(former_factor_at, \(settledAt)),
        first_factor_session = NULL, former_factor_at = NULL WHERE id = ?
      """, [.text(account.text)])
  }

  /// Makes a hold stand for good, so that no link undoes it; closes it where nothing is left to
  /// decide, as where a number alone was on hold.
  ///
  /// The owner has decided on something that was on hold, or another factor comes after all that
  /// came since have waited.
  static func makeFinal(
    of account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    if let hold = try find(of: account, at: now, in: transaction) {
      try Waits.stop(hold.wait.id, at: now, in: transaction)
    }
    try close(of: account, in: transaction)
  }

  /// Closes a hold on which nothing is left to decide.
  static func close(of account: AccountID, in transaction: any WriteTransaction) throws {
    guard try isOnHold(account, in: transaction),
      try HeldFactor.all(of: account, in: transaction).isEmpty
    else { return }
    try Suspension.forgetSuspended(of: account, in: transaction)
  }

  /// The page that a notice leads to knows a hold by this prefix of its id.
  static let prefix = "hld_"
}

extension Holds {
  /// Refuses to show what waits for the account's person, or is on hold, to a session from which a
  /// hold hides it.
  ///
  /// Options and codes show a document, as the routes do that list it.
  static func requireShown(to caller: Caller, in transaction: any ReadTransaction) throws {
    guard let session = caller.session, try hidesAll(from: session, in: transaction) else {
      return
    }
    throw Refusal.onHold(below: .weak)
  }
}

/// Tells of a hold whoever may have to undo it.
///
/// The addresses of the account get a notice with the link. The number that was put aside gets one
/// without it: somebody else may have set that number. The account's host gets an event.
final class HoldNews: Sendable {
  private let hostEvents: HostEvents
  private let policy: ServicePolicy

  init(hostEvents: HostEvents, policy: ServicePolicy) {
    (self.hostEvents, self.policy) = (hostEvents, policy)
  }

  /// The time that a hold and each factor under it waits, in seconds.
  var seconds: Int64 { policy.weakFactorSecondsByMailAlone }

  /// Tells that a hold began.
  func tellBegun(
    of account: AccountID, _ stop: StopTarget, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try Outbox.put(
      notice: .factorsHeld, to: account, id: stop.id, stop: stop, at: now, in: transaction)
    try tellOthers(.begun, of: account, id: stop.id, at: now, in: transaction)
  }

  /// Tells those who get no link, at the former number and the host; of a factor that was added its
  /// own notice has one.
  func tellOthers(
    _ change: AccountHold.Change, of account: AccountID, id: String, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    if policy.codes.channels.contains(.sms),
      let former = try Phones.suspended(of: account, in: transaction)
    {
      try Outbox.put(notice: .factorsHeld, toFormer: former, id: id, at: now, in: transaction)
    }
    guard let host = try account.maker(in: transaction) else { return }
    try hostEvents.put(
      AccountHold(change), named: id,
      to: hostEvents.recipient(.id(host), of: account, in: transaction), at: now, in: transaction)
  }
}
