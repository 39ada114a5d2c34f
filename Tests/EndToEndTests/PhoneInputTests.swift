import CountersignClient
import CountersignCore
import CountersignDevice
import CountersignTesting
import FlowModel
import Synchronization
import Testing
import WebAuthnModel
import WireModel

@Suite("What a person gives a flow of a phone, and what is left of it")
struct PhoneInputTests {
  @Test("CHANGE_PIN asks for another new PIN where it is the old one, also on a device")
  func unchangedPIN() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    let session = try await phone.enrol()
    let flows = try await phone.run(
      { try await $0.startChangePIN() },
      [
        .give(.pin(InstalledPhone.pin)), .give(.pin(InstalledPhone.pin)),
        InstalledPhone.Answer { manager, flow in
          #expect(flow.previousInteractionResult?.reason == .pinUnchanged)
          #expect(
            FlowTexts().text(for: flow) == "The new PIN is the same as the current one you typed")
          let devices = try await session.devices().devices
          #expect(devices.map(\.pinGeneration) == [1])
          try await manager.inputSecondFactor(.pin(InstalledPhone.newPIN))
        },
      ])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    #expect(try await session.devices().devices.map(\.pinGeneration) == [2])
  }

  @Test("a text goes with the factor that it was given beside, and with no later one")
  func textBesideFactor() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    let session = try await phone.enrol()
    let texts: [(first: String?, second: String?)] = [("not this", nil), (nil, "for Ngozi")]
    for text in texts {
      let id = try await harness.review().transaction.transactionID
      let flows = try await phone.run(
        { try await $0.startReview(id) },
        [
          .confirmTransaction, .give(.pin(InstalledPhone.newPIN), userInput: text.first),
          .give(.pin(InstalledPhone.pin), userInput: text.second),
        ])
      #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
      #expect(try await session.transaction(id).userInput == text.second)
    }
  }

  @Test("a text beside a mailed code goes with both codes, unless the second has one of its own")
  func textBesideCodes() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness, tokens: .bearer)
    let session = try await phone.enrol()
    try await harness.confirmPhone(ScenarioPhone.number, of: session)
    func code(_ name: String, _ text: String?) -> InstalledPhone.Answer {
      InstalledPhone.Answer { manager, _ in
        try await manager.inputSecondFactor(.code(harness.newestCode(to: name)), userInput: text)
      }
    }
    let notThis = InstalledPhone.Answer { manager, _ in
      try await manager.inputSecondFactor(
        .code(harness.wrongCode(to: ScenarioPhone.number)), userInput: "not this")
    }
    for (second, kept) in [(nil, "for Ngozi"), ("for Ada", "for Ada")] as [(String?, String)] {
      harness.clock.advance(seconds: 61)
      var request = NewTransactionRequest.sample
      request.amount = 750
      let id = try await harness.review(request).transaction.transactionID
      let flows = try await phone.run(
        { try await $0.startReview(id, level: .fallbackOnly, fallback: .textedCode) },
        [
          .confirmTransaction, code("ada@example.com", "for Ngozi"), notThis,
          code(ScenarioPhone.number, second),
        ])
      #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
      #expect(try await session.transaction(id).userInput == kept)
    }
  }

  @Test("a text beside what registers a key on the way is refused, and taken beside the approval")
  func textBesideNewKey() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(harness)
    let manager = phone.manager
    let id = try await phone.lowReview().transactionID
    try await manager.startReview(id)
    var refusals = 0
    for await flow in await manager.updates where flow.phase == .waitForInput {
      let asked = try #require(flow.currentInteraction)
      var input = SecondFactorInput.biometrics
      switch asked.type {
      case .confirmTransaction:
        try await manager.confirmTransaction()
        continue
      case .softPrompt:
        try await manager.answerSoftPrompt(.accept)
        continue
      case .verifySecondFactor where asked.secondFactorInfo?.registersKey == true:
        input = .code(try await harness.newestCode(to: "ada@example.com"))
      default: break
      }
      let given = input
      guard asked.secondFactorInfo?.registersKey == true else {
        try await manager.inputSecondFactor(given, userInput: "for Ngozi")
        continue
      }
      await #expect(throws: FlowInputError.userInputNotTaken) {
        try await manager.inputSecondFactor(given, userInput: "for Ngozi")
      }
      refusals += 1
      try await manager.inputSecondFactor(given)
    }
    #expect(await manager.currentFlow?.phase == .done)
    // The mailed code, and the key.
    #expect(refusals == 2)
    #expect(try await phone.session.transaction(id).userInput == "for Ngozi")
  }

  @Test(
    "a review without a key signs what was shown: a challenge over anything else is not proved",
    .timeLimit(.minutes(5)))
  func fallbackOnlyAsShown() async throws {
    let harness = try await ServiceHarness()
    let honest = try InstalledPhone(harness)
    let session = try await honest.enrol()
    let id = try await harness.review().transaction.transactionID
    let deceived = try InstalledPhone(harness, through: DeceivingTransport.init)
    let flows = try await deceived.run(
      { try await $0.startReview(id, level: .fallbackOnly) },
      [.confirmTransaction, .give(.pin(InstalledPhone.pin))])
    #expect(flows.last?.transaction?.document?["amount"] == .money(DeceivingTransport.amount))
    #expect(flows.last?.error == .notAllowed(.transactionNotAsAsked))
    // What was refused as another thing than was shown is denied.
    while try await session.transaction(id).status == .pending { try await Self.pause() }
    #expect(try await session.transaction(id).status == .denied)
    let other = try await harness.review().transaction.transactionID
    let shown = try await honest.run(
      { try await $0.startReview(other, level: .fallbackOnly) },
      [.confirmTransaction, .give(.pin(InstalledPhone.pin))])
    #expect(shown.last?.phase == .done, "\(String(describing: shown.last?.error))")
  }

  @Test("a PIN that was given entitles to a key even where the key's challenge expires meanwhile")
  func renewedCreation() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    let session = try await phone.enrol()
    let late = InstalledPhone.Answer { manager, _ in
      harness.clock.advance(seconds: 200)
      try await manager.inputSecondFactor(.biometrics)
    }
    let flows = try await phone.run(
      { try await $0.startAddBiometrics() }, [.give(.pin(InstalledPhone.pin)), late])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    // The PIN proves anew over a challenge of its own: the one before entitled to the first key.
    let asked = phone.transport.calls.filter { $0 == "POST /biometric/register/options" }
    #expect(asked.count == 2)
    let listed = try await session.credentials().credentials.map(\.id)
    // What was made over the challenge that expired is gone.
    #expect(try await phone.keys(of: session).map(\.base64URL) == listed)
    #expect(listed.count == 1)
  }

  @Test("a key that is made for a flow that was cancelled is deleted", .timeLimit(.minutes(5)))
  func keyOfCancelledFlow() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    let session = try await phone.enrol()
    let authenticator = HeldAuthenticator(try phone.authenticator(of: session.accountID))
    let manager = FlowManager(
      connection: session.connection, device: phone.device, vault: phone.vault,
      authenticator: { _ in authenticator })
    try await manager.startAddBiometrics()
    var answers = [SecondFactorInput.pin(InstalledPhone.pin), .biometrics][...]
    for await flow in await manager.updates where flow.phase == .waitForInput {
      guard let answer = answers.popFirst() else { break }
      try await manager.inputSecondFactor(answer)
      if answers.isEmpty { break }
    }
    while await authenticator.made.isEmpty { try await Self.pause() }
    await manager.cancel()
    await authenticator.letGo()
    while await authenticator.deleted.isEmpty { try await Self.pause() }
    #expect(await authenticator.deleted == authenticator.made)
    #expect(try await phone.keys(of: session).isEmpty)
    #expect(try await session.credentials().credentials.isEmpty)
  }

  /// Lets others go on, until the test's time is up.
  private static func pause() async throws {
    try Task.checkCancellation()
    await Task.yield()
  }
}

extension InstalledPhone {
  /// What signs for an account on this phone.
  fileprivate func authenticator(of account: String) throws -> SoftwareAuthenticator {
    SoftwareAuthenticator(
      vault: vault, account: account, origin: try #require(Origin(ServiceHarness.originText)),
      presence: presence)
  }

  /// The keys that the phone holds.
  fileprivate func keys(of session: AccountSession) async throws -> [CredentialID] {
    try await authenticator(of: session.accountID)
      .credentials(for: ServiceHarness.relyingPartyID)
  }
}

/// A server that shows a lower amount than the one that it has signed.
private struct DeceivingTransport: Transport {
  static let amount = Money(1, "NGN", exponent: 2)
  let transport: any Transport

  init(_ transport: any Transport) { self.transport = transport }

  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    var response = try await transport.send(request)
    if request.route == .transaction, let body = response.body,
      var answer = try? TransactionAnswer(json: body), let document = answer.document
    {
      answer.document = Document(
        scenario: document.scenario, language: document.language, title: document.title,
        fields: document.fields.map {
          $0.name == "amount" ? Document.Field($0.name, label: $0.label, .money(Self.amount)) : $0
        })
      response.body = answer.json
    }
    return response
  }

  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    try await transport.events(request, after: lastEventID)
  }
}

/// An authenticator that holds back the key that it made until it is let go.
private actor HeldAuthenticator: Authenticator {
  private let authenticator: SoftwareAuthenticator
  private let gate = AsyncStream<Void>.makeStream()
  private(set) var made: [CredentialID] = []
  private(set) var deleted: [CredentialID] = []

  init(_ authenticator: SoftwareAuthenticator) { self.authenticator = authenticator }

  func letGo() { gate.continuation.finish() }

  func readiness() async -> AuthenticatorReadiness { await authenticator.readiness() }

  func createCredential(
    _ options: CredentialCreationOptions
  ) async throws(AuthenticatorError) -> RegistrationResponse {
    let response = try await authenticator.createCredential(options)
    made.append(response.id)
    // As a platform's own prompt does, it takes no notice of a cancelled task.
    await Task { [gate] in for await _ in gate.stream {} }.value
    return response
  }

  func sign(_ request: SigningRequest) async throws(AuthenticatorError) -> AssertionResponse {
    try await authenticator.sign(request)
  }

  func credentials(
    for relyingPartyID: RelyingPartyID
  ) async throws(AuthenticatorError) -> [CredentialID] {
    try await authenticator.credentials(for: relyingPartyID)
  }

  func deleteCredential(_ id: CredentialID) async throws(AuthenticatorError) {
    try await authenticator.deleteCredential(id)
    deleted.append(id)
  }
}
