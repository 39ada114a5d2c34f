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
    /// A hold: the proof of an address put earlier factors aside.
    case held
    /// A factor that was added while others are on hold.
    case underHold = "under_hold"
  }

  let id: WaitID
  let account: AccountID
  let reason: Reason
  let seconds: Int64
  let createdAt: Timestamp
  /// True until the maker of a link has said that the device which it enrolled is theirs.
  let isUnclaimed: Bool
  /// The end of its time; nil until that began: when a notice of it was handed over.
  let timeEndsAt: Timestamp?
  let stoppedAt: Timestamp?

  /// The end; nil while its time has not begun, and while the maker of a link has not spoken.
  var endsAt: Timestamp? { isUnclaimed ? nil : timeEndsAt }

  /// Tells if it is over, and nobody has stopped it.
  func isOver(at now: Timestamp) -> Bool {
    guard stoppedAt == nil, let endsAt else { return false }
    return endsAt <= now
  }

  /// The level of a factor of some kind while it waits: at most a weak one, and none under a hold.
  func level(of kind: AssuranceLevel) -> AssuranceLevel {
    reason == .underHold ? .unproved : min(kind, .weak)
  }

  /// Tells if the person can still stop it.
  ///
  /// What completed a recovery can be undone in its time alone: a link's maker who says nothing
  /// makes that no longer.
  func canBeStopped(at now: Timestamp) -> Bool {
    guard stoppedAt == nil else { return false }
    let end = reason == .recovered ? timeEndsAt : endsAt
    return end.map { now < $0 } ?? true
  }
}

extension Wait {
  /// The columns that ``init(_:)`` reads, of a table that is named `w`.
  static let columns = """
    w.id, w.account_id, w.reason, w.seconds, w.created_at, w.ends_at, w.stopped_at,
      w.is_unclaimed
    """

  /// Reads ``columns``; nil where no row was joined.
  init?(_ row: SQLRow) throws {
    guard let id = try row.optionalText(0) else { return nil }
    guard let reason = Reason(rawValue: try row.text(2)) else {
      throw StoreError(code: .corrupt, reason: "a wait's reason")
    }
    self.init(
      id: WaitID(id), account: AccountID(try row.text(1)), reason: reason,
      seconds: try row.integer(3), createdAt: Timestamp(milliseconds: try row.integer(4)),
      isUnclaimed: try row.flag(7),
      timeEndsAt: try row.optionalInteger(5).map { Timestamp(milliseconds: $0) },
      stoppedAt: try row.optionalInteger(6).map { Timestamp(milliseconds: $0) })
  }
}

/// Waits, as rows.
enum Waits {
  /// Makes the id of an account's next wait.
  ///
  /// A command that runs again makes the same one. The page that a notice leads to knows a hold by
  /// its prefix.
  static func nextID(
    _ prefix: String = "wai_", of account: AccountID, for matter: String, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> WaitID {
    // One moment may see several waits for the same thing: begun, stopped, begun again.
    let earlier = try transaction.row(
      "SELECT count(*) FROM waits WHERE account_id = ?", [.text(account.text)]
    )?.integer(0)
    let input = "countersign/wait/v2\(account.text):\(matter):\(now.milliseconds):\(earlier ?? 0)"
    return WaitID(prefix + Base64URL.encode(Array(sha256(Array(input.utf8)).prefix(16))))
  }

  /// Stores a wait that begins at once, or when a notice of it was handed over; one that is
  /// unclaimed takes the word of a link's maker too.
  static func insert(
    _ id: WaitID, _ reason: Wait.Reason, of account: AccountID, seconds: Int64,
    beginsAtOnce: Bool, isUnclaimed: Bool = false, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let end = beginsAtOnce ? now.adding(seconds: seconds).milliseconds : nil
    try transaction.execute(
      """
      INSERT INTO waits (id, account_id, reason, seconds, created_at, ends_at, is_unclaimed)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(id.text), .text(account.text), .text(reason.rawValue), .integer(seconds),
        .integer(now.milliseconds), SQLValue(end), SQLValue(isUnclaimed),
      ])
  }

  /// The wait with an id.
  static func find(_ id: WaitID, in transaction: any ReadTransaction) throws -> Wait? {
    try transaction.row("SELECT \(Wait.columns) FROM waits w WHERE w.id = ?", [.text(id.text)])
      .flatMap { try Wait($0) }
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

  /// Tells if the time of a wait of a kind runs for an account.
  ///
  /// It is neither over nor stopped; one that has not begun runs too.
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
      UPDATE waits SET ends_at = ? + 1000 * seconds WHERE id = ? AND ends_at IS NULL
      """, [.integer(now.milliseconds), .text(id.text)])
  }

  /// Notes what the maker of a link said: the device is the account's person's.
  ///
  /// That ends a wait for nothing else; the time of any other one begins with its notice.
  static func confirm(
    _ id: WaitID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE waits SET is_unclaimed = 0,
        ends_at = CASE WHEN seconds = 0 THEN COALESCE(ends_at, ?) ELSE ends_at END
      WHERE id = ? AND is_unclaimed = 1
      """, [.integer(now.milliseconds), .text(id.text)])
  }

  /// Notes that a wait was stopped.
  static func stop(
    _ id: WaitID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE waits SET stopped_at = ? WHERE id = ? AND stopped_at IS NULL",
      [.integer(now.milliseconds), .text(id.text)])
  }

  /// Stops the waits of the passkeys that go away with a device which is stopped.
  static func stopThose(
    ofPasskeysOn device: DeviceID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let moment = SQLValue.integer(now.milliseconds)
    try transaction.execute(
      """
      UPDATE waits SET stopped_at = ? WHERE stopped_at IS NULL
        AND (is_unclaimed = 1 OR ends_at IS NULL OR ends_at > ?) AND id IN (
          SELECT wait_id FROM credentials WHERE device_id = ? AND revoked_at IS NULL)
      """, [moment, moment, .text(device.text)])
  }

  /// The waits of the factors that an unclaimed device may have added, by the wait of that device.
  static func those(
    ofUnclaimed wait: Wait, in transaction: any ReadTransaction
  ) throws -> [WaitID] {
    try transaction.rows(
      """
      SELECT id FROM waits WHERE account_id = ? AND may_be_of_unclaimed = 1 AND created_at > ?
        AND stopped_at IS NULL AND id <> ? ORDER BY created_at, id
      """,
      [
        .text(wait.account.text), .integer(wait.createdAt.milliseconds), .text(wait.id.text),
      ]
    ).map { WaitID(try $0.text(0)) }
  }

  /// Stops all waits of an account: no link of an earlier notice stops or undoes anything.
  static func stopAll(
    of account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE waits SET stopped_at = ? WHERE account_id = ? AND stopped_at IS NULL",
      [.integer(now.milliseconds), .text(account.text)])
  }
}
