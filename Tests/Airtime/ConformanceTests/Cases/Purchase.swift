import AirtimeModel
import Testing
import WireModel

extension Trial {
  func options() async throws {
    try await enrol()
    let before = try await state()
    try await expect(.done, client.askOptions(Self.payload))
    // A challenge carries its own authentication: giving one out writes nothing.
    let after = try await state()
    #expect(after == before)
  }

  func sign() async throws {
    try await enrol()
    try await expect(.done, client.askOptions(Self.payload))
    let (before, sent) = (try await state(), try await client.callsSent())
    try await expect(.done, client.sign())
    let (after, sentNow) = (try await state(), try await client.callsSent())
    #expect(after == before)
    #expect(sentNow == sent)
    guard let prompt = try await client.prompts()?.last else {
      #expect(client.kind.claim(on: .sign) != .holds)
      return
    }
    #expect(prompt == "Buy airtime: 1\u{202f}500.00\u{a0}NGN, MTN")
  }

  func verify() async throws {
    try await enrolAndSign()
    var expected = try await state()
    try await expect(.done, client.verify())
    expected.verified += 1
    let after = try await state()
    #expect(after == expected)
    let verified = try await ServerState.audit("assertion_verified", of: server)
    #expect(verified.count == 1)
    let isLinked = verified.allSatisfy { $0.contains("\"linked\":true") }
    #expect(isLinked)
  }

  func topUp(by proof: ProofForm) async throws {
    try await enrolAndSign()
    let before = try await state()
    if proof == .token { try await expect(.done, client.verify()) }
    let first = try await buy(by: proof)
    #expect(first.balance == before.balance - Self.payload.amount)
    let bought = try await ServerState.topUps(of: server)
    #expect(bought == [first.transactionID])
    // Of the signed challenge itself `replay` says the same.
    if proof == .token { try await expectUsedUp(.token, by: first) }
    try await expectPaidOnce(since: before)
    let executed = try await ServerState.audit("topup_executed", of: server)
    #expect(executed.count == 1)
  }

  /// Holds that the purchase was paid once and that one proof acted for it.
  func expectPaidOnce(since before: ServerState) async throws {
    var expected = before
    expected.balance -= Self.payload.amount
    expected.topUps += 1
    expected.acted += 1
    let after = try await state()
    #expect(after == expected)
  }
}
