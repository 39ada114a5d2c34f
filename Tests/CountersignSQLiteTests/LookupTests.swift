import Testing

@testable import CountersignCore
@testable import CountersignSQLite

@Suite("How rows are found")
struct LookupTests {
  @Test("what is asked often is found without a look at all rows")
  func lookups() async throws {
    try await StorePlace.temporary { place in
      let store = try SQLiteStore(
        path: place.databasePath, schemas: [.core, .stock], seals: .ofTests)
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
      let duplicate = try await plan(
        """
        SELECT COALESCE(transaction_id, id), session_id FROM operations
        WHERE account_id = 'a' AND at > 1 AND scenario = 's' AND body_hash = x'00'
        ORDER BY at DESC LIMIT 1
        """, in: store)
      #expect(
        duplicate.count == 1
          && duplicate[0].contains("operations_by_account (account_id=? AND at>?)"),
        "\(duplicate)")
      let job = try await plan(
        "SELECT 1 FROM outbox WHERE \(Outbox.canBeLeased.replacing("?", with: "1"))", in: store)
      #expect(
        job.count == 3 && job[0].contains("outbox_by_target (kind=? AND target=? AND due_at<?)"),
        "\(job)")
      #expect(job.last?.contains("outbox_by_line (line=?)") == true, "\(job)")
      let target = try await plan(
        """
        SELECT kind, target FROM outbox
        WHERE done_at IS NULL AND (kind, target) > ('a', 'b') ORDER BY kind, target LIMIT 1
        """, in: store)
      #expect(
        target.count == 1 && target[0].contains("outbox_by_target ((kind,target)>(?,?))"),
        "\(target)")
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
}

extension Schema {
  /// The tables of a module.
  static let stock = Schema(
    owner: "stock",
    steps: [
      SchemaStep(1, ["CREATE TABLE stock (code TEXT PRIMARY KEY, pieces BIGINT NOT NULL)"]),
      SchemaStep(2, ["ALTER TABLE stock ADD COLUMN shelf TEXT"]),
    ])
}
