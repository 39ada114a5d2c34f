import CountersignClient
import CountersignCore
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("The context, over the real router")
struct ContextTests {
  @Test("a configured app authorizes with two calls for what its screen has shown")
  func configured() async throws {
    let phone = try await ScenarioPhone(
      ServiceHarness(), answers: [ScenarioPhone.give(.factor(.biometrics))])
    try await phone.registerKey()
    let review = try await phone.harness.review().transaction
    let result = try await phone.authorize(review)
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized)
    #expect(outcome.transaction?.review?.status == .approved)
    #expect(await phone.asked() == ["the BIOMETRICS screen", "the success screen"])
    #expect(
      phone.transport.calls == [
        "GET /transactions/{id}", "GET /transactions/{id}", "POST /actions/{scenario}/options",
        "POST /transactions/{id}/approve",
      ])
  }

  @Test("an account without a factor gets its key on the way, with a screen between two prompts")
  func notConfigured() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(
      harness,
      answers: [
        ScenarioPhone.code(harness), ScenarioPhone.give(.softPrompt(.accept)),
        ScenarioPhone.give(.factor(.biometrics)), ScenarioPhone.give(.factor(.biometrics)),
      ])
    let result = try await phone.authorize(phone.lowReview())
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(
      await phone.asked() == [
        "the VALIDATE_CODE screen", "the soft prompt", "the biometrics set-up",
        "the BIOMETRICS screen", "the success screen",
      ])
    #expect(try await phone.session.secondFactor().hasBiometrics)
    // The challenge of the beginning is signed: no second one is asked for.
    #expect(phone.transport.calls.count { $0 == "POST /actions/{scenario}/options" } == 1)
  }

  @Test("an action that takes no codes has one mailed for the account's first key on the way")
  func notConfiguredWithoutCodes() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(
      harness,
      answers: [
        ScenarioPhone.code(harness), ScenarioPhone.give(.softPrompt(.accept)),
        ScenarioPhone.give(.factor(.biometrics)), ScenarioPhone.give(.factor(.biometrics)),
      ])
    let result = await phone.context.process(.sendMoney, MoneyOrder.sample)
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(
      await phone.asked() == [
        "the VALIDATE_CODE screen", "the soft prompt", "the biometrics set-up",
        "the BIOMETRICS screen", "the success screen",
      ])
    #expect(
      harness.messenger.messages.compactMap(\.purpose) == [.signIn, .registerAndApprove])
    #expect(phone.transport.calls.count { $0 == "POST /codes" } == 1)
  }

  @Test("who rejects the soft prompt goes on with the code that was mailed, and is not asked again")
  func rejected() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(
      harness,
      answers: [
        ScenarioPhone.code(harness), ScenarioPhone.give(.softPrompt(.decline)),
        ScenarioPhone.code(harness, to: ScenarioPhone.number),
        // The next time:
        ScenarioPhone.code(harness), ScenarioPhone.code(harness, to: ScenarioPhone.number),
      ])
    try await harness.confirmPhone(ScenarioPhone.number, of: phone.session)
    let texts = harness.messenger.messages.count { $0.channel == .sms }
    let result = try await phone.authorize(phone.lowReview())
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(harness.messenger.messages.count { $0.channel == .sms } == texts + 1)
    harness.clock.advance(seconds: 61)
    let again = try await phone.authorize(phone.lowReview())
    guard case .ended(let second) = again else { throw Unexpected(again) }
    #expect(second.kind == .authorized, "\(second)")
    #expect(
      await phone.asked() == [
        "the VALIDATE_CODE screen", "the soft prompt", "the OTP screen", "the success screen",
        "the VALIDATE_CODE screen", "the OTP screen", "the success screen",
      ])
  }

  @Test(
    "what the device cannot do is told apart: not supported, and nothing enrolled",
    arguments: [
      (AuthenticatorReadiness.notSupported, "biometrics_not_available"),
      (.nothingEnrolled, "nothing_enrolled"),
    ])
  func infeasible(readiness: AuthenticatorReadiness, code: String) async throws {
    let phone = try await ScenarioPhone(
      ServiceHarness(), policies: [.authorizeTransaction.at(.biometricsOnly)])
    phone.presence.become(readiness)
    let result = try await phone.authorize(phone.lowReview())
    guard case .ended(let outcome) = result, case .failed(let failure) = outcome.kind else {
      throw Unexpected(result)
    }
    #expect(failure.code == code)
    #expect(await phone.asked() == ["the failure screen"])
  }

  // Holds: context
  @Test(
    "a payload that is missing or malformed, or an unknown name, fails before any call",
    arguments: [
      Refused(name: .authorizeTransaction, payload: nil, code: "payload_missing"),
      Refused(
        name: .authorizeTransaction, payload: ["transaction": "tx"], code: "payload_malformed"),
      Refused(
        name: .sendMoney, payload: ["amount": 0, "recipient": "A"],
        code: "payload_malformed"),
      Refused(name: ScenarioName("SHIP_ORDER"), payload: [:], code: "scenario_unknown"),
    ])
  func payloadIsRefused(_ refused: Refused) async throws {
    let phone = try await ScenarioPhone(ServiceHarness())
    let result = await phone.context.process(refused.name, refused.payload)
    guard case .ended(let outcome) = result, case .failed(let failure) = outcome.kind else {
      throw Unexpected(result)
    }
    #expect(failure.code == refused.code)
    #expect(phone.transport.calls.isEmpty)
    #expect(await phone.manager.currentFlow == nil)
  }

  // Holds: context
  @Test("a double tap starts one process, and the second touches nothing")
  func doubleTap() async throws {
    let phone = try await ScenarioPhone(
      ServiceHarness(), answers: [ScenarioPhone.give(.factor(.biometrics))])
    try await phone.registerKey()
    let review = try await phone.harness.review().transaction
    _ = try await phone.context.transaction(review.transactionID)
    let payload = ReviewPayload(transactionID: review.transactionID)
    let results = await withTaskGroup(of: ProcessResult.self) { group in
      for _ in 0..<8 {
        group.addTask { await phone.context.process(.authorizeTransaction, payload) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count { $0 == .busy } == 7)
    #expect(phone.transport.calls.count { $0.hasSuffix("/approve") } == 1)
  }

  @Test("the fallback takes the mailed code alone first, then both; a wrong one is asked again")
  func codes() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(
      harness, policies: [.testBiometrics.at(.fallbackOnly)],
      answers: [
        ScenarioPhone.give(.factor(.code(SecretText("12345")))),
        ScenarioPhone.wrongCode(harness), ScenarioPhone.code(harness),
        ScenarioPhone.code(harness, to: ScenarioPhone.number),
      ])
    try await harness.confirmPhone(ScenarioPhone.number, of: phone.session)
    let result = await phone.context.process(.testBiometrics, NoContent())
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(outcome.text.message == "Authentication successful")
    let notices = await phone.navigator.screens.map(\.notice)
    #expect(notices.prefix(3) == [nil, "A code is 6 digits", "Wrong code"])
    // Asked for once, when its screen opened.
    #expect(phone.transport.calls.count { $0 == "POST /codes" } == 1)
    #expect(!phone.transport.calls.contains("POST /actions/{scenario}/options"))
  }

  @Test("where the account has an authenticator app, both codes go in one call, and again together")
  func twoFactor() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(
      harness, policies: [.authorizeTransaction.at(.fallbackOnly)])
    let app = try await phone.enrolApp()
    await phone.navigator.answer([
      ScenarioPhone.code(harness), ScenarioPhone.wrongCode(of: app, harness),
      ScenarioPhone.code(harness), ScenarioPhone.code(of: app, harness),
    ])
    let review = try await phone.lowReview()
    let result = try await phone.authorize(review)
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(
      await phone.asked() == [
        "the VALIDATE_CODE screen", "the TWO_FACTOR screen", "the VALIDATE_CODE screen",
        "the TWO_FACTOR screen", "the success screen",
      ])
    // Nothing is sent before both are there, and nothing is texted.
    #expect(
      phone.transport.calls == [
        "GET /transactions/{id}", "GET /transactions/{id}", "POST /codes",
        "POST /transactions/{id}/approve", "POST /transactions/{id}/approve",
      ])
    #expect(!harness.messenger.messages.contains { $0.channel == .sms })
    #expect(try await phone.session.transaction(review.transactionID).status == .approved)
  }

  @Test("who has a key may take the codes all the same, and is offered no PIN")
  func codesInsteadOfKey() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(harness)
    let app = try await phone.enrolApp()
    try await phone.registerKey(entitledBy: app)
    harness.clock.advance(seconds: 30)
    phone.presence.refuse(with: .cancelled)
    await phone.navigator.answer([
      ScenarioPhone.give(.factor(.biometrics)), ScenarioPhone.give(.requestCode),
      ScenarioPhone.code(harness), ScenarioPhone.code(of: app, harness),
    ])
    let result = try await phone.authorize(phone.lowReview())
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    let notices = await phone.navigator.screens.map(\.notice)
    #expect(notices.prefix(3) == [nil, "Biometric failed. Use a code instead?", nil])
  }

  @Test("another code too early is said on the same screen, and none is sent")
  func resendTooEarly() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(
      harness, policies: [.testBiometrics.at(.fallbackOnly)],
      answers: [ScenarioPhone.give(.requestCode), ScenarioPhone.code(harness)])
    _ = await phone.context.process(.testBiometrics, NoContent())
    let screens = await phone.navigator.screens
    #expect(screens.dropFirst().first?.notice == "Another code can be sent in 60 seconds")
    #expect(screens.first?.content == screens.dropFirst().first?.content)
    #expect(phone.transport.calls.count { $0 == "POST /codes" } == 1)
  }

  @Test("an outcome that a scenario shows in its own way has no screen of the context's")
  func skippedOutcome() async throws {
    let phone = try await ScenarioPhone(ServiceHarness())
    var configuration = ContextConfiguration()
    var scenario = Scenario.testBiometrics
    scenario.policy.level = .biometricsOnly
    scenario.callbacks.onFinish = { _ in .skip }
    configuration.scenarios.register(scenario)
    phone.presence.become(.notSupported)
    let navigator = RecordingNavigator()
    let context = MultifactorAuthenticationContext(
      manager: phone.manager, navigator: navigator, configuration: configuration)
    guard case .ended(let outcome) = await context.process(.testBiometrics, NoContent()) else {
      throw Unexpected(.left)
    }
    #expect(!outcome.isSuccess)
    #expect(await navigator.screens.isEmpty)
  }

  @Test("SEND_MONEY says what its screens say, and takes the PIN at once")
  func send() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(
      harness, answers: [ScenarioPhone.give(.factor(.pin(SecretText("258036"))))])
    try await harness.setPIN(
      "258036",
      harness.service.sessions.authenticate(phone.session.accessToken, activity: .person).get())
    phone.presence.become(.notSupported)
    let result = await phone.context.process(.sendMoney, MoneyOrder.sample)
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(outcome.text.message == "The money is on its way")
    #expect(await phone.navigator.screens.first?.notice == "Biometric unavailable")
  }
}

/// A result that a test did not expect.
struct Unexpected: Error, CustomStringConvertible {
  let description: String
  init(_ result: ProcessResult) { description = "\(result)" }
}

/// A scenario that cannot even begin.
struct Refused: Sendable {
  let name: ScenarioName
  let payload: JSONValue?
  let code: String
}
