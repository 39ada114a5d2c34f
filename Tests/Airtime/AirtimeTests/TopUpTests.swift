import AirtimeServer
import AirtimeTesting
import CountersignCore
import CountersignTesting
import Testing
import WireModel

@Suite("Buying airtime")
struct TopUpTests {
  @Test("airtime is paid from the wallet, ordered once and listed")
  func buys() async throws {
    let (shop, session, key) = try await Self.opened()
    let answer = try await Self.answer(shop.buy(session, key))
    #expect(answer.status == .completed && answer.amount == 500 && answer.balance == 4500)
    #expect(shop.supplier.orders.map(\.supplierSlug) == ["mtn"])
    let listed = try await shop.harness.service.topUps.list(session)
    #expect(listed.map(\.transactionID) == [answer.transactionID])
    #expect(listed.first?.transaction.payee == "MTN")
    #expect(try await shop.harness.fault() == nil)
  }

  @Test("what the supplier refuses is given back; what nobody knows stays and is asked again")
  func outcomes() async throws {
    let (shop, session, key) = try await Self.opened()
    shop.supplier.answer(.refused(reason: "no such subscriber"))
    let failed = try await Self.answer(shop.buy(session, key))
    #expect(failed.status == .failed && failed.balance == 5000)
    shop.supplier.answer(.unknown(reason: "timeout"))
    let pending = try await Self.answer(shop.buy(session, key))
    #expect(pending.status == .pending && pending.balance == 4500)
    #expect(try await shop.harness.fault() == nil)
    shop.supplier.answer(.supplied(reference: "ref-9"))
    shop.harness.clock.advance(seconds: 3)
    #expect(await shop.harness.outbox().runDue(only: .supply) == 1)
    let listed = try await shop.harness.service.topUps.list(session)
    #expect(Set(listed.map(\.status)) == [.failed, .completed])
    let orders = shop.supplier.orders.map(\.transactionID.text)
    #expect(orders == [failed.transactionID, pending.transactionID, pending.transactionID])
    #expect(try await shop.harness.fault() == nil)
  }

  @Test(
    "what cannot be bought is refused by its reason, in a sentence without names of fields",
    arguments: [
      (
        TopUpPayload(amount: 10, productCode: "AIRTIME_MTN", recipientPhone: "08012345678"),
        Reason.amountOutOfRange, "the amount must be from 50 to 50000 for this product"
      ),
      (
        TopUpPayload(amount: 500, productCode: "AIRTIME_X", recipientPhone: "08012345678"),
        Reason.productUnknown, "there is no such product from that supplier"
      ),
      (
        TopUpPayload(amount: 500, productCode: "AIRTIME_MTN", recipientPhone: "12345"),
        Reason.phoneInvalid, "the phone number must be as in 08012345678 or +2348012345678"
      ),
      (
        TopUpPayload(
          amount: 500, productCode: "AIRTIME_MTN", recipientPhone: "08012345678",
          supplierSlug: "x"),
        Reason.productUnknown, "there is no such product from that supplier"
      ),
    ])
  func unacceptable(payload: TopUpPayload, reason: Reason, detail: String) async throws {
    let (shop, session, key) = try await Self.opened()
    let refusal = try await Self.refusal(shop, payload, session, key)
    #expect(refusal?.reason == reason && refusal?.detail == detail)
    #expect(try await shop.harness.service.topUps.wallet(session).balance == 5000)
  }

  @Test("what the wallet does not hold is refused before anything is shown or signed")
  func insufficientFunds() async throws {
    let (shop, session, _) = try await Self.opened()
    var payload = TopUpPayload.sample
    payload.amount = 5001
    let options = try await shop.harness.service.actions.options(
      LinkedOptionsRequest(scenario: .topUp, payload: payload.json), session: session)
    guard case .failure(let refusal) = options else {
      Issue.record("options were given")
      return
    }
    #expect(refusal.reason == .insufficientFunds)
    #expect(refusal.detail == "the wallet does not hold the amount; add money to it")
  }

  @Test("what the wallet holds no more when the proof comes is not paid")
  func insufficientFundsMeanwhile() async throws {
    let (shop, session, key) = try await Self.opened()
    var payload = TopUpPayload.sample
    payload.amount = 5000
    let proof = try await shop.harness.assertion(.topUp, payload.json, key, session)
    _ = try await Self.answer(shop.buy(session, key))
    let decision = try await shop.harness.service.topUps.buy(
      TopUpRequest(payload: payload, proof: .assertion(proof)), idempotencyKey: nil,
      session: session)
    guard case .failure(let refusal) = decision else {
      Issue.record("it was paid")
      return
    }
    #expect(refusal.reason == .insufficientFunds)
    #expect(try await shop.harness.service.topUps.wallet(session).balance == 4500)
    #expect(shop.supplier.orders.count == 1)
  }

  @Test("without a supplier nothing is sold: refused before anything is shown, signed or paid")
  func noSupplier() async throws {
    let shop = try await ShopHarness(sells: false)
    let session = try await shop.harness.signUp()
    let options = try await shop.harness.service.actions.options(
      LinkedOptionsRequest(scenario: .topUp, payload: TopUpPayload.sample.json), session: session)
    guard case .failure(let refusal) = options else {
      Issue.record("options were given")
      return
    }
    #expect(refusal.reason == .supplierMissing)
  }

  @Test("cashback is earned on completion, spent first, and given back to where it came from")
  func cashback() async throws {
    let (shop, session, key) = try await Self.opened()
    try await shop.harness.stock([
      Product(
        code: "AIRTIME_MTN", name: "MTN airtime", minimumAmount: 50, maximumAmount: 50_000,
        suppliers: ["mtn"], cashbackRate: 250)
    ])
    #expect(try await Self.answer(shop.buy(session, key)).fromCashback == nil)
    #expect(try await shop.harness.service.topUps.wallet(session).cashback == 12)
    var payload = TopUpPayload.sample
    payload.useCashback = true
    shop.supplier.answer(.refused(reason: "no such subscriber"))
    let failed = try await Self.answer(shop.buy(session, key, payload))
    #expect(failed.balance == 4500)
    #expect(try await shop.harness.service.topUps.wallet(session).cashback == 12)
    shop.supplier.answer(.supplied(reference: "ref-2"))
    let completed = try await Self.answer(shop.buy(session, key, payload))
    #expect(completed.balance == 4012 && completed.fromCashback == 12)
    let listed = try await shop.harness.service.topUps.list(session)
    #expect(listed.map(\.fromCashback).filter { $0 == 12 }.count == 2 && listed.count == 3)
    // 488 came from the wallet: 2.5 % of it, rounded down.
    #expect(try await shop.harness.service.topUps.wallet(session).cashback == 12)
    #expect(try await shop.harness.fault() == nil)
  }

  private static func opened() async throws -> (
    ShopHarness, AuthenticatedSession, TestAuthenticator
  ) {
    let shop = try await ShopHarness()
    let session = try await shop.harness.signUp()
    return (shop, session, try await shop.harness.registerKey(session))
  }

  private static func answer(
    _ decision: Decision<ActionOutcome<TopUpAnswer>>
  ) throws -> TopUpAnswer {
    guard case .done(let done) = try decision.get() else { throw HarnessError.noCode }
    return done.answer
  }

  /// Why neither options nor the purchase is given.
  private static func refusal(
    _ shop: ShopHarness, _ payload: TopUpPayload, _ session: AuthenticatedSession,
    _ key: TestAuthenticator
  ) async throws -> Refusal? {
    let proof = try await shop.harness.unlinkedAssertion(key, session)
    let decision = try await shop.harness.service.topUps.buy(
      TopUpRequest(payload: payload, proof: .assertion(proof)), idempotencyKey: nil,
      session: session)
    guard case .failure(let refusal) = decision else { return nil }
    return refusal
  }
}
