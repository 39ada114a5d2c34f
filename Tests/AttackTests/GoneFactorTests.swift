import CountersignCore
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

@Suite("What somebody else's factor leaves behind once it is stopped or removed")
struct GoneFactorTests {
  private static let ada = "ada@example.com"
  private static let pin = SecretText("258036")
  private static let (own, foreign) = ("+2348012345678", "+2348012345679")
  private static let day: Int64 = 86_400

  // MARK: Sessions

  @Test("Attack 3: the sessions that a passkey opened or raised end with it, and no other one")
  func removedPasskey() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      let stolen = try await server.addKey(by: key, as: owner)
      server.turn(seconds: 60)
      let opened = try await server.signIn(by: stolen, of: Self.ada)
      let raised = try await server.raise(try await server.signUp(Self.ada)) {
        .assertion(try stolen.assert($0.options))
      }
      let other = try await server.signIn(by: key, of: Self.ada)
      for token in [opened, raised] {
        #expect(try await server.send(.pocket, as: token).status == 200)
      }
      let removed = try await server.remove(stolen, by: key, as: owner)
      #expect(removed.status == 204)
      for token in [opened, raised] {
        #expect(try await server.send(.secondFactor, as: token).reason == .sessionRequired)
      }
      for token in [owner, other] {
        #expect(try await server.send(.pocket, as: token).status == 200)
      }
    }
  }

  @Test(
    "Attack 3: a passkey that removes itself ends the session that it opened, and no owner's page",
    arguments: [true, false])
  func removedByItself(_ isByItself: Bool) async throws {
    try await AttackedServer.run { server in
      let first = try await server.signUp(Self.ada)
      let key = try await server.registerKey(first, of: Self.ada)
      let other = try await server.addKey(by: key, as: first)
      let opened = try await server.signIn(by: key, of: Self.ada)
      // The session is told beforehand which passkey it would end with.
      for (token, openers) in [(opened, [key.credentialID.base64URL]), (first, [])] {
        let keys: CredentialList = try await server.read(.credentials, as: token)
        #expect(keys.credentials.filter { $0.openedSession == true }.map(\.id) == openers)
      }
      let removed = try await server.remove(key, by: isByItself ? key : other, as: opened)
      #expect(removed.status == 204)
      // Proved by another factor, the session of the change goes on.
      #expect(try await server.send(.pocket, as: opened).status == (isByItself ? 401 : 200))
      // The one of the sign-up was raised by the passkey, and ends from elsewhere.
      #expect(try await server.send(.secondFactor, as: first).status == 401)
      server.turn(seconds: 60)
      // A session that a mailed code opened goes on when it removes what raised it, as a weak one.
      let page = try await server.raise(try await server.signUp(Self.ada)) {
        .assertion(try other.assert($0.options))
      }
      #expect(try await server.endOthers(as: page).status == 200)
      #expect(try await server.remove(other, by: other, as: page).status == 204)
      #expect(try await server.send(.pocket, as: page).status == 200)
      // A host is not told of a proof by what is gone.
      let proofs = try await server.harness.store.rows(
        "SELECT methods, proved_at FROM sessions WHERE ended_at IS NULL AND level = 1", [])
      #expect(try proofs.map { try $0.text(0) } == [""])
      #expect(try proofs.first?.optionalInteger(1) == nil)
      let refused = try await server.endOthers(as: page)
      #expect(refused.status == 401 && refused.reason == .insufficientUserAuthentication)
    }
  }

  @Test("Attack 3: a session that goes on by the factor which proved a removal ends with that one")
  func goesOn() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      let (gone, stolen) = (
        try await server.addKey(by: key, as: owner), try await server.addKey(by: key, as: owner)
      )
      server.turn(seconds: 60)
      let opened = try await server.signIn(by: gone, of: Self.ada)
      let raised = try await server.raise(try await server.signUp(Self.ada)) {
        .assertion(try stolen.assert($0.options))
      }
      #expect(try await server.remove(gone, by: stolen, as: opened).status == 204)
      for token in [opened, raised] {
        #expect(try await server.send(.pocket, as: token).status == 200)
      }
      #expect(try await server.remove(stolen, by: key, as: owner).status == 204)
      for token in [opened, raised] {
        #expect(try await server.send(.secondFactor, as: token).reason == .sessionRequired)
      }
      #expect(try await server.send(.pocket, as: owner).status == 200)
    }
  }

  @Test("Attack 3: where all passkeys go at once, the session that one of them opened ends too")
  func removedTogether() async throws {
    try await AttackedServer.run { server in
      let first = try await server.signUp(Self.ada)
      let key = try await server.registerKey(first, of: Self.ada)
      let other = try await server.addKey(by: key, as: first)
      let opened = try await server.signIn(by: other, of: Self.ada)
      try await server.removeKeys(by: key, as: opened)
      for token in [first, opened] {
        #expect(try await server.send(.secondFactor, as: token).status == 401)
      }
    }
  }

  @Test("Attack 3: with a phone that is removed ends the session of a screen that it let in")
  func removedPhone() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      let adding: LinkedOptions = try await server.read(
        .linkedOptions, as: owner, LinkedOptionsRequest(changing: .addDeviceByLink))
      let (phone, link, token) = try await server.enrolByPage(
        as: owner, by: .assertion(try key.assert(adding.options)))
      #expect(try await server.claim(link, isMine: true).status == 204)
      let screen = try await server.logIn(by: phone)
      #expect(try await server.send(.pocket, as: screen).status == 200)
      let removing: LinkedOptions = try await server.read(
        .linkedOptions, as: owner, LinkedOptionsRequest(changing: .removeDevice(phone.id)))
      let removed = try await server.send(
        .revokeDevice, at: ["id": phone.id], as: owner,
        RevocationRequest(proof: .assertion(try key.assert(removing.options))))
      #expect(removed.status == 204)
      for ended in [token, screen] {
        #expect(try await server.send(.secondFactor, as: ended).status == 401)
      }
      #expect(try await server.send(.pocket, as: owner).status == 200)
    }
  }

  @Test("Attack 3: a phone enrolled again keeps the session of a screen, and takes it along")
  func enrolledAgain() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      func proof(of change: FactorChange) async throws -> Proof {
        let options: LinkedOptions = try await server.read(
          .linkedOptions, as: owner, LinkedOptionsRequest(changing: change))
        return .assertion(try key.assert(options.options))
      }
      let (former, link, _) = try await server.enrolByPage(
        as: owner, by: try await proof(of: .addDeviceByLink))
      #expect(try await server.claim(link, isMine: true).status == 204)
      let screen = try await server.logIn(by: former)
      let again: SessionLinkAnswer = try await server.read(
        .makeLink, as: owner,
        SessionLinkRequest(type: .enrol, proof: try await proof(of: .addDeviceByLink)))
      let options: LinkOptions = try await server.read(
        .linkOptions, at: ["id": again.id], LinkOptionsRequest(deviceID: former.id))
      let phone = TestPhone(try server.newKey())
      let enrolled = try await server.send(
        .confirmLink, at: ["id": again.id],
        LinkConfirmation.enrol(
          try phone.device(for: again.id), registration: nil,
          .pinProof(try former.pinProof(try #require(options.pinChallenge)))))
      #expect(enrolled.status == 201)
      #expect(try await server.send(.pocket, as: screen).status == 200)
      let removed = try await server.send(
        .revokeDevice, at: ["id": phone.id], as: owner,
        RevocationRequest(proof: try await proof(of: .removeDevice(phone.id))))
      #expect(removed.status == 204)
      #expect(try await server.send(.secondFactor, as: screen).status == 401)
      #expect(try await server.send(.pocket, as: owner).status == 200)
    }
  }

  @Test("Attack 3: with a passkey that a notice's link stops ends the session that it opened")
  func stoppedPasskey() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      #expect(try await server.setFirstPIN(Self.pin, as: owner, of: Self.ada).status == 204)
      server.turn(seconds: 2 * 3600)
      let thief = try await server.signUp(Self.ada)
      let options: CredentialCreationOptions = try await server.read(
        .registrationOptions, as: thief, RegistrationOptionsRequest(proof: .pin(Self.pin)))
      let key = try server.newKey()
      #expect(
        try await server.send(.registerCredential, as: thief, try key.register(options)).status
          == 201)
      let opened = try await server.signIn(by: key, of: Self.ada)
      #expect(try await server.send(.pocket, as: opened).status == 200)
      let stopped: StopAnswer = try await server.read(
        .stop, try await server.harness.stopRequest(of: .credentialAdded))
      #expect(stopped.stopped == .factor)
      #expect(try await server.send(.secondFactor, as: opened).status == 401)
    }
  }

  @Test("Attack 3: a session that a PIN in a body raised ends once the PIN is another")
  func changedPIN() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      #expect(try await server.setFirstPIN(Self.pin, as: owner, of: Self.ada).status == 204)
      server.turn(seconds: 60)
      let thief = try await server.raise(try await server.signUp(Self.ada)) { _ in
        .pin(Self.pin)
      }
      #expect(try await server.send(.pocket, as: thief).status == 200)
      let next = SecretText("914725")
      server.harness.watch.note("pin", next.exposed)
      let changed = try await server.send(
        .setPIN, as: owner, SetPINRequest(pin: next, entitlement: .oldPIN(Self.pin)))
      #expect(changed.status == 204)
      #expect(try await server.send(.secondFactor, as: thief).status == 401)
      #expect(try await server.send(.pocket, as: owner).status == 200)
    }
  }

  @Test(
    "Attack 3: a session that a PIN in a body raised ends once a device's PIN takes its place",
    arguments: [true, false])
  func replacedPIN(byLink: Bool) async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      func proof(of change: FactorChange) async throws -> Proof {
        let options: LinkedOptions = try await server.read(
          .linkedOptions, as: owner, LinkedOptionsRequest(changing: change))
        return .assertion(try key.assert(options.options))
      }
      server.harness.watch.note("pin", Self.pin.exposed)
      let set = try await server.send(
        .setPIN, as: owner,
        SetPINRequest(pin: Self.pin, entitlement: .proof(try await proof(of: .setPIN))))
      #expect(set.status == 204)
      server.turn(seconds: 60)
      let thief = try await server.raise(try await server.signUp(Self.ada)) { _ in
        .pin(Self.pin)
      }
      #expect(try await server.send(.pocket, as: thief).status == 200)
      if byLink {
        let (_, link, _) = try await server.enrolByPage(
          as: owner, by: try await proof(of: .addDeviceByLink))
        #expect(try await server.send(.pocket, as: thief).status == 200)
        #expect(try await server.claim(link, isMine: true).status == 204)
      } else {
        let account = try #require(try await server.harness.account(named: Self.ada))
        let device = try TestDevice()
        let added = try await server.send(
          .registerDevice, as: owner,
          DeviceRequest(
            device: try device.registration(for: account.text, pin: "369147"),
            proof: try await proof(of: .addDevice(named: device.name))))
        #expect(added.status == 201)
      }
      #expect(try await server.harness.store.rows("SELECT 1 FROM pins", []).isEmpty)
      #expect(try await server.send(.secondFactor, as: thief).reason == .sessionRequired)
      #expect(try await server.send(.pocket, as: owner).status == 200)
    }
  }

  // MARK: The telephone number

  @Test("Attack 3: whoever recovers an account sets no number as long as that can be undone")
  func recovered() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      #expect(try await server.propose(Self.own, by: key, as: owner).status == 202)
      let confirmed = try await server.send(
        .confirmPhone, as: owner, PhoneConfirmation(otp: try await server.code(to: Self.own)))
      #expect(confirmed.status == 204)
      try await server.recover(Self.ada)
      let thief = try await server.signUp(Self.ada)
      let thiefs = try await server.registerKey(thief, of: Self.ada)
      let refused = try await server.propose(Self.foreign, by: thiefs, as: thief)
      #expect(refused.status == 403 && refused.reason == .factorWaits)
      #expect(refused.detail.contains("sets no telephone number"))
      let stopped: StopAnswer = try await server.read(
        .stop, try await server.harness.stopRequest(of: .recovered))
      #expect(stopped.stopped == .recovery)
      await server.harness.deliverMessages()
      let last = server.harness.messenger.messages.last { $0.recipient == Self.own }
      #expect(last?.content == .notice(.recoveryUndone))
      #expect(!server.harness.messenger.messages.contains { $0.recipient == Self.foreign })
      let back = try await server.signIn(by: key, of: Self.ada)
      let factors: SecondFactorAnswer = try await server.read(.secondFactor, as: back)
      #expect(factors.hasPhone)
    }
  }

  @Test("a recovered account's new factor sets a number once the day is over")
  func recoveredByOwner() async throws {
    try await AttackedServer.run { server in
      _ = try await server.registerKey(try await server.signUp(Self.ada), of: Self.ada)
      try await server.recover(Self.ada)
      let key = try await server.registerKey(try await server.signUp(Self.ada), of: Self.ada)
      server.turn(seconds: Self.day - 1)
      let early = try await server.signIn(by: key, of: Self.ada)
      #expect(try await server.propose(Self.own, by: key, as: early).reason == .factorWaits)
      server.turn(seconds: 1)
      #expect(try await server.propose(Self.own, by: key, as: early).status == 202)
    }
  }

  @Test("Attack 3: a device of an administrator's link sets no number while it can be stopped")
  func administratorsDevice() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      #expect(try await server.setFirstPIN(Self.pin, as: owner, of: Self.ada).status == 204)
      server.turn(seconds: 60)
      let phone = try await server.enrolByAdministrator(Self.ada)
      let asked: SessionOptions = try await server.read(
        .sessionOptions, SessionOptionsRequest(deviceID: phone.id))
      let opened: SessionAnswer = try await server.read(
        .openSession,
        SessionRequest.pinProof(try phone.pinProof(try #require(asked.pinChallenge))))
      let session = opened.accessToken.exposed
      let options: LinkedOptions = try await server.read(
        .linkedOptions, as: session, LinkedOptionsRequest(changing: .setPhone(Self.foreign)))
      let proof = try phone.pinProof(try #require(options.pinChallenge))
      let refused = try await server.send(
        .setPhone, as: session, PhoneRequest(phone: Self.foreign, proof: .pinProof(proof)))
      #expect(refused.status == 403 && refused.reason == .factorWaits)
    }
  }
}

extension AttackedServer {
  /// Adds a passkey by another one.
  func addKey(
    by key: TestAuthenticator, as token: String
  ) async throws -> TestAuthenticator {
    let adding: LinkedOptions = try await read(
      .linkedOptions, as: token, LinkedOptionsRequest(changing: .addPasskey))
    let options: CredentialCreationOptions = try await read(
      .registrationOptions, as: token,
      RegistrationOptionsRequest(proof: .assertion(try key.assert(adding.options))))
    let added = try newKey()
    let registered = try await send(.registerCredential, as: token, try added.register(options))
    #expect(registered.status == 201)
    return added
  }

  /// Removes a passkey by one.
  func remove(
    _ removed: TestAuthenticator, by key: TestAuthenticator, as token: String
  ) async throws -> Answer {
    let id = removed.credentialID
    let options: LinkedOptions = try await read(
      .linkedOptions, as: token, LinkedOptionsRequest(changing: .removePasskey(id)))
    return try await send(
      .revokeCredential, at: ["id": id.base64URL], as: token,
      RevocationRequest(proof: .assertion(try key.assert(options.options))))
  }

  /// Ends the other sessions of an account.
  func endOthers(as token: String) async throws -> Answer {
    try await send(WireRequest(.endSessions, query: ["which": "others"], accessToken: token))
  }

  /// Raises a session by a proof; gives its new token.
  fileprivate func raise(
    _ token: String, by proof: (LinkedOptions) throws -> Proof
  ) async throws -> String {
    let options: LinkedOptions = try await read(
      .linkedOptions, as: token, LinkedOptionsRequest(scenario: .signIn, payload: [:]))
    let raised: SessionAnswer = try await read(
      .raiseSession, as: token, SessionProofRequest(proof: try proof(options)))
    return raised.accessToken.exposed
  }

  /// Asks for another telephone number, by a passkey.
  fileprivate func propose(
    _ number: String, by key: TestAuthenticator, as token: String
  ) async throws -> Answer {
    let options: LinkedOptions = try await read(
      .linkedOptions, as: token, LinkedOptionsRequest(changing: .setPhone(number)))
    return try await send(
      .setPhone, as: token,
      PhoneRequest(phone: number, proof: .assertion(try key.assert(options.options))))
  }
}
