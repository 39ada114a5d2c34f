import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("A device that a page's link enrolled, before the page has said whose it is")
struct UnclaimedDeviceTests {
  private static let ada = "ada@example.com"

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
    let collected = try await send(
      WireRequest(
        .collectLink, parameters: ["id": link.id], watchSecret: link.watchSecret.exposed))
    return try SessionAnswer(json: collected.json).accessToken.exposed
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
