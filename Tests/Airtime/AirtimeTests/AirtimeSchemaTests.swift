import AirtimeServer
import CountersignCore
import CountersignSQLite
import CountersignTesting
import ProgramTesting
import Testing

@Suite("The shop's tables")
struct AirtimeSchemaTests {
  @Test("the newest top-up with a body is found without a look at all rows")
  func lookup() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(
      path: folder.file("countersign.sqlite"), schemas: .of([AirtimeShop()]), seals: .ofTests)
    let plan = try await store.read { transaction in
      try transaction.rows(
        """
        EXPLAIN QUERY PLAN SELECT t.id FROM topups t JOIN operations o ON o.transaction_id = t.id
        WHERE t.account_id = 'a' AND t.created_at > 1 AND o.body_hash = x'00'
        ORDER BY t.created_at DESC LIMIT 1
        """, []
      ).map { try $0.text(3) }
    }
    #expect(plan.count == 2 && plan[0].contains("topups_by_account (account_id=?"), "\(plan)")
    #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(plan)")
    try await store.close()
  }
}
