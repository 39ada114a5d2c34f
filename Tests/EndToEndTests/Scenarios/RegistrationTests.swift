import CountersignClient
import CountersignCore
import CountersignDevice
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("Where an account's keys are, and what revokes them")
struct RegistrationTests {
  @Test("the four states of a registration are told apart")
  func fourStates() async throws {
    let harness = try await ServiceHarness()
    let answers = [
      ScenarioPhone.code(harness), ScenarioPhone.give(.softPrompt(.accept)),
      ScenarioPhone.give(.factor(.biometrics)), ScenarioPhone.give(.factor(.biometrics)),
    ]
    let phone = try await ScenarioPhone(harness, answers: answers)
    let other = try await ScenarioPhone(harness, named: "other", session: phone.session)
    #expect(try await phone.manager.registrationState() == .neverRegistered)
    let result = try await phone.authorize(phone.lowReview())
    guard case .ended(let outcome) = result, outcome.isSuccess else { throw Unexpected(result) }
    #expect(try await phone.manager.registrationState() == .onThisDevice)
    #expect(try await other.manager.registrationState() == .onAnotherDevice)
    let key = try #require(try await phone.session.credentials().credentials.first)
    let id = CredentialID(try #require(Base64URL.decode(key.id)))
    // Whoever holds the session alone takes no key away.
    let bare = await #expect(throws: ClientError.self) {
      try await phone.session.revokeCredential(id)
    }
    #expect(bare?.reason == .insufficientUserAuthentication)
    let proof = try await phone.session.prove(.removePasskey(id), with: phone.authenticator)
    try await phone.session.revokeCredential(id, proof: proof)
    #expect(try await phone.manager.registrationState() == .registeredBefore)
    #expect(try await other.manager.registrationState() == .neverRegistered)
  }

  @Test("a key here that the server does not know is destroyed, and another registered, once")
  func staleKey() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(
      harness,
      answers: [
        ScenarioPhone.code(harness), ScenarioPhone.give(.softPrompt(.accept)),
        ScenarioPhone.give(.factor(.biometrics)), ScenarioPhone.give(.factor(.biometrics)),
      ])
    let stale = try await phone.authenticator.createCredential(.ofNobody)
    let result = try await phone.authorize(phone.lowReview())
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    let held = try await phone.authenticator.credentials(for: ServiceHarness.relyingPartyID)
    #expect(held.count == 1)
    #expect(!held.contains(stale.id))
  }

  @Test("who has a factor is offered no key by a code: the fallback is asked at once")
  func otherFactor() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(harness)
    try await phone.registerKey()
    let other = try await ScenarioPhone(
      harness, named: "other", session: phone.session,
      answers: [
        ScenarioPhone.code(harness), ScenarioPhone.code(harness, to: ScenarioPhone.number),
      ])
    try await harness.confirmPhone(ScenarioPhone.number, of: phone.session)
    let result = try await other.authorize(other.lowReview())
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(
      await other.asked() == ["the VALIDATE_CODE screen", "the OTP screen", "the success screen"])
  }

  @Test("this device, others and all are revoked; a missing id of one's own is never all")
  func revocation() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    let session = try await phone.enrol()
    let other = try InstalledPhone(harness, named: "other")
    try await other.enrol()
    // A session that was opened by a code is no device's.
    let app = try await ScenarioPhone(harness, session: session)
    for scope in [RevocationScope.thisDevice, .otherDevices] {
      await #expect(throws: ClientError.self) { try await app.manager.revoke(scope) }
    }
    #expect(try await session.devices().devices.count == 2)
    try await phone.revokeByPIN(.otherDevices)
    #expect(try await session.devices().devices.map(\.isCurrent) == [true])
    try await phone.revokeByPIN(.thisDevice)
    #expect(try await phone.manager.installation.accounts().isEmpty)
    await #expect(throws: ClientError.self) { try await session.devices() }
  }
}

extension RegistrationTests {
  @Test("the state is right after one device, the others, this one and all are revoked")
  func statesAfterRevocation() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    try await phone.enrol(biometrics: .accept)
    let other = try InstalledPhone(harness, named: "other")
    let revoked = try #require(
      try await other.enrol(biometrics: .accept).devices().devices.first(where: \.isCurrent))
    #expect(try await phone.manager.registrationState() == .onThisDevice)
    #expect(try await other.manager.registrationState() == .onThisDevice)
    try await phone.revokeByPIN(.device(revoked.id))
    #expect(try await phone.manager.registrationState() == .onThisDevice)
    try await other.signInByCode()
    #expect(try await other.manager.registrationState() == .onAnotherDevice)

    try await other.enrol(biometrics: .accept)
    try await other.revokeByPIN(.otherDevices)
    #expect(try await other.manager.registrationState() == .onThisDevice)
    try await phone.signInByCode()
    #expect(try await phone.manager.registrationState() == .onAnotherDevice)

    try await other.revokeByPIN(.thisDevice)
    #expect(try await phone.manager.registrationState() == .registeredBefore)
    // This one too remembers that it was, though it holds nothing of the account any more.
    try await other.signInByCode()
    #expect(try await other.manager.registrationState() == .registeredBefore)
    let third = try InstalledPhone(harness, named: "third")
    try await third.signInByCode()
    #expect(try await third.manager.registrationState() == .neverRegistered)
  }

  @Test("after all devices are revoked each knows that it was registered before")
  func statesAfterAll() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    try await phone.enrol(biometrics: .accept)
    let other = try InstalledPhone(harness, named: "other")
    try await other.enrol(biometrics: .accept)
    try await phone.revokeByPIN(.allDevices)
    for phone in [phone, other] {
      try await phone.signInByCode()
      #expect(try await phone.manager.registrationState() == .registeredBefore)
    }
  }

  @Test("a phone that another revoked learns it at its login, lets go of all, and comes back once")
  func learnsRevocation() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    try await phone.enrol()
    let other = try InstalledPhone(harness, named: "other")
    let session = try await other.enrol(biometrics: .accept)
    try await phone.revokeByPIN(.otherDevices)
    // Its session is over, which alone says nothing of the device.
    let ended = try await other.run { try await $0.start(BiometricTest()) }
    #expect(ended.last?.error == .sessionExpired)
    let held = try other.authenticator(session.accountID)
    #expect(try await held.credentials(for: ServiceHarness.relyingPartyID).count == 1)
    let login = try await other.run { try await $0.startLogin() }
    #expect(login.last?.error?.reason?.code == Reason.deviceUnknown.code)
    #expect(try await held.credentials(for: ServiceHarness.relyingPartyID).isEmpty)
    #expect(try await other.manager.installation.accounts().isEmpty)
    #expect(try await other.vault.names(account: session.accountID).isEmpty)

    let again = try await other.enrol(biometrics: .accept)
    #expect(try await again.devices().devices.count == 2)
    #expect(try await held.credentials(for: ServiceHarness.relyingPartyID).count == 1)
    #expect(try await other.manager.registrationState() == .onThisDevice)
    let proved = try await other.run({ try await $0.start(BiometricTest()) }, [.give(.biometrics)])
    #expect(proved.last?.phase == .done, "\(String(describing: proved.last?.error))")
  }

  @Test("the soft prompt is asked again after a re-installation")
  func softPromptAfterReinstallation() async throws {
    let harness = try await ServiceHarness()
    let answers = [
      ScenarioPhone.code(harness), ScenarioPhone.give(.softPrompt(.decline)),
      ScenarioPhone.give(.leave), ScenarioPhone.give(.leave),
    ]
    let phone = try await ScenarioPhone(harness, answers: answers)
    try await harness.confirmPhone(ScenarioPhone.number, of: phone.session)
    // The same installation asks once, a new one once more.
    for (name, isAsked) in [("app", true), ("app", false), ("installed anew", true)] {
      harness.clock.advance(seconds: 61)
      let app = try await ScenarioPhone(
        harness, named: name, session: phone.session, answers: answers)
      _ = await app.context.process(.testBiometrics, NoContent())
      #expect(await app.asked().contains("the soft prompt") == isAsked, "\(name)")
    }
  }
}

extension CredentialCreationOptions {
  /// A key that no server asked for.
  fileprivate static let ofNobody = CredentialCreationOptions(
    relyingParty: RelyingPartyEntity(id: ServiceHarness.relyingPartyID, name: "Countersign"),
    user: UserEntity(id: UserHandle([1]), name: "ada@example.com", displayName: "Ada"),
    challenge: Challenge([UInt8](repeating: 1, count: 89)))
}

extension InstalledPhone {
  /// Opens a session by a mailed code, as an app without a device of its own.
  fileprivate func signInByCode() async throws {
    harness.clock.advance(seconds: 61)
    let connection = ServerConnection(transport: transport)
    let request = try await connection.signUp(userName: "ada@example.com", displayName: "Ada")
    let session = try await connection.openSession(
      codeRequest: request.codeRequest, code: harness.newestCode(to: "ada@example.com"))
    try await manager.installation.add(session, displayName: "Ada")
  }

  /// Revokes devices, by a proof of the PIN for that very change.
  func revokeByPIN(_ scope: RevocationScope) async throws {
    let proof = try await pinProof(of: try await manager.change(revoking: scope))
    try await manager.revoke(scope, proof: proof)
  }

  /// The PIN, proved for one change of the account's factors.
  func pinProof(of change: FactorChange) async throws -> Proof {
    let session = try #require(try await manager.installation.session())
    let options = try await session.options(changing: change)
    let challenge = try #require(options.pinChallenge)
    return .pinProof(
      try await device.provePIN(
        Self.pin,
        DeviceChallenge(challenge, options.document),
        of: session.accountID))
  }
}
