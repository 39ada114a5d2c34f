/// The place outside a database where a server notes how far it has come with it.
///
/// A database that is behind its mark was put back from a backup. The place is no part of that
/// backup: beside the keyring (`Keyring.file`).
public protocol RunMarks: Sendable {
  /// The mark that was noted last for a store; nil where none was.
  ///
  /// - Throws: Where it cannot be read.
  func mark(ofStore id: Int64) throws -> Int64?

  /// Notes a mark for a store, in place of the one before.
  ///
  /// - Throws: Where it cannot be written.
  func note(_ mark: Int64, ofStore id: Int64) throws
}

/// The settings of a store that tell of its time.
enum StoreSetting: String {
  /// The time below which proofs are refused.
  case notBefore = "not_before"
  /// The moment at which a server looked at the clock last.
  case clockSeen = "clock_seen"
  /// The last moment of a jumped clock, by the new time.
  case clockJumped = "clock_jumped"
  /// The milliseconds by which it jumped.
  case clockJump = "clock_jump"
  /// The milliseconds of all jumps together that servers handled.
  case clockJumps = "clock_jumps"
  /// The moment at which a server cleared away last what is past its use.
  case pruned = "pruned"
  /// The moment at which a backup was seen to have been restored last.
  case restored = "backup_restored"
  /// The number that tells the store from others.
  case storeID = "store_id"
  /// The number of a server's looks at the clock, counted in the store.
  case runMark = "run_mark"

  /// The value; nil where there is none.
  func read(in transaction: any ReadTransaction) throws -> Int64? {
    try transaction.row("SELECT value FROM settings WHERE name = ?", [.text(rawValue)])?.integer(0)
  }

  /// The moment that is the value; nil where there is none.
  func moment(in transaction: any ReadTransaction) throws -> Timestamp? {
    try read(in: transaction).map(Timestamp.init(milliseconds:))
  }

  /// The mark of a store that was put back.
  ///
  /// It is further than any node can have noted beside its keyring since the backup. So only the
  /// first of them finds the store restored.
  static func markAfterRestoration(of mark: Int64, noted: Int64) -> Int64 {
    max(mark, noted, 0) + 1_000_000_000
  }

  /// Puts a value in the place of the one before.
  func write(_ value: Int64, in transaction: any WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO settings (name, value) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """, [.text(rawValue), .integer(value)])
  }

  /// Puts a value in the place of a lower one, or of none.
  func raise(to value: Int64, in transaction: any WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO settings (name, value) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
        WHERE settings.value < excluded.value
      """, [.text(rawValue), .integer(value)])
  }
}
