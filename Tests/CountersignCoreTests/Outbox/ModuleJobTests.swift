import CountersignCore
import CountersignSQLite
import CountersignTesting
import Testing
import WireModel

@Suite("Jobs of a module")
struct ModuleJobTests {
  // Holds: exactly once
  @Test("an unknown outcome is asked again by the same id until the bank has answered")
  func repeats() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    harness.bank.answer(.unknown(reason: "timeout"))
    let bought = try await send(harness, session, key)
    #expect(bought.status == .pending)
    for pause: Int64 in [2, 4, 8] {
      #expect(await harness.outbox().runDue(only: .moneyOrder) == 0)
      harness.clock.advance(milliseconds: pause * 1250)
      #expect(await harness.outbox().runDue(only: .moneyOrder) == 1)
    }
    harness.bank.answer(.carried(reference: "ref-9"))
    harness.clock.advance(seconds: 20)
    #expect(await harness.outbox().runDue(only: .moneyOrder) == 1)
    harness.clock.advance(seconds: 100_000)
    #expect(await harness.outbox().runDue(only: .moneyOrder) == 0)
    #expect(Set(harness.bank.orders.map(\.id)) == [bought.transactionID])
    #expect(harness.bank.orders.count == 5)
    let session2 = try await harness.signUp()
    #expect(try await harness.service.moneyOrders.list(session2).first?.status == .completed)
    #expect(try await harness.fault() == nil)
  }

  // Holds: exactly once
  @Test("a pending money order is never refunded by time, and alarms from the eighth try on")
  func alarms() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    harness.bank.answer(.unknown(reason: "timeout"))
    _ = try await send(harness, session, key)
    let alarms = Alarms()
    let log = OutboxLog(failure: { _, _ in }, alarm: { _, _ in alarms.ring() })
    for attempt in 2...10 {
      harness.clock.advance(seconds: 1000)
      await harness.outbox(log: log).runDue(only: .moneyOrder)
      #expect(alarms.count == max(0, attempt - 7))
    }
    let later = try await harness.signUp()
    #expect(try await harness.service.moneyOrders.balance(later) == 4500)
    #expect(try await harness.fault() == nil)
  }

  @Test("an order that a crash left is taken up when its lease ends, not before")
  func crash() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    harness.bank.answer(.unknown(reason: "timeout"))
    _ = try await send(harness, session, key)
    let until = harness.clock.now().adding(seconds: 15).milliseconds
    _ = try await harness.store.write { transaction in
      // As the commit of the debit left it: leased to a request whose process is gone.
      try transaction.execute(
        "UPDATE outbox SET lease = ?, due_at = ? WHERE kind = 'money_order'",
        [.blob([1]), .integer(until)])
    }
    harness.clock.advance(seconds: 14)
    #expect(await harness.outbox().runDue(only: .moneyOrder) == 0)
    harness.bank.answer(.refused(reason: "no such subscriber"))
    harness.clock.advance(seconds: 1)
    #expect(await harness.outbox().runDue(only: .moneyOrder) == 1)
    #expect(try await harness.service.moneyOrders.balance(session) == 5000)
    #expect(try await harness.fault() == nil)
  }

  // Holds: exactly once
  @Test("a result that comes after the lease was lost changes nothing")
  func fenced() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let (gate, open) = AsyncStream<Void>.makeStream()
    let orders = Alarms()
    harness.bank.script { _ in
      orders.ring()
      guard orders.count == 1 else { return .refused(reason: "no such subscriber") }
      // The first try hangs until a worker has taken the order over and settled it.
      for await _ in gate { break }
      return .carried(reference: "late")
    }
    async let first = send(harness, session, key)
    while orders.count == 0 { await Task.yield() }
    harness.clock.advance(seconds: 16)
    #expect(await harness.outbox().runDue(only: .moneyOrder) == 1)
    open.yield()
    #expect(try await first.status == .failed)
    #expect(try await harness.service.moneyOrders.balance(session) == 5000)
    #expect(try await harness.fault() == nil)
  }

  private func send(
    _ harness: ServiceHarness, _ session: AuthenticatedSession, _ key: TestAuthenticator,
    _ payload: MoneyOrder = .sample
  ) async throws -> MoneyOrderAnswer {
    let proof = try await harness.linkedAssertion(payload, key, session)
    return try await harness.send(
      SendMoneyRequest(payload: payload, proof: .assertion(proof)), session
    ).answer
  }
}
