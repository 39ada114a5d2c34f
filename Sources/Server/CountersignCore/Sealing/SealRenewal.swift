import WireModel

/// Writes again what stands under older keys of the keyring, so that these can go.
///
/// What is gone within a day is left: the names that codes were asked for, announcements of links,
/// jobs that are done.
struct SealRenewal {
  let commands: Commands

  /// Goes through the rows in parts, each a short transaction of its own.
  ///
  /// - Returns: How many rows were written again.
  /// - Throws: ``StoreError``; also for a row that does not open, so that no key goes before
  ///   somebody has looked at it.
  func run() async throws -> Int {
    // With one key of each purpose no row stands under another.
    let isRotated = try await commands.read { transaction in
      transaction.seals.numbers.values.contains { $0.count > 1 }
    }
    guard isRotated else { return 0 }
    var count = 0
    for table in Table.all {
      var last: SQLValue?
      repeat {
        let (part, end) = try await commands.write { [last] transaction in
          try table.renew(after: last, in: transaction)
        }
        count += part
        last = end
      } while last != nil
    }
    return count
  }

  /// The numbers that rows of a store use, of the purposes whose keys stay until rows are
  /// rewritten.
  static func numbersInUse(
    in transaction: any ReadTransaction
  ) throws -> [KeyPurpose: Set<UInt8>] {
    let columns: [(KeyPurpose, String, String)] = [
      (.sealing, "account_keys", "key"), (.sealing, "code_requests", "content"),
      (.sealing, "session_links", "announcement"), (.sealing, "outbox", "content"),
      (.sealing, "hosts", "event_secret"), (.lookup, "accounts", "name_hash"),
      (.lookup, "code_requests", "name_hash"),
    ]
    var numbers: [KeyPurpose: Set<UInt8>] = [.sealing: [], .lookup: []]
    for (purpose, table, column) in columns {
      let rows = try transaction.rows(
        "SELECT DISTINCT substr(\(column), 1, 1) FROM \(table) WHERE \(column) IS NOT NULL", [])
      for row in rows { numbers[purpose]?.formUnion(try row.blob(0)) }
    }
    return numbers
  }

  /// A table whose rows stay.
  private struct Table: Sendable {
    let name: String
    let key: String
    let columns: [String]
    /// Writes a row again; false where it stands under the newest key.
    let write: @Sendable (_ id: SQLValue, SQLRow, any WriteTransaction) throws -> Bool

    static let all = [
      Table(name: "account_keys", key: "account_id", columns: ["key"], write: renewKey),
      Table(name: "accounts", key: "id", columns: ["name_hash"], write: renewName),
      Table(
        name: "hosts", key: "id", columns: ["event_secret", "event_address"], write: renewHost),
      Table(name: "outbox", key: "id", columns: ["content"], write: renewJob),
    ]

    /// Renews rows after one.
    ///
    /// - Returns: How many were written, and the last one that was looked at; nil at the end.
    func renew(
      after last: SQLValue?, in transaction: any WriteTransaction
    ) throws -> (count: Int, last: SQLValue?) {
      let rows = try transaction.rows(
        """
        SELECT \(([key] + columns).joined(separator: ", ")) FROM \(name)
        \(last == nil ? "" : "WHERE \(key) > ?") ORDER BY \(key) LIMIT 256
        """, [last].compactMap(\.self))
      var count = 0
      for row in rows where try write(row.values[0], SQLRow(Array(row.values[1...])), transaction) {
        count += 1
      }
      return (count, rows.last?.values[0])
    }

    private static func renewKey(
      _ id: SQLValue, _ row: SQLRow, _ transaction: any WriteTransaction
    ) throws -> Bool {
      guard case .text(let account) = id,
        let wrapped = try transaction.seals.rewrapped(
          row.blob(0), of: AccountID(account))
      else { return false }
      try transaction.execute(
        "UPDATE account_keys SET key = ? WHERE account_id = ?", [.blob(wrapped), id])
      return true
    }

    private static func renewName(
      _ id: SQLValue, _ row: SQLRow, _ transaction: any WriteTransaction
    ) throws -> Bool {
      guard case .text(let account) = id,
        try row.blob(0).first != transaction.seals.numbers[.lookup]?.first,
        let name = try Accounts.names(of: AccountID(account), in: transaction)?.userName
      else { return false }
      try transaction.execute(
        "UPDATE accounts SET name_hash = ? WHERE id = ?",
        [try Accounts.nameHash(name, in: transaction), id])
      return true
    }

    private static func renewHost(
      _ id: SQLValue, _ row: SQLRow, _ transaction: any WriteTransaction
    ) throws -> Bool {
      guard case .text(let host) = id, let sealed = try row.optionalBlob(0),
        let address = try row.optionalText(1),
        let renewed = try transaction.seals.deployment.renewed(
          sealed, at: HostEventTargets.place(HostID(host), address))
      else { return false }
      try transaction.execute(
        "UPDATE hosts SET event_secret = ? WHERE id = ?", [.blob(renewed), id])
      return true
    }

    private static func renewJob(
      _ id: SQLValue, _ row: SQLRow, _ transaction: any WriteTransaction
    ) throws -> Bool {
      guard case .text(let job) = id,
        let renewed = try transaction.seals.deployment.renewed(
          row.blob(0), at: Outbox.place(job))
      else { return false }
      try transaction.execute("UPDATE outbox SET content = ? WHERE id = ?", [.blob(renewed), id])
      return true
    }
  }
}

extension Service {
  /// Writes again what stands under older keys of the keyring, where it was rotated.
  ///
  /// - Returns: How many rows were written again.
  /// - Throws: ``StoreError``.
  @discardableResult
  public func renewSeals() async throws -> Int { try await sealRenewal.run() }
}

extension Keyring {
  /// The numbers of keys under which no row of a store stands any more.
  package func droppable(in store: any Store) async throws -> [KeyPurpose: Set<UInt8>] {
    let used = try await store.read { try SealRenewal.numbersInUse(in: $0) }
    return used.reduce(into: [:]) { droppable, entry in
      droppable[entry.key] = Set(keys(entry.key).dropFirst().map(\.number)).subtracting(entry.value)
    }
  }
}
