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

  @Test(
    "what nobody had claimed may have added is marked, and what was gone is recovered as before")
  func unclaimed() async throws {
    try await StorePlace.temporary { place in
      let old = try SQLiteStore(
        path: place.databasePath, schemas: [.core(before: 30)], seals: .ofTests)
      try await old.write { transaction in
        for statement in Self.beforeUnclaimed { try transaction.execute(statement, []) }
      }
      try await old.close()

      let store = try SQLiteStore(path: place.databasePath, seals: .ofTests)
      #expect(store.appliedSteps == Schema.core.since(30))
      #expect(
        try await store.rows("SELECT id FROM waits WHERE may_be_of_unclaimed = 1 ORDER BY id", [])
          .map(\.values) == [[.text("2")], [.text("3")]])
      #expect(
        try await store.rows(
          "SELECT id, taken_at FROM accounts WHERE taken_at IS NOT NULL ORDER BY id", []
        ).map(\.values) == [[.text("gone"), .integer(7)]])
      try await store.close()
    }
  }

  private static let beforeUnclaimed = [
    """
    INSERT INTO accounts (id, name_hash, user_name, display_name, created_at, first_factor_at,
      proved_at) VALUES
      ('gone', x'01', x'01', x'01', 3, 7, NULL), ('never', x'02', x'01', x'01', 3, NULL, NULL),
      ('proved', x'03', x'01', x'01', 3, 7, 3), ('there', x'04', x'01', x'01', 3, 7, NULL)
    """,
    """
    INSERT INTO pins (account_id, salt, hash, rounds, ground)
      VALUES ('there', x'01', x'01', 1, 'host')
    """,
    // Unclaimed; added after it, once by a link; added before it; a recovery; another account's.
    """
    INSERT INTO waits (id, account_id, reason, seconds, created_at, ends_at, is_unclaimed) VALUES
      ('1', 'proved', 'maker', 0, 7, NULL, 1), ('2', 'proved', 'announced', 60, 8, NULL, 0),
      ('3', 'proved', 'maker', 60, 9, 70000, 0), ('4', 'proved', 'announced', 60, 6, NULL, 0),
      ('5', 'proved', 'recovery', 60, 9, NULL, 0), ('6', 'there', 'announced', 60, 9, NULL, 0)
    """,
  ]

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
