import CountersignCore
import CountersignSQLite

/// Fills a store with accounts and with years of approvals, so that a run shows what growth costs.
///
/// The rows have the lengths and the order in time of real ones; no key signs for them, and their
/// audit lane is not chained.
struct BenchHistory {
  /// The number of accounts.
  let accounts: Int
  /// The number of rows of approvals: two for each (operation, audit log); of spent proofs no
  /// history stays.
  let rows: Int

  private static let rowsPerApproval = 2
  /// The number of accounts or approvals that are written in one transaction.
  private static let portion = 50_000

  /// Writes it all into a file of SQLite.
  func write(toFile file: String) async throws {
    guard accounts > 0 else { return }
    let store = try SQLiteStore(path: file, schemas: .of([]), seals: .none)
    try await write(to: OpenStore(store: store, close: { try await store.close() }), .sqlite)
  }

  /// Writes it all into a database of PostgreSQL.
  func write(toDatabase address: String) async throws {
    guard accounts > 0 else { return }
    try await write(to: BenchDatabase.store(at: address, .of([])), .postgreSQL)
  }

  private func write(to open: OpenStore, _ terms: BenchHistoryTerms) async throws {
    do {
      try await fill(open.store, accounts, terms.accountStatements)
      try await fill(open.store, rows / Self.rowsPerApproval, terms.approvalStatements)
    } catch {
      try? await open.close()
      throw error
    }
    try await open.close()
  }

  private func fill(_ store: any Store, _ count: Int, _ statements: [String]) async throws {
    var first = 0
    while first < count {
      let next = min(first + Self.portion, count)
      let values = [SQLValue.integer(Int64(first)), .integer(Int64(next - 1))]
      let now = SystemClock().now().milliseconds
      for statement in statements {
        try Task.checkCancellation()
        // The numbers are this file's own; `:a` accounts, `:t` a moment for each approval.
        let sql =
          "WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
          + statement.replacing(":a", with: "\(accounts)")
          .replacing(":t", with: "(\(now) - \(rows) * 10 + i * 10)")
        try await store.write { _ = try $0.execute(sql, values) }
      }
      first = next
    }
  }
}

/// The statements that make rows, in the words of one database.
private struct BenchHistoryTerms: Sendable {
  /// A text: what it begins with, and a number of 22 digits.
  let id: @Sendable (_ start: String, _ number: String) -> String
  /// So many bytes that differ from row to row.
  let random: @Sendable (_ count: Int) -> String
  /// The bytes of a challenge's id.
  let challenge: String
  /// Sixteen bytes of 0.
  let lane: String

  static let sqlite = BenchHistoryTerms(
    id: { "printf('\($0)%022d', \($1))" }, random: { "randomblob(\($0))" },
    challenge: "printf('%024d', i)", lane: "zeroblob(16)")

  static let postgreSQL = BenchHistoryTerms(
    id: { "'\($0)' || lpad(CAST(\($1) AS TEXT), 22, '0')" },
    random: { count in
      let parts = (0...(count - 1) / 64).map { _ in
        "sha512(convert_to(CAST(random() AS TEXT), 'UTF8'))"
      }
      return "substr(\(parts.joined(separator: " || ")), 1, \(count))"
    },
    challenge: "convert_to(lpad(CAST(i AS TEXT), 24, '0'), 'UTF8')",
    lane: "decode(repeat('00', 16), 'hex')")

  var accountStatements: [String] {
    [
      """
      INSERT INTO accounts (id, name_hash, user_name, display_name, created_at, first_factor_at)
      SELECT \(id("acc_", "i")), \(random(33)), \(random(49)), \(random(35)), 0, 0 FROM n
      """,
      """
      INSERT INTO account_keys (account_id, key)
      SELECT \(id("acc_", "i")), \(random(125)) FROM n
      """,
      """
      INSERT INTO credentials (id, account_id, public_key, algorithm, user_verified, sign_count,
        backup_eligible, backed_up, transports, origin, ground, created_at)
      SELECT \(random(32)), \(id("acc_", "i")), \(random(77)), -7, 1, 0, 0, 0, 'internal',
        'http://localhost:8080', 'first', 0 FROM n
      """,
    ]
  }

  var approvalStatements: [String] {
    [
      """
      INSERT INTO operations (id, account_id, scenario, challenge_id, body_hash, proof_kind,
        evidence, at)
      SELECT \(id("op_", "i")), \(id("acc_", "i % :a")), 'PAY_INVOICE', \(challenge),
        \(random(32)), 'assertion', \(random(329)), :t FROM n
      """,
      """
      INSERT INTO audit (lane, sequence, at, kind, subject, details, previous_hash, hash, key, code)
      SELECT \(lane), i + 1, :t, 'bench', \(random(32)), '{"operation":"op"}', \(random(32)),
        \(random(32)), 1, \(random(32)) FROM n
      """,
    ]
  }
}
