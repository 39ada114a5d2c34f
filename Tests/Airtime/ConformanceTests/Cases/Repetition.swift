import AirtimeModel
import Testing
import WireModel

extension Trial {
  func replay() async throws {
    try await enrol()
    try await askAndSign()
    let before = try await state()
    let first = try await buy(by: .assertion)
    try await expectUsedUp(.assertion, by: first)
    try await expect(.refused(.alreadyUsed), client.verify())
    try await expectPaidOnce(since: before)
    try await replayBesideToken()
    let executed = try await ServerState.audit("topup_executed", of: server)
    #expect(executed.count == 2)
  }

  /// A signed challenge that gave a token, and then acted by itself: the two are one proof.
  private func replayBesideToken() async throws {
    try await askAndSign()
    let before = try await state()
    try await expect(.done, client.verify())
    let first = try await buy(by: .assertion)
    try await expectUsedUp(.token, by: first)
    try await expectUsedUp(.assertion, by: first)
    try await expectPaidOnce(since: before)
  }

  /// Holds that a proof which has acted pays nothing again, whatever name of an operation it is
  /// sent under: the very same again is answered with what became of the first, another is refused.
  func expectUsedUp(_ proof: ProofForm, by first: BoughtAirtime) async throws {
    var other = Self.payload
    other.recipientPhone = "08087654321"
    for name in OperationName.allCases {
      try await expect(.bought(first), client.topUp(Self.payload, by: proof, under: name))
      try await expect(.refused(.alreadyUsed), client.topUp(other, by: proof, under: name))
    }
  }

  func lostAnswer() async throws {
    try await enrolAndSign()
    let before = try await state()
    try await client.disturb(.loseAnswer)
    let found = try await buy(by: .assertion)
    try #require(try await client.wasDisturbed())
    try await expectPaidOnce(since: before)
    // What was found is that purchase, and what is answered to the same again.
    let bought = try await ServerState.topUps(of: server)
    #expect(bought == [found.transactionID])
    #expect(found.balance == before.balance - Self.payload.amount)
    try await expect(.bought(found), client.topUp(Self.payload, by: .assertion))
  }
}
