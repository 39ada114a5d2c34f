import AirtimeServer
import AirtimeTesting
import BrowserTesting
import CountersignCore
import CountersignTesting
import Testing
import WireModel

extension Trial {
  func challengeNotAsShown() async throws {
    try await enrol()
    try await server.harness.stock([Self.otherProduct])
    try await expect(.done, client.askOptions(Self.payloadNamingSupplier))
    for field in AskedField.allCases {
      try await client.show(field.changed(Self.document))
      try await notSigned(
        orRefusedFor: field.changed(Self.payloadNamingSupplier), .transactionMismatch,
        .challengeNotAsShown, field)
    }
    // It was for the change alone.
    try await client.show(Self.document)
    try await expect(.done, client.sign())
  }

  /// What else is sold, from the same suppliers.
  private static let otherProduct = Product(
    code: "AIRTIME_GLO", name: "Glo airtime", minimumAmount: 50, maximumAmount: 50_000,
    suppliers: Product.sample.suppliers)

  func unlinkedChallenge() async throws {
    try await enrol()
    try await expect(.done, client.askUnlinkedOptions())
    try await client.show(Self.document)
    try await notSigned(orRefusedFor: Self.payload, .linkingRequired, .unlinkedChallenge)
  }

  /// The device refuses to sign; where it cannot tell, the server refuses to act.
  private func notSigned(
    orRefusedFor payload: TopUpPayload, _ reason: Reason, _ conformanceCase: ConformanceCase,
    _ field: AskedField? = nil
  ) async throws {
    let (before, sent) = (try await state(), try await client.callsSent())
    if client.kind.claim(on: conformanceCase) == .holds {
      let prompts = try await client.prompts()?.count
      try await expect(.unable("challengeNotAsShown"), client.sign(), field)
      // Nobody was asked, and nobody was told.
      let (promptsNow, sentNow) = (try await client.prompts()?.count, try await client.callsSent())
      #expect(promptsNow == prompts)
      #expect(sentNow == sent)
    } else {
      try await expect(.done, client.sign(), field)
      try await expect(.refused(reason), client.topUp(payload, by: .assertion), field)
    }
    let after = try await state()
    #expect(after == before)
  }

  func transactionNotAsAsked() async throws {
    try await enrol()
    let before = try await state()
    for field in AskedField.allCases {
      try await client.disturb(.changeTransaction(field))
      try await expect(
        .mismatch("transaction_not_as_asked"), client.askOptions(Self.payloadNamingSupplier), field)
      try #require(try await client.wasDisturbed())
    }
    // It was for the change alone.
    try await expect(.done, client.askOptions(Self.payloadNamingSupplier))
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
    try await buy(by: .token)
    let balance = try await state().balance
    #expect(balance == before.balance - Self.payload.amount)
  }
}
