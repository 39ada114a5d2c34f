#if PostgreSQL
  import CountersignCore
  import CountersignTesting
  import Testing
  import WireModel

  @Suite("Attacks by a database that is put back twice under nodes", .timeLimit(.minutes(3)))
  struct PutBackTwiceTests {
    // Holds: restore
    @Test(
      "Attack 15: a second put-back to a copy with the first restoration revives no used token",
      arguments: [true, false])
    func second(isMarking: Bool) async throws {
      let stage = try await Stage(isMarking: isMarking)
      let (first, second) = (stage.first, stage.second)
      let host = try await first.host()
      try await stage.keep()
      _ = try await second.signUp("bob@example.com")
      first.clock.advance(seconds: 1)
      try await stage.putBack()
      try await stage.renewConnection(of: second)
      // The second node restores. The first keeps its connections, and does not look meanwhile.
      _ = try await second.signUp("carol@example.com")
      #expect(try await second.service.watchClock() == [.restored])
      first.clock.advance(seconds: 1)
      let session = try await first.signUp()
      let token = try await first.token(
        .shipOrder, ServiceHarness.shipment, first.registerKey(session), session)
      try await stage.keep()
      first.clock.advance(seconds: 1)
      #expect(try await Self.redeem(token, at: first, host) == nil)
      first.clock.advance(seconds: 1)
      try await stage.putBack()
      try await stage.renewConnection(of: first)
      // Anything that the first node writes: the next commit goes over its note.
      _ = try await first.signUp("dave@example.com")
      #expect(try await Self.redeem(token, at: second, host) == .tokenExpired)
      #expect(try await stage.count("token_redeemed") == 0)
      #expect(try await stage.count("backup_restored") == 2)
      for (node, news) in zip(stage.nodes + stage.nodes, [[ClockNews.restored], [], [], []]) {
        #expect(try await node.service.watchClock() == news)
      }
      #expect(try await first.fault() == nil)
    }

    // Holds: restore
    @Test("Attack 15: a look alone finds a second put-back to a copy with the first restoration")
    func look() async throws {
      let stage = try await Stage(isMarking: true)
      let (first, second) = (stage.first, stage.second)
      try await stage.keep()
      _ = try await second.signUp("bob@example.com")
      first.clock.advance(seconds: 1)
      // All connections stay, so that no writer is in doubt.
      try await stage.putBack()
      #expect(try await second.service.watchClock() == [.restored])
      try await stage.keep()
      first.clock.advance(seconds: 1)
      _ = try await first.signUp()
      first.clock.advance(seconds: 1)
      try await stage.putBack()
      #expect(try await first.service.watchClock() == [.restored])
      #expect(try await stage.count("backup_restored") == 2)
      for node in stage.nodes + stage.nodes { #expect(try await node.service.watchClock() == []) }
    }

    private static func redeem(
      _ token: SecretText, at node: ServiceHarness, _ host: AuthenticatedServiceKey
    ) async throws -> Reason? {
      let decision = try await node.service.proofs.redeem(
        RedemptionRequest(
          verificationToken: token, scenario: .shipOrder, payload: ServiceHarness.shipment),
        idempotencyKey: nil, host: host)
      if case .failure(let refusal) = decision { return refusal.reason }
      return nil
    }
  }

  /// Two nodes on one database of PostgreSQL, with a place for marks each, and a copy from before.
  private final class Stage {
    let first: ServiceHarness
    let second: ServiceHarness
    /// Whoever puts the database back: it does not look.
    private let other: ServiceHarness
    private var copies = 0

    var nodes: [ServiceHarness] { [first, second] }

    init(isMarking: Bool) async throws {
      let keyring = Keyring.generated()
      func marked() -> Keyring { isMarking ? keyring.marking(in: MemoryMarks()) : keyring }
      first = try await ServiceHarness(keyring: marked(), driver: .postgreSQL) { $0.addShipOrder() }
      second = try await ServiceHarness(
        directory: first.directory, keyring: marked(), clock: first.clock, driver: .postgreSQL
      ) { $0.addShipOrder() }
      other = try await ServiceHarness(
        directory: first.directory, keyring: keyring, clock: first.clock, driver: .postgreSQL)
      for node in nodes + nodes { #expect(try await node.service.watchClock() == []) }
    }

    /// Copies all tables as they are.
    func keep() async throws {
      copies += 1
      let (tables, copy) = (try await tables(), "kept_\(copies)")
      _ = try await other.store.write { transaction in
        try transaction.execute("CREATE SCHEMA \(copy)", [])
        for table in tables {
          try transaction.execute("CREATE TABLE \(copy).\(table) AS SELECT * FROM \(table)", [])
        }
      }
    }

    /// Has all tables be as they were when they were copied; all connections stay.
    func putBack() async throws {
      let (tables, copy) = (try await tables(), "kept_\(copies)")
      _ = try await other.store.write { transaction in
        for table in tables {
          try transaction.execute("DELETE FROM \(table)", [])
          try transaction.execute("INSERT INTO \(table) SELECT * FROM \(copy).\(table)", [])
        }
      }
    }

    /// Ends the connection of a node's one writer.
    func renewConnection(of node: ServiceHarness) async throws {
      let row = try await node.store.write { try $0.row("SELECT CAST(pg_backend_pid() AS BIGINT)") }
      _ = try await other.store.rows(
        "SELECT pg_terminate_backend(CAST(? AS INTEGER), 5000)",
        [.integer(try row?.integer(0) ?? 0)])
    }

    func count(_ kind: String) async throws -> Int {
      try await other.store.rows("SELECT 1 FROM audit WHERE kind = ?", [.text(kind)]).count
    }

    private func tables() async throws -> [String] {
      try await other.store.rows(
        """
        SELECT CAST(tablename AS TEXT) FROM pg_tables
        WHERE schemaname = current_schema() ORDER BY 1
        """, []
      ).map { try $0.text(0) }
    }
  }
#endif
