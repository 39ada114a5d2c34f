#if PostgreSQL
  import CountersignTesting
  import Foundation
  import ProgramTesting
  import Testing
  import WireModel

  @testable import CountersignCore

  @Suite("New nodes on a database that was put back", .timeLimit(.minutes(3)))
  struct NewNodesTests {
    // Holds: restore
    @Test("two that start at once vouch for none: each voids what was used since")
    func atOnce() async throws {
      let stage = try await Stage()
      let (first, second) = (try await stage.node(), try await stage.node())
      // Both ask before either of them looks.
      let (firsts, first1) = AsyncStream<Bool>.makeStream()
      let (seconds, second1) = AsyncStream<Bool>.makeStream()
      let one = try first.service(
        over: HeldStore(base: first.store) { answer in
          first1.yield(answer)
          #expect(await seconds.first { _ in true } == false)
          return answer
        })
      let other = try second.service(
        over: HeldStore(base: second.store) { answer in
          second1.yield(answer)
          #expect(await firsts.first { _ in true } == false)
          return answer
        })
      async let news = one.watchClock()
      async let otherNews = other.watchClock()
      #expect(try await news == [.restored])
      #expect(try await otherNews == [.restored])
      try await stage.expectVoid(at: one, other)
      #expect(try await first.fault() == nil)
      for service in [one, other, one] { #expect(try await service.watchClock() == []) }
    }

    // Holds: restore
    @Test("one that asked before the other had looked voids it, whatever the other did meanwhile")
    func overtaken() async throws {
      let stage = try await Stage()
      let (first, second) = (try await stage.node(), try await stage.node())
      let service = try second.service(
        over: HeldStore(base: second.store) { answer in
          let news = try await first.service.watchClock()
          #expect(news == [.restored])
          return answer
        })
      #expect(try await service.watchClock() == [.restored])
      try await stage.expectVoid(at: first.service, service)
      #expect(try await first.fault() == nil)
    }

    // Holds: restore
    @Test("one beside a node that has looked is vouched for, and ends nobody's session")
    func besideSettled() async throws {
      let stage = try await Stage()
      let settled = try await stage.node()
      #expect(try await settled.service.watchClock() == [.restored])
      _ = try await settled.signUp("bob@example.com")
      let new = try await stage.node()
      #expect(try await new.service.watchClock() == [])
      try await stage.expectVoid(at: settled.service, new.service)
      #expect(try await stage.openSessions() == 1)
      // It vouches for the next one, once it has looked.
      try await settled.store.close()
      #expect(try await stage.node().service.watchClock() == [])
      #expect(try await stage.openSessions() == 1)
    }

    // Holds: restore
    @Test("nobody vouches who is connected alone, fails within its first look or keeps no mark")
    func noVoucher() async throws {
      struct Ended: Error {}
      let stage = try await Stage()
      // As a command is connected.
      _ = try await stage.node()
      let failed = try await stage.node()
      let failing = try failed.service(over: HeldStore(base: failed.store) { _ in throw Ended() })
      await #expect(throws: Ended.self) { try await failing.watchClock() }
      let unmarked = try await stage.node(isMarking: false)
      #expect(try await unmarked.service.watchClock() == [])
      let new = try await stage.node()
      #expect(try await !new.store.isVouchedFor())
      #expect(try await new.service.watchClock() == [.restored])
      try await stage.expectVoid(at: unmarked.service, new.service)
    }

    // Holds: restore
    @Test("a node whose connection came back vouches for no database without its last commit")
    func cameBack() async throws {
      let keyring = Keyring.generated()
      let node = try await ServiceHarness(
        keyring: keyring.marking(in: MemoryMarks()), driver: .postgreSQL)
      let new = try await ServiceHarness(
        directory: node.directory, keyring: keyring.marking(in: MemoryMarks()),
        clock: node.clock, driver: .postgreSQL)
      #expect(try await node.service.watchClock() == [])
      _ = try await node.signUp()
      #expect(try await new.store.isVouchedFor())
      try await Self.cutOthers(of: new)
      while try await !new.store.isVouchedFor() { await Task.yield() }
      #expect(try await node.service.watchClock() == [])
      let end = try await node.store.write { $0.auditLane }
      _ = try await node.store.write {
        try $0.execute(
          "DELETE FROM audit WHERE lane = ? AND sequence = ?",
          [.blob(end.lane), .integer(end.sequence)])
      }
      try await Self.cutOthers(of: new)
      while !node.service.isClockLookDue { await Task.yield() }
      #expect(try await !new.store.isVouchedFor())
      // Once it has restored the database, it knows it again.
      #expect(try await node.service.watchClock() == [.restored])
      while try await !new.store.isVouchedFor() { await Task.yield() }
      #expect(try await new.service.watchClock() == [])
    }

    /// Ends all connections to the database but the node's own that reads.
    private static func cutOthers(of node: ServiceHarness) async throws {
      _ = try await node.store.rows(
        """
        SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """, [])
    }
  }

  /// A database that was put back from a copy, and a token that was used since the copy was made.
  private final class Stage {
    private let keyring = Keyring.generated()
    private let directory = FileManager.default.temporaryDirectory
      .appending(path: UUID().uuidString)
    private let host: AuthenticatedServiceKey
    private let token: SecretText
    /// Kept: one that goes takes its database with it.
    private var harnesses: [ServiceHarness]

    init() async throws {
      let marked = keyring.marking(in: MemoryMarks())
      let before = try await ServiceHarness(keyring: marked, driver: .postgreSQL) {
        $0.addShipOrder()
      }
      #expect(try await before.service.watchClock() == [])
      host = try await before.host()
      let session = try await before.signUp()
      token = try await before.token(
        .shipOrder, ServiceHarness.shipment, before.registerKey(session), session)
      #expect(try await before.service.watchClock() == [])
      try await before.store.close()
      let original = try PrivatePostgreSQL.database(
        for: before.directory.path(percentEncoded: false))
      _ = try PrivatePostgreSQL.database(
        for: directory.path(percentEncoded: false), like: original)
      let since = try await ServiceHarness(
        directory: before.directory, keyring: marked, clock: before.clock, driver: .postgreSQL
      ) { $0.addShipOrder() }
      harnesses = [before, since]
      before.clock.advance(seconds: 1)
      #expect(try await since.service.watchClock() == [])
      #expect(try await redeem(at: since.service) == nil)
      before.clock.advance(seconds: 1)
    }

    /// A node with a new folder of marks, or without one, that has not looked yet.
    func node(isMarking: Bool = true) async throws -> ServiceHarness {
      let node = try await ServiceHarness(
        directory: directory, keyring: isMarking ? keyring.marking(in: MemoryMarks()) : keyring,
        clock: harnesses[0].clock, driver: .postgreSQL
      ) { $0.addShipOrder() }
      harnesses.append(node)
      return node
    }

    /// Expects each node to refuse the token.
    func expectVoid(at services: Service...) async throws {
      for service in services { #expect(try await redeem(at: service) == .tokenExpired) }
    }

    func openSessions() async throws -> Int {
      try await harnesses[harnesses.count - 1].store.rows(
        "SELECT 1 FROM sessions WHERE ended_at IS NULL", []
      ).count
    }

    private func redeem(at service: Service) async throws -> Reason? {
      let decision = try await service.proofs.redeem(
        RedemptionRequest(
          verificationToken: token, scenario: .shipOrder, payload: ServiceHarness.shipment),
        idempotencyKey: nil, host: host)
      if case .failure(let refusal) = decision { return refusal.reason }
      return nil
    }
  }
#endif
