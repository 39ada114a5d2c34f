import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("What is refused uses nothing up")
struct RefusalOrderTests {
  @Test("a key that is registered already leaves the right to register another")
  func knownKey() async throws {
    let (harness, session, first) = try await ServiceHarness.withKey()
    let options = try await furtherOptions(harness, session, first)
    let known = try await harness.service.credentials.register(
      first.register(options), session: session)
    #expect(known.refusal == .credentialExists)
    let other = try harness.newAuthenticator().register(options)
    _ = try await harness.service.credentials.register(other, session: session).get()
  }

  @Test("a key that is registered already completes no recovery, and leaves its code")
  func knownKeyInRecovery() async throws {
    let (harness, session, first) = try await ServiceHarness.withKey()
    try await readyToRecover(harness, session)
    let code = try await harness.code(.register, session, to: ServiceHarness.ada)
    let options = try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: code), session: session
    ).get()
    let known = try await harness.service.credentials.register(
      first.register(options), session: session)
    #expect(known.refusal == .credentialExists)
    #expect(try await harness.service.recoveries.show(session).status == .ready)
    #expect(try await harness.count("credentials WHERE revoked_at IS NULL") == 1)
    let other = try harness.newAuthenticator().register(options)
    _ = try await harness.service.credentials.register(other, session: session).get()
    #expect(try await harness.service.recoveries.show(session).status == .none)
  }

  @Test("a device whose id is taken completes no recovery, and leaves its code")
  func takenDeviceInRecovery() async throws {
    let (harness, _, device) = try await ServiceHarness.withDevice()
    let session = try await harness.signUp()
    try await readyToRecover(harness, session)
    let code = try await harness.code(.register, session, to: ServiceHarness.ada)
    func register(_ device: TestDevice) async throws -> Reason? {
      try await harness.service.devices.register(
        DeviceRequest(
          device: device.registration(for: session.accountID.text, pin: "924715"),
          validateCode: code), session: session
      ).refusal
    }
    #expect(try await register(device) == .deviceExists)
    #expect(try await harness.service.recoveries.show(session).status == .ready)
    #expect(try await harness.count("devices WHERE revoked_at IS NULL") == 1)
    #expect(try await register(try TestDevice()) == nil)
    #expect(try await harness.service.recoveries.show(session).status == .none)
  }

  @Test("a link to enrol that there is no room for leaves the proof")
  func noRoomForLink() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey { $0.links.openPerAccount = 1 }
    func make(_ request: SessionLinkRequest) async throws -> Decision<SessionLinkAnswer> {
      try await harness.service.linkIssuer.make(
        request, session: session, from: .local, origin: nil)
    }
    _ = try await make(SessionLinkRequest(type: .login)).get()
    harness.clock.advance(seconds: 60)
    let proof = Proof.assertion(
      try key.assert(try await management(harness, session, changing: .addDeviceByLink)))
    let enrol = SessionLinkRequest(type: .enrol, proof: proof)
    #expect(try await make(enrol).refusal == .tooManyRequests)
    harness.clock.advance(seconds: 60)
    #expect(try await make(enrol).refusal == nil)
  }

  @Test("a right PIN for a link that there is no room for leaves no attempt counted")
  func noRoomForLinkByPIN() async throws {
    let harness = try await ServiceHarness { $0.links.openPerAccount = 1 }
    let session = try await harness.signUp()
    try await harness.setPIN("258036", session)
    func make(_ request: SessionLinkRequest) async throws -> Reason? {
      try await harness.service.linkIssuer.make(
        request, session: session, from: .local, origin: nil
      )
      .refusal
    }
    #expect(try await make(SessionLinkRequest(type: .login)) == nil)
    let enrol = SessionLinkRequest(type: .enrol, proof: .pin(SecretText("258036")))
    // One more than wrong ones block the PIN.
    for _ in 0..<6 { #expect(try await make(enrol) == .tooManyRequests) }
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 0)
    #expect(try await harness.sendByPIN("258036", session).refusal == nil)
  }

  @Test("a number that no code can be texted to for now costs no attempt at the PIN")
  func noTextLeft() async throws {
    // The proof that sets the first number gives the session a lane.
    let harness = try await ServiceHarness {
      ($0.codes.requestsPerHour, $0.codes.requestsPerLane) = (1, 1)
    }
    let session = try await harness.signUp()
    try await harness.setPIN("258036", session)
    func set(_ pin: String) async throws -> Reason? {
      try await harness.service.phones.set(
        PhoneRequest(phone: "+2348012345678", proof: .pin(SecretText(pin))), session: session
      ).refusal
    }
    #expect(try await set("258036") == nil)
    #expect(try await set("000001") == .tooManyRequests)
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 0)
  }

  @Test("of two first PINs at once the one that is refused leaves the proof that came with it")
  func overtakenPIN() async throws {
    let (harness, phone, device, key) = try await withoutPIN()
    var changes: [(request: PINKeyRequest, proof: Proof)] = []
    for pin in ["924715", "904417", "258036", "815162"] {
      let proof = Proof.assertion(
        try key.assert(try await management(harness, phone, changing: .setPIN)))
      let challenge = try await harness.pinChallenge(phone, changing: .setPIN)
      changes.append(
        (
          try device.pinChange(
            to: pin, from: nil, generation: 1, over: challenge, entitlement: .proof(proof)),
          proof
        ))
    }
    let outcomes = try await atOnce(changes) { change in
      try await harness.service.devicePINs.set(
        of: DeviceID(device.id), change.request, session: phone
      ).refusal
    }
    #expect(outcomes.filter { $0 == nil }.count == 1)
    for (change, refusal) in zip(changes, outcomes) {
      let again = try await harness.service.credentials.registrationOptions(
        RegistrationOptionsRequest(proof: change.proof), session: phone
      ).refusal
      #expect(again == (refusal == nil ? .alreadyUsed : .transactionMismatch))
    }
  }

  @Test("one change of a PIN that is sent at once from everywhere is made once, and told to each")
  func sameKeyAtOnce() async throws {
    let (harness, phone, device, key) = try await withoutPIN()
    let idempotencyKey = try IdempotencyKey("pin-1")
    let proof = Proof.assertion(
      try key.assert(try await management(harness, phone, changing: .setPIN)))
    let change = try device.pinChange(
      to: "924715", from: nil, generation: 1,
      over: try await harness.pinChallenge(phone, changing: .setPIN),
      entitlement: .proof(proof))
    let outcomes = try await atOnce(Array(repeating: change, count: 20)) { change in
      try await harness.service.devicePINs.set(
        of: DeviceID(device.id), change, idempotencyKey: idempotencyKey, session: phone
      ).refusal
    }
    #expect(outcomes.allSatisfy { $0 == nil })
    #expect(try await harness.auditKinds().count { $0 == "pin_set" } == 1)
  }

  /// A device's session on an account whose one factor is a key; the device has no PIN yet.
  private func withoutPIN() async throws -> (
    ServiceHarness, AuthenticatedSession, TestDevice, TestAuthenticator
  ) {
    let harness = try await ServiceHarness()
    let device = try await harness.registerDevice(try await harness.signUp())
    let options = try await harness.service.signIn.options(
      SessionOptionsRequest(deviceID: device.id)
    ).get()
    let phone = try await harness.session(
      .deviceProof(device.deviceProof(over: options.pinChallenge)))
    return (harness, phone, device, try await harness.registerKey(phone))
  }

  private func readyToRecover(
    _ harness: ServiceHarness, _ session: AuthenticatedSession
  ) async throws {
    let code = try await harness.code(.recover, session, to: ServiceHarness.ada)
    _ = try await harness.service.recoveries.begin(
      RecoveryRequest(validateCode: code), session: session
    ).get()
    // The wait begins when its notice was handed over.
    await harness.deliverMessages()
    harness.clock.advance(seconds: 259_200)
    try await harness.keepAlive(session)
  }

  private func management(
    _ harness: ServiceHarness, _ session: AuthenticatedSession,
    changing change: FactorChange = .addPasskey
  ) async throws -> CredentialRequestOptions {
    try await harness.service.actions.options(
      LinkedOptionsRequest(changing: change), session: session
    ).get().options
  }

  private func furtherOptions(
    _ harness: ServiceHarness, _ session: AuthenticatedSession, _ key: TestAuthenticator
  ) async throws -> CredentialCreationOptions {
    let proof = Proof.assertion(try key.assert(try await management(harness, session)))
    return try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(proof: proof), session: session
    ).get()
  }

  /// What became of each, in their order.
  private func atOnce<Given: Sendable>(
    _ given: [Given], _ operation: @escaping @Sendable (Given) async throws -> Reason?
  ) async throws -> [Reason?] {
    try await withThrowingTaskGroup(of: (Int, Reason?).self) { group in
      for (index, one) in given.enumerated() {
        group.addTask { (index, try await operation(one)) }
      }
      return try await group.reduce(into: Array(repeating: nil, count: given.count)) {
        $0[$1.0] = $1.1
      }
    }
  }
}
