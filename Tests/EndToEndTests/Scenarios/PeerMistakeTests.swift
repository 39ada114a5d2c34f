import CountersignClient
import CountersignCore
import CountersignTesting
import FlowModel
import Testing
import WireModel

/// Behaviours that comparable systems got wrong first, each by its name.
@Suite("What peers got wrong first")
struct PeerMistakeTests {
  @Test("the code is mailed on first entry, and a wrong one mails no other")
  func codeIsMailedOnce() async throws {
    let harness = try await ServiceHarness()
    let wrong = ScenarioPhone.wrongCode(harness)
    let phone = try await ScenarioPhone(
      harness, policies: [.testBiometrics.at(.fallbackOnly)],
      answers: [wrong, wrong, ScenarioPhone.code(harness)])
    _ = await phone.context.process(.testBiometrics, NoContent())
    let codes = phone.transport.calls.filter { $0 == "POST /codes" }
    #expect(codes.count == 1)
    #expect(phone.transport.calls.first == "POST /codes")
  }

  @Test("a resend while a submit is in flight is refused and not lost: it can be asked for after")
  func resendInFlight() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    try await phone.enrol()
    phone.transport.arm(.held, after: 1)
    try await phone.manager.start(BiometricTest(), level: .fallbackOnly, fallback: .textedCode)
    var asked = 0
    for await flow in await phone.manager.updates {
      if flow.phase == .processing, flow.currentInteraction?.inputTypes == [.validateCode] {
        await #expect(throws: FlowInputError.notWaitingForInput) {
          try await phone.manager.requestCode()
        }
        phone.transport.letGo()
      }
      guard flow.phase == .waitForInput else { continue }
      asked += 1
      switch asked {
      case 1:
        let wrong = try await harness.wrongCode(to: "ada@example.com")
        try await phone.manager.inputSecondFactor(.code(wrong))
      case 2:
        harness.clock.advance(seconds: 61)
        try await phone.manager.requestCode()
      default: await phone.manager.cancel()
      }
    }
    #expect(asked == 3)
    #expect(phone.transport.calls.count { $0 == "POST /codes" } == 2)
  }

  @Test("no stale error is shown after going back")
  func staleError() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(
      harness, policies: [.testBiometrics.at(.fallbackOnly)],
      answers: [
        ScenarioPhone.wrongCode(harness), ScenarioPhone.give(.leave), ScenarioPhone.give(.stay),
        ScenarioPhone.give(.leave), ScenarioPhone.give(.leave),
      ])
    #expect(await phone.context.process(.testBiometrics, NoContent()) == .left)
    let notices = await phone.navigator.screens.map(\.notice)
    #expect(notices == [nil, "Wrong code", nil, nil, nil])
  }

  @Test("the right code is taken after four wrong ones")
  func rightAfterWrong() async throws {
    let harness = try await ServiceHarness()
    let wrong = ScenarioPhone.wrongCode(harness)
    let phone = try await ScenarioPhone(
      harness, policies: [.testBiometrics.at(.fallbackOnly)],
      answers: [
        wrong, wrong, wrong, wrong, ScenarioPhone.code(harness),
        ScenarioPhone.code(harness, to: ScenarioPhone.number),
      ])
    try await harness.confirmPhone(ScenarioPhone.number, of: phone.session)
    let result = await phone.context.process(.testBiometrics, NoContent())
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized, "\(outcome)")
  }

  @Test("the soft prompt is not shown again after a logout")
  func softPromptAfterLogout() async throws {
    let harness = try await ServiceHarness()
    let first = try await ScenarioPhone(
      harness,
      answers: [
        ScenarioPhone.code(harness), ScenarioPhone.give(.softPrompt(.decline)),
        ScenarioPhone.give(.leave), ScenarioPhone.give(.leave),
      ])
    try await harness.confirmPhone(ScenarioPhone.number, of: first.session)
    _ = await first.context.process(.testBiometrics, NoContent())
    #expect(await first.asked().contains("the soft prompt"))
    try await first.session.end()
    harness.clock.advance(seconds: 61)
    let request = try await first.session.connection.signUp(
      userName: "ada@example.com", displayName: "Ada")
    let session = try await first.session.connection.openSession(
      codeRequest: request.codeRequest, code: harness.newestCode(to: "ada@example.com"))
    let again = try await ScenarioPhone(harness, session: session)
    _ = await again.context.process(.testBiometrics, NoContent())
    #expect(await again.asked().first == "the VALIDATE_CODE screen")
    #expect(await !again.asked().contains("the soft prompt"))
  }

  @Test("a system prompt that was cancelled is no permission to go on")
  func cancelledPrompt() async throws {
    let phone = try await ScenarioPhone(
      ServiceHarness(), answers: [ScenarioPhone.give(.factor(.biometrics))])
    try await phone.registerKey()
    let review = try await phone.lowReview()
    phone.presence.refuse(with: .cancelled)
    phone.isOffline.turn(on: true)
    #expect(try await phone.authorize(review) == .left)
    #expect(await phone.asked() == ["the BIOMETRICS screen", "the BIOMETRICS screen"])
    #expect(!phone.transport.calls.contains { $0.hasSuffix("/approve") })
    #expect(try await phone.session.transaction(review.transactionID).status == .pending)
  }

  @Test("the outcome screen does not lie over a prompt: whatever was open is closed")
  func outcomeOverPrompt() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(harness, answers: [ScenarioPhone.waits])
    try await phone.registerKey()
    let review = try await phone.lowReview()
    let running = Task { try await phone.authorize(review) }
    while await phone.navigator.screens.isEmpty { await Task.yield() }
    await phone.context.wasDecided(review.transactionID, .approved)
    _ = try await running.value
    while await phone.navigator.closed.isEmpty { await Task.yield() }
    #expect(await phone.navigator.closed.map(\.content.name) == ["the BIOMETRICS screen"])
    #expect(await phone.asked() == ["the BIOMETRICS screen", "the failure screen"])
  }
}
