import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Recovery")
struct RecoveryTests {
  static let pin = "258036"
  private static let number = "+2348012345678"

  @Test("a code and a wait of 24 hours give the first new factor; all that was before is revoked")
  func recovers() async throws {
    let (harness, session, _) = try await lost { $0.sessionLifetimeSeconds = 172_800 }
    #expect(try await begin(harness, session) == nil)
    #expect(try await harness.service.recoveries.show(session).status == .waiting)
    // Not before the wait is over.
    harness.clock.advance(seconds: 86_399)
    try await harness.keepAlive(session)
    #expect(try await options(harness, session).refusal == .insufficientUserAuthentication)
    harness.clock.advance(seconds: 1)
    #expect(try await harness.service.recoveries.show(session).status == .ready)
    _ = try await harness.signUp()
    let created = try await options(harness, session).get()
    // Asking for options changes nothing yet.
    #expect(try await harness.service.devices.list(session).devices.count == 1)
    #expect(try await harness.service.credentials.list(session).credentials.count == 1)
    let key = try harness.newAuthenticator()
    _ = try await harness.service.credentials.register(
      key.register(created), session: session
    ).get()
    #expect(try await harness.service.devices.list(session).devices.isEmpty)
    #expect(
      try await harness.service.credentials.list(session).credentials.map(\.id)
        == [key.credentialID.base64URL])
    #expect(try await harness.service.sessions.list(session).sessions.count == 1)
    #expect(try await harness.service.recoveries.show(session).status == .none)
    // It is good for one factor.
    #expect(try await options(harness, session).refusal == .insufficientUserAuthentication)
    await harness.deliverMessages()
    let notices = harness.messenger.notices(to: "ada@example.com")
    #expect(notices.contains(.recoveryBegun) && notices.contains(.recovered))
    #expect(try await harness.fault() == nil)
  }

  @Test("a new factor needs one that is there, from the first one on until a recovery is ready")
  func needsFactor() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    #expect(try await !harness.service.secondFactors.show(session).needsFactor)
    _ = try await harness.registerKey(session)
    #expect(try await harness.service.secondFactors.show(session).needsFactor)
    // Also where none is left.
    _ = try await harness.service.credentials.revoke(.all, session: session).get()
    let factors = try await harness.service.secondFactors.show(session)
    #expect(factors.needsFactor && !factors.hasBiometrics && !factors.hasPIN)
    #expect(try await options(harness, session).refusal == .insufficientUserAuthentication)
    try await wait(harness, session)
    #expect(try await !harness.service.secondFactors.show(session).needsFactor)
    #expect(try await options(harness, session).refusal == nil)
  }

  @Test("a recovery gives a factor back, and sets no telephone number")
  func setsNoNumber() async throws {
    let (harness, session, _) = try await lost()
    try await wait(harness, session)
    let code = try await harness.code(.register, session, to: "ada@example.com")
    let set = try await harness.service.phones.set(
      PhoneRequest(phone: "+2348012345678", validateCode: code), session: session)
    #expect(set.refusal == .insufficientUserAuthentication)
    await harness.deliverMessages()
    #expect(!harness.messenger.messages.contains { $0.channel == .sms })
  }

  @Test("a recovered account stays under the low-value limit for 24 hours, whatever the proof")
  func limit() async throws {
    let (harness, session, _) = try await lost()
    let key = try await recover(harness, session)
    func buy(_ amount: Int64) async throws -> Reason? {
      var payload = MoneyOrder.sample
      payload.amount = amount
      let proof = try await harness.linkedAssertion(payload, key, session)
      return try await harness.refusal(
        SendMoneyRequest(payload: payload, proof: .assertion(proof)), session)
    }
    #expect(try await buy(1001) == .recoveredLimit)
    #expect(try await buy(1000) == nil)
    harness.clock.advance(seconds: 86_399)
    try await harness.keepAlive(session)
    #expect(try await buy(1001) == .recoveredLimit)
    harness.clock.advance(seconds: 1)
    #expect(try await buy(1001) == nil)
  }

  @Test("a second recovery does not end the limit after the first")
  func limitStays() async throws {
    let (harness, session, _) = try await lost()
    let key = try await recover(harness, session)
    #expect(try await begin(harness, session) == .recoveryNotPossible)
    try await harness.service.recoveries.cancel(session).get()
    func buy(_ amount: Int64) async throws -> Reason? {
      var payload = MoneyOrder.sample
      payload.amount = amount
      let proof = try await harness.linkedAssertion(payload, key, session)
      return try await harness.refusal(
        SendMoneyRequest(payload: payload, proof: .assertion(proof)), session)
    }
    #expect(try await buy(1001) == .recoveredLimit)
    // Five small ones, linked as they are, and no sixth.
    for _ in 0..<5 { #expect(try await buy(100) == nil) }
    #expect(try await buy(100) == .recoveredLimit)
  }

  @Test("any session cancels a recovery, and the person is told")
  func cancels() async throws {
    let (harness, session, _) = try await lost()
    #expect(try await begin(harness, session) == nil)
    #expect(try await begin(harness, session) == .recoveryNotPossible)
    let other = try await harness.signUp()
    try await harness.service.recoveries.cancel(other).get()
    try await harness.service.recoveries.cancel(other).get()
    harness.clock.advance(seconds: 86_400)
    try await harness.keepAlive(session)
    #expect(try await harness.service.recoveries.show(session).status == .none)
    #expect(try await options(harness, session).refusal == .insufficientUserAuthentication)
    await harness.deliverMessages()
    #expect(
      harness.messenger.notices(to: "ada@example.com").count { $0 == .recoveryCancelled } == 1)
  }

  @Test("a recovery that begins, is cancelled and is completed is told by mail and by text")
  func toldByText() async throws {
    let (harness, session, _) = try await lost()
    try await harness.storePhone(Self.number, session)
    #expect(try await begin(harness, session) == nil)
    #expect(try await harness.notices(to: Self.number) == [.recoveryBegun])
    try await harness.service.recoveries.cancel(session).get()
    #expect(
      try await harness.notices(to: Self.number) == [.recoveryBegun, .recoveryCancelled])
    harness.clock.advance(seconds: 60)
    _ = try await recover(harness, session)
    // The number is forgotten by the recovery of which it is told.
    #expect(try await harness.count("phones") == 0)
    let texted = try await harness.notices(to: Self.number)
    #expect(texted == [.recoveryBegun, .recoveryCancelled, .recoveryBegun, .recovered])
    let mailed = try await harness.notices()
    #expect(mailed.filter(Set(texted).contains) == texted)
    let texts = harness.messenger.messages.filter { $0.channel == .sms }
    #expect(texts.count == 4 && texts.allSatisfy { $0.recipient == Self.number })
  }

  @Test("where nothing can be texted a recovery is told by mail alone")
  func notToldByText() async throws {
    let (harness, session, _) = try await lost { $0.codes.channels = [.email] }
    try await harness.storePhone(Self.number, session)
    #expect(try await begin(harness, session) == nil)
    #expect(try await harness.notices(to: Self.number) == [])
    #expect(try await harness.notices().contains(.recoveryBegun))
  }

  @Test("a recovery that is ready and not completed is over after a week")
  func closes() async throws {
    let (harness, session, _) = try await lost()
    _ = try await begin(harness, session)
    harness.clock.advance(seconds: 86_400 + 604_800)
    try await harness.keepAlive(session)
    #expect(try await harness.service.recoveries.show(session).status == .none)
    #expect(try await options(harness, session).refusal == .insufficientUserAuthentication)
    #expect(try await begin(harness, session) == nil)
  }

  @Test("without a factor there is nothing to recover, and a wrong code begins nothing")
  func notPossible() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    #expect(try await begin(harness, session) == .recoveryNotPossible)
    let (other, owner, _) = try await lost()
    _ = try await other.code(.recover, owner, to: "ada@example.com")
    let wrong = RecoveryRequest(validateCode: SecretText("no code"))
    #expect(
      try await other.service.recoveries.begin(wrong, session: owner).refusal == .verificationFailed
    )
    let forRegistering = try await other.code(.register, owner, to: "ada@example.com")
    let otherPurpose = RecoveryRequest(validateCode: forRegistering)
    #expect(
      try await other.service.recoveries.begin(otherPurpose, session: owner).refusal
        == .verificationFailed)
    #expect(try await other.service.recoveries.show(owner).status == .none)
  }

  @Test("the PIN in the seed's form recovers an account too, and so does a device with a PIN")
  func byPIN() async throws {
    let (harness, session, device) = try await lost()
    try await wait(harness, session)
    let code = try await harness.code(.setPIN, session, to: "ada@example.com")
    let set = SetPINRequest(pin: SecretText("924715"), entitlement: .validateCode(code))
    #expect(try await harness.service.pins.set(set, session: session).refusal == nil)
    #expect(try await harness.sendByPIN("924715", session).refusal == nil)
    let gone = try await harness.service.signIn.options(
      SessionOptionsRequest(deviceID: device.id))
    #expect(gone.refusal == .deviceUnknown)

    let (second, owner, _) = try await lost()
    try await wait(second, owner)
    func register(_ pin: String?) async throws -> Reason? {
      let code = try await second.code(.register, owner, to: "ada@example.com")
      let device = try TestDevice()
      return try await second.service.devices.register(
        DeviceRequest(
          device: device.registration(for: owner.accountID.text, pin: pin), validateCode: code),
        session: owner
      ).refusal
    }
    #expect(try await register(nil) == .unacceptableValue)
    #expect(try await second.service.devices.list(owner).devices.count == 1)
    #expect(try await register("924715") == nil)
    #expect(try await second.service.devices.list(owner).devices.count == 1)
    #expect(try await second.service.credentials.list(owner).credentials.isEmpty)
  }

  @Test("an account that is full of lost devices and keys has room for what recovers it")
  func hasRoom() async throws {
    let full: (inout ServicePolicy) -> Void = {
      ($0.devicesPerAccount, $0.credentialsPerAccount) = (1, 1)
    }
    let (byKey, keyOwner, _) = try await lost(full)
    #expect(try await recover(byKey, keyOwner).credentialID.bytes.isEmpty == false)
    #expect(try await byKey.service.credentials.list(keyOwner).credentials.count == 1)

    let (byDevice, deviceOwner, _) = try await lost(full)
    let device = try TestDevice().registration(for: deviceOwner.accountID.text, pin: "924715")
    func register() async throws -> Reason? {
      let code = try await byDevice.code(.register, deviceOwner, to: "ada@example.com")
      return try await byDevice.service.devices.register(
        DeviceRequest(device: device, validateCode: code), session: deviceOwner
      ).refusal
    }
    // Before the wait is over there is none.
    #expect(try await register() == .unacceptableValue)
    try await wait(byDevice, deviceOwner)
    #expect(try await register() == nil)
    #expect(try await byDevice.service.devices.list(deviceOwner).devices.map(\.id) == [device.id])

    let (byLink, linkOwner, _) = try await lost(full)
    try await wait(byLink, linkOwner)
    let link = try await byLink.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol), session: linkOwner, from: .local, origin: nil
    ).get()
    _ = try await byLink.service.links.requestCode(SessionLinkID(link.id)).get()
    let code = try await byLink.newestCode(to: "ada@example.com")
    let phone = try byLink.newPhone()
    let enrolment = try await byLink.enrolment(
      of: phone, link, withKey: true, .validateCode(code))
    #expect(try await byLink.confirm(link, enrolment).refusal == nil)
    #expect(try await byLink.count("devices WHERE revoked_at IS NULL") == 1)
    #expect(try await byLink.count("credentials WHERE revoked_at IS NULL") == 1)
  }

  /// An account whose device and key are lost, and a session by its mailbox.
  private func lost(
    _ change: (inout ServicePolicy) -> Void = { _ in }
  ) async throws -> (ServiceHarness, AuthenticatedSession, TestDevice) {
    let (harness, phone, device) = try await ServiceHarness.withDevice(change: change)
    let proof = Proof.pinProof(
      try device.pinProof(Self.pin, over: try await harness.pinChallenge(phone)))
    let options = try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(proof: proof), session: phone
    ).get()
    _ = try await harness.service.credentials.register(
      harness.newAuthenticator().register(options), session: phone
    ).get()
    return (harness, try await harness.signUp(), device)
  }

  private func begin(
    _ harness: ServiceHarness, _ session: AuthenticatedSession
  ) async throws -> Reason? {
    let code = try await harness.code(.recover, session, to: "ada@example.com")
    return try await harness.service.recoveries.begin(
      RecoveryRequest(validateCode: code), session: session
    ).refusal
  }

  private func wait(_ harness: ServiceHarness, _ session: AuthenticatedSession) async throws {
    #expect(try await begin(harness, session) == nil)
    harness.clock.advance(seconds: 86_400)
    try await harness.keepAlive(session)
  }

  private func options(
    _ harness: ServiceHarness, _ session: AuthenticatedSession
  ) async throws -> Decision<CredentialCreationOptions> {
    let code = try await harness.code(.register, session, to: "ada@example.com")
    return try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: code), session: session)
  }

  private func recover(
    _ harness: ServiceHarness, _ session: AuthenticatedSession
  ) async throws -> TestAuthenticator {
    try await wait(harness, session)
    let key = try harness.newAuthenticator()
    let created = try await options(harness, session).get()
    _ = try await harness.service.credentials.register(
      key.register(created), session: session
    ).get()
    return key
  }
}
