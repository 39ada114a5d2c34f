import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Recovery")
struct RecoveryTests {
  static let pin = "258036"
  private static let number = "+2348012345678"

  // Holds: RTS-24
  @Test("a code and a wait of 24 hours give the first new factor; what was before is suspended")
  func recovers() async throws {
    let (harness, session, _) = try await lost { $0.sessionLifetimeSeconds = 172_800 }
    #expect(try await begin(harness, session) == nil)
    // Nobody can stop what nobody was told of.
    harness.clock.advance(seconds: 86_400)
    try await harness.keepAlive(session)
    #expect(try await harness.service.recoveries.show(session).status == .waiting)
    #expect(try await harness.service.recoveries.show(session).readyAt == nil)
    await harness.deliverMessages()
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
    let key = try await harness.registerKey(session)
    #expect(try await harness.service.secondFactors.show(session).needsFactor)
    // Also where none is left.
    _ = try await harness.revokeKeys(.all, by: key, session).get()
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

  // Holds: RTS-24
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

  // Holds: RTS-24
  @Test("no session stops a recovery; a strong factor that was there before does, and is told")
  func stops() async throws {
    let (harness, session, device) = try await lost()
    #expect(try await begin(harness, session) == nil)
    #expect(try await begin(harness, session) == .recoveryNotPossible)
    let bare = try await harness.service.stops.stopRecovery(
      RevocationRequest(), session: session)
    #expect(bare.refusal == .insufficientUserAuthentication)
    let phone = try await harness.logIn(device, Self.pin)
    let proof = Proof.pinProof(
      try device.pinProof(
        Self.pin, over: try await harness.pinChallenge(phone, changing: .stopRecovery)))
    let stopped = try await harness.service.stops.stopRecovery(
      RevocationRequest(proof: proof), session: phone)
    #expect(stopped.refusal == nil)
    harness.clock.advance(seconds: 86_400)
    try await harness.keepAlive(session)
    #expect(try await harness.service.recoveries.show(session).status == .none)
    #expect(try await options(harness, session).refusal == .insufficientUserAuthentication)
    await harness.deliverMessages()
    #expect(
      harness.messenger.notices(to: "ada@example.com").count { $0 == .recoveryCancelled } == 1)
  }

  @Test("attack 28: a factor that came after a recovery began does not stop it")
  func laterFactorStopsNothing() async throws {
    let (harness, session, device) = try await lost()
    #expect(try await begin(harness, session) == nil)
    let phone = try await harness.logIn(device, Self.pin)
    harness.clock.advance(seconds: 1)
    let key = try await harness.registerKey(of: device, phone, Self.pin)
    let late = try await harness.service.stops.stopRecovery(
      RevocationRequest(
        proof: try await harness.managementProof(key, phone, changing: .stopRecovery)),
      session: phone)
    #expect(late.refusal == .insufficientUserAuthentication)
    #expect(try await harness.service.recoveries.show(session).status == .waiting)
  }

  // Holds: RTS-24
  @Test("attack 2: the link of the notice stops a recovery, whoever presses it, and once")
  func stoppedByLink() async throws {
    let (harness, session, _) = try await lost()
    #expect(try await begin(harness, session) == nil)
    let request = try await harness.stopRequest(of: .recoveryBegun)
    var wrong = request
    wrong.secret = SecretText(String(request.secret.exposed.reversed()))
    #expect(try await harness.service.stops.stop(wrong).refusal == .linkOver)
    #expect(
      try await harness.service.stops.stop(request).get() == StopAnswer(stopped: .recovery))
    #expect(try await harness.service.stops.stop(request).refusal == .linkOver)
    #expect(try await harness.service.recoveries.show(session).status == .none)
  }

  // Holds: RTS-24
  @Test("attack 2: the link stops a recovery that is ready, too, until it is completed")
  func stoppedWhenReady() async throws {
    let (harness, session, _) = try await lost()
    #expect(try await begin(harness, session) == nil)
    let request = try await harness.stopRequest(of: .recoveryBegun)
    harness.clock.advance(seconds: 86_400)
    try await harness.keepAlive(session)
    #expect(try await harness.service.recoveries.show(session).status == .ready)
    #expect(
      try await harness.service.stops.stop(request).get() == StopAnswer(stopped: .recovery))
    #expect(try await harness.service.recoveries.show(session).status == .none)
    #expect(try await options(harness, session).refusal == .insufficientUserAuthentication)
    harness.clock.advance(seconds: 60)
    _ = try await recover(harness, session)
    let completed = try await harness.stopRequest(of: .recoveryBegun)
    #expect(try await harness.service.stops.stop(completed).refusal == .linkOver)
  }

  @Test("after three recoveries that were stopped an administrator has to help")
  func stoppedTooOften() async throws {
    let (harness, session, _) = try await lost()
    for _ in 0..<3 {
      #expect(try await begin(harness, session) == nil)
      let request = try await harness.stopRequest(of: .recoveryBegun)
      _ = try await harness.service.stops.stop(request).get()
      harness.clock.advance(seconds: 3600)
      try await harness.keepAlive(session)
    }
    #expect(try await begin(harness, session) == .recoveryNotPossible)
    try await harness.service.administration.unblock(
      AdministrationRequest(.userName("ada@example.com")), host: harness.host(.admin)
    ).get()
    #expect(try await begin(harness, session) == nil)
  }

  @Test("the link in the notice of a completed recovery brings back what was suspended")
  func undone() async throws {
    let (harness, session, device) = try await lost()
    let key = try await recover(harness, session)
    let gone = try await harness.service.signIn.options(SessionOptionsRequest(deviceID: device.id))
    #expect(gone.refusal == .deviceUnknown)
    let request = try await harness.stopRequest(of: .recovered)
    _ = try await harness.service.stops.stop(request).get()
    #expect(try await harness.count("sessions WHERE ended_at IS NULL") == 0)
    let phone = try await harness.logIn(device, Self.pin)
    let left = try await harness.service.credentials.list(phone).credentials.map(\.id)
    #expect(left.count == 1 && !left.contains(key.credentialID.base64URL))
    var payload = MoneyOrder.sample
    payload.amount = 5000
    #expect(try await harness.send(payload, by: device, Self.pin, phone).refusal == nil)
    #expect(try await harness.fault() == nil)
  }

  @Test("a factor that waits is stopped by its link also after a recovery that was undone")
  func undoneWhileWaiting() async throws {
    let harness = try await ServiceHarness { $0.sessionLifetimeSeconds = 604_800 }
    let session = try await harness.signUp()
    try await harness.setPIN(Self.pin, session)
    #expect(try await begin(harness, session) == nil)
    await harness.deliverMessages()
    // Past the hour in which the first factor adds others at once.
    harness.clock.advance(seconds: 7200)
    try await harness.keepAlive(session)
    let added = try await harness.service.authenticatorApps.enrol(
      AuthenticatorAppRequest(proof: .pin(SecretText(Self.pin))), session: session
    ).get().answer
    let app = TestAuthenticatorApp(typed: added.secret)
    _ = try await harness.service.authenticatorApps.confirm(
      AuthenticatorAppConfirmation(twoFactorCode: app.code(at: harness.clock.now())),
      session: session
    ).get()
    let link = try await harness.stopRequest(of: .authenticatorAppAdded)
    // The recovery is ready, and the wait of the app goes on.
    harness.clock.advance(seconds: 255_600)
    try await harness.keepAlive(session)
    let created = try await options(harness, session).get()
    _ = try await harness.service.credentials.register(
      harness.newAuthenticator().register(created), session: session
    ).get()
    #expect(try await harness.count("authenticator_apps") == 0)
    _ = try await harness.service.stops.stop(harness.stopRequest(of: .recovered)).get()
    #expect(try await harness.count("authenticator_apps") == 1)
    let stopped = try await harness.service.stops.stop(link).get()
    #expect(stopped == StopAnswer(stopped: .factor))
    #expect(try await harness.count("authenticator_apps") == 0)
  }

  @Test("attack 28: a key that a weak proof added stops no recovery, also once its wait is over")
  func stoppedByMaturedKey() async throws {
    let harness = try await ServiceHarness { $0.sessionLifetimeSeconds = 604_800 }
    let session = try await harness.signUp()
    try await harness.setPIN(Self.pin, session)
    harness.clock.advance(seconds: 7200)
    try await harness.keepAlive(session)
    let created = try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(proof: .pin(SecretText(Self.pin))), session: session
    ).get()
    let key = try harness.newAuthenticator()
    _ = try await harness.service.credentials.register(
      key.register(created), session: session
    ).get()
    await harness.deliverMessages()
    harness.clock.advance(seconds: 60)
    #expect(try await begin(harness, session) == nil)
    await harness.deliverMessages()
    // The wait of the key is over, and that of the recovery is not.
    harness.clock.advance(seconds: 259_150)
    try await harness.keepAlive(session)
    let stopped = try await harness.service.stops.stopRecovery(
      RevocationRequest(
        proof: try await harness.managementProof(key, session, changing: .stopRecovery)),
      session: session)
    #expect(stopped.refusal == .insufficientUserAuthentication)
    #expect(try await harness.service.recoveries.show(session).status == .waiting)
  }

  @Test("a recovery that was stopped can be begun again in the same millisecond")
  func begunAgain() async throws {
    let (harness, session, _) = try await lost()
    #expect(try await begin(harness, session) == nil)
    let request = try await harness.stopRequest(of: .recoveryBegun)
    _ = try await harness.service.stops.stop(request).get()
    #expect(try await begin(harness, session) == nil)
    #expect(try await harness.service.stops.stop(request).refusal == .linkOver)
    #expect(try await harness.service.recoveries.show(session).status == .waiting)
  }

  // Holds: ASVS-6.3.5/7
  @Test("a recovery that begins, is stopped and is completed is told by mail and by text")
  func toldByText() async throws {
    let (harness, session, _) = try await lost()
    try await harness.storePhone(Self.number, session)
    #expect(try await begin(harness, session) == nil)
    #expect(try await Self.texted(by: harness) == [.recoveryBegun])
    _ = try await harness.service.stops.stop(
      harness.stopRequest(of: .recoveryBegun)
    ).get()
    #expect(try await Self.texted(by: harness) == [.recoveryBegun, .recoveryCancelled])
    harness.clock.advance(seconds: 60)
    _ = try await recover(harness, session)
    // The number stays: it is told of what comes next.
    #expect(try await harness.count("phones") == 1)
    let texted = try await Self.texted(by: harness)
    #expect(
      texted.prefix(3) == [.recoveryBegun, .recoveryCancelled, .recoveryBegun]
        && Set(texted.dropFirst(3)) == [.recovered, .credentialAdded] && texted.count == 5)
  }

  /// What was texted of the recovery: the person is told of sign-ins, too.
  private static func texted(by harness: ServiceHarness) async throws -> [Message.Notice] {
    try await harness.notices(to: number).filter { $0 != .signedIn }
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
    await harness.deliverMessages()
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

  @Test("a PIN in a body recovers an account too, and so does a device with a PIN")
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
    harness.clock.advance(seconds: 1)
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
    await harness.deliverMessages()
    // As long as where nobody but the mailbox is told.
    harness.clock.advance(seconds: 259_200)
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
