#if PostgreSQL
  import CountersignTesting
  import Testing
  import WireModel

  @testable import CountersignCore

  @Suite("A database that is put back under running nodes", .timeLimit(.minutes(3)))
  struct PutBackTests {
    // Holds: restore
    @Test("nodes that reconnect find it restored, and go on with audit lanes of their own")
    func putBack() async throws {
      let harness = try await ServiceHarness(
        keyring: .generated().marking(in: MemoryMarks()), driver: .postgreSQL)
      for _ in 0..<2 { #expect(try await harness.service.watchClock() == []) }
      _ = try await harness.signUp()
      for _ in 0..<2 { #expect(try await harness.service.watchClock() == []) }
      let lanes = try await Self.lanes(harness)
      // The rows since the backup are gone, and so are all connections to what had them.
      _ = try await harness.store.write { transaction in
        try transaction.execute(
          """
          DELETE FROM audit AS newest WHERE sequence =
            (SELECT MAX(sequence) FROM audit WHERE audit.lane = newest.lane) AND sequence > 2
          """, [])
        try StoreSetting.runMark.write(1, in: transaction)
      }
      _ = try await harness.store.rows(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """, [])
      #expect(try await harness.service.watchClock() == [.restored])
      _ = try await harness.signUp("bob@example.com")
      #expect(try await harness.fault() == nil)
      #expect(try await Self.lanes(harness) > lanes)
      // A connection that breaks over a whole database changes no lane.
      let after = try await Self.lanes(harness)
      _ = try await harness.store.rows(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """, [])
      _ = try await harness.signUp("carol@example.com")
      #expect(try await Self.lanes(harness) == after)
      #expect(try await harness.fault() == nil)
    }

    // Holds: restore
    @Test("what is lost is missed before anything is written, and the first of the nodes restores")
    func lost() async throws {
      let keyring = Keyring.generated()
      let first = try await ServiceHarness(
        keyring: keyring.marking(in: MemoryMarks()), driver: .postgreSQL)
      let second = try await ServiceHarness(
        directory: first.directory, keyring: keyring.marking(in: MemoryMarks()),
        clock: first.clock, driver: .postgreSQL)
      let nodes = [first, second]
      for node in nodes + nodes { #expect(try await node.service.watchClock() == []) }
      for (node, name) in zip(nodes, ["ada@example.com", "bob@example.com"]) {
        _ = try await node.signUp(name)
        let end = try await node.store.write { $0.auditLane }
        _ = try await node.store.write {
          try $0.execute(
            "DELETE FROM audit WHERE lane = ? AND sequence = ?",
            [.blob(end.lane), .integer(end.sequence)])
        }
      }
      _ = try await first.store.rows(
        """
        SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """, [])
      first.clock.advance(seconds: 1)
      // No look was between: the first command of each finds it.
      for (node, name) in zip(nodes, ["carol@example.com", "dave@example.com"]) {
        _ = try await node.signUp(name)
        let restored = try await first.store.rows(
          "SELECT 1 FROM audit WHERE kind = 'backup_restored'", [])
        #expect(restored.count == 1)
      }
      // The lane of the other was cut, and says so.
      let noted = try await first.store.rows("SELECT 1 FROM audit WHERE kind = 'commits_lost'", [])
      #expect(noted.count == 1)
      let open = try await first.store.rows(
        "SELECT DISTINCT account_id FROM sessions WHERE ended_at IS NULL", [])
      let names = try await [
        first.account(named: "carol@example.com"), first.account(named: "dave@example.com"),
      ].compactMap { $0?.text }
      #expect(Set(try open.map { try $0.text(0) }) == Set(names))
      let expected: [[ClockNews]] = [[.restored], [], [], []]
      for (node, news) in zip(nodes + nodes, expected) {
        #expect(try await node.service.watchClock() == news)
      }
      #expect(try await first.fault() == nil)
    }

    // Holds: restore
    @Test("a restoration that no row of the audit log vouches for makes no lost commit good")
    func forgedRestoration() async throws {
      let harness = try await ServiceHarness(
        keyring: .generated().marking(in: MemoryMarks()), driver: .postgreSQL)
      #expect(try await harness.service.watchClock() == [])
      _ = try await harness.signUp()
      let end = try await harness.store.write { $0.auditLane }
      let forged = harness.clock.now().milliseconds + 31_536_000_000
      _ = try await harness.store.write { transaction in
        try transaction.execute(
          "DELETE FROM audit WHERE lane = ? AND sequence = ?",
          [.blob(end.lane), .integer(end.sequence)])
        try StoreSetting.restored.write(forged, in: transaction)
      }
      _ = try await harness.store.rows(
        """
        SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """, [])
      _ = try await harness.serviceKey()
      let open = try await harness.store.rows("SELECT 1 FROM sessions WHERE ended_at IS NULL", [])
      #expect(open.isEmpty)
      #expect(try await harness.service.watchClock() == [.restored])
      #expect(try await harness.service.watchClock() == [])
      #expect(try await harness.fault() == nil)
    }

    // Holds: restore
    @Test("a machine without a mark believes a node that serves, and nobody who looks like one")
    func imitatedNode() async throws {
      let keyring = Keyring.generated()
      let first = try await ServiceHarness(
        keyring: keyring.marking(in: MemoryMarks()), driver: .postgreSQL)
      #expect(try await first.service.watchClock() == [])
      _ = try await first.signUp()
      // All the while the first is connected, as somebody is who holds the lock of nodes.
      var joined: [ServiceHarness] = []
      // Kept: one that goes takes the database with it.
      defer { withExtendedLifetime(joined) {} }
      func newsOfAnother() async throws -> [ClockNews] {
        let node = try await ServiceHarness(
          directory: first.directory, keyring: keyring.marking(in: MemoryMarks()),
          clock: first.clock, driver: .postgreSQL)
        joined.append(node)
        let news = try await node.service.watchClock()
        try await node.store.close()
        return news
      }
      #expect(try await newsOfAnother() == [])
      first.clock.advance(seconds: 500)
      let now = first.clock.now().milliseconds
      _ = try await first.store.write { try StoreSetting.clockSeen.write(now, in: $0) }
      #expect(try await newsOfAnother() == [.restored])
      // A look of a server's, and another number.
      _ = try await first.store.write { transaction in
        let id = try StoreSetting.storeID.read(in: transaction) ?? 0
        try StoreSetting.storeID.write(id / 3, in: transaction)
      }
      #expect(try await newsOfAnother() == [.restored])
      #expect(try await first.fault() == nil)
    }

    // Holds: restore
    @Test("a commit whose answer was lost for good, and that took place, is no database put back")
    func unknown() async throws {
      let harness = try await ServiceHarness(
        keyring: .generated().marking(in: MemoryMarks()), driver: .postgreSQL)
      #expect(try await harness.service.watchClock() == [])
      _ = try await harness.signUp()
      let end = try await harness.store.write { $0.auditLane }
      // The writer does not know of a row that follows its end.
      _ = try await harness.store.write {
        try $0.execute(
          """
          INSERT INTO audit
            (lane, sequence, at, kind, subject, details, previous_hash, hash, key, code)
          SELECT lane, sequence + 1, at, kind, subject, details, hash, previous_hash, key, code
          FROM audit WHERE lane = ? AND sequence = ?
          """, [.blob(end.lane), .integer(end.sequence)])
      }
      _ = try await harness.store.rows(
        """
        SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """, [])
      _ = try await harness.signUp("bob@example.com")
      #expect(try await harness.store.write { $0.auditLane }.lane != end.lane)
      #expect(try await harness.service.watchClock() == [])
      let open = try await harness.store.rows("SELECT 1 FROM sessions WHERE ended_at IS NULL", [])
      #expect(open.count == 2)
    }

    // Holds: restore
    @Test("a node whose connections come back looks at once, also if it has nothing to write")
    func returns() async throws {
      let harness = try await ServiceHarness(
        keyring: .generated().marking(in: MemoryMarks()), driver: .postgreSQL)
      #expect(try await harness.service.watchClock() == [])
      _ = try await harness.signUp()
      let end = try await harness.store.write { $0.auditLane }
      _ = try await harness.store.write {
        try $0.execute(
          "DELETE FROM audit WHERE lane = ? AND sequence = ?",
          [.blob(end.lane), .integer(end.sequence)])
      }
      #expect(!harness.service.isClockLookDue)
      _ = try await harness.store.rows(
        """
        SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """, [])
      let deadline = ContinuousClock.now + .seconds(30)
      while !harness.service.isClockLookDue, ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(harness.service.isClockLookDue)
      #expect(try await harness.service.watchClock() == [.restored])
      #expect(!harness.service.isClockLookDue)
    }

    private static func lanes(_ harness: ServiceHarness) async throws -> Int64 {
      let rows = try await harness.store.rows("SELECT COUNT(DISTINCT lane) FROM audit", [])
      return try rows.first?.integer(0) ?? 0
    }
  }
#endif
