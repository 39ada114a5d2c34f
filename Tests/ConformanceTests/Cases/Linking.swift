import Testing
import WireModel

extension Trial {
  func challengeNotAsShown() async throws {
    try await enrol()
    try await expect(.done, client.askOptions(Self.payload))
    var shown = Self.transaction
    shown.amount = 50
    try await client.show(shown)
    var asked = Self.payload
    asked.amount = 50
    try await notSigned(orRefusedFor: asked, .transactionMismatch, .challengeNotAsShown)
  }

  func unlinkedChallenge() async throws {
    try await enrol()
    try await expect(.done, client.askUnlinkedOptions())
    try await client.show(Self.transaction)
    try await notSigned(orRefusedFor: Self.payload, .linkingRequired, .unlinkedChallenge)
  }

  /// The device refuses to sign; where it cannot tell, the server refuses to act.
  private func notSigned(
    orRefusedFor payload: TopUpPayload, _ reason: Reason, _ conformanceCase: ConformanceCase
  ) async throws {
    let (before, sent) = (try await state(), try await client.callsSent())
    if client.kind.claim(on: conformanceCase) == .holds {
      let prompts = try await client.prompts()?.count
      try await expect(.unable("challengeNotAsShown"), client.sign())
      // Nobody was asked, and nobody was told.
      let (promptsNow, sentNow) = (try await client.prompts()?.count, try await client.callsSent())
      #expect(promptsNow == prompts)
      #expect(sentNow == sent)
    } else {
      try await expect(.done, client.sign())
      try await expect(.refused(reason), client.topUp(payload, by: .assertion))
    }
    let after = try await state()
    #expect(after == before)
  }

  func transactionNotAsAsked() async throws {
    try await enrol()
    let before = try await state()
    try await client.disturb(.changeTransaction)
    try await expect(.mismatch("transaction_not_as_asked"), client.askOptions(Self.payload))
    let after = try await state()
    #expect(after == before)
  }

  func changedAmount() async throws {
    try await enrolAndSign()
    var other = Self.payload
    other.amount += 1
    try await expect(.refused(.transactionMismatch), client.topUp(other, by: .assertion))
    try await expect(.done, client.verify())
    let before = try await state()
    try await expect(.refused(.transactionMismatch), client.topUp(other, by: .token))
    let after = try await state()
    #expect(after == before)
    // A refused proof is not used up: it buys what it was made for.
    try await expect(.done, client.topUp(Self.payload, by: .token))
    let balance = try await state().balance
    #expect(balance == before.balance - Self.payload.amount)
  }
}
