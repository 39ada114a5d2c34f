import CountersignCore
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

/// Somebody who knows a PIN in a body begins all that it entitles to, and then it is a PIN no more.
@Suite("Attacks by what a PIN began before it was changed")
struct ChangedPINTests {
  private static let ada = "ada@example.com"
  private static let number = "+2348012345678"
  private static let pin = SecretText("258036")
  private static let newPIN = SecretText("914725")

  private static func knowsInvoices(_ policy: inout ServicePolicy) { policy.add(.payInvoice) }

  /// The end of the PIN that is known to the thief.
  enum End: String, CaseIterable {
    /// The old PIN sets another.
    case changed
    /// A device's PIN takes its place.
    case onDevice
  }

  @Test(
    "what the old PIN entitled to is void with it, and so are the tokens that it gave",
    arguments: End.allCases)
  func ended(by end: End) async throws {
    try await AttackedServer.run(scenarios: [.payInvoice]) { server in
      let owner = try await server.signUp(Self.ada)
      #expect(try await server.setFirstPIN(Self.pin, as: owner, of: Self.ada).status == 204)
      let thief = try await server.signUp(Self.ada)
      let grant: CredentialCreationOptions = try await server.read(
        .registrationOptions, as: thief, RegistrationOptionsRequest(proof: .pin(Self.pin)))
      let link: SessionLinkAnswer = try await server.read(
        .makeLink, as: thief, SessionLinkRequest(type: .enrol, proof: .pin(Self.pin)))
      let app: AuthenticatorAppAnswer = try await server.read(
        .enrolAuthenticatorApp, as: thief, AuthenticatorAppRequest(proof: .pin(Self.pin)))
      let _: CodeRequestAnswer = try await server.read(
        .setPhone, as: thief, PhoneRequest(phone: Self.number, proof: .pin(Self.pin)))
      let otp = try await server.code(to: Self.number)
      let token = try await server.token(by: Self.pin, as: thief)

      try await Self.end(end, server, as: owner)

      let key = try await server.send(
        .registerCredential, as: thief, try server.newKey().register(grant))
      #expect(key.status == 409 && key.reason == .alreadyUsed)
      let phone = TestPhone(try server.newKey())
      let enrolled = try await server.send(
        .confirmLink, at: ["id": link.id],
        LinkConfirmation.enrol(try phone.device(for: link.id), registration: nil, .nothing))
      #expect(enrolled.status == 404 && enrolled.reason == .linkOver)
      let code = TestAuthenticatorApp(typed: app.secret).code(at: server.harness.clock.now())
      for answer in [
        try await server.send(
          .confirmAuthenticatorApp, as: thief, AuthenticatorAppConfirmation(twoFactorCode: code)),
        try await server.send(.confirmPhone, as: thief, PhoneConfirmation(otp: otp)),
        try await server.redeem(token),
      ] {
        #expect(answer.status == 401 && answer.reason == .verificationFailed)
      }
      // The session that made the change goes on.
      #expect(try await server.send(.devices, as: owner).status == 200)
    }
  }

  @Test("what the new PIN entitles to is good, and the same change again voids nothing of it")
  func begunAfter() async throws {
    try await AttackedServer.run(scenarios: [.payInvoice]) { server in
      let owner = try await server.signUp(Self.ada)
      #expect(try await server.setFirstPIN(Self.pin, as: owner, of: Self.ada).status == 204)
      server.harness.watch.note("pin", Self.newPIN.exposed)
      func change() async throws -> Answer {
        try await server.send(
          .setPIN, as: owner, idempotencyKey: "change-1",
          SetPINRequest(pin: Self.newPIN, entitlement: .oldPIN(Self.pin)))
      }
      let first = try await change()
      #expect(first.status == 204 && !first.isReplayed)
      let token = try await server.token(by: Self.newPIN, as: owner)
      let again = try await change()
      #expect(again.status == 204 && again.isReplayed)
      #expect(try await server.redeem(token).status == 200)
    }
  }

  @Test("Attack 3: a token that a PIN gave is redeemed no more once the PIN is on hold")
  func held() async throws {
    try await Hijack.run(change: Self.knowsInvoices) { hijack in
      let server = hijack.server
      let (session, _) = try await hijack.hostSession(withPIN: Self.pin)
      let token = try await server.token(by: Self.pin, as: session)
      try await server.requireHeldInstead(as: session)
      let redeemed = try await server.redeem(token)
      #expect(redeemed.status == 401 && redeemed.reason == .verificationFailed)
    }
  }

  @Test("Attack 3: under a hold the token before the present one of a session is worth no more")
  func retiredToken() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      let (session, key) = try await hijack.hostSession(withPIN: Self.pin)
      let waiting = try await hijack.ask()
      let weak = try await server.send(
        .raiseSession, as: session, SessionProofRequest(proof: .pin(Self.pin)))
      #expect(weak.status == 200)
      let token = try SessionAnswer(json: weak.json).accessToken.exposed
      #expect(try await server.send(.transactions, as: token).status == 200)
      let options: LinkedOptions = try await server.read(
        .linkedOptions, as: token, LinkedOptionsRequest(scenario: .signIn, payload: [:]))
      let strong = try await server.send(
        .raiseSession, as: token,
        SessionProofRequest(proof: .assertion(try key.assert(options.options))))
      #expect(strong.status == 200)
      // Nobody has used the new token yet, so that the one before is good for a moment.
      try await server.requireHeldInstead(as: token)
      try await server.expectNothing(as: token, waiting: waiting)
    }
  }

  private static func end(
    _ end: End, _ server: AttackedServer, as owner: String
  ) async throws {
    server.harness.watch.note("pin", newPIN.exposed)
    switch end {
    case .changed:
      let changed = try await server.send(
        .setPIN, as: owner, SetPINRequest(pin: newPIN, entitlement: .oldPIN(pin)))
      #expect(changed.status == 204)
    case .onDevice:
      let account = try #require(try await server.harness.account(named: ada))
      let phone = TestPhone(try server.newKey())
      let registered = try await server.send(
        .registerDevice, as: owner,
        DeviceRequest(device: try phone.device(for: account.text), proof: .pin(pin)))
      #expect(registered.status == 201)
      #expect(try await server.harness.store.rows("SELECT 1 FROM pins", []).isEmpty)
    }
  }
}

extension AttackedServer {
  private static let invoice = LinkedOptionsRequest(
    scenario: .payInvoice, payload: ServiceHarness.invoice())

  /// A token for an invoice, by a PIN in a body.
  fileprivate func token(by pin: SecretText, as session: String) async throws -> SecretText {
    let answer: VerificationAnswer = try await read(
      .proveScenario, as: session,
      ProofRequest(
        scenario: Self.invoice.scenario, payload: Self.invoice.payload, proof: .pin(pin)))
    return answer.verificationToken
  }

  /// Redeems a token for the invoice.
  fileprivate func redeem(_ token: SecretText) async throws -> Answer {
    let host = try await harness.serviceKey([.transactions]).exposed
    return try await send(
      .redeem, as: host,
      RedemptionRequest(
        verificationToken: token, scenario: Self.invoice.scenario,
        payload: Self.invoice.payload))
  }
}

extension Hijack {
  /// A session of the host, after it has set a PIN in a body and a passkey in the device's place.
  fileprivate func hostSession(
    withPIN pin: SecretText
  ) async throws -> (token: String, key: TestAuthenticator) {
    let opened: SessionAnswer = try await server.read(
      .openServiceSession, as: shop, ServiceSessionRequest(userName: name))
    let session = opened.accessToken.exposed
    func proof(of change: FactorChange, by key: TestAuthenticator) async throws -> Proof {
      let options: LinkedOptions = try await server.read(
        .linkedOptions, as: session, LinkedOptionsRequest(changing: change))
      return .assertion(try key.assert(options.options))
    }
    // One that was registered on the device goes with it.
    let onDevice = try await server.addKey(by: phone, as: try await strongSession())
    let creation: CredentialCreationOptions = try await server.read(
      .registrationOptions, as: session,
      RegistrationOptionsRequest(proof: try await proof(of: .addPasskey, by: onDevice)))
    let key = try server.newKey()
    let added = try await server.send(
      .registerCredential, as: session, try key.register(creation))
    #expect(added.status == 201)
    try await removeDevice()
    server.harness.watch.note("pin", pin.exposed)
    let set = try await server.send(
      .setPIN, as: session,
      SetPINRequest(pin: pin, entitlement: .proof(try await proof(of: .setPIN, by: key))))
    #expect(set.status == 204)
    return (session, key)
  }
}
