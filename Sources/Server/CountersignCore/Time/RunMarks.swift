import WireModel

/// The place outside a database where a server notes how far it has come with it.
///
/// A database that is behind its mark, or is used and has none, was put back from a backup. So
/// nothing may put the place back together with the database (`RestoreMark`).
public protocol RunMarks: Sendable {
  /// The mark that was noted last for a store; nil where none was.
  ///
  /// - Throws: Where it cannot be read.
  func mark(ofStore id: Int64) throws -> Int64?

  /// Notes a mark for a store, in place of the one before.
  ///
  /// - Throws: Where it cannot be written.
  func note(_ mark: Int64, ofStore id: Int64) throws

  /// A server's last commit in a store; nil where none was noted.
  ///
  /// - Throws: Where it cannot be read.
  func lastCommit(inStore id: Int64) throws -> NotedCommit?

  /// Notes a commit, in place of the one before.
  ///
  /// It follows each commit, and waits for no disk: a process that ends takes nothing away, and
  /// after a machine that stops there may be an earlier one.
  func noteCommit(_ commit: NotedCommit, inStore id: Int64)

  /// The stamp of a store's file that was noted last (``Store/stampFile(_:)``); nil where none was.
  ///
  /// - Throws: Where it cannot be read.
  func fileStamp(ofStore id: Int64) throws -> Int64?

  /// Notes a stamp that a store's file has, in place of the one before.
  ///
  /// - Throws: Where it cannot be written.
  func noteFileStamp(_ stamp: Int64, ofStore id: Int64) throws

  /// The folder that holds the marks; nil if they are elsewhere.
  var folder: String? { get }
}

extension RunMarks {
  /// The marks are in no folder.
  public var folder: String? { nil }
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
  /// A code over the store's number and the last look, which only the keyring makes.
  case lookCode = "look_code"
  /// The moment at which the audit log began.
  case auditBegan = "audit_began"

  /// The value; nil where there is none.
  func read(in transaction: any ReadTransaction) throws -> Int64? {
    try transaction.row("SELECT value FROM settings WHERE name = ?", [.text(rawValue)])?.integer(0)
  }

  /// The moment that is the value; nil where there is none.
  func moment(in transaction: any ReadTransaction) throws -> Timestamp? {
    try read(in: transaction).map(Timestamp.init(milliseconds:))
  }

  /// The number of a server's store, which the first look of all gives it, or whoever began its
  /// audit log.
  ///
  /// - Returns: The number, and whether the settings had another one.
  static func identify(
    _ commands: Commands, by audit: AuditTrail, at now: Timestamp
  ) async throws -> (Int64, isForged: Bool) {
    let keyring = audit.keyring
    let (known, isForged) = try await commands.read { transaction in
      (
        try storeID.read(in: transaction), try isNumberForged(by: keyring, in: transaction)
      )
    }
    if let known, !isForged { return (known, false) }
    let drawn = commands.random.bytes(8).reduce(Int64(0)) { $0 << 8 | Int64($1) } & .max
    let number = try await commands.write { try identify(drawn, by: audit, at: now, in: $0) }
    return (number, isForged)
  }

  /// Gives a store its number, and begins its audit log, so that neither is there without the
  /// other.
  ///
  /// - Returns: The number; nodes that start together take that of the first.
  static func identify(
    _ drawn: Int64, by audit: AuditTrail, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> Int64 {
    let known = try storeID.read(in: transaction)
    try AuditRegistry.begin(by: audit, numbering: drawn, at: now, in: transaction)
    let signed = try AuditRegistry.storeNumber(by: audit.keyring, in: transaction)
    let number = signed ?? known ?? drawn
    if number != known { try storeID.write(number, in: transaction) }
    return number
  }

  /// Tells if the store's number, or what stood beside it, was changed or taken away.
  ///
  /// Rows that came before the first look have begun the log, and the settings have no number yet.
  static func isNumberForged(
    by keyring: Keyring, in transaction: any ReadTransaction
  ) throws -> Bool {
    guard let signed = try AuditRegistry.storeNumber(by: keyring, in: transaction) else {
      return false
    }
    if let known = try storeID.read(in: transaction) { return known != signed }
    return try runMark.read(in: transaction) != nil || clockSeen.read(in: transaction) != nil
      || auditBegan.read(in: transaction) == nil
  }

  /// Says that a server with the keyring has looked last at the moment that is noted.
  static func signLook(by keyring: Keyring, in transaction: any WriteTransaction) throws {
    guard let code = try lookCodes(by: keyring, in: transaction).first else { return }
    try lookCode.write(code, in: transaction)
  }

  /// Tells if a server with the keyring has looked at the moment that is noted.
  static func isLookSigned(
    by keyring: Keyring, in transaction: any ReadTransaction
  ) throws -> Bool {
    guard let code = try lookCode.read(in: transaction) else { return false }
    return try lookCodes(by: keyring, in: transaction).contains(code)
  }

  /// The codes of the last look under each key, the newest first: of each as much as a setting
  /// holds.
  private static func lookCodes(
    by keyring: Keyring, in transaction: any ReadTransaction
  ) throws -> [Int64] {
    guard let number = try storeID.read(in: transaction),
      let seen = try clockSeen.read(in: transaction)
    else { return [] }
    var form = CanonicalForm()
    form.append(utf8: "countersign/look/v1")
    form.append(number)
    form.append(seen)
    return keyring.authenticationCodes(.auditChain, form.bytes).map { code in
      code.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
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
