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

  /// Writes it all.
  func write(to databaseFile: String) async throws {
    guard accounts > 0 else { return }
    let store = try SQLiteStore(path: databaseFile, schemas: .of([]), seals: .none)
    do {
      try await fill(store, accounts, Self.accountStatements)
      try await fill(store, rows / Self.rowsPerApproval, Self.approvalStatements)
    } catch {
      try? await store.close()
      throw error
    }
    try await store.close()
  }

  private func fill(_ store: SQLiteStore, _ count: Int, _ statements: [String]) async throws {
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

  private static let accountStatements = [
    """
    INSERT INTO accounts (id, name_hash, user_name, display_name, created_at, first_factor_at)
    SELECT printf('acc_%022d', i), randomblob(33), randomblob(49), randomblob(35), 0, 0 FROM n
    """,
    """
    INSERT INTO account_keys (account_id, key)
    SELECT printf('acc_%022d', i), randomblob(125) FROM n
    """,
    """
    INSERT INTO credentials (id, account_id, public_key, algorithm, user_verified, sign_count,
      backup_eligible, backed_up, transports, origin, created_at)
    SELECT randomblob(32), printf('acc_%022d', i), randomblob(77), -7, 1, 0, 0, 0, 'internal',
      'http://localhost:8080', 0 FROM n
    """,
  ]

  private static let approvalStatements = [
    """
    INSERT INTO operations (id, account_id, scenario, challenge_id, body_hash, proof_kind, evidence,
      at)
    SELECT printf('op_%022d', i), printf('acc_%022d', i % :a), 'PAY_INVOICE', printf('%024d', i),
      randomblob(32), 'assertion', randomblob(329), :t FROM n
    """,
    """
    INSERT INTO audit (lane, sequence, at, kind, subject, details, previous_hash, hash)
    SELECT zeroblob(16), i + 1, :t, 'bench', randomblob(32), '{"operation":"op"}', randomblob(32),
      randomblob(32) FROM n
    """,
  ]
}
