import CountersignSQLite
import Testing

@testable import CountersignCore

@Suite("A store of an earlier version")
struct SchemaUpgradeTests {
  @Test("operations keep their rows, and a key stands for one operation of an account")
  func operationsByKey() async throws {
    try await StorePlace.temporary { place in
      let old = try SQLiteStore(
        path: place.databasePath, migrations: Schema.migrations.filter { $0.version < 4 })
      for row in Self.rows { try await insert(row, into: old) }
      let before = try await stored(in: old)
      try await old.close()

      let store = try SQLiteStore(path: place.databasePath)
      #expect(store.appliedMigrations.first == 4)
      #expect(before.count == Self.rows.count)
      #expect(try await stored(in: store) == before)
      await #expect(throws: StoreError.self) {
        try await insert(Row(id: "again", account: "a", key: "first"), into: store)
      }
      try await insert(Row(id: "other-key", account: "a", key: "second"), into: store)
      try await insert(Row(id: "other-account", account: "c", key: "first"), into: store)
      try await insert(Row(id: "no-key", account: "a", key: nil), into: store)
      #expect(try await stored(in: store).count == before.count + 3)
      try await store.close()
    }
  }

  @Test("what is asked often is found without a look at all rows")
  func lookups() async throws {
    try await StorePlace.temporary { place in
      let store = try SQLiteStore(path: place.databasePath)
      let byKey = try await plan(
        "SELECT id FROM operations WHERE account_id = 'a' AND idempotency_key = 'k'", in: store)
      #expect(byKey.count == 1 && byKey[0].contains("operations_by_key (idempotency_key=?"))
      let ofHost = try await plan(
        "SELECT id FROM operations WHERE idempotency_key = 'k'", in: store)
      #expect(ofHost.count == 1 && ofHost[0].contains("operations_by_key (idempotency_key=?"))
      let transaction = try await plan(
        "SELECT id, body_hash FROM transactions WHERE idempotency_key = 'k'", in: store)
      #expect(
        transaction.count == 1 && transaction[0].contains("transactions_by_key (idempotency_key=?"))
      let last = try await plan(
        """
        SELECT t.id FROM topups t JOIN operations o ON o.transaction_id = t.id
        WHERE t.account_id = 'a' AND t.created_at > 1 AND o.body_hash = x'00'
        ORDER BY t.created_at DESC LIMIT 1
        """, in: store)
      #expect(last.count == 2 && last[0].contains("topups_by_account (account_id=?"), "\(last)")
      #expect(last.allSatisfy { $0.hasPrefix("SEARCH") }, "\(last)")
      let job = try await plan(
        "SELECT 1 FROM outbox WHERE \(Outbox.canBeLeased.replacing("?", with: "1"))", in: store)
      #expect(job.count == 3 && job[0].contains("(kind=? AND done_at=? AND due_at<?)"), "\(job)")
      #expect(job.last?.contains("outbox_by_line (line=?)") == true, "\(job)")
      let audit = try await plan(
        """
        SELECT kind FROM audit WHERE lane = x'00' AND sequence >= 1 AND sequence < 9
          AND subject IN (x'00', x'01') ORDER BY sequence DESC LIMIT 50
        """, in: store)
      #expect(
        audit.count == 1 && audit[0].contains("(lane=? AND sequence>? AND sequence<?)"),
        "\(audit)")
      let lane = try await plan(
        "SELECT lane FROM audit WHERE lane > x'00' ORDER BY lane LIMIT 1", in: store)
      #expect(lane.count == 1 && lane[0].contains("(lane>?)"), "\(lane)")
      try await store.close()
    }
  }

  private func plan(_ query: String, in store: SQLiteStore) async throws -> [String] {
    try await store.rows("EXPLAIN QUERY PLAN \(query)", []).map { try $0.text(3) }
  }

  private struct Row {
    let id: String
    let account: String
    let key: String?
  }

  private static let rows = [
    Row(id: "1", account: "a", key: "first"), Row(id: "2", account: "b", key: "first"),
    Row(id: "3", account: "a", key: nil), Row(id: "4", account: "a", key: nil),
  ]

  private func insert(_ row: Row, into store: SQLiteStore) async throws {
    try await store.write { transaction in
      _ = try transaction.execute(
        """
        INSERT INTO operations (id, account_id, scenario, idempotency_key, challenge_id, body_hash,
          proof_kind, transaction_id, evidence, answer, at)
          VALUES (?, ?, 'TOP_UP', ?, x'01', x'02', 'assertion', ?, x'03', '{}', 4)
        """,
        [.text(row.id), .text(row.account), SQLValue(row.key), .text("t-" + row.id)])
    }
  }

  private func stored(in store: SQLiteStore) async throws -> [[SQLValue]] {
    try await store.rows(
      """
      SELECT id, account_id, scenario, idempotency_key, challenge_id, body_hash, proof_kind,
        transaction_id, evidence, answer, at FROM operations ORDER BY id
      """, []
    ).map(\.values)
  }
}
