import CountersignCore
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

@Suite("A device that a page's link enrolled, before the page has said whose it is")
struct UnclaimedDeviceTests {
  private static let ada = "ada@example.com"
  private static let (pin, newPIN) = (SecretText("258036"), SecretText("914725"))

  /// What an owner does about a passkey that was stolen.
  enum Removal: Sendable, CaseIterable {
    case passkey
    case allOthers
    case sessions
    /// The thief has ended the link before.
    case passkeyOfEndedLink
  }

  // Holds: RTS-24
  @Test("Attack 3: a device that nobody has claimed adds no factor, device, link or number")
  func addsNothing() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let (phone, link, token) = try await server.enrolByPage(as: owner)
      for answer in try await server.additions(by: phone, as: token) {
        #expect(answer.status == 403 && answer.reason == .factorWaits)
        #expect(answer.detail.contains("say there that it is yours"))
      }
      #expect(try await server.countedDevices() == [phone.id])
      // With the maker's word it is as good as any other.
      #expect(try await server.claim(link, isMine: true).status == 204)
      for answer in try await server.additions(by: phone, as: token) {
        #expect((200...202).contains(answer.status))
      }
    }
  }

  // Holds: RTS-24, restore
  @Test("Attack 3: after a backup was restored no link's maker claims a device any more")
  func restored() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let (_, link, _) = try await server.enrolByPage(as: owner)
      let harness = server.harness
      _ = try await StoreRestoration(
        store: harness.store, keyring: harness.keyring, clock: harness.clock
      ).write(carrying: nil, rotating: [])
      for isMine in [true, false] {
        #expect(try await server.claim(link, isMine: isMine).reason == .linkOver)
      }
      let waiting = try await harness.store.rows(
        "SELECT 1 FROM waits WHERE is_unclaimed = 1 AND stopped_at IS NULL", [])
      #expect(waiting.count == 1)
      #expect(try await server.countedDevices().count == 1)
    }
  }

  // Holds: RTS-24
  @Test("Attack 3: with a device that is not theirs goes what it added before that was refused")
  func slippedIn() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let (phone, link, token) = try await server.enrolByPage(as: owner)
      server.turn(seconds: 1)
      // As a server added them once, and as the thirtieth step of the tables marks them.
      try await server.write("UPDATE waits SET is_unclaimed = 0, ends_at = NULL")
      let key = try await server.addKey(by: phone, as: token)
      let second = try TestDevice()
      let added = try await server.register(second, by: phone, as: token)
      #expect(added.status == 201)
      try await server.write(
        """
        UPDATE waits SET is_unclaimed = CASE WHEN reason = 'maker' THEN 1 ELSE 0 END,
          may_be_of_unclaimed = CASE WHEN reason = 'maker' THEN 0 ELSE 1 END
        """)
      #expect(try await server.countedDevices().count == 2)
      #expect(try await server.claim(link, isMine: false).status == 204)
      #expect(try await server.countedDevices().isEmpty)
      let asked = try await server.send(
        .sessionOptions, SessionOptionsRequest(deviceID: second.id))
      #expect(asked.reason == .deviceUnknown)
      #expect(try await server.send(.devices, as: token).status == 401)
      let open = try await server.harness.store.rows(
        "SELECT 1 FROM credentials WHERE id = ? AND revoked_at IS NULL",
        [.blob(key.credentialID.bytes)])
      #expect(open.isEmpty)
      // Nothing of it is left: a code adds the first factor.
      server.turn(seconds: 60)
      _ = try await server.registerKey(try await server.signUp(Self.ada), of: Self.ada)
    }
  }

  @Test("Attack 3: a device that nobody has claimed voids by a new PIN what it began, and no more")
  func changedPIN() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      func proof(_ change: FactorChange) async throws -> Proof {
        let options: LinkedOptions = try await server.read(
          .linkedOptions, as: owner, LinkedOptionsRequest(changing: change))
        return .assertion(try key.assert(options.options))
      }
      func ownLink() async throws -> SessionLinkAnswer {
        try await server.read(
          .makeLink, as: owner,
          SessionLinkRequest(type: .enrol, proof: try await proof(.addDeviceByLink)))
      }
      let (link, device) = (try await ownLink(), try TestDevice())
      let token = try await server.enrol(device, by: link)
      let screen = try await server.collected(try await server.confirmedLogin(by: device))
      let login = try await server.confirmedLogin(by: device)
      // What the owner has under way: a link, a number, an app and a passkey.
      let own = try await ownLink()
      let number = "+2348012345678"
      let _: CodeRequestAnswer = try await server.read(
        .setPhone, as: owner,
        PhoneRequest(phone: number, proof: try await proof(.setPhone(number))))
      let otp = try await server.code(to: number)
      let app: AuthenticatorAppAnswer = try await server.read(
        .enrolAuthenticatorApp, as: owner,
        AuthenticatorAppRequest(proof: try await proof(.addAuthenticatorApp)))
      let creation: CredentialCreationOptions = try await server.read(
        .registrationOptions, as: owner,
        RegistrationOptionsRequest(proof: try await proof(.addPasskey)))

      try await server.changePIN(of: device, from: "258036", to: "914725", 2, as: token)
      let late = try await server.send(
        WireRequest(
          .collectLink, parameters: ["id": login.id], watchSecret: login.watchSecret.exposed))
      #expect(late.status == 404 && late.reason == .linkOver)
      // It is the same device: its session goes on, and that of the screen that it let in.
      for session in [token, screen] {
        #expect(try await server.send(.secondFactor, as: session).status == 200)
      }
      #expect(try await server.send(.link, at: ["id": own.id]).status == 200)
      let code = TestAuthenticatorApp(typed: app.secret).code(at: server.harness.clock.now())
      for answer in [
        try await server.send(.confirmPhone, as: owner, PhoneConfirmation(otp: otp)),
        try await server.send(
          .confirmAuthenticatorApp, as: owner, AuthenticatorAppConfirmation(twoFactorCode: code)),
      ] {
        #expect(answer.status == 204)
      }
      let added = try await server.send(
        .registerCredential, as: owner, try server.newKey().register(creation))
      #expect(added.status == 201)
      // Once it is claimed, it is as good as any other, and so is what it takes away.
      #expect(try await server.claim(link, isMine: true).status == 204)
      #expect(try await server.send(.link, at: ["id": own.id]).status == 200)
      try await server.changePIN(of: device, from: "914725", to: "258036", 3, as: token)
      let over = try await server.send(.link, at: ["id": own.id])
      #expect(over.status == 404 && over.reason == .linkOver)
    }
  }

  @Test("Attack 3: a device that nobody has claimed voids nothing of others by its own passkey")
  func putsKeyAside() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      func linkProof() async throws -> Proof {
        let options: LinkedOptions = try await server.read(
          .linkedOptions, as: owner, LinkedOptionsRequest(changing: .addDeviceByLink))
        return .assertion(try key.assert(options.options))
      }
      let (phone, link, token) = try await server.enrolByPage(
        as: owner, by: try await linkProof())
      // A passkey that came with the device.
      try await server.write("UPDATE waits SET is_unclaimed = 0, ends_at = NULL")
      try await server.write(
        "UPDATE devices SET wait_id = NULL WHERE id = '\(phone.id)'")
      let own = try await server.addKey(by: phone, as: token)
      try await server.write("UPDATE waits SET is_unclaimed = 1 WHERE reason = 'maker'")
      try await server.write(
        "UPDATE devices SET wait_id = (SELECT id FROM waits WHERE reason = 'maker')"
          + " WHERE id = '\(phone.id)'")
      let open: SessionLinkAnswer = try await server.read(
        .makeLink, as: owner, SessionLinkRequest(type: .enrol, proof: try await linkProof()))
      let removed = try await server.send(
        .revokeCredential, at: ["id": own.credentialID.base64URL], as: token,
        RevocationRequest())
      #expect((200...204).contains(removed.status))
      #expect(try await server.send(.link, at: ["id": open.id]).status == 200)
      #expect(try await server.claim(link, isMine: false).status == 204)
      #expect(try await server.countedDevices().isEmpty)
    }
  }

  @Test("Attack 4: with a device that is not theirs ends the session of a screen that it let in")
  func login() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let (phone, link, _) = try await server.enrolByPage(as: owner)
      let screen = try await server.logIn(by: phone)
      #expect(try await server.send(.secondFactor, as: screen).status == 200)
      #expect(try await server.claim(link, isMine: false).status == 204)
      #expect(try await server.send(.secondFactor, as: screen).status == 401)
      #expect(try await server.send(.secondFactor, as: owner).status == 200)
    }
  }

  @Test(
    "Attack 3: whoever made a link by a passkey that is gone says no more whose its device is",
    arguments: Removal.allCases)
  func makerGone(_ removal: Removal) async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      let stolen = try await server.addKey(by: key, as: owner)
      server.turn(seconds: 60)
      let thief = try await server.signIn(by: stolen, of: Self.ada)
      let adding: LinkedOptions = try await server.read(
        .linkedOptions, as: thief, LinkedOptionsRequest(changing: .addDeviceByLink))
      let (phone, link, _) = try await server.enrolByPage(
        as: thief, by: .assertion(try stolen.assert(adding.options)))
      switch removal {
      case .passkey, .passkeyOfEndedLink:
        if removal == .passkeyOfEndedLink {
          let ended = try await server.send(
            WireRequest(
              .endLink, parameters: ["id": link.id], watchSecret: link.watchSecret.exposed))
          #expect(ended.status == 204)
        }
        #expect(try await server.remove(stolen, by: key, as: owner).status == 204)
      case .allOthers:
        let removing: LinkedOptions = try await server.read(
          .linkedOptions, as: owner,
          LinkedOptionsRequest(changing: .keepOnlyPasskey(key.credentialID)))
        let removed = try await server.send(
          WireRequest(
            .revokeCredentials, query: ["which": "others", "keep": key.credentialID.base64URL],
            accessToken: owner,
            body: RevocationRequest(proof: .assertion(try key.assert(removing.options))).json))
        #expect(removed.status == 200)
      case .sessions: #expect(try await server.endOthers(as: owner).status == 200)
      }
      for isMine in [true, false] {
        let claimed = try await server.claim(link, isMine: isMine)
        #expect(claimed.status == 404 && claimed.reason == .linkOver)
      }
      // It stays weak, as long as nobody stops it.
      server.turn(seconds: 60)
      #expect(try await server.pay(4000, by: phone).reason == .factorWaits)
      let stopped: StopAnswer = try await server.read(
        .stop, try await server.harness.stopRequest(of: .deviceAdded))
      #expect(stopped.stopped == .factor)
      #expect(try await server.pay(500, by: phone).reason == .deviceUnknown)
    }
  }

  @Test("Attack 3: whoever made a link by a PIN that has changed says no more whose its device is")
  func makersPINChanged() async throws {
    try await AttackedServer.run { server in
      let (owner, link, phone) = try await server.enrolByPIN(Self.pin, of: Self.ada)
      server.harness.watch.note("pin", Self.newPIN.exposed)
      let changed = try await server.send(
        .setPIN, as: owner, SetPINRequest(pin: Self.newPIN, entitlement: .oldPIN(Self.pin)))
      #expect(changed.status == 204)
      let claimed = try await server.claim(link, isMine: true)
      #expect(claimed.status == 404 && claimed.reason == .linkOver)
      await server.harness.deliverMessages()
      server.turn(seconds: 4 * 86_400)
      #expect(try await server.pay(4000, by: phone).reason == .factorWaits)
    }
  }

  @Test("the maker's word is mailed, with a link that stops the device as long as it waits")
  func told() async throws {
    try await AttackedServer.run { server in
      let (_, link, phone) = try await server.enrolByPIN(Self.pin, of: Self.ada)
      #expect(try await server.claim(link, isMine: true).status == 204)
      let stopped: StopAnswer = try await server.read(
        .stop, try await server.harness.stopRequest(of: .deviceClaimed))
      #expect(stopped.stopped == .factor)
      #expect(try await server.pay(500, by: phone).reason == .deviceUnknown)
    }
  }

  @Test("the mail of a device that counts at once has no link, and a device that goes has no mail")
  func toldOfStrong() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      func claim(isMine: Bool) async throws -> [Message] {
        let adding: LinkedOptions = try await server.read(
          .linkedOptions, as: owner, LinkedOptionsRequest(changing: .addDeviceByLink))
        let (_, link, _) = try await server.enrolByPage(
          as: owner, by: .assertion(try key.assert(adding.options)))
        #expect(try await server.claim(link, isMine: isMine).status == 204)
        await server.harness.deliverMessages()
        return server.harness.messenger.messages.filter {
          $0.content == .notice(.deviceClaimed)
        }
      }
      #expect(try await claim(isMine: false).isEmpty)
      let told = try await claim(isMine: true)
      #expect(told.map(\.recipient) == [Self.ada])
      #expect(told.allSatisfy { $0.stop == nil })
    }
  }

  @Test("Attack 3: the link of a sign-in ends the device that nobody has claimed of its link")
  func signIn() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      server.turn(seconds: 60)
      let thief = try await server.signIn(by: key, of: Self.ada)
      let adding: LinkedOptions = try await server.read(
        .linkedOptions, as: thief, LinkedOptionsRequest(changing: .addDeviceByLink))
      let (_, link, token) = try await server.enrolByPage(
        as: thief, by: .assertion(try key.assert(adding.options)))
      let another: LinkedOptions = try await server.read(
        .linkedOptions, as: owner, LinkedOptionsRequest(changing: .addDeviceByLink))
      let own: SessionLinkAnswer = try await server.read(
        .makeLink, as: owner,
        SessionLinkRequest(type: .enrol, proof: .assertion(try key.assert(another.options))))
      let stopped: StopAnswer = try await server.read(
        .stop, try await server.harness.stopRequest(of: .signedIn))
      #expect(stopped.stopped == .signIn)
      #expect(try await server.countedDevices().isEmpty)
      #expect(try await server.send(.secondFactor, as: token).status == 401)
      #expect(try await server.claim(link, isMine: true).reason == .linkOver)
      #expect(try await server.send(.link, at: ["id": own.id]).status == 200)
    }
  }
}

extension AttackedServer {
  /// Tries each addition by a phone's PIN; gives the answers.
  fileprivate func additions(by phone: TestPhone, as token: String) async throws -> [Answer] {
    let number = "+2348012345678"
    return [
      try await send(
        .registrationOptions, as: token,
        RegistrationOptionsRequest(proof: try await proof(.addPasskey, by: phone, as: token))),
      try await send(
        .makeLink, as: token,
        SessionLinkRequest(
          type: .enrol, proof: try await proof(.addDeviceByLink, by: phone, as: token))),
      try await send(
        .enrolAuthenticatorApp, as: token,
        AuthenticatorAppRequest(
          proof: try await proof(.addAuthenticatorApp, by: phone, as: token))),
      try await send(
        .setPhone, as: token,
        PhoneRequest(
          phone: number, proof: try await proof(.setPhone(number), by: phone, as: token))),
      // The last: the session is that device's then.
      try await register(try TestDevice(), by: phone, as: token),
    ]
  }

  /// Sets a PIN in a body, and has somebody else who knows it enrol a phone by a page's link.
  fileprivate func enrolByPIN(
    _ pin: SecretText, of userName: String
  ) async throws -> (owner: String, link: SessionLinkAnswer, phone: TestPhone) {
    let first = try await signUp(userName)
    #expect(try await setFirstPIN(pin, as: first, of: userName).status == 204)
    // Past the hour in which the first factor adds others at once.
    turn(seconds: 2 * 3600)
    let owner = try await signUp(userName)
    let (phone, link, _) = try await enrolByPage(as: try await signUp(userName), by: .pin(pin))
    return (owner, link, phone)
  }

  fileprivate func proof(
    _ change: FactorChange, by phone: TestPhone, as token: String
  ) async throws -> Proof {
    let options: LinkedOptions = try await read(
      .linkedOptions, as: token, LinkedOptionsRequest(changing: change))
    return .pinProof(try phone.pinProof(try #require(options.pinChallenge)))
  }

  /// Registers a device by the PIN of another one, which the session then is of.
  fileprivate func register(
    _ device: TestDevice, by phone: TestPhone, as token: String
  ) async throws -> Answer {
    let account = try #require(try await harness.account(named: "ada@example.com"))
    let proof = try await proof(.addDevice(named: device.name), by: phone, as: token)
    return try await send(
      .registerDevice, as: token,
      DeviceRequest(
        device: try device.registration(for: account.text, pin: "258036"), proof: proof))
  }

  /// Logs a screen in by a phone's PIN.
  func logIn(by phone: TestPhone) async throws -> String {
    let link: SessionLinkAnswer = try await read(.makeLink, SessionLinkRequest(type: .login))
    let number = try #require(link.number)
    let options: LinkOptions = try await read(
      .linkOptions, at: ["id": link.id], LinkOptionsRequest(deviceID: phone.id, number: number))
    let confirmed = try await send(
      .confirmLink, at: ["id": link.id], try phone.login(options, number: number, by: .pinProof))
    #expect((200...201).contains(confirmed.status))
    return try await collected(link)
  }

  /// Enrols a device by a link; gives its session's token.
  fileprivate func enrol(
    _ device: TestDevice, by link: SessionLinkAnswer
  ) async throws -> String {
    let confirmed = try await send(
      .confirmLink, at: ["id": link.id],
      LinkConfirmation.enrol(
        try device.registration(for: link.id, pin: "258036"), registration: nil, .nothing))
    try #require(confirmed.status == 201)
    return try #require(try LinkConfirmed(json: confirmed.json).session).accessToken.exposed
  }

  /// The login of a screen that a device has confirmed by its PIN, and that nobody has collected.
  fileprivate func confirmedLogin(by device: TestDevice) async throws -> SessionLinkAnswer {
    let link: SessionLinkAnswer = try await read(.makeLink, SessionLinkRequest(type: .login))
    let number = try #require(link.number)
    let options: LinkOptions = try await read(
      .linkOptions, at: ["id": link.id], LinkOptionsRequest(deviceID: device.id, number: number))
    let proof = try device.pinProof("258036", over: options.pinChallenge)
    let confirmed = try await send(
      .confirmLink, at: ["id": link.id],
      LinkConfirmation.login(deviceID: device.id, number: number, proof: .pinProof(proof)))
    #expect((200...201).contains(confirmed.status))
    return link
  }

  /// Collects a login; gives the session's token.
  fileprivate func collected(_ link: SessionLinkAnswer) async throws -> String {
    let answer = try await send(
      WireRequest(
        .collectLink, parameters: ["id": link.id], watchSecret: link.watchSecret.exposed))
    return try SessionAnswer(json: answer.json).accessToken.exposed
  }

  /// Changes the PIN of a device by the old one.
  fileprivate func changePIN(
    of device: TestDevice, from old: String, to new: String, _ generation: Int64, as token: String
  ) async throws {
    let options: LinkedOptions = try await read(
      .linkedOptions, as: token, LinkedOptionsRequest(changing: .setPIN))
    let changed = try await send(
      .setPINKey, at: ["id": device.id], as: token,
      try device.pinChange(to: new, from: old, generation: generation, over: options.pinChallenge))
    #expect(changed.status == 204)
  }

  /// The ids of the devices that count.
  fileprivate func countedDevices() async throws -> [String] {
    try await harness.store.rows(
      "SELECT id FROM devices WHERE revoked_at IS NULL ORDER BY created_at, id", []
    ).map { try $0.text(0) }
  }

  fileprivate func write(_ statement: String) async throws {
    try await harness.store.write { _ = try $0.execute(statement, []) }
  }
}
