import CountersignCore
import CountersignSQLite
import CountersignTesting
import Testing

@Suite("Waits and first factors of before what may be undone was a stored fact")
struct WaitUpgradeTests {
  @Test("accounts are settled but where the first factor waits, and unclaimed waits have an end")
  func facts() async throws {
    try await StorePlace.temporary { place in
      let old = try SQLiteStore(
        path: place.databasePath, schemas: [.core(before: 29)], seals: .ofTests)
      try await old.write { transaction in
        for statement in Self.before { try transaction.execute(statement, []) }
      }
      try await old.close()

      let store = try SQLiteStore(path: place.databasePath, seals: .ofTests)
      #expect(store.appliedSteps == Schema.core.since(29))
      #expect(
        try await store.rows(
          "SELECT id, settled_factor_at, former_factor_at FROM accounts ORDER BY id", []
        ).map(\.values) == [
          [.text("held"), .null, .integer(3)], [.text("never"), .null, .null],
          [.text("number"), .null, .null], [.text("settled"), .integer(7), .null],
          [.text("waiting"), .null, .null],
        ])
      #expect(
        try await store.rows("SELECT id, is_unclaimed, ends_at FROM waits ORDER BY id", [])
          .map(\.values) == [
            [.text("1"), .integer(1), .integer(7)], [.text("2"), .integer(1), .integer(60_009)],
            [.text("3"), .integer(0), .integer(5)], [.text("4"), .integer(0), .null],
          ])
      try await store.close()
    }
  }

  private static let before = [
    """
    INSERT INTO accounts (id, name_hash, user_name, display_name, created_at, first_factor_at,
      hold_wait_id) VALUES
      ('held', x'01', x'01', x'01', 3, NULL, '4'), ('never', x'02', x'01', x'01', 3, NULL, NULL),
      ('number', x'03', x'01', x'01', 3, NULL, '4'),
      ('settled', x'04', x'01', x'01', 3, 7, NULL), ('waiting', x'05', x'01', x'01', 3, 7, NULL)
    """,
    """
    INSERT INTO suspended_pins (account_id, salt, hash, rounds, ground)
      VALUES ('held', x'01', x'01', 1, 'first')
    """,
    """
    INSERT INTO waits (id, account_id, reason, seconds, created_at, ends_at) VALUES
      ('1', 'waiting', 'maker', 0, 7, NULL), ('2', 'settled', 'recovered', 60, 9, NULL),
      ('3', 'settled', 'recovered', 0, 5, 5), ('4', 'held', 'held', 60, 3, NULL)
    """,
  ]
}
