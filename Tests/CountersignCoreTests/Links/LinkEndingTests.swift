import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("A link ends with what entitled to it, and with what confirmed it")
struct LinkEndingTests {
  @Test("signing out everywhere else ends the links of the other screens, and their logins")
  func otherSessionsEnded() async throws {
    let stage = try await Stage()
    _ = try await stage.harness.service.sessions.endOthers(stage.page)
    try await stage.requireOver()
    // Another account's stay.
    #expect(try await stage.harness.status(stage.others)?.status == .waiting)
  }

  @Test(
    "an administrator who ends sessions or factors ends what they had under way",
    arguments: AccountRevocationRequest.Kind.allCases)
  func administration(_ kind: AccountRevocationRequest.Kind) async throws {
    let stage = try await Stage()
    let ofHost = try await stage.harness.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol, userName: ServiceHarness.ada), from: .local,
      mandate: .anyFactor
    ).get()
    _ = try await stage.harness.service.administration.revoke(
      AccountRevocationRequest(.userName(ServiceHarness.ada), .all(kind)),
      host: stage.harness.host(.admin)
    ).get()
    try await stage.requireOver()
    #expect(
      try await stage.harness.status(ofHost) == LinkEvent(status: .over, ending: .ended))
    #expect(try await stage.harness.status(stage.others)?.status == .waiting)
  }

  @Test("a key that is revoked ends what it entitled to")
  func keyRevoked() async throws {
    let stage = try await Stage()
    _ = try await stage.revokeKeys().get()
    try await stage.requireOver()
    #expect(try await stage.harness.status(stage.others)?.status == .waiting)
  }

  @Test("a device that is revoked ends what it entitled to")
  func deviceRevoked() async throws {
    let stage = try await Stage()
    _ = try await stage.revokeDevice().get()
    try await stage.requireOver()
    #expect(try await stage.harness.status(stage.others)?.status == .waiting)
  }

  @Test("a device that takes the place of a PIN in a body ends other links, and is answered again")
  func pinReplaced() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    _ = try await harness.service.pins.set(
      SetPINRequest(
        pin: SecretText("258036"),
        entitlement: .proof(
          try await harness.managementProof(key, session, changing: .setPIN))),
      session: session
    ).get()
    func link() async throws -> SessionLinkAnswer {
      let proof = try await harness.managementProof(key, session, changing: .addDeviceByLink)
      return try await harness.service.linkIssuer.make(
        SessionLinkRequest(type: .enrol, proof: proof), session: session, from: .local, origin: nil
      ).get()
    }
    let (link, other) = (try await link(), try await link())
    let confirmation = try await harness.enrolment(of: try harness.newPhone(), link)
    _ = try await harness.confirm(link, confirmation).get()
    #expect(try await harness.count("pins") == 1)
    _ = try await harness.service.stops.settle(
      SessionLinkID(link.id), LinkClaim(isMine: true), secret: link.watchSecret
    ).get()
    #expect(try await harness.count("pins") == 0)
    #expect(try await harness.status(other) == LinkEvent(status: .over, ending: .ended))
    #expect(try await harness.confirm(link, confirmation).refusal == nil)
  }

  @Test("a PIN in a body counts until the phone beside it is claimed; the state says so")
  func stateBesideUnclaimed() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let pin = "314159"
    _ = try await harness.service.pins.set(
      SetPINRequest(
        pin: SecretText(pin),
        entitlement: .proof(
          try await harness.managementProof(key, session, changing: .setPIN))),
      session: session
    ).get()
    let proof = try await harness.managementProof(key, session, changing: .addDeviceByLink)
    let link = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol, proof: proof), session: session, from: .local, origin: nil
    ).get()
    let phone = try harness.newPhone()
    _ = try await harness.confirm(link, try await harness.enrolment(of: phone, link)).get()
    #expect(try await harness.sendByPIN("000001", session).refusal == .verificationFailed)
    let before = try await harness.service.secondFactors.show(session)
    #expect(before.hasPIN && before.hasDevicePIN)
    #expect(before.failedAttempts == 1 && before.isDevicePINBlocked == nil)
    #expect(try await harness.sendByPIN(pin, session).refusal == nil)
    _ = try await harness.service.stops.settle(
      SessionLinkID(link.id), LinkClaim(isMine: true), secret: link.watchSecret
    ).get()
    let after = try await harness.service.secondFactors.show(session)
    #expect(!after.hasPIN && after.hasDevicePIN)
    #expect(after.failedAttempts == 0 && !after.isBlocked)
    #expect(try await harness.sendByPIN(pin, session).refusal == .pinOnDevice)
  }

  @Test("a PIN in a body that a phone's PIN follows after a wait counts until that is over")
  func stateAfterWait() async throws {
    let harness = try await ServiceHarness()
    let page = try await harness.signUp()
    let pin = "314159"
    try await harness.setPIN(pin, page)
    // The PIN proves weakly: after the first hour what it adds waits for days.
    harness.clock.advance(seconds: 3601)
    _ = try await harness.service.devices.register(
      DeviceRequest(
        device: TestDevice().registration(for: page.accountID.text, pin: "924715"),
        proof: .pin(SecretText(pin))), session: page
    ).get()
    _ = try await harness.sendByPIN("000001", page)
    await harness.deliverMessages()
    let before = try await harness.service.secondFactors.show(page)
    #expect(before.hasPIN && before.hasDevicePIN && before.failedAttempts == 1)
    harness.clock.advance(seconds: 4 * 86_400)
    let after = try await harness.service.secondFactors.show(page)
    #expect(!after.hasPIN && after.hasDevicePIN && after.failedAttempts == 0)
  }

  @Test("a key that is revoked ends its link's claim, and the device is answered again")
  func makerRevoked() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey()
    let maker = try await harness.registerKey(
      session, by: harness.managementProof(key, session))
    let proof = try await harness.managementProof(maker, session, changing: .addDeviceByLink)
    let link = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol, proof: proof), session: session, from: .local, origin: nil
    ).get()
    let confirmation = try await harness.enrolment(of: try harness.newPhone(), link)
    _ = try await harness.confirm(link, confirmation).get()
    _ = try await harness.revokeKeys(.one(maker.credentialID), by: key, session).get()
    for isMine in [true, false] {
      let settled = try await harness.service.stops.settle(
        SessionLinkID(link.id), LinkClaim(isMine: isMine), secret: link.watchSecret)
      #expect(settled.refusal == .linkOver)
    }
    #expect(try await harness.count("waits WHERE is_unclaimed = 1 AND stopped_at IS NULL") == 1)
    #expect(try await harness.confirm(link, confirmation).refusal == nil)
  }

  @Test("a recovery that is completed ends what the lost factors entitled to")
  func recovered() async throws {
    let stage = try await Stage()
    let harness = stage.harness
    let code = try await harness.code(.recover, stage.page, to: ServiceHarness.ada)
    _ = try await harness.service.recoveries.begin(
      RecoveryRequest(validateCode: code), session: stage.page
    ).get()
    await harness.deliverMessages()
    harness.clock.advance(seconds: 86_400)
    try await harness.keepAlive(stage.page)
    // Made when the recovery was ready, by whoever has the phone that was lost.
    let late = try await stage.confirmedLogin()
    let mailed = try await harness.code(.register, stage.page, to: ServiceHarness.ada)
    let options = try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: mailed), session: stage.page
    ).get()
    _ = try await harness.service.credentials.register(
      harness.newAuthenticator().register(options), session: stage.page
    ).get()
    #expect(try await harness.collect(late).refusal == .linkOver)
    #expect(try await harness.status(late) == LinkEvent(status: .over, ending: .ended))
  }
}

/// A phone and a page of one account; a link that its PIN entitled to, a login that it confirmed,
/// and another account's link.
private struct Stage {
  let harness: ServiceHarness
  let phone: TestPhone
  let session: AuthenticatedSession
  let page: AuthenticatedSession
  let enrol: SessionLinkAnswer
  let others: SessionLinkAnswer
  private var login: SessionLinkAnswer?

  init() async throws {
    harness = try await ServiceHarness()
    (phone, session) = try await harness.enrolledPhone()
    page = try await harness.signUp()
    let challenge = try #require(
      try await harness.pinChallenge(session, changing: .addDeviceByLink))
    enrol = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol, proof: .pinProof(try phone.pinProof(challenge))),
      session: session, from: .local, origin: nil
    ).get()
    others = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol, userName: "eve@example.com", displayName: "Eve"),
      from: .local, mandate: .firstFactor
    ).get()
    login = try await confirmedLogin()
  }

  /// A login that the phone confirmed and nobody collected.
  func confirmedLogin() async throws -> SessionLinkAnswer {
    let link = try await harness.loginLink()
    _ = try await harness.confirm(link, try await harness.login(phone, link)).get()
    return link
  }

  /// Revokes the phone's key by the phone's PIN.
  func revokeKeys() async throws -> Decision<ActionResponse<RevocationAnswer>> {
    let challenge = try #require(
      try await harness.pinChallenge(session, changing: .removeAllPasskeys))
    return try await harness.service.credentials.revoke(
      .all, RevocationRequest(proof: .pinProof(try phone.pinProof(challenge))), session: session)
  }

  /// Revokes the phone by its PIN.
  func revokeDevice() async throws -> Decision<ActionResponse<RevocationAnswer>> {
    try await harness.revoke(phone, session)
  }

  func requireOver() async throws {
    let login = try #require(login)
    for link in [enrol, login] {
      #expect(try await harness.status(link) == LinkEvent(status: .over, ending: .ended))
    }
    #expect(try await harness.collect(login).refusal == .linkOver)
    let options = try await harness.service.links.options(
      SessionLinkID(enrol.id), LinkOptionsRequest())
    #expect(options.refusal == .linkOver)
  }
}
