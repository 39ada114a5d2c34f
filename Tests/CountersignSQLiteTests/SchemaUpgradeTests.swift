import Testing

@testable import CountersignCore
@testable import CountersignSQLite

@Suite("A store of an earlier version")
struct SchemaUpgradeTests {
  @Test("operations keep their rows, and a key stands for one operation of an account")
  func operationsByKey() async throws {
    try await StorePlace.temporary { place in
      let old = try SQLiteStore(
        path: place.databasePath, schemas: Schema.shared(before: 4), seals: .ofTests)
      for row in Self.rows { try await insert(row, into: old) }
      let before = try await stored(in: old)
      try await old.close()

      let store = try SQLiteStore(
        path: place.databasePath, schemas: [.core, .stock], seals: .ofTests)
      #expect(store.appliedSteps.first == AppliedStep("core", 4))
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

  @Test("what waits for review keeps its amount, in minor units of its currency; so do low values")
  func waitingReviews() async throws {
    try await StorePlace.temporary { place in
      let old = try SQLiteStore(
        path: place.databasePath, schemas: Schema.shared(before: 7), seals: .ofTests)
      try await old.write { transaction in
        for (id, amount, currency) in [("n", 750, "NGN"), ("j", 750, "JPY"), ("k", 750, "KWD")] {
          _ = try transaction.execute(
            """
            INSERT INTO transactions (id, account_id, status, amount, currency, payee, created_at,
              expires_at, changed_at, body_hash)
              VALUES (?, 'a', 'pending', ?, ?, 'Ikeja Books', 1, 9, 1, x'01')
            """, [.text(id), .integer(Int64(amount)), .text(currency)])
        }
        _ = try transaction.execute(
          "INSERT INTO low_value (account_id, actions, total) VALUES ('a', 2, 40)", [])
      }
      try await old.close()

      let store = try SQLiteStore(
        path: place.databasePath, schemas: [.core, .stock], seals: .ofTests)
      #expect(store.appliedSteps == Schema.core.since(7) + Schema.stock.since(2))
      let waiting = try await store.rows(
        """
        SELECT id, amount, currency, exponent, scenario FROM transactions
        WHERE status = 'pending' ORDER BY id
        """, []
      ).map(\.values)
      let expected: [[SQLValue]] = [
        ["j", .integer(750), "JPY", .integer(0), .null],
        ["k", .integer(750_000), "KWD", .integer(3), .null],
        ["n", .integer(75_000), "NGN", .integer(2), .null],
      ]
      #expect(waiting == expected)
      let review = try await store.read { try ReviewRecords.find(ReviewID("n"), in: $0) }
      #expect(review?.transaction.payee == "Ikeja Books")
      let low = try await store.rows("SELECT currency, actions, total FROM low_value", [])
      #expect(low.map(\.values) == [[.text("NGN"), .integer(2), .integer(4000)]])
      try await store.close()
    }
  }

  @Test("codes keep their place and accounts their people; messages that wait keep their address")
  func peopleOfBefore() async throws {
    try await StorePlace.temporary { place in
      let old = try SQLiteStore(
        path: place.databasePath, schemas: [.core(before: 9)], seals: .ofTests)
      try await old.write { transaction in
        _ = try transaction.execute(
          """
          INSERT INTO accounts (id, user_name, display_name, created_at)
            VALUES ('a', 'ada@example.com', 'Ada', 1)
          """, [])
        for (id, channel) in [("1", "email"), ("2", "sms")] {
          _ = try transaction.execute(
            """
            INSERT INTO code_requests (id, recipient, user_name, purpose, channel, created_at,
              tries) VALUES (?, x'01', 'ada@example.com', 'approve', ?, 1, 0)
            """, [.text(id), .text(channel)])
        }
        _ = try transaction.execute(
          """
          INSERT INTO outbox (id, kind, content, due_at, attempts, line, target) VALUES
            ('unblocked:a', 'message',
            '{"to":"+2348012345678","channel":"sms","notice":"unblocked"}', 0, 0,
            'message:+2348012345678', 'sms')
          """, [])
      }
      try await old.close()

      let store = try SQLiteStore(path: place.databasePath, seals: .ofTests)
      #expect(store.appliedSteps == Schema.core.since(9))
      let codes = try await store.rows(
        "SELECT id, place, sent_to FROM code_requests ORDER BY id", []
      ).map(\.values)
      #expect(
        codes == [[.text("1"), .text("first"), .null], [.text("2"), .text("second"), .null]])
      let accounts = try await store.rows("SELECT id, host_id FROM accounts", [])
      #expect(accounts.map(\.values) == [[.text("a"), .null]])
      let waiting = try await store.rows(
        "SELECT id, content, attempts, kind, line FROM outbox", [])
      // News have places of their own since.
      #expect(try waiting.first?.text(3) == "notice")
      let (line, job) = try await store.read { transaction in
        (
          try Outbox.line("notice:+2348012345678", in: transaction),
          LeasedJob(
            lease: JobLease(
              job: try #require(waiting.first).text(0), token: [], attempts: 1,
              end: Timestamp(milliseconds: 0)),
            target: JobTarget(kind: .notice, name: "sms"),
            content: .success(
              String(
                decoding: try Outbox.jobs(of: [.notice], in: transaction)[0].content.serialized(),
                as: UTF8.self)))
        )
      }
      #expect(try waiting.first?.text(4) == line)
      #expect(
        try MessageEntry(job).recipient == .address(.phone(PhoneNumber("+2348012345678")), of: nil))
      try await store.close()
    }
  }

  @Test("sessions of before are weak at most, what entitled is void, and recoveries go on as waits")
  func levelsOfBefore() async throws {
    try await StorePlace.temporary { place in
      let old = try SQLiteStore(
        path: place.databasePath, schemas: [.core(before: 10)], seals: .ofTests)
      try await old.write { transaction in
        for statement in Self.beforeLevels { try transaction.execute(statement, []) }
      }
      try await old.close()

      let store = try SQLiteStore(path: place.databasePath, seals: .ofTests)
      #expect(store.appliedSteps == Schema.core.since(10))
      func rows(_ query: String) async throws -> [[SQLValue]] {
        try await store.rows(query, []).map(\.values)
      }
      #expect(
        try await rows("SELECT id, level FROM sessions ORDER BY id")
          == [[.text("proved"), .integer(1)], [.text("unproved"), .integer(0)]])
      #expect(
        try await rows(
          "SELECT id, account_id, reason, seconds, created_at, ends_at FROM waits ORDER BY id")
          == [
            [
              .text("wai_r"), .text("r"), .text("recovered"), .integer(86_400), .integer(3000),
              .integer(86_403_000),
            ],
            [
              .text("wai_w"), .text("w"), .text("recovery"), .integer(60), .integer(1000),
              .integer(61_000),
            ],
          ])
      #expect(
        try await rows("SELECT account_id, requested_at, wait_id FROM recoveries")
          == [[.text("w"), .integer(1000), .text("wai_w")]])
      #expect(
        try await rows("SELECT account_id, ground, wait_id FROM credentials ORDER BY account_id")
          == [
            [.text("r"), .text("adopted"), .text("wai_r")],
            [.text("w"), .text("adopted"), .null],
          ])
      #expect(try await rows("SELECT 1 FROM registration_grants") == [])
      #expect(
        try await rows("SELECT last_step, new_secret FROM authenticator_apps")
          == [[.integer(7), .null]])
      #expect(
        try await rows("SELECT id, status, ending FROM session_links ORDER BY id")
          == [
            [.text("enrol"), .text("over"), .text("ended")],
            [.text("login"), .text("waiting"), .null],
          ])
      try await store.close()
    }
  }

  /// Rows of the schema before levels: of an account that was recovered, and of one whose recovery
  /// waits.
  private static let beforeLevels = [
    """
    INSERT INTO sessions (id, token_hash, account_id, methods, created_at, last_active_at,
      proved_at)
      VALUES ('proved', x'01', 'w', 'swk user mfa', 1, 1, 1),
        ('unproved', x'02', 'w', '', 1, 1, NULL)
    """,
    """
    INSERT INTO credentials (id, account_id, public_key, algorithm, user_verified, sign_count,
      backup_eligible, backed_up, transports, origin, created_at)
      VALUES (x'01', 'r', x'05', -7, 1, 0, 0, 0, '', 'http://localhost', 3000),
        (x'02', 'w', x'05', -7, 1, 0, 0, 0, '', 'http://localhost', 1)
    """,
    """
    INSERT INTO recoveries (account_id, requested_at, ready_at, completed_at)
      VALUES ('r', 1000, 2000, 3000), ('w', 1000, 61000, NULL)
    """,
    "INSERT INTO registration_grants (challenge_id, account_id, at) VALUES (x'03', 'w', 1)",
    """
    INSERT INTO authenticator_apps (account_id, last_step, new_secret, new_at)
      VALUES ('w', 7, x'09', 1)
    """,
    """
    INSERT INTO session_links (id, type, status, watch_hash, origin, requester, numbers,
      second_factor, proved, created_at)
      VALUES ('enrol', 'enrol', 'waiting', x'01', 'http://localhost', x'01', '', 'required', 1, 1),
        ('login', 'login', 'waiting', x'02', 'http://localhost', x'01', '17 42', 'none', 0, 1)
    """,
  ]

  @Test(
    "what a host made before hosts had names is the default host's, or without keys the app's own",
    arguments: [true, false])
  func tenants(hasServiceKey: Bool) async throws {
    try await StorePlace.temporary { place in
      let old = try SQLiteStore(
        path: place.databasePath,
        schemas: [Schema(owner: "core", steps: Schema.core.steps.filter { $0.number < 11 })],
        seals: .ofTests)
      try await old.write { transaction in
        let statements = [
          """
          INSERT INTO accounts (id, user_name, display_name, created_at, made_by_host)
            VALUES ('a', 'ada', 'Ada', 1, 1), ('b', 'bob', 'Bob', 1, 0)
          """,
          """
          INSERT INTO operations (id, account_id, scenario, idempotency_key, body_hash, proof_kind,
            at) VALUES ('1', 'a', 'SHIP', 'key_0123456789ab ship-17', x'01', 'none', 1),
            ('2', 'b', 'SHIP', 'key_ba9876543210 ship-17', x'01', 'none', 2),
            ('3', 'a', 'SHIP', 'ship-17-of-a-person', x'01', 'none', 3)
          """,
          """
          INSERT INTO transactions (id, account_id, status, scenario, payload, created_at,
            expires_at, changed_at, idempotency_key, body_hash) VALUES
            ('t', 'a', 'pending', 'SHIP', '{}', 1, 9, 1, 'key_0123456789ab order-1', x'01')
          """,
          """
          INSERT INTO outbox (id, kind, content, due_at, attempts) VALUES
            ('event:created_t', 'event', '{}', 1, 0), ('m', 'message', '{}', 1, 0)
          """,
        ]
        for statement in statements { try transaction.execute(statement, []) }
        if hasServiceKey {
          try transaction.execute(
            """
            INSERT INTO service_keys (hash, name, scopes, created_at)
              VALUES (x'0123456789ab', 'shop', 'sessions', 1)
            """, [])
        }
      }
      try await old.close()

      let store = try SQLiteStore(path: place.databasePath, seals: .ofTests)
      #expect(store.appliedSteps == Schema.core.since(11))
      func column(_ query: String) async throws -> [SQLValue] {
        try await store.rows(query, []).map { $0.values[0] }
      }
      let maker = hasServiceKey ? "hst_default" : "hst_in-process"
      #expect(
        try await column("SELECT host_id FROM accounts ORDER BY id") == [.text(maker), .null])
      // The first keeps the name that two service keys of one host used.
      #expect(
        try await column("SELECT idempotency_key FROM operations ORDER BY id")
          == ["hst_default ship-17", "key_ba9876543210 ship-17", "ship-17-of-a-person"])
      #expect(
        try await column("SELECT idempotency_key FROM transactions") == ["hst_default order-1"])
      #expect(try await column("SELECT host_id FROM transactions") == ["hst_default"])
      #expect(try await column("SELECT target FROM outbox ORDER BY id") == ["hst_default", ""])
      #expect(
        try await column("SELECT host_id FROM service_keys")
          == (hasServiceKey ? ["hst_default"] : []))
      try await store.close()
    }
  }

  @Test("a transaction of before hand-overs is a host's still, and nobody's session asked for it")
  func beforeHandovers() async throws {
    try await StorePlace.temporary { place in
      let old = try SQLiteStore(
        path: place.databasePath, schemas: [.core(before: 19)], seals: .ofTests)
      try await old.write { transaction in
        _ = try transaction.execute(
          """
          INSERT INTO transactions (id, account_id, status, scenario, content, created_at,
            expires_at, changed_at, body_hash, host_id) VALUES
            ('t', 'a', 'pending', 'SHIP', x'01', 1, 9, 1, x'01', 'hst_shop')
          """, [])
      }
      try await old.close()

      let store = try SQLiteStore(path: place.databasePath, seals: .ofTests)
      #expect(store.appliedSteps == Schema.core.since(19))
      let row = try await store.rows(
        "SELECT host_id, status, session_id, withdrawn_at FROM transactions", [])
      #expect(row.map(\.values) == [["hst_shop", "pending", .null, .null]])
      try await store.close()
    }
  }

  @Test(
    "a database from when one number counted all tables is adopted, with a module or without",
    arguments: [[Schema.core, .stock], [.core]])
  func adopted(schemas: [Schema]) async throws {
    try await StorePlace.temporary { place in
      let shared = Schema.shared(before: 7)
      let old = try SQLiteStore(path: place.databasePath, schemas: shared, seals: .ofTests)
      try await insert(Self.rows[0], into: old)
      _ = try await old.write { transaction in
        try transaction.execute(
          "INSERT INTO stock (code, pieces) VALUES ('A', 50)", [])
      }
      try await old.close()
      let connection = try SQLiteConnection(place.databasePath, for: .writing)
      try connection.execute("DROP TABLE schema_steps")
      try connection.execute("CREATE TABLE schema_version (version BIGINT PRIMARY KEY)")
      for version in 1...6 {
        try connection.execute("INSERT INTO schema_version (version) VALUES (\(version))")
      }
      try connection.close()

      let store = try SQLiteStore(path: place.databasePath, schemas: schemas, seals: .ofTests)
      let ofModule = Schema.stock.since(2)
      #expect(
        store.appliedSteps == Schema.core.since(7) + (schemas.count == 1 ? [] : ofModule))
      #expect(try await stored(in: store).count == 1)
      #expect(try await store.rows("SELECT pieces FROM stock", []).count == 1)
      try await store.close()
      // Where the module comes back, its tables are there.
      let later = try SQLiteStore(
        path: place.databasePath, schemas: [.core, .stock], seals: .ofTests)
      #expect(later.appliedSteps == (schemas.count == 1 ? ofModule : []))
      #expect(try await later.rows("SELECT pieces FROM stock", []).count == 1)
      try await later.close()
    }
  }

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
          VALUES (?, ?, 'PAY_INVOICE', ?, x'01', x'02', 'assertion', ?, x'03', '{}', 4)
        """,
        [.text(row.id), .text(row.account), SQLValue(row.key), .text("t-" + row.id)])
    }
  }

  private func stored(in store: SQLiteStore) async throws -> [[SQLValue]] {
    try await store.rows(
      """
      SELECT id, account_id, scenario, idempotency_key, challenge_id, proof_kind, transaction_id, at
      FROM operations ORDER BY id
      """, []
    ).map(\.values)
  }
}

extension Schema {
  /// The table of a module from when one number counted the steps of all owners.
  static let stock = Schema(
    owner: "stock",
    steps: [
      SchemaStep(
        1, ["CREATE TABLE stock (code TEXT PRIMARY KEY, pieces BIGINT NOT NULL)"],
        sharedVersion: 1),
      SchemaStep(2, ["ALTER TABLE stock ADD COLUMN shelf TEXT"], sharedVersion: 7),
    ])

  /// The server's own tables of an earlier version.
  static func core(before number: Int) -> Schema {
    Schema(owner: core.owner, steps: core.steps.filter { $0.number < number })
  }

  /// The steps from a number on.
  func since(_ number: Int) -> [AppliedStep] {
    steps.filter { $0.number >= number }.map { AppliedStep(owner, $0.number) }
  }

  /// The tables of a version from when one number counted those of all owners.
  static func shared(before version: Int) -> [Schema] {
    [Schema.core, .stock].map { schema in
      Schema(
        owner: schema.owner,
        steps: schema.steps.filter { ($0.sharedVersion ?? .max) < version })
    }
  }
}
