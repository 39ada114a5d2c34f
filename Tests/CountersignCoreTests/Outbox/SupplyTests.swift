import AirtimeServer
import CountersignCore
import CountersignSQLite
import CountersignTesting
import Testing
import WireModel

@Suite("The supplier's outbox")
struct SupplyTests {
  @Test("an unknown outcome is asked again by the same id until the supplier has answered")
  func repeats() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    harness.supplier.answer(.unknown(reason: "timeout"))
    let bought = try await buy(harness, session, key)
    #expect(bought.status == .pending)
    for pause: Int64 in [2, 4, 8] {
      #expect(await harness.outbox().runDue(only: .supply) == 0)
      harness.clock.advance(milliseconds: pause * 1250)
      #expect(await harness.outbox().runDue(only: .supply) == 1)
    }
    harness.supplier.answer(.supplied(reference: "ref-9"))
    harness.clock.advance(seconds: 20)
    #expect(await harness.outbox().runDue(only: .supply) == 1)
    harness.clock.advance(seconds: 100_000)
    #expect(await harness.outbox().runDue(only: .supply) == 0)
    #expect(Set(harness.supplier.orders.map(\.transactionID.text)) == [bought.transactionID])
    #expect(harness.supplier.orders.count == 5)
    let session2 = try await harness.signUp()
    #expect(try await harness.service.topUps.list(session2).topUps.first?.status == .completed)
    #expect(try await harness.fault() == nil)
  }

  @Test("a pending top-up is never refunded by time, and alarms from the eighth try on")
  func alarms() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    harness.supplier.answer(.unknown(reason: "timeout"))
    _ = try await buy(harness, session, key)
    let alarms = Alarms()
    let log = OutboxLog(failure: { _, _ in }, alarm: { _, _ in alarms.ring() })
    for attempt in 2...10 {
      harness.clock.advance(seconds: 1000)
      await harness.outbox(log: log).runDue(only: .supply)
      #expect(alarms.count == max(0, attempt - 7))
    }
    let later = try await harness.signUp()
    #expect(try await harness.service.topUps.wallet(later).balance == 4500)
    #expect(try await harness.fault() == nil)
  }

  @Test("an order that a crash left is taken up when its lease ends, not before")
  func crash() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    harness.supplier.answer(.unknown(reason: "timeout"))
    _ = try await buy(harness, session, key)
    let until = harness.clock.now().adding(seconds: 15).milliseconds
    _ = try await harness.store.write { transaction in
      // As the commit of the debit left it: leased to a request whose process is gone.
      try transaction.execute(
        "UPDATE outbox SET lease = x'01', due_at = ? WHERE kind = 'supply'", [.integer(until)])
    }
    harness.clock.advance(seconds: 14)
    #expect(await harness.outbox().runDue(only: .supply) == 0)
    harness.supplier.answer(.refused(reason: "no such subscriber"))
    harness.clock.advance(seconds: 1)
    #expect(await harness.outbox().runDue(only: .supply) == 1)
    #expect(try await harness.service.topUps.wallet(session).balance == 5000)
    #expect(try await harness.fault() == nil)
  }

  @Test("a result that comes after the lease was lost changes nothing")
  func fenced() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let (gate, open) = AsyncStream<Void>.makeStream()
    let orders = Alarms()
    harness.supplier.script { _ in
      orders.ring()
      guard orders.count == 1 else { return .refused(reason: "no such subscriber") }
      // The first try hangs until a worker has taken the order over and settled it.
      for await _ in gate { break }
      return .supplied(reference: "late")
    }
    async let first = buy(harness, session, key)
    while orders.count == 0 { await Task.yield() }
    harness.clock.advance(seconds: 16)
    #expect(await harness.outbox().runDue(only: .supply) == 1)
    open.yield()
    #expect(try await first.status == .failed)
    #expect(try await harness.service.topUps.wallet(session).balance == 5000)
    #expect(try await harness.fault() == nil)
  }

  @Test("cashback is earned on completion, spent first, and given back to where it came from")
  func cashback() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    try await harness.service.topUps.stock([
      Product(
        code: "AIRTIME_MTN", name: "MTN airtime", minimumAmount: 50, maximumAmount: 50_000,
        suppliers: ["mtn"], cashbackRate: 250)
    ])
    _ = try await buy(harness, session, key)
    #expect(try await harness.service.topUps.wallet(session).cashback == 12)
    var payload = TopUpPayload.seed
    payload.useCashback = true
    harness.supplier.answer(.refused(reason: "no such subscriber"))
    let failed = try await buy(harness, session, key, payload)
    #expect(failed.balance == 4500)
    #expect(try await harness.service.topUps.wallet(session).cashback == 12)
    harness.supplier.answer(.supplied(reference: "ref-2"))
    let completed = try await buy(harness, session, key, payload)
    #expect(completed.balance == 4012)
    // 488 came from the wallet: 2.5 % of it, rounded down.
    #expect(try await harness.service.topUps.wallet(session).cashback == 12)
    #expect(try await harness.fault() == nil)
  }

  private func buy(
    _ harness: ServiceHarness, _ session: AuthenticatedSession, _ key: TestAuthenticator,
    _ payload: TopUpPayload = .seed
  ) async throws -> TopUpAnswer {
    let proof = try await harness.linkedAssertion(payload, key, session)
    return try await harness.topUp(
      TopUpRequest(payload: payload, proof: .assertion(proof)), session
    ).answer
  }
}
