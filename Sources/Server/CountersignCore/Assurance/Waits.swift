import WebAuthnModel
import WireModel

/// A time in which the person can stop something: a factor that was added on a weak ground, or a
/// recovery.
struct Wait: Sendable, Hashable {
  /// The purpose of a wait.
  enum Reason: String, Sendable {
    /// A factor that a weak proof added.
    case announced
    /// A device that a link enrolled, until the page that made the link says whose it is.
    case maker
    /// A recovery, before it may be completed.
    case recovery
    /// The factor that completed a recovery.
    case recovered
    /// A device that an administrator's link enrolled.
    case administrator
  }

  let id: WaitID
  let account: AccountID
  let reason: Reason
  let seconds: Int64
  let createdAt: Timestamp
  /// The end; nil until it began: when a notice of it was handed over, or its link's maker
  /// has spoken.
  let endsAt: Timestamp?
  let stoppedAt: Timestamp?

  /// Tells if it is over, and nobody has stopped it.
  func isOver(at now: Timestamp) -> Bool {
    guard stoppedAt == nil, let endsAt else { return false }
    return endsAt <= now
  }

  /// Tells if the person can still stop it.
  func canBeStopped(at now: Timestamp) -> Bool { stoppedAt == nil && !isOver(at: now) }
}

/// Waits, as rows.
enum Waits {
  /// Makes the id of an account's next wait.
  ///
  /// A command that runs again makes the same one.
  static func nextID(
    of account: AccountID, for matter: String, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> WaitID {
    // One moment may see several waits for the same thing: begun, stopped, begun again.
    let earlier = try transaction.row(
      "SELECT count(*) FROM waits WHERE account_id = ?", [.text(account.text)]
    )?.integer(0)
    let input = "countersign/wait/v2\(account.text):\(matter):\(now.milliseconds):\(earlier ?? 0)"
    return WaitID("wai_" + Base64URL.encode(Array(sha256(Array(input.utf8)).prefix(16))))
  }

  /// Stores a wait that begins at once, or when a notice of it was handed over.
  static func insert(
    _ id: WaitID, _ reason: Wait.Reason, of account: AccountID, seconds: Int64,
    beginsAtOnce: Bool, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let end = beginsAtOnce ? now.adding(seconds: seconds).milliseconds : nil
    try transaction.execute(
      """
      INSERT INTO waits (id, account_id, reason, seconds, created_at, ends_at)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .text(id.text), .text(account.text), .text(reason.rawValue), .integer(seconds),
        .integer(now.milliseconds), SQLValue(end),
      ])
  }

  /// The wait with an id.
  static func find(_ id: WaitID, in transaction: any ReadTransaction) throws -> Wait? {
    try transaction.row(
      """
      SELECT account_id, reason, seconds, created_at, ends_at, stopped_at FROM waits WHERE id = ?
      """, [.text(id.text)]
    ).map { row in
      guard let reason = Wait.Reason(rawValue: try row.text(1)) else {
        throw StoreError(code: .corrupt, reason: "a wait's reason")
      }
      return Wait(
        id: id, account: AccountID(try row.text(0)), reason: reason, seconds: try row.integer(2),
        createdAt: Timestamp(milliseconds: try row.integer(3)),
        endsAt: try row.optionalInteger(4).map { Timestamp(milliseconds: $0) },
        stoppedAt: try row.optionalInteger(5).map { Timestamp(milliseconds: $0) })
    }
  }

  /// The wait of a factor that names one, unless it is over.
  static func running(
    _ id: String?, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Wait? {
    guard let id, let wait = try find(WaitID(id), in: transaction), !wait.isOver(at: now) else {
      return nil
    }
    return wait
  }

  /// Tells if a wait of a kind runs for an account.
  ///
  /// It is neither over nor stopped; a wait that has not begun runs too.
  static func isRunning(
    _ reason: Wait.Reason, of account: AccountID, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> Bool {
    try transaction.row(
      """
      SELECT 1 FROM waits WHERE account_id = ? AND reason = ? AND stopped_at IS NULL
        AND (ends_at IS NULL OR ends_at > ?) LIMIT 1
      """, [.text(account.text), .text(reason.rawValue), .integer(now.milliseconds)]) != nil
  }

  /// Begins a wait whose notice was handed over; it begins once.
  static func begin(
    _ id: WaitID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE waits SET ends_at = ? + 1000 * seconds
      WHERE id = ? AND ends_at IS NULL AND reason NOT IN ('maker', 'recovered')
      """, [.integer(now.milliseconds), .text(id.text)])
  }

  /// Notes what the maker of a link said: the device is the account's person's.
  static func confirm(
    _ id: WaitID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE waits SET ends_at = ? + 1000 * seconds WHERE id = ? AND ends_at IS NULL",
      [.integer(now.milliseconds), .text(id.text)])
  }

  /// Notes that a wait was stopped.
  static func stop(
    _ id: WaitID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE waits SET stopped_at = ? WHERE id = ? AND stopped_at IS NULL",
      [.integer(now.milliseconds), .text(id.text)])
  }
}
