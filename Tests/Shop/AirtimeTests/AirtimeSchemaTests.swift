import AirtimeServer
import CountersignCore
import CountersignSQLite
import CountersignTesting
import ProgramTesting
import Testing

@Suite("The shop's tables")
struct AirtimeSchemaTests {
  @Test("low values of before are in the currency in which the account bought")
  func lowValues() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("countersign.sqlite")
    let old = try SQLiteStore(path: path, schemas: Self.shared(before: 7), seals: .ofTests)
    try await old.write { transaction in
      try transaction.execute(
        """
        INSERT INTO topups (id, account_id, status, amount, currency, payee, product_code,
          recipient_phone, supplier_slug, use_cashback, from_cashback, earned_cashback, created_at)
          VALUES ('t', 'a', 'completed', 40, 'KES', 'Airtime', 'A', '0', 'mtn', 0, 0, 0, 1)
        """, [])
      for account in ["a", "b"] {
        try transaction.execute(
          "INSERT INTO low_value (account_id, actions, total) VALUES (?, 2, 40)", [.text(account)])
      }
    }
    try await old.close()
    let store = try SQLiteStore(path: path, schemas: .of([AirtimeShop()]), seals: .ofTests)
    let currencies = try await store.read { transaction in
      try transaction.rows("SELECT currency FROM low_value ORDER BY account_id", [])
        .map { try $0.text(0) }
    }
    #expect(currencies == ["KES", "NGN"])
    try await store.close()
  }

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

  /// The tables of a version from when one number counted those of all owners.
  private static func shared(before version: Int) -> [Schema] {
    [Schema.core, .airtime].map { schema in
      Schema(
        owner: schema.owner,
        steps: schema.steps.filter { ($0.sharedVersion ?? .max) < version })
    }
  }
}
