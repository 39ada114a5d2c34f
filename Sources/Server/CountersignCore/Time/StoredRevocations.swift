import WebAuthnModel

/// A database's revocations, removals and replacements: carried over into the backup that takes
/// its place.
package struct StoredRevocations: Sendable {
  /// A kind of key that is revoked by a moment in its row.
  enum Keys: String, CaseIterable {
    case serviceKeys = "service_keys"
    case passkeys = "credentials"
    case devices

    var id: String { self == .serviceKeys ? "hash" : "id" }
    /// Keys that a recovery has put aside are not revoked: the recovery is void after a restore.
    var isForGood: String { self == .serviceKeys ? "1 = 1" : "suspended_at IS NULL" }
    /// The further columns that a revoked key's row loses.
    var further: String {
      switch self {
      case .serviceKeys: ""
      case .passkeys: ", suspended_at = NULL"
      case .devices: ", suspended_at = NULL, pin_key = NULL"
      }
    }
  }

  private struct RevokedKey {
    let id: SQLValue
    let at: SQLValue
  }

  /// A PIN in a body as its row has it: salt, hash, rounds and pepper.
  private struct PIN: Equatable {
    let values: [SQLValue]
  }

  /// The place of a database in its own history.
  private struct Standing {
    let store: Int64?
    let restoredAt: Int64?
    let seenAt: Int64

    init(in transaction: any ReadTransaction) throws {
      store = try StoreSetting.storeID.read(in: transaction)
      restoredAt = try StoreSetting.restored.read(in: transaction)
      seenAt = try StoreSetting.clockSeen.read(in: transaction) ?? 0
    }

    /// Tells if the other became this one: whatever the other has and this has not was removed.
    ///
    /// It is not where another store, or another backup of this one, took the place meanwhile.
    func follows(_ other: Standing) -> Bool {
      store != nil && store == other.store && restoredAt == other.restoredAt
        && seenAt >= other.seenAt
    }
  }

  private let standing: Standing
  /// The gap that the restore mark tells; nil for a database that has come as far as was noted.
  private let gapByMark: RevocationGap?
  private let keys: [Keys: [RevokedKey]]
  private let pins: [String: PIN]
  /// The moment at which the authenticator app of each account was confirmed.
  private let apps: [String: Int64]
  /// The account of each telephone number, and the moment at which the number was confirmed.
  private let numbers: Set<SQLRow>
  /// Its counts and decisions.
  let decisions: StoredDecisions

  /// Reads what a database has revoked, and holds it against its restore mark as a start does.
  ///
  /// - Parameters:
  ///   - transaction: The database's.
  ///   - note: What is noted of it; nil where no mark is kept.
  /// - Throws: ``StoreError``.
  package init(in transaction: any ReadTransaction, notedAs note: RestoreNote?) throws {
    standing = try Standing(in: transaction)
    if let note, note.mark != nil {
      gapByMark = try note.isAhead(of: transaction) ? .putBack : nil
    } else {
      gapByMark = .unmarked
    }
    var keys: [Keys: [RevokedKey]] = [:]
    for kind in Keys.allCases {
      keys[kind] = try transaction.rows(
        """
        SELECT \(kind.id), revoked_at FROM \(kind.rawValue)
        WHERE revoked_at IS NOT NULL AND \(kind.isForGood)
        """, []
      ).map { RevokedKey(id: $0.values[0], at: $0.values[1]) }
    }
    self.keys = keys
    let pins = try transaction.rows(
      """
      SELECT account_id, salt, hash, rounds, pepper FROM pins
      UNION ALL SELECT account_id, salt, hash, rounds, pepper FROM suspended_pins
      """, []
    ).map { (try $0.text(0), PIN(values: Array($0.values.dropFirst()))) }
    self.pins = Dictionary(pins) { inUse, _ in inUse }
    let apps = try transaction.rows(
      """
      SELECT account_id, confirmed_at FROM authenticator_apps WHERE confirmed_at IS NOT NULL
      UNION ALL SELECT account_id, confirmed_at FROM suspended_apps
      """, []
    ).map { (try $0.text(0), try $0.integer(1)) }
    self.apps = Dictionary(apps) { inUse, _ in inUse }
    numbers = Set(
      try transaction.rows(
        """
        SELECT account_id, confirmed_at FROM phones WHERE number IS NOT NULL
        UNION ALL SELECT account_id, confirmed_at FROM suspended_phones
        """, []))
    decisions = try StoredDecisions(in: transaction, seenAt: standing.seenAt)
  }

  /// Revokes in a backup what the database had revoked since.
  ///
  /// - Parameter transaction: The backup's.
  /// - Returns: How much it was.
  /// - Throws: ``StoreError``.
  func write(in transaction: any WriteTransaction) throws -> CarriedRevocations {
    let backup = try Standing(in: transaction)
    var carried = CarriedRevocations(gap: gap(since: backup))
    for kind in Keys.allCases {
      for key in keys[kind] ?? [] {
        carried.keys += try transaction.execute(
          """
          UPDATE \(kind.rawValue) SET revoked_at = ?\(kind.further)
          WHERE \(kind.id) = ? AND (revoked_at IS NULL OR NOT (\(kind.isForGood)))
          """, [key.at, key.id])
      }
    }
    // What an older copy says of a PIN may be from before the backup.
    guard carried.gap == nil else { return carried }
    let changed = try changePINs(in: transaction) + removeApps(in: transaction)
    carried.otherFactors = changed
    carried.numbers = try removeNumbers(in: transaction)
    return carried
  }

  /// The reason for which a revocation may be missing that was made since a backup; nil for none.
  private func gap(since backup: Standing) -> RevocationGap? {
    guard standing.store != nil, standing.store == backup.store else { return .ofAnother }
    if let gapByMark { return gapByMark }
    return standing.follows(backup) ? nil : .restoredSince
  }

  private func changePINs(in transaction: any WriteTransaction) throws -> Int {
    var changed = 0
    for table in ["pins", "suspended_pins"] {
      let rows = try transaction.rows(
        "SELECT account_id, salt, hash, rounds, pepper FROM \(table)", [])
      for row in rows {
        let stored = PIN(values: Array(row.values.dropFirst()))
        guard let pin = pins[try row.text(0)] else {
          changed += try transaction.execute(
            "DELETE FROM \(table) WHERE account_id = ?", [row.values[0]])
          continue
        }
        guard pin != stored else { continue }
        changed += try transaction.execute(
          """
          UPDATE \(table) SET salt = ?, hash = ?, rounds = ?, pepper = ? WHERE account_id = ?
          """, pin.values + [row.values[0]])
      }
    }
    return changed
  }

  private func removeApps(in transaction: any WriteTransaction) throws -> Int {
    var changed = 0
    for table in ["authenticator_apps", "suspended_apps"] {
      let rows = try transaction.rows(
        "SELECT account_id, confirmed_at FROM \(table) WHERE confirmed_at IS NOT NULL", [])
      for row in rows where apps[try row.text(0)] != (try row.integer(1)) {
        changed += try transaction.execute(
          "DELETE FROM \(table) WHERE account_id = ?", [row.values[0]])
      }
    }
    return changed
  }

  /// Removes telephone numbers that were removed or replaced since: no code is texted to them.
  ///
  /// A number that took the place of another is not brought over. The person sets it again.
  private func removeNumbers(in transaction: any WriteTransaction) throws -> Int {
    var changed = 0
    for (table, removal) in [
      ("phones", "UPDATE phones SET number = NULL, confirmed_at = NULL, trusted_at = NULL"),
      ("suspended_phones", "DELETE FROM suspended_phones"),
    ] {
      let rows = try transaction.rows(
        "SELECT account_id, confirmed_at FROM \(table) WHERE number IS NOT NULL", [])
      for row in rows where !numbers.contains(row) {
        changed += try transaction.execute("\(removal) WHERE account_id = ?", [row.values[0]])
      }
    }
    return changed
  }
}

/// The number of revocations in a backup, as in the database before it.
package struct CarriedRevocations: Sendable, Hashable {
  /// Service keys, passkeys and devices.
  package var keys = 0
  /// PINs and authenticator apps that were removed or changed; nil where there is a gap, so that
  /// nobody knows.
  package var otherFactors: Int?
  /// Telephone numbers that were removed or replaced; nil where there is a gap.
  package var numbers: Int?
  /// Counts of refused attempts, wrong codes and low values that were higher.
  package var counts = 0
  /// Transactions under review that were decided on.
  package var decisions = 0
  /// The reason for which others may be missing; nil where none is.
  package let gap: RevocationGap?
}

/// The reason for which a database may lack revocations that were made since a backup.
package enum RevocationGap: Sendable, Hashable {
  /// It is a new one, or another than the backup was made of.
  case ofAnother
  /// No restore mark of it was found, by which it would be known for an older copy.
  case unmarked
  /// It lacks what its restore mark notes: it is an older copy itself.
  case putBack
  /// It was restored since the backup was made, or is older than the backup.
  case restoredSince
}
