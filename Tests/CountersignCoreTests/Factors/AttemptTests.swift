import CountersignCore
import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("The second-factor policy")
struct AttemptTests {
  static let pin = "258036"

  // Holds: RTS-4.3b
  @Test(
    "RTS-4.3b: at most five wrong PINs of a device in a row, then even the right one is refused")
  func fiveAttempts() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    for attempt in 1...5 {
      let refusal = try await harness.send(.sample, by: device, "000001", phone).refusal
      #expect(refusal == (attempt < 5 ? .verificationFailed : .secondFactorBlocked))
      harness.clock.advance(seconds: 121)
    }
    #expect(
      try await harness.send(.sample, by: device, Self.pin, phone).refusal == .secondFactorBlocked)
    let factors = try await harness.service.secondFactors.show(phone)
    #expect(factors.isBlocked && factors.failedAttempts == 5)
    // A screen that is no device is told, too.
    let screen = try await harness.service.secondFactors.show(
      try await harness.signUp("ada@example.com"))
    #expect(!screen.isBlocked && screen.hasDevicePIN && screen.isDevicePINBlocked == true)
    // Nor does it log in, or change the PIN.
    let options = try await harness.service.signIn.options(
      SessionOptionsRequest(deviceID: device.id)
    ).get()
    let login = SessionRequest.pinProof(try device.pinProof(Self.pin, over: options.pinChallenge))
    #expect(try await harness.service.signIn.open(login).refusal == .secondFactorBlocked)
    let change = try device.pinChange(
      to: "924715", from: Self.pin, generation: 2,
      over: try await harness.pinChallenge(phone, changing: .setPIN))
    #expect(
      try await harness.service.devicePINs.set(
        of: DeviceID(device.id), change, session: phone
      ).refusal == .secondFactorBlocked)
  }

  @Test("the PINs of two devices are counted apart")
  func perDevice() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    let second = try TestDevice()
    let proof = Proof.pinProof(
      try device.pinProof(
        Self.pin,
        over: try await harness.pinChallenge(phone, changing: .addDevice(named: second.name))))
    _ = try await harness.service.devices.register(
      DeviceRequest(
        device: second.registration(for: phone.accountID.text, pin: "924715"), proof: proof),
      session: phone
    ).get()
    let first = try await harness.logIn(device, Self.pin)
    for _ in 1...5 {
      _ = try await harness.send(.sample, by: device, "000001", first)
      harness.clock.advance(seconds: 121)
    }
    let blocked = try await harness.service.secondFactors.show(first)
    // The other device's PIN is good still.
    #expect(blocked.isBlocked && blocked.isDevicePINBlocked == nil)
    let other = try await harness.logIn(second, "924715")
    #expect(try await harness.service.secondFactors.show(other).failedAttempts == 0)
    #expect(try await harness.send(.sample, by: second, "924715", other).refusal == nil)
  }

  // Holds: RTS-4.4
  @Test("RTS-4.4: the person is told on a device's fourth wrong PIN, before the block")
  func notices() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    for attempt in 1...5 {
      _ = try await harness.send(.sample, by: device, "000001", phone)
      harness.clock.advance(seconds: 121)
      await harness.deliverMessages()
      let notices = harness.messenger.notices(to: "ada@example.com")
      #expect(notices.contains(.pinAlmostBlocked) == (attempt >= 4))
      #expect(notices.contains(.pinBlocked) == (attempt >= 5))
    }
  }

  // Holds: RTS-4.3b
  @Test("30 guesses at once at a device's PIN get at most 5 answers")
  func parallelGuesses() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    let proofs = try await (0..<30).asyncMap { index in
      try device.pinProof(
        "00000\(index % 10)", over: try await harness.pinChallenge(.sample, phone))
    }
    let refusals = try await withThrowingTaskGroup { group in
      for proof in proofs {
        group.addTask {
          try await harness.refusal(
            SendMoneyRequest(payload: .sample, proof: .pinProof(proof)), phone)
        }
      }
      return try await group.reduce(into: [Reason?]()) { $0.append($1) }
    }
    let answers = refusals.count { $0 == .verificationFailed || $0 == .secondFactorBlocked }
    #expect((1...5).contains(answers))
    #expect(refusals.count { $0 == nil } == 0)
  }

  // Holds: RTS-4.3b
  @Test("an attempt at a device's PIN that a crash left in flight stays counted")
  func crashInFlight() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    try await harness.store.write { transaction in
      let until = harness.clock.now().adding(seconds: 10).milliseconds
      try transaction.execute(
        "INSERT INTO attempts VALUES (?, 1, 0, ?, NULL)",
        [.text("device:\(device.id)"), .integer(until)])
    }
    #expect(
      try await harness.send(.sample, by: device, Self.pin, phone).refusal == .attemptInProgress)
    harness.clock.advance(seconds: 11)
    _ = try await harness.send(.sample, by: device, "000001", phone)
    #expect(try await harness.service.secondFactors.show(phone).failedAttempts == 2)
  }

  @Test("the attempt is stored before the PIN is checked")
  func reserved() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    let proof = try device.pinProof(
      "000001", over: try await harness.pinChallenge(.sample, phone))
    let writes = try await harness.store.read { transaction in
      try transaction.rows("SELECT 1 FROM attempts", []).count
    }
    #expect(writes == 0)
    _ = try await harness.refusal(
      SendMoneyRequest(payload: .sample, proof: .pinProof(proof)), phone)
    #expect(try await harness.service.secondFactors.show(phone).failedAttempts == 1)
    #expect(
      try await harness.send(.sample, by: device, Self.pin, phone).refusal == nil)
    #expect(try await harness.service.secondFactors.show(phone).failedAttempts == 0)
  }

  @Test("an administrator unblocks every factor, and the person is told")
  func unblocks() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    for _ in 1...5 {
      _ = try await harness.send(.sample, by: device, "000001", phone)
      harness.clock.advance(seconds: 121)
    }
    let unknown = AdministrationRequest(.userName("nobody@example.com"))
    let host = try await harness.host(.admin)
    #expect(
      try await harness.service.administration.unblock(unknown, host: host).refusal == .notFound)
    try await harness.service.administration.unblock(
      AdministrationRequest(.userName("ada@example.com")), host: host
    ).get()
    #expect(try await harness.send(.sample, by: device, Self.pin, phone).refusal == nil)
    await harness.deliverMessages()
    #expect(harness.messenger.notices(to: "ada@example.com").contains(.unblocked))
  }

  // Holds: RTS-4.3b
  @Test("RTS-4.3b: five refused assertions in a row end the session that sent them, and no other")
  func assertions() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let other = try await harness.session(harness.signIn(by: key, to: session.accountID))
    let wrong = CeremonyChanges { $0.flags = [.userPresent] }
    func verify(
      _ session: AuthenticatedSession, _ changes: CeremonyChanges = CeremonyChanges()
    ) async throws -> Reason? {
      let options = try await harness.service.actions.options(session: session).get()
      let assertion = try key.assert(challenge: options.challenge, changes: changes)
      return try await harness.service.proofs.verify(assertion, session: session).refusal
    }
    // A right one in between starts the count anew.
    for _ in 1...4 { #expect(try await verify(session, wrong) == .verificationFailed) }
    #expect(try await verify(session) == nil)
    for _ in 1...5 { #expect(try await verify(session, wrong) == .verificationFailed) }
    // The sixth is refused even when right: the session is over.
    #expect(try await verify(session) == .sessionRequired)
    #expect(try await verify(other) == nil)
    await harness.deliverMessages()
    #expect(harness.messenger.notices(to: "ada@example.com").contains(.sessionStopped))
  }

  // Holds: RTS-4.3b
  @Test("30 refused assertions at once in a session get at most five answers, and end it")
  func parallelAssertions() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let wrong = CeremonyChanges { $0.flags = [.userPresent] }
    let assertions = try await (0..<30).asyncMap { _ in
      try key.assert(
        challenge: await harness.service.actions.options(session: session).get().challenge,
        changes: wrong)
    }
    let refusals = try await withThrowingTaskGroup { group in
      for assertion in assertions {
        group.addTask {
          try await harness.service.proofs.verify(assertion, session: session).refusal
        }
      }
      return try await group.reduce(into: [Reason?]()) { $0.append($1) }
    }
    #expect(refusals.count { $0 == .verificationFailed } == 5)
    #expect(refusals.count { $0 == .sessionRequired } == 25)
  }

  // Holds: RTS-4.3b
  @Test("where the policy blocks accounts, five refused assertions block the keys for a while")
  func strictReading() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey {
      $0.attempts.assertionBlock = .account
    }
    let wrong = CeremonyChanges { $0.flags = [.userPresent] }
    func verify(_ changes: CeremonyChanges = CeremonyChanges()) async throws -> Reason? {
      let options = try await harness.service.actions.options(session: session).get()
      let assertion = try key.assert(challenge: options.challenge, changes: changes)
      return try await harness.service.proofs.verify(assertion, session: session).refusal
    }
    for _ in 1...5 { #expect(try await verify(wrong) == .verificationFailed) }
    #expect(try await verify() == .secondFactorBlocked)
    #expect(try await verify(wrong) == .secondFactorBlocked)
    await harness.deliverMessages()
    #expect(harness.messenger.notices(to: "ada@example.com").contains(.factorBlocked))
    harness.clock.advance(seconds: 900)
    try await harness.keepAlive(session)
    #expect(try await verify() == nil)
  }

  // Holds: RTS-4.3b
  @Test("five refused sign-ins stop their network for a quarter of an hour, and no other")
  func signIns() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let handle = UserHandle(Array(session.accountID.text.utf8))
    let stranger = try harness.newAuthenticator()
    let network = Requester(RequesterNetwork(address: [203, 0, 113, 7]))
    func signIn(
      _ key: TestAuthenticator, from requester: Requester = .local
    ) async throws -> Reason? {
      let challenge = try await harness.signInOptions().challenge
      let assertion = try key.assert(challenge: challenge, userHandle: handle)
      return try await harness.service.signIn.open(.assertion(assertion), from: requester).refusal
    }
    for _ in 1...5 {
      #expect(try await signIn(stranger, from: network) == .verificationFailed)
    }
    #expect(try await signIn(stranger, from: network) == .tooManyRequests)
    #expect(try await signIn(key, from: network) == .tooManyRequests)
    #expect(try await signIn(key) == nil)
    harness.clock.advance(seconds: 900)
    #expect(try await signIn(key, from: network) == nil)
  }

  @Test(
    "a device's right signature is no stranger's: its login passes where its network is stopped")
  func stoppedNetworkOfADevice() async throws {
    let (harness, _, device) = try await ServiceHarness.withDevice()
    let network = Requester(RequesterNetwork(address: [203, 0, 113, 7]))
    func logIn(_ device: TestDevice, as id: String) async throws -> Reason? {
      let options = try await harness.service.signIn.options(SessionOptionsRequest(deviceID: id))
        .get()
      var proof = try device.pinProof(Self.pin, over: options.pinChallenge)
      proof.deviceID = id
      return try await harness.service.signIn.open(.pinProof(proof), from: network).refusal
    }
    let junk = try TestDevice()
    for _ in 1...5 { #expect(try await logIn(junk, as: device.id) == .verificationFailed) }
    #expect(try await logIn(junk, as: device.id) == .tooManyRequests)
    #expect(try await logIn(device, as: device.id) == nil)
  }

  // Holds: RTS-4.3b
  @Test("five wrong codes in a row block codes for a quarter of an hour, over all requests")
  func codes() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    func give(_ code: SecretText) async throws -> Reason? {
      try await harness.service.credentials.registrationOptions(
        RegistrationOptionsRequest(validateCode: code), session: session
      ).refusal
    }
    _ = try await harness.code(.register, session, to: "ada@example.com")
    for _ in 1...3 { #expect(try await give(SecretText("no code")) == .verificationFailed) }
    let second = try await harness.code(.register, session, to: "ada@example.com")
    for _ in 1...2 { #expect(try await give(SecretText("no code")) == .verificationFailed) }
    #expect(try await give(second) == .secondFactorBlocked)
    harness.clock.advance(seconds: 900)
    try await harness.keepAlive(session)
    let third = try await harness.code(.register, session, to: "ada@example.com")
    #expect(try await give(third) == nil)
  }

  @Test("a stranger's wrong codes stop the stranger's network, and not the person")
  func strangersCodes() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let network = Requester(RequesterNetwork(address: [203, 0, 113, 7]))
    func asked() async throws -> String {
      try await harness.service.accounts.signUp(
        SignUpRequest(userName: "ada@example.com", displayName: "Eve"), from: network
      ).get().codeRequest
    }
    func give(_ request: String, _ code: SecretText) async throws -> Reason? {
      try await harness.service.signIn.open(
        .code(codeRequest: request, validateCode: code), from: network
      ).refusal
    }
    let first = try await asked()
    for _ in 1...4 { #expect(try await give(first, SecretText("no")) == .verificationFailed) }
    let second = try await asked()
    #expect(try await give(second, SecretText("no")) == .verificationFailed)
    #expect(try await give(second, SecretText("no")) == .tooManyRequests)
    #expect(try await harness.signUp().accountID == session.accountID)
    let code = try await harness.code(.register, session, to: "ada@example.com")
    #expect(
      try await harness.service.credentials.registrationOptions(
        RegistrationOptionsRequest(validateCode: code), session: session
      ).refusal == nil)
  }

  @Test("each refusal of a block tells its one end, also for a code whose tries are used up")
  func endOfBlock() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let network = Requester(RequesterNetwork(address: [203, 0, 113, 7]))
    let asked = try await harness.service.accounts.signUp(
      SignUpRequest(userName: "ada@example.com", displayName: "Eve"), from: network
    ).get().codeRequest
    _ = try await harness.code(.register, session, to: "ada@example.com")
    func give(inSession: Bool) async throws -> Refusal? {
      if inSession {
        let decision = try await harness.service.credentials.registrationOptions(
          RegistrationOptionsRequest(validateCode: SecretText("no code")), session: session)
        guard case .failure(let refusal) = decision else { return nil }
        return refusal
      }
      let decision = try await harness.service.signIn.open(
        .code(codeRequest: asked, validateCode: SecretText("no code")), from: network)
      guard case .failure(let refusal) = decision else { return nil }
      return refusal
    }
    for (inSession, reason) in [
      (false, Reason.tooManyRequests), (true, Reason.secondFactorBlocked),
    ] {
      for _ in 1...4 {
        let wrong = try #require(try await give(inSession: inSession))
        #expect(wrong.reason == .verificationFailed && wrong.until == nil)
      }
      let end = harness.clock.now().adding(seconds: 900)
      let last = try #require(try await give(inSession: inSession))
      #expect(last.reason == .verificationFailed && last.until == end)
      #expect(last.retryAfterSeconds == 900)
      harness.clock.advance(seconds: 60)
      for _ in 1...2 {
        let blocked = try #require(try await give(inSession: inSession))
        #expect(blocked.reason == reason && blocked.until == end)
        #expect(blocked.retryAfterSeconds == 840)
      }
    }
    harness.clock.advance(seconds: 840)
    try await harness.keepAlive(session)
    for inSession in [false, true] {
      let over = try #require(try await give(inSession: inSession))
      #expect(over.reason == .verificationFailed && over.until == nil)
    }
  }

  @Test("pruning forgets old refusals of keys and codes, and no wrong PIN")
  func pruning() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    _ = try await harness.send(.sample, by: device, "000001", phone)
    _ = try await harness.code(.recover, phone, to: "ada@example.com")
    _ = try await harness.service.recoveries.begin(
      RecoveryRequest(validateCode: SecretText("no")), session: phone)
    let app = "two-factor:\(phone.accountID.text)"
    let now = harness.clock.now().milliseconds
    _ = try await harness.store.write { transaction in
      try transaction.execute(
        "INSERT INTO attempts VALUES (?, 1, ?, 0, NULL)", [.text(app), .integer(now)])
    }
    func subjects() async throws -> [String] {
      try await harness.store.read { transaction in
        try transaction.rows("SELECT subject FROM attempts ORDER BY subject", []).map {
          try $0.text(0)
        }
      }
    }
    let all = ["code:\(phone.accountID.text)", "device:\(device.id)", app]
    #expect(try await subjects() == all)
    try await harness.service.prune()
    #expect(try await subjects() == all)
    harness.clock.advance(seconds: 86_401)
    try await harness.service.prune()
    #expect(try await subjects() == ["device:\(device.id)"])
  }
}

extension Sequence {
  /// Maps one after the other.
  func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
