import AirtimeServer
import CountersignCore
import CountersignSQLite
import CountersignTesting
import ProgramTesting
import Testing

@Suite("The shop's tables")
struct AirtimeSchemaTests {
  @Test("an account's newest top-ups are listed without a look at all rows")
  func lookup() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(
      path: folder.file("countersign.sqlite"), schemas: .of([AirtimeShop()]), seals: .ofTests)
    let plan = try await store.read { transaction in
      try transaction.rows(
        """
        EXPLAIN QUERY PLAN SELECT id FROM topups
        WHERE account_id = 'a' ORDER BY created_at DESC, id LIMIT 20
        """, []
      ).map { try $0.text(3) }
    }
    #expect(
      plan.first?.contains("topups_by_account (account_id=?)") == true
        && plan.count { $0.hasPrefix("SEARCH") || $0.hasPrefix("SCAN") } == 1, "\(plan)")
    try await store.close()
  }
}
