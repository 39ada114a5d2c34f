import CountersignCore
import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("What an administrator revokes")
struct RevokeOfAccountTests {
  private static let ada = AccountReference.userName("ada@example.com")
  private static let pin = "258036"
  private static let number = "+2348012345678"

  @Test("a device that is revoked proves nothing any more, and its session and key are over")
  func device() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    let key = try await harness.registerKey(of: device, phone, Self.pin)
    let login = try await pinLogin(harness, device)
    #expect(try await revoke(.device(device.id), harness) == .success(1))
    #expect(try await harness.service.signIn.open(login).refusal == .verificationFailed)
    #expect(try await isOver(phone, harness))
    let passkey = try await harness.signIn(by: key, to: phone.accountID)
    #expect(try await harness.service.signIn.open(passkey).refusal != nil)
    #expect(try await harness.notices(to: "ada@example.com").contains(.deviceRevoked))
    // Done again, there is nothing left.
    #expect(try await revoke(.device(device.id), harness) == .failure(.deviceUnknown))
  }

  @Test("a credential that is revoked signs nothing any more; the others stay")
  func credential() async throws {
    let (harness, session, first) = try await ServiceHarness.withKey()
    let second = try await registerFurtherKey(harness, session, by: first)
    #expect(try await revoke(.credential(first.credentialID.bytes), harness) == .success(1))
    let refused = try await harness.signIn(by: first, to: session.accountID)
    #expect(try await harness.service.signIn.open(refused).refusal != nil)
    let taken = try await harness.signIn(by: second, to: session.accountID)
    #expect(try await harness.service.signIn.open(taken).refusal == nil)
    #expect(try await harness.notices(to: "ada@example.com").contains(.credentialRevoked))
    #expect(
      try await revoke(.credential(first.credentialID.bytes), harness) == .failure(.notFound))
  }

  @Test("what another account has is not revoked under this one's name")
  func foreign() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    let key = try await harness.registerKey(of: device, phone, Self.pin)
    _ = try await harness.signUp("bob@example.com")
    let bob = AccountReference.userName("bob@example.com")
    #expect(try await revoke(.device(device.id), of: bob, harness) == .failure(.deviceUnknown))
    #expect(
      try await revoke(.credential(key.credentialID.bytes), of: bob, harness)
        == .failure(.notFound))
    #expect(try await revoke(.all(.factors), of: bob, harness) == .success(1))
    #expect(try await !isOver(phone, harness))
    #expect(try await harness.service.devices.list(phone).devices.count == 1)
    #expect(try await harness.service.credentials.list(phone).credentials.count == 1)
  }

  @Test("all sessions end, and what they had under way; the factors stay")
  func sessions() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let other = try await harness.signUp()
    let bob = try await harness.signUp("bob@example.com")
    try await harness.storePhone(Self.number, session)
    #expect(try await revoke(.all(.sessions), harness) == .success(2))
    #expect(try await harness.notices(to: Self.number) == [.sessionsEnded])
    for ended in [session, other] { #expect(try await isOver(ended, harness)) }
    #expect(try await !isOver(bob, harness))
    let again = try await harness.signIn(by: key, to: session.accountID)
    #expect(try await harness.service.signIn.open(again).refusal == nil)
    #expect(try await harness.notices(to: "ada@example.com").contains(.sessionsEnded))
    #expect(try await harness.auditDetails("sessions_ended").contains("\"count\":2"))
  }

  // Holds: administration
  @Test("when all factors are revoked nothing of the account opens, proves or comes back by a code")
  func factors() async throws {
    let (harness, phone, device) = try await ServiceHarness.withDevice()
    let key = try await harness.registerKey(of: device, phone, Self.pin)
    try await harness.storePhone(Self.number, phone)
    let pinLogin = try await pinLogin(harness, device)
    let passkey = try await harness.signIn(by: key, to: phone.accountID)
    // The device, its key, and two sessions.
    #expect(try await revoke(.all(.factors), harness) == .success(4))
    #expect(try await isOver(phone, harness))
    #expect(try await harness.service.signIn.open(pinLogin).refusal != nil)
    #expect(try await harness.service.signIn.open(passkey).refusal != nil)
    // The number is told, though it is the account's no longer.
    #expect(try await harness.notices(to: "ada@example.com").contains(.factorsRevoked))
    #expect(try await harness.notices(to: Self.number) == [.factorsRevoked])
    // Whoever has the mailbox signs in, and gets no factor by that.
    let session = try await harness.signUp()
    let shown = try await harness.service.secondFactors.show(session)
    #expect(shown.needsFactor && !shown.hasBiometrics && !shown.hasDevicePIN && !shown.hasPhone)
    let code = try await harness.code(.register, session, to: "ada@example.com")
    let options = try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: code), session: session)
    #expect(options.refusal == .insufficientUserAuthentication)
    // An administrator's link brings the person back.
    _ = try await harness.enrolledPhone()
    #expect(try await harness.fault() == nil)
  }

  @Test("a PIN of the account and an authenticator app go with the factors")
  func pinAndApp() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    try await harness.setPIN(Self.pin, session)
    _ = try await harness.enrolApp(
      session, entitledBy: AuthenticatorAppRequest(proof: .pin(SecretText(Self.pin))))
    _ = try await harness.sendByPIN("000001", session)
    #expect(try await revoke(.all(.factors), harness) == .success(1))
    let shown = try await harness.service.secondFactors.show(harness.signUp())
    #expect(!shown.hasPIN && !shown.hasTwoFactor && shown.failedAttempts == 0)
  }

  @Test("an account that never had a factor gets none by a mailed code after it was closed so")
  func neverHadFactor() async throws {
    let harness = try await ServiceHarness()
    _ = try await harness.signUp()
    #expect(try await revoke(.all(.factors), harness) == .success(1))
    let session = try await harness.signUp()
    let code = try await harness.code(.register, session, to: "ada@example.com")
    let options = try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: code), session: session)
    #expect(options.refusal == .insufficientUserAuthentication)
  }

  @Test("an authenticator app that a session left half enrolled ends with it")
  func halfEnrolledApp() async throws {
    for byPerson in [false, true] {
      let (harness, session, key) = try await ServiceHarness.withKey()
      let begun = try await harness.service.authenticatorApps.enrol(
        AuthenticatorAppRequest(
          proof: harness.managementProof(key, session, changing: .addAuthenticatorApp)),
        session: session
      ).get()
      let other = try await harness.signUp()
      if byPerson {
        _ = try await harness.service.sessions.endOthers(other)
      } else {
        _ = try await revoke(.all(.sessions), harness)
      }
      let later = byPerson ? other : try await harness.signUp()
      let code = TestAuthenticatorApp(typed: begun.answer.secret).code(at: harness.clock.now())
      let confirmed = try await harness.service.authenticatorApps.confirm(
        AuthenticatorAppConfirmation(twoFactorCode: code), session: later)
      #expect(confirmed.refusal == .verificationFailed)
    }
  }

  @Test("an enrolment by an administrator's link cancels a recovery that was begun meanwhile")
  func enrolmentCancelsRecovery() async throws {
    let (harness, _, _) = try await ServiceHarness.withDevice()
    _ = try await revoke(.all(.factors), harness)
    // Whoever has the mailbox.
    let thief = try await harness.signUp()
    let code = try await harness.code(.recover, thief, to: "ada@example.com")
    _ = try await harness.service.recoveries.begin(
      RecoveryRequest(validateCode: code), session: thief
    ).get()
    let (_, session) = try await harness.enrolledPhone()
    #expect(try await harness.service.recoveries.show(session).status == .none)
    #expect(try await harness.notices(to: "ada@example.com").contains(.recoveryCancelled))
    harness.clock.advance(seconds: 86_400)
    let later = try await harness.signUp()
    #expect(try await harness.service.secondFactors.show(later).needsFactor)
  }

  @Test("a recovery that lapsed long ago is not cancelled any more, and nobody is told so")
  func lapsedRecovery() async throws {
    let (harness, phone, _) = try await ServiceHarness.withDevice()
    let code = try await harness.code(.recover, phone, to: "ada@example.com")
    _ = try await harness.service.recoveries.begin(
      RecoveryRequest(validateCode: code), session: phone
    ).get()
    await harness.deliverMessages()
    harness.clock.advance(seconds: 86_400 * 30)
    _ = try await harness.enrolledPhone()
    #expect(try await !harness.notices(to: "ada@example.com").contains(.recoveryCancelled))
    #expect(try await !harness.auditKinds().contains("recovery_cancelled"))
  }

  @Test("the same revocation under the same key is done once, also when the person has come back")
  func repeated() async throws {
    let (harness, _, _) = try await ServiceHarness.withDevice()
    let host = try await harness.host(.admin)
    let key = try IdempotencyKey("ticket-1")
    func revoke(
      _ kind: AccountRevocationRequest.Kind, _ host: AuthenticatedServiceKey
    ) async throws -> Decision<ActionResponse<RevocationAnswer>> {
      try await harness.service.administration.revoke(
        AccountRevocationRequest(Self.ada, .all(kind)), idempotencyKey: key, host: host)
    }
    let first = try await revoke(.factors, host).get()
    let (_, session) = try await harness.enrolledPhone()
    let again = try await revoke(.factors, host).get()
    #expect(again.isReplayed && !first.isReplayed && again.answer == first.answer)
    #expect(try await !isOver(session, harness))
    #expect(try await harness.service.devices.list(session).devices.count == 1)
    #expect(try await revoke(.sessions, host).refusal == .alreadyUsed)
    // Another host's key of that name is another one.
    let rival = try await harness.host(.admin, of: .rival)
    #expect(try await revoke(.sessions, rival).get().isReplayed == false)
    #expect(try await isOver(session, harness))
  }

  @Test("a recovery that is under way is cancelled with the factors, and another may begin")
  func recovery() async throws {
    let (harness, phone, _) = try await ServiceHarness.withDevice()
    func begin(_ session: AuthenticatedSession) async throws -> Reason? {
      let code = try await harness.code(.recover, session, to: "ada@example.com")
      return try await harness.service.recoveries.begin(
        RecoveryRequest(validateCode: code), session: session
      ).refusal
    }
    #expect(try await begin(phone) == nil)
    _ = try await revoke(.all(.factors), harness)
    #expect(try await harness.auditDetails("factors_revoked").contains("Cancelled\":true"))
    harness.clock.advance(seconds: 86_400)
    let session = try await harness.signUp()
    #expect(try await harness.service.recoveries.show(session).status == .none)
    #expect(try await begin(session) == nil)
    #expect(try await harness.service.recoveries.show(session).status == .waiting)
  }

  // Holds: administration
  @Test("the audit log says which service key revoked, and which session did")
  func whoRevoked() async throws {
    let (harness, session, first) = try await ServiceHarness.withKey()
    let second = try await registerFurtherKey(harness, session, by: first)
    _ = try await harness.revokeKeys(.one(second.credentialID), by: first, session).get()
    #expect(try await harness.auditDetails("credential_revoked").contains(session.id.text))
    let host = try await harness.host(.admin)
    for matter: AccountRevocationRequest.Matter in [
      .credential(first.credentialID.bytes), .all(.sessions), .all(.factors),
    ] {
      _ = try await harness.service.administration.revoke(
        AccountRevocationRequest(Self.ada, matter), host: host
      ).get()
    }
    for kind in ["credential_revoked", "sessions_ended", "factors_revoked"] {
      #expect(try await harness.auditDetails(kind).contains("\"key\":\"\(host.id.text)\""))
    }
  }

  /// How many were revoked, or why none was.
  private func revoke(
    _ matter: AccountRevocationRequest.Matter, of account: AccountReference = ada,
    _ harness: ServiceHarness
  ) async throws -> Result<Int64, ReasonError> {
    let decision = try await harness.service.administration.revoke(
      AccountRevocationRequest(account, matter), host: harness.host(.admin))
    return decision.map(\.answer.revoked).mapError { ReasonError(reason: $0.reason) }
  }

  private func registerFurtherKey(
    _ harness: ServiceHarness, _ session: AuthenticatedSession, by key: TestAuthenticator
  ) async throws -> TestAuthenticator {
    try await harness.registerKey(
      session, by: harness.managementProof(key, session))
  }

  /// What logs a device in by its PIN.
  private func pinLogin(
    _ harness: ServiceHarness, _ device: TestDevice
  ) async throws -> SessionRequest {
    let options = try await harness.service.signIn.options(
      SessionOptionsRequest(deviceID: device.id)
    ).get()
    return .pinProof(try device.pinProof(Self.pin, over: options.pinChallenge))
  }

  private func isOver(
    _ session: AuthenticatedSession, _ harness: ServiceHarness
  ) async throws -> Bool {
    try await harness.store.read { transaction in
      let row = try transaction.rows(
        "SELECT 1 FROM sessions WHERE id = ? AND ended_at IS NULL", [.text(session.id.text)])
      return row.isEmpty
    }
  }
}

/// Why something was refused, to be compared.
struct ReasonError: Error, Equatable {
  let reason: Reason

  static let deviceUnknown = ReasonError(reason: .deviceUnknown)
  static let notFound = ReasonError(reason: .notFound)
}
