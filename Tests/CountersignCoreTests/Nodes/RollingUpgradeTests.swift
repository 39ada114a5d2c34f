#if PostgreSQL
  import CountersignCore
  import CountersignTesting
  import Foundation
  import Synchronization
  import Testing
  import WebAuthnModel
  import WireModel

  @Suite("A node of the next version takes over while money moves", .timeLimit(.minutes(3)))
  struct RollingUpgradeTests {
    /// The tables of the next version: one column more.
    private static func next(isSurvived: Bool) -> [Schema] {
      let orders = Schema.moneyOrders
      let step = SchemaStep(
        2, ["ALTER TABLE money_orders ADD COLUMN note TEXT"], isSurvived: isSurvived)
      return [.core, Schema(owner: orders.owner, steps: orders.steps + [step])]
    }

    /// Gives each order to the nodes in turn, as a proxy does, and counts those that were carried
    /// out.
    private final class Proxy: Sendable {
      private struct State {
        var nodes: [ServiceHarness]
        var next = 0
        var underWay: [ObjectIdentifier: Int] = [:]
        var done = 0
      }

      private let state: Mutex<State>

      init(_ node: ServiceHarness) { state = Mutex(State(nodes: [node])) }

      var done: Int { state.withLock(\.done) }

      func add(_ node: ServiceHarness) { state.withLock { $0.nodes.append(node) } }

      /// Takes a node out, and waits until it has answered what it was given.
      func drain(_ node: ServiceHarness) async {
        state.withLock { state in state.nodes.removeAll { $0 === node } }
        while state.withLock({ $0.underWay[ObjectIdentifier(node)] ?? 0 }) > 0 {
          await Task.yield()
        }
      }

      func untilDone(_ count: Int) async {
        while done < count, !Task.isCancelled { await Task.yield() }
      }

      func order(_ person: Person) async throws {
        let node = state.withLock { state in
          state.next += 1
          let node = state.nodes[state.next % state.nodes.count]
          state.underWay[ObjectIdentifier(node), default: 0] += 1
          return node
        }
        defer { state.withLock { $0.underWay[ObjectIdentifier(node), default: 0] -= 1 } }
        let order = MoneyOrder(amount: 50, recipient: "BOLA")
        let proof = try await node.linkedAssertion(order, person.key, person.session)
        let answer = try await node.send(
          SendMoneyRequest(payload: order, proof: .assertion(proof)), person.session)
        #expect(answer.answer.status == .completed)
        state.withLock { $0.done += 1 }
      }
    }

    /// A moment that another task waits for.
    private final class Gate: Sendable {
      private let state = Mutex(false)

      var isOpen: Bool { state.withLock { $0 } }

      func open() { state.withLock { $0 = true } }
    }

    /// Somebody who sends money.
    private struct Person {
      let session: AuthenticatedSession
      let key: TestAuthenticator

      init(_ name: String, at node: ServiceHarness) async throws {
        session = try await node.signUp(name)
        key = try await node.registerKey(session, to: name)
      }
    }

    private static func node(like older: ServiceHarness, isSurvived: Bool) async throws
      -> ServiceHarness
    {
      try await ServiceHarness(
        directory: older.directory, keyring: older.keyring, clock: older.clock,
        schemas: next(isSurvived: isSurvived), driver: .postgreSQL)
    }

    @Test("over a step that the older one survives both serve, and no order fails or is lost")
    func survivedStep() async throws {
      let older = try await ServiceHarness(driver: .postgreSQL)
      let proxy = Proxy(older)
      // Together they have more to spend than they can while the other one starts.
      var people: [Person] = []
      for name in 1...6 { people.append(try await Person("ada\(name)@example.com", at: older)) }
      let isOver = Gate()
      let newer = try await withThrowingTaskGroup(of: Void.self) { group in
        defer { isOver.open() }
        for person in people {
          group.addTask { while !isOver.isOpen { try await proxy.order(person) } }
        }
        await proxy.untilDone(5)
        let newer = try await Self.node(like: older, isSurvived: true)
        proxy.add(newer)
        await proxy.untilDone(proxy.done + 10)
        await proxy.drain(older)
        try await older.store.close()
        isOver.open()
        try await group.waitForAll()
        return newer
      }
      #expect(try await newer.fault() == nil)
      var count = 0
      for person in people {
        let orders = try await newer.service.moneyOrders.list(person.session).count
        let balance = try await newer.service.moneyOrders.balance(person.session)
        #expect(balance == 5000 - Int64(orders) * 50)
        count += orders
      }
      #expect(count == proxy.done)
      let columns = try await newer.store.rows("SELECT COUNT(note) FROM money_orders", [])
      #expect(try columns.first?.integer(0) == 0)
    }

    @Test("a step that waits for a backup lets the nodes' requests pass, and is applied after it")
    func stepBehindBackup() async throws {
      let older = try await ServiceHarness(driver: .postgreSQL)
      let proxy = Proxy(older)
      let person = try await Person("ada@example.com", at: older)
      // A store of its own, whose one reader is taken by it.
      let backup = try await ServiceHarness(
        directory: older.directory, keyring: older.keyring, clock: older.clock,
        driver: .postgreSQL)
      let (hasRead, isOver) = (Gate(), Gate())
      let newer = try await withThrowingTaskGroup(of: ServiceHarness?.self) { group in
        defer { isOver.open() }
        group.addTask {
          try await backup.store.read { transaction in
            _ = try transaction.rows("SELECT COUNT(*) FROM money_orders", [])
            hasRead.open()
            while !isOver.isOpen { usleep(10_000) }
          }
          return nil
        }
        while !hasRead.isOpen { await Task.yield() }
        group.addTask { try await Self.node(like: older, isSurvived: true) }
        let waiting = """
          SELECT 1 FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          """
        while try await older.store.rows(waiting, []).isEmpty { await Task.yield() }
        for _ in 0..<3 { try await proxy.order(person) }
        isOver.open()
        return try await group.reduce(ServiceHarness?.none) { $0 ?? $1 }
      }
      proxy.add(try #require(newer))
      for _ in 0..<2 { try await proxy.order(person) }
      let columns = try await older.store.rows("SELECT COUNT(note) FROM money_orders", [])
      #expect(try columns.first?.integer(0) == 0)
      #expect(proxy.done == 5)
      #expect(try await older.fault() == nil)
    }

    @Test("over a step that it does not survive the newer one starts once the older one has ended")
    func otherStep() async throws {
      let older = try await ServiceHarness(driver: .postgreSQL)
      let proxy = Proxy(older)
      let person = try await Person("ada@example.com", at: older)
      try await proxy.order(person)
      let refused = await #expect(throws: StoreError.self) {
        try await Self.node(like: older, isSurvived: false)
      }
      #expect(refused?.reason.contains("stop them first") == true)
      // The older one serves as before.
      try await proxy.order(person)
      await proxy.drain(older)
      try await older.store.close()
      var newer: ServiceHarness?
      // The server notices the end of a connection a moment later.
      while newer == nil {
        newer = try? await Self.node(like: older, isSurvived: false)
        await Task.yield()
      }
      let node = try #require(newer)
      proxy.add(node)
      try await proxy.order(person)
      #expect(try await node.fault() == nil)
      #expect(try await node.service.moneyOrders.list(person.session).count == 3)
    }
  }
#endif
