import CountersignClient
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("What you see is what you sign")
struct WhatYouSeeTests {
  /// One change of what the server says that it will execute.
  struct Change: Sendable, CustomTestStringConvertible {
    let field: String
    var payee = "Bola Ade"
    let apply: @Sendable (inout MoneyOrder) -> Void
    var testDescription: String { field }
  }

  static let changes = [
    Change(field: "amount") { $0.amount = 5000 },
    Change(field: "recipient") { $0.recipient = "CHIKA" },
    Change(field: "urgency") { $0.isUrgent = true },
    Change(field: "payee that turns the text around", payee: "Bola \u{202E}500") { _ in },
  ]

  // Holds: RTS-5.2
  @Test(
    "a transaction that is not what was asked for is neither shown nor signed",
    arguments: changes)
  func changedTransactionIsRefused(change: Change) async throws {
    var transaction = Script.transaction
    change.apply(&transaction)
    let phone = Phone([
      .answer(200, Script.linked(Script.document(of: transaction, payee: change.payee)))
    ])
    let updates = try await phone.send([.biometrics])
    #expect(updates.last?.error == .notAllowed(.transactionNotAsAsked))
    #expect(await phone.authenticator.prompts == 0)
    #expect(await phone.transport.calls.count == 1)
    #expect(!updates.contains { $0.phase == .waitForInput })
  }

  @Test("a bank that was asked for and exchanged is refused")
  func changedBankIsRefused() async throws {
    var payload = Script.payload
    payload.bank = "beta"
    let phone = Phone([Script.options])
    let updates = try await phone.send([.biometrics], payload: payload)
    #expect(updates.last?.error == .notAllowed(.transactionNotAsAsked))
  }

  // Holds: RTS-5.2
  @Test("a challenge that is linked to nothing is not signed")
  func unlinkedChallengeIsRefused() async throws {
    let phone = Phone([.answer(200, Script.linked(Script.transaction, isLinked: false))])
    let updates = try await phone.send([.biometrics])
    #expect(updates.last?.error == .notAllowed(.challengeNotAsShown))
    #expect(await phone.authenticator.prompts == 0)
  }

  @Test("a challenge that the authenticator finds not to fit ends the flow, and no call is made")
  func authenticatorRefuses() async throws {
    let phone = Phone(
      [Script.options], authenticator: ScriptedAuthenticator([.challengeNotAsShown]))
    let updates = try await phone.send([.biometrics])
    #expect(updates.last?.error == .notAllowed(.challengeNotAsShown))
    #expect(await phone.transport.calls.count == 1)
  }
}
