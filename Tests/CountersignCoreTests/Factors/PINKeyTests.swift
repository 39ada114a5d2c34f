import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Setting and changing the PIN of a device")
struct PINKeyTests {
  static let pin = "258036"

  // Holds: ASVS-6.2.3
  @Test("ASVS-6.2.3: the PIN of a device is changed by the old PIN and the new, in one request")
  func changes() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    let change = try device.pinChange(
      to: "924715", from: Self.pin, generation: 2,
      over: try await harness.pinChallenge(phone, changing: .setPIN))
    let before = try await harness.service.devices.list(phone).devices.first
    #expect(before?.pinGeneration == 1 && before?.pinKeyID == nil)
    #expect(try await set(change, harness, phone) == nil)
    let listed = try await harness.service.devices.list(phone).devices.first
    #expect(listed?.pinGeneration == 2 && listed?.pinKeyID == change.keyID)
    #expect(
      try await harness.send(.sample, by: device, Self.pin, phone).refusal == .generationMismatch)
    let session = try await harness.logIn(device, "924715", generation: 2)
    #expect(session.accountID == phone.accountID)
    await harness.deliverMessages()
    #expect(harness.messenger.notices(to: "ada@example.com").contains(.pinChanged))
  }

  // Holds: ASVS-6.2.3
  @Test("ASVS-6.2.3: without the old PIN a device's PIN is not changed, by code or proof")
  func needsOldPIN() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    let code = try await harness.code(.setPIN, phone, to: "ada@example.com")
    let byCode = try device.pinChange(
      to: "924715", from: nil, generation: 2,
      over: try await harness.pinChallenge(phone, changing: .setPIN),
      entitlement: .validateCode(code))
    #expect(try await set(byCode, harness, phone) == .insufficientUserAuthentication)
    let proof = try device.pinProof(Self.pin, over: try await harness.pinChallenge(phone))
    let byProof = try device.pinChange(
      to: "924715", from: nil, generation: 2,
      over: try await harness.pinChallenge(phone, changing: .setPIN),
      entitlement: .proof(.pinProof(proof)))
    #expect(try await set(byProof, harness, phone) == .insufficientUserAuthentication)
    // A wrong old PIN is an attempt like any other; then the right one clears the count.
    let wrong = try device.pinChange(
      to: "924715", from: "000001", generation: 2,
      over: try await harness.pinChallenge(phone, changing: .setPIN))
    #expect(try await set(wrong, harness, phone) == .verificationFailed)
    #expect(try await harness.service.secondFactors.show(phone).failedAttempts == 1)
    let right = try device.pinChange(
      to: "924715", from: Self.pin, generation: 2,
      over: try await harness.pinChallenge(phone, changing: .setPIN))
    #expect(try await set(right, harness, phone) == nil)
    #expect(try await harness.service.secondFactors.show(phone).failedAttempts == 0)
  }

  @Test("the same change again is the first one; another over its challenge is not")
  func replays() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    let challenge = try await harness.pinChallenge(phone, changing: .setPIN)
    let change = try device.pinChange(
      to: "924715", from: Self.pin, generation: 2, over: challenge)
    func outcome(_ change: PINKeyRequest) async throws -> Decision<ActionResponse<Void>> {
      try await harness.service.devicePINs.set(of: DeviceID(device.id), change, session: phone)
    }
    #expect(try await outcome(change).get().isReplayed == false)
    harness.clock.advance(seconds: 100)
    #expect(try await outcome(change).get().isReplayed == true)
    let other = try device.pinChange(
      to: "111222", from: "924715", generation: 3, over: challenge)
    #expect(try await outcome(other).refusal == .alreadyUsed)
    // The change that was made before is the device's way to find out which generation holds.
    let again = try device.pinChange(
      to: "924715", from: Self.pin, generation: 2,
      over: try await harness.pinChallenge(phone, changing: .setPIN))
    #expect(try await outcome(again).refusal == .generationMismatch)
    #expect(try await harness.service.devices.list(phone).devices.first?.pinGeneration == 2)
  }

  @Test("a change under its key is the first one again, in another session of the device too")
  func replayedByKey() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    let change = try device.pinChange(
      to: "924715", from: Self.pin, generation: 2,
      over: try await harness.pinChallenge(phone, changing: .setPIN))
    func outcome(
      _ session: AuthenticatedSession, _ key: String
    ) async throws -> Decision<ActionResponse<Void>> {
      try await harness.service.devicePINs.set(
        of: DeviceID(device.id), change, idempotencyKey: IdempotencyKey(key), session: session)
    }
    #expect(try await outcome(phone, "pin-2").get().isReplayed == false)
    let again = try await harness.logIn(device, "924715", generation: 2)
    #expect(try await outcome(again, "pin-2").get().isReplayed == true)
    #expect(try await outcome(again, "pin-3").refusal == .challengeUnknown)
    #expect(try await harness.service.devices.list(again).devices.first?.pinGeneration == 2)
  }

  @Test("a change holds for one device, generation, key and challenge", arguments: 0..<7)
  func statement(field: Int) async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    var change = try device.pinChange(
      to: "924715", from: Self.pin, generation: 2,
      over: try await harness.pinChallenge(phone, changing: .setPIN))
    var expected = Reason.verificationFailed
    switch field {
    case 0: change.pinKey = try device.pinKey("111222", generation: 2).publicKey.serialized()
    case 1: change.generation = 3
    case 2:
      change.challenge = try #require(try await harness.pinChallenge(phone, changing: .setPIN))
    case 3: change.pinSignature = SecretBytes([UInt8](repeating: 1, count: 64))
    case 4: change.deviceSignature = try TestDevice().key.signature(over: [1])
    case 5:
      change = try device.pinChange(
        to: "924715", from: nil, generation: 7,
        over: try await harness.pinChallenge(phone, changing: .setPIN))
      expected = .generationMismatch
    default:
      let challenge = try await harness.pinChallenge(.sample, phone)
      change = try device.pinChange(
        to: "924715", from: Self.pin, generation: 2, over: challenge)
      expected = .challengeUnknown
    }
    #expect(try await set(change, harness, phone) == expected)
    #expect(try await harness.service.secondFactors.show(phone).failedAttempts == 0)
    #expect(try await harness.service.devices.list(phone).devices.first?.pinGeneration == 1)
  }

  @Test("only the device whose session it is sets its PIN")
  func otherSession() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    let change = try device.pinChange(
      to: "924715", from: Self.pin, generation: 2,
      over: try await harness.pinChallenge(phone, changing: .setPIN))
    let page = try await harness.signUp()
    let asked = try await harness.service.devicePINs.set(
      of: DeviceID(device.id), change, session: page)
    #expect(asked.refusal == .deviceUnknown)
    let other = try await harness.service.devicePINs.set(
      of: DeviceID(try TestDevice().id), change, session: phone)
    #expect(other.refusal == .deviceUnknown)
  }

  @Test("what a device's PIN began is void once that PIN is changed")
  func voids() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    let proof = try device.pinProof(Self.pin, over: try await harness.pinChallenge(phone))
    let options = try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(proof: .pinProof(proof)), session: phone
    ).get()
    let change = try device.pinChange(
      to: "924715", from: Self.pin, generation: 2,
      over: try await harness.pinChallenge(phone, changing: .setPIN))
    #expect(try await set(change, harness, phone) == nil)
    let added = try await harness.service.credentials.register(
      try harness.newAuthenticator().register(options), session: phone)
    #expect(added.refusal == .alreadyUsed)
  }

  @Test("the first PIN of a device ends the PIN in a body: pin_on_device")
  func endsPINInBody() async throws {
    let harness = try await ServiceHarness()
    let page = try await harness.signUp()
    try await harness.setPIN(Self.pin, page)
    _ = try await harness.sendByPIN("000001", page)
    #expect(try await !harness.service.secondFactors.show(page).hasDevicePIN)
    let device = try TestDevice()
    func register(_ pin: String?) async throws -> Reason? {
      try await harness.service.devices.register(
        DeviceRequest(
          device: device.registration(for: page.accountID.text, pin: pin),
          proof: .pin(SecretText(Self.pin))), session: page
      ).refusal
    }
    #expect(try await register("924715") == nil)
    #expect(try await harness.sendByPIN(Self.pin, page).refusal == .pinOnDevice)
    let set = SetPINRequest(
      pin: SecretText("111222333"), entitlement: .oldPIN(SecretText(Self.pin)))
    #expect(try await harness.service.pins.set(set, session: page).refusal == .pinOnDevice)
    let onPage = try await harness.service.secondFactors.show(page)
    #expect(!onPage.hasPIN && onPage.hasDevicePIN)
    let phone = try await harness.logIn(device, "924715")
    #expect(try await harness.service.secondFactors.show(phone).hasPIN)
    #expect(try await harness.service.secondFactors.show(phone).failedAttempts == 0)
  }

  @Test("a device without a PIN gets its first by another factor's proof, not by a code")
  func firstPIN() async throws {
    let (harness, owner, key) = try await ServiceHarness.withKey()
    let device = try TestDevice()
    func proof() async throws -> Proof {
      let options = try await harness.service.actions.options(
        LinkedOptionsRequest(changing: .addDevice(named: device.name)), session: owner
      ).get()
      return .assertion(try key.assert(options.options))
    }
    let token = try await harness.service.devices.register(
      DeviceRequest(
        device: device.registration(for: owner.accountID.text), proof: try await proof()),
      session: owner
    ).get()
    #expect(token.answer.deviceID == device.id)
    // The account has a factor, so the device alone opens a session that is worth nothing.
    let options = try await harness.service.signIn.options(
      SessionOptionsRequest(deviceID: device.id)
    ).get()
    #expect(options.demand == .factor)
    let alone = SessionRequest.deviceProof(try device.deviceProof(over: options.pinChallenge))
    let opened = try await harness.service.signIn.open(alone).get()
    let unproved = try await harness.service.sessions.authenticate(
      opened.accessToken, activity: .person
    ).get()
    #expect(unproved.level == .unproved)
  }

  @Test("attack 1: a PIN in a body is no device's old PIN: what it sets waits, or is refused")
  func pinInBody() async throws {
    let harness = try await ServiceHarness()
    try await harness.setPIN(Self.pin, try await harness.signUp())
    harness.clock.advance(seconds: 3600)
    let asked = try await harness.service.codeRequests.make(
      CodeRequest(userName: "ada@example.com", purpose: .signIn), session: nil, from: .local
    ).get()
    let token = try await harness.service.signIn.open(
      .code(
        codeRequest: asked.codeRequest,
        validateCode: try await harness.newestCode(to: "ada@example.com"))
    ).get().accessToken
    let page = try await harness.service.sessions.authenticate(token, activity: .person).get()
    let device = try TestDevice()
    let registration = DeviceRequest(
      device: try device.registration(for: page.accountID.text), proof: .pin(SecretText(Self.pin)))
    _ = try await harness.service.devices.register(registration, session: page).get()
    let phone = try await harness.service.sessions.authenticate(token, activity: .person).get()
    func setPIN() async throws -> Reason? {
      try await set(
        device.pinChange(
          to: "924715", from: nil, generation: 1,
          over: try await harness.pinChallenge(phone, changing: .setPIN),
          entitlement: .proof(.pin(SecretText(Self.pin)))), harness, phone)
    }
    #expect(try await setPIN() == nil)
    let session = try await harness.logIn(device, "924715")
    #expect(session.level == .weak)
    var large = MoneyOrder.sample
    large.amount = 5000
    #expect(try await harness.send(large, by: device, "924715", session).refusal == .factorWaits)
    #expect(try await harness.service.secondFactors.show(page).hasPIN)
  }

  @Test("attack 15: a clock that is set back lengthens no first hour: what a PIN adds then waits")
  func firstHour() async throws {
    let harness = try await ServiceHarness()
    _ = try await harness.service.watchClock()
    let session = try await harness.signUp()
    try await harness.setPIN(Self.pin, session)
    harness.clock.advance(seconds: 3601)
    harness.clock.jump(seconds: -7200)
    _ = try await harness.service.watchClock()
    let key = try await harness.registerSecondKey(session, pin: Self.pin)
    var large = MoneyOrder.sample
    large.amount = 5000
    let proof = Proof.assertion(try await harness.linkedAssertion(large, key, session))
    #expect(
      try await harness.refusal(SendMoneyRequest(payload: large, proof: proof), session)
        == .factorWaits)
  }

  private func set(
    _ change: PINKeyRequest, _ harness: ServiceHarness, _ session: AuthenticatedSession
  ) async throws -> Reason? {
    guard let device = session.deviceID else { throw HarnessError.noChallenge }
    return try await harness.service.devicePINs.set(of: device, change, session: session).refusal
  }
}
