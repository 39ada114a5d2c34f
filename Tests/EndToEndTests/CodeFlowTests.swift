import CountersignClient
import CountersignCore
import CountersignTesting
import FlowModel
import Testing
import WireModel

@Suite("Codes in the flows of a phone, over the real router")
struct CodeFlowTests {
  @Test("a review and a test take the mailed code and then the texted one")
  func textedCodes() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness, tokens: .bearer)
    let session = try await phone.enrol()
    try await harness.confirmPhone(Self.number, of: session)
    var request = NewTransactionRequest.sample
    request.amount = 750
    let id = try await harness.review(request).transaction.transactionID
    let codes: [InstalledPhone.Answer] = [
      .wrongCode(harness), .mailedCode(harness),
      .wrongCode(harness, Self.number), .pastedCode(harness, Self.number),
    ]
    let flows = try await phone.run(
      {
        try await $0.startReview(id, level: .fallbackOnly, fallback: .textedCode)
      }, [.confirmTransaction] + codes)
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    #expect(flows.count { $0.previousInteractionResult?.outcome == .codeFail } >= 2)
    let asked = flows.compactMap { $0.currentInteraction?.secondFactorInfo?.codeDelivery }
    #expect(asked.contains { $0.destination == "a•••@example.com" })
    #expect(asked.contains { $0.destination == "+234•••••78" })
    #expect(try await session.transaction(id).status == .approved)
    let tested = try await phone.run(
      { try await $0.start(BiometricTest(), level: .fallbackOnly, fallback: .textedCode) },
      codes)
    #expect(tested.last?.phase == .done, "\(String(describing: tested.last?.error))")
    let mailed = harness.messenger.messages.last { $0.channel == .email }
    guard case .approvalCode(_, of: let document)? = mailed?.content else {
      Issue.record("the message does not say what it approves")
      return
    }
    #expect(document.scenario == .testBiometrics)
  }

  @Test("a test takes biometrics and the PIN of the phone too")
  func testedByOthers() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    try await phone.enrol(biometrics: .accept)
    for input in [SecondFactorInput.biometrics, .pin(InstalledPhone.pin)] {
      let flows = try await phone.run({ try await $0.start(BiometricTest()) }, [.give(input)])
      #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    }
  }

  @Test("where only the PIN could act no code is sent, and what could not says what would bring it")
  func onlyWhatCouldAct() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness, tokens: .bearer)
    let session = try await phone.enrol()
    let id = try await harness.review().transaction.transactionID
    let sent = harness.messenger.messages.count
    let flows = try await phone.run(
      { try await $0.startReview(id) }, [.confirmTransaction, .give(.pin(InstalledPhone.pin))])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    let asked = try #require(
      flows.first { $0.currentInteraction?.type == .verifySecondFactor })
    #expect(asked.currentInteraction?.secondFactorInfo?.allowed == [.pin])
    #expect(asked.ways?.possible == [.pin])
    #expect(asked.ways?.missing(.biometrics)?.reason.detail == "register a passkey first")
    #expect(try await session.transaction(id).status == .approved)
    let other = try await harness.review().transaction.transactionID
    let refused = try await phone.run(
      { try await $0.startReview(other, fallback: .textedCode) }, [.confirmTransaction])
    #expect(refused.last?.error == .notAllowed(FlowReason(code: "linking_required")))
    #expect(harness.messenger.messages.count == sent)
    #expect(try await session.transaction(other).status == .pending)
  }

  @Test("a texted code is sent again on request, and the flow asks for the new one")
  func resent() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness, tokens: .bearer)
    let session = try await phone.enrol()
    try await harness.confirmPhone(Self.number, of: session)
    let flows = try await phone.run(
      { try await $0.start(BiometricTest(), level: .fallbackOnly, fallback: .textedCode) },
      [.mailedCode(harness), .requestCode(harness), .mailedCode(harness, Self.number)])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    #expect(harness.messenger.messages.count { $0.channel == .sms } == 2)
  }

  @Test("a code that is asked for again too early is not sent, and the wait is said to the second")
  func resentTooEarly() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness, tokens: .bearer)
    let session = try await phone.enrol()
    try await harness.confirmPhone(Self.number, of: session)
    let tooEarly = InstalledPhone.Answer { manager, flow in
      let sent = phone.transport.calls.count
      for (seconds, wait) in [(0, 60), (1, 59), (58, 1)] as [(Int64, Int64)] {
        harness.clock.advance(seconds: seconds)
        await #expect(throws: FlowInputError.codeTooEarly(seconds: wait)) {
          try await manager.requestCode()
        }
      }
      #expect(await manager.currentFlow == flow)
      #expect(phone.transport.calls.count == sent)
      harness.clock.advance(seconds: 1)
      try await manager.requestCode()
    }
    // The texted one has a time of its own.
    let flows = try await phone.run(
      { try await $0.start(BiometricTest(), level: .fallbackOnly, fallback: .textedCode) },
      [tooEarly, .mailedCode(harness), tooEarly, .mailedCode(harness, Self.number)])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    #expect(phone.transport.calls.count { $0 == "POST /codes" } == 3)
    // Another flow's first code is none that is sent again.
    let next = try await phone.run(
      { try await $0.start(BiometricTest(), level: .fallbackOnly, fallback: .textedCode) })
    #expect(next.contains { $0.currentInteraction?.secondFactorInfo?.codeDelivery != nil })
  }

  private static let number = "+2348012345678"
}

extension InstalledPhone.Answer {
  /// Another code, please, once one may be sent.
  static func requestCode(_ harness: ServiceHarness) -> Self {
    Self { manager, _ in
      harness.clock.advance(seconds: 60)
      try await manager.requestCode()
    }
  }
}

extension ServiceHarness {
  /// Gives an app's account a telephone number.
  func confirmPhone(_ number: String, of session: AccountSession) async throws {
    try await confirmPhone(
      number, service.sessions.authenticate(session.accessToken, activity: .person).get())
  }
}
