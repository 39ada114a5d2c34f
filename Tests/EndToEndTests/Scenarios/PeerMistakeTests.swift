import CountersignClient
import CountersignCore
import CountersignDevice
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

/// Behaviours that comparable systems got wrong first, each by its name.
@Suite("What peers got wrong first")
struct PeerMistakeTests {
  // Holds: peer-code
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

  // Holds: peer-resend
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

  // Holds: peer-stale-error
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

  // Holds: peer-fifth-code
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

  // Holds: peer-soft-prompt
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

  // Holds: peer-cancel
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

  // Holds: peer-outcome
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

/// Those that are of several devices, of keys, and of counts.
extension PeerMistakeTests {
  // Holds: peer-fifth-code
  @Test("the right code is taken after five wrong ones, once a new one may be asked for")
  func rightAfterFiveWrong() async throws {
    let harness = try await ServiceHarness()
    let wrong = ScenarioPhone.wrongCode(harness)
    let phone = try await ScenarioPhone(
      harness, policies: [.testBiometrics.at(.fallbackOnly)],
      answers: [wrong, wrong, wrong, wrong, wrong])
    try await harness.confirmPhone(ScenarioPhone.number, of: phone.session)
    guard case .ended(let outcome) = await phone.context.process(.testBiometrics, NoContent())
    else { throw Unexpected(.left) }
    #expect(!outcome.isSuccess)
    // The wrong ones ended their own code and blocked the next for a quarter of an hour; they are
    // no reason to refuse the right one for ever.
    harness.clock.advance(seconds: 901)
    let again = try await ScenarioPhone(
      harness, session: try await phone.signedInAgain(),
      policies: [.testBiometrics.at(.fallbackOnly)],
      answers: [
        ScenarioPhone.code(harness), ScenarioPhone.code(harness, to: ScenarioPhone.number),
      ])
    let result = await again.context.process(.testBiometrics, NoContent())
    guard case .ended(let second) = result else { throw Unexpected(result) }
    #expect(second.kind == .authorized, "\(second)")
  }

  // Holds: peer-fifth-code
  @Test("wrong codes of an earlier request take no tries from the code of the next")
  func triesOfEachCode() async throws {
    let harness = try await ServiceHarness { $0.attempts.maxAttempts = 100 }
    let wrong = ScenarioPhone.wrongCode(harness)
    let phone = try await ScenarioPhone(
      harness, policies: [.testBiometrics.at(.fallbackOnly)],
      answers: [
        wrong, wrong, wrong, wrong,
        { _ in
          harness.clock.advance(seconds: 61)
          return .requestCode
        }, wrong, ScenarioPhone.code(harness),
        ScenarioPhone.code(harness, to: ScenarioPhone.number),
      ])
    try await harness.confirmPhone(ScenarioPhone.number, of: phone.session)
    let result = await phone.context.process(.testBiometrics, NoContent())
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(phone.transport.calls.count { $0 == "POST /codes" } == 2)
  }

  // Holds: peer-prompts
  @Test("no two biometric prompts in a row: a screen stands between making a key and using it")
  func promptsInARow() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(
      harness,
      answers: [
        ScenarioPhone.code(harness), ScenarioPhone.give(.softPrompt(.accept)),
        ScenarioPhone.give(.factor(.biometrics)), ScenarioPhone.give(.factor(.biometrics)),
      ])
    _ = try await phone.authorize(phone.lowReview())
    let asked = await phone.asked()
    let registration = try #require(asked.firstIndex(of: "the biometrics set-up"))
    #expect(asked[registration + 1] == "the BIOMETRICS screen")
    #expect(asked.last == "the success screen")
  }

  // Holds: peer-double-tap
  @Test("a double tap starts one approval, though work comes before the call")
  func doubleTap() async throws {
    let phone = try await ScenarioPhone(
      ServiceHarness(), answers: [ScenarioPhone.give(.factor(.biometrics))])
    try await phone.registerKey()
    let review = try await phone.lowReview()
    // Nothing was shown before: each tap would have to read the transaction first.
    let payload = ReviewPayload(transactionID: review.transactionID)
    async let first = phone.context.process(.authorizeTransaction, payload)
    async let second = phone.context.process(.authorizeTransaction, payload)
    let results = await [first, second]
    #expect(results.count { $0 == .busy } == 1)
    #expect(phone.transport.calls.count { $0 == "POST /actions/{scenario}/options" } <= 1)
    #expect(phone.transport.calls.count { $0.hasSuffix("/approve") } <= 1)
  }

  // Holds: peer-key-list
  @Test("a local key list that went stale does not fail every retry: the key is let go of")
  func staleKeys() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(harness)
    try await phone.registerKey()
    try await harness.confirmPhone(ScenarioPhone.number, of: phone.session)
    let other = try await ScenarioPhone(harness, named: "other", session: phone.session)
    let held = try await phone.authenticator.credentials(for: ServiceHarness.relyingPartyID)
    let review = try await phone.lowReview()
    await phone.navigator.answer([ScenarioPhone.give(.factor(.biometrics))])
    guard case .ended(let first) = try await phone.authorize(review), first.isSuccess else {
      throw Unexpected(.left)
    }
    // Elsewhere the person revokes the key; this phone is not told.
    let key = try #require(held.first)
    let proof = try await other.session.prove(.removePasskey(key), with: phone.authenticator)
    try await other.session.revokeCredential(key, proof: proof)
    for _ in 0..<2 {
      let next = try await phone.lowReview()
      await phone.navigator.answer([
        ScenarioPhone.whatIsAsked(harness), ScenarioPhone.whatIsAsked(harness),
        ScenarioPhone.whatIsAsked(harness), ScenarioPhone.whatIsAsked(harness),
      ])
      let result = try await phone.authorize(next)
      guard case .ended(let outcome) = result else { throw Unexpected(result) }
      #expect(outcome.isSuccess, "\(outcome)")
      await phone.navigator.forgetAnswers()
    }
    let left = try await phone.authenticator.credentials(for: ServiceHarness.relyingPartyID)
    #expect(held.allSatisfy { !left.contains($0) })
  }

  // Holds: peer-revoke
  @Test("a second device is not stuck after a revoke: its flow ends, and it can enrol again")
  func revokedDevice() async throws {
    let harness = try await ServiceHarness()
    let first = try InstalledPhone(harness)
    try await first.enrol()
    let second = try InstalledPhone(harness, named: "second")
    try await second.enrol()
    let flows = try await second.run(
      { try await $0.start(Remittance(.sample), proofPath: .token) },
      [
        InstalledPhone.Answer { manager, _ in
          try await first.revokeByPIN(.otherDevices)
          try await manager.inputSecondFactor(.pin(InstalledPhone.pin))
        }
      ])
    #expect(flows.last?.phase == .error, "\(String(describing: flows.last?.phase))")
    try await second.enrol()
    let bought = try await second.run(
      { try await $0.start(Remittance(.sample), proofPath: .token) },
      [.give(.pin(InstalledPhone.pin))])
    #expect(bought.last?.phase == .done, "\(String(describing: bought.last?.error))")
  }

  // Holds: peer-second-screen
  @Test("the second device shows the whole decision of the first, not a broken screen")
  func decidedElsewhere() async throws {
    let harness = try await ServiceHarness()
    let first = try await ScenarioPhone(
      harness, answers: [ScenarioPhone.give(.factor(.biometrics))])
    try await first.registerKey()
    let review = try await first.lowReview()
    let second = try await ScenarioPhone(
      harness, session: first.session,
      answers: [
        { _ in
          _ = try await first.authorize(review)
          return .factor(.biometrics)
        }
      ])
    let result = try await second.authorize(review)
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(outcome.transaction?.document?["payee"] == .payee("Ikeja Books"))
    #expect(!outcome.text.title.isEmpty)
    #expect(await second.asked() == ["the BIOMETRICS screen", "the success screen"])
  }

  // Holds: peer-count
  @Test("a proof without the PIN leaves the PIN's failures counted")
  func failuresStay() async throws {
    let harness = try await ServiceHarness()
    try await Wire.loopback.run(harness) { transport in
      let phone = try await Phone.enrolled(harness, transport)
      _ = try await phone.send(
        level: .fallbackOnly, .pin(SecretText("314159")))
      #expect(try await phone.session.secondFactor().failedAttempts == 1)
      harness.clock.advance(seconds: 61)
      let flows = try await phone.send(path: .straight, .biometrics)
      #expect(flows.last?.phase == .done)
      #expect(try await phone.session.secondFactor().failedAttempts == 1)
    }
  }

  // Holds: peer-sign-count
  @Test(
    "a synced passkey is not refused for its sign count: it may stand still, or fall",
    arguments: [[0, 0, 0], [7, 7, 3], [4, 0, 9]] as [[UInt32]])
  func syncedPasskey(_ counts: [UInt32]) async throws {
    let harness = try await ServiceHarness()
    let loopback = WatchedLoopback(harness, settings: Wire.settings)
    let session = try await harness.signUp()
    var key = try harness.newAuthenticator()
    key.flags = [.userPresent, .userVerified, .backupEligible, .backedUp]
    key.signCount = counts[0]
    let code = try await harness.code(.register, session, to: "ada@example.com")
    let creation = try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: code), session: session
    ).get()
    _ = try await harness.service.credentials.register(
      key.register(creation), session: session
    ).get()
    let token = try await harness.openedSession().accessToken.exposed
    for count in counts.dropFirst() {
      key.signCount = count
      let answered = try await loopback.send(
        WireRequest(
          .linkedOptions, accessToken: token,
          body: LinkedOptionsRequest(scenario: .testBiometrics, payload: [:]).json))
      let linked = try LinkedOptions(json: answered.body ?? .null)
      let tested = try await loopback.send(
        WireRequest(
          .testBiometrics, accessToken: token,
          body: BiometricTestRequest(proof: .assertion(key.assert(linked.options))).json))
      #expect(tested.status == 200, "\(count): \(String(describing: tested.body))")
    }
  }
}

extension ServiceHarness {
  /// Another session of the account, opened by a mailed code.
  fileprivate func openedSession() async throws -> SessionAnswer {
    let request = try await service.accounts.signUp(
      SignUpRequest(userName: "ada@example.com", displayName: "Ada"), from: .local
    ).get()
    return try await service.signIn.open(
      .code(
        codeRequest: request.codeRequest, validateCode: newestCode(to: "ada@example.com"))
    ).get()
  }
}

extension ScenarioPhone {
  /// The account's session of another login.
  fileprivate func signedInAgain() async throws -> AccountSession {
    let answer = try await harness.openedSession()
    return AccountSession(
      connection: session.connection, accountID: answer.accountID,
      accessToken: answer.accessToken)
  }

  /// The answers of a person who has no key any more and wants none.
  fileprivate static func whatIsAsked(_ harness: ServiceHarness) -> RecordingNavigator.Answer {
    { screen in
      switch screen.content {
      case .softPrompt: .softPrompt(.decline)
      case .factor(let question) where question.factor == .validateCode:
        .factor(.code(try await harness.newestCode(to: "ada@example.com")))
      case .factor(let question) where question.factor == .otp:
        .factor(.code(try await harness.newestCode(to: number)))
      case .factor: .factor(.biometrics)
      default: .leave
      }
    }
  }
}
