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
            (SELECT MAX(sequence) FROM audit WHERE audit.lane = newest.lane) AND sequence > 1
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

    private static func lanes(_ harness: ServiceHarness) async throws -> Int64 {
      let rows = try await harness.store.rows("SELECT COUNT(DISTINCT lane) FROM audit", [])
      return try rows.first?.integer(0) ?? 0
    }
  }
#endif
