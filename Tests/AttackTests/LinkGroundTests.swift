import CountersignCore
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

@Suite("What a device that waits for its link's maker takes, and what a link shows")
struct LinkGroundTests {
  static let ada = "ada@example.com"
  private static let pin = SecretText("274951")
  private static let devicePIN = "258036"
  private static let newPIN = "369147"
  private static let day: Int64 = 86_400

  // Holds: NIST-bind
  @Test("Attack 3: the PIN of a device that waits confirms no other link; the maker's word lets it")
  func waitingPIN() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      func link() async throws -> SessionLinkAnswer {
        let change: LinkedOptions = try await server.read(
          .linkedOptions, as: owner, LinkedOptionsRequest(changing: .addDeviceByLink))
        return try await server.read(
          .makeLink, as: owner,
          SessionLinkRequest(type: .enrol, proof: .assertion(try key.assert(change.options))))
      }
      let (first, second) = (try TestDevice(), try TestDevice())
      let photographed = try await link()
      let enrolled = try await server.confirm(photographed, first, Self.devicePIN)
      #expect(enrolled.status == 201)
      let next = try await link()
      let refused = try await server.confirm(next, second, Self.devicePIN, by: first)
      #expect(refused.status == 401 && refused.reason == .insufficientUserAuthentication)
      #expect(try await server.devices() == [first.id])
      // Once the page that made its link has said that it is the owner's, it is as good as hers.
      #expect(try await server.claim(photographed).status == 204)
      let again = try await server.confirm(next, second, Self.devicePIN, by: first)
      #expect(again.status == 201)
      #expect(try await server.devices() == [second.id])
    }
  }

  // Holds: RTS-24
  @Test("Attack 3: the PIN of a device that waits stands for no mailed code of a recovery's link")
  func waitingPINOfRecovery() async throws {
    try await AttackedServer.run { server in
      try await Self.readyRecovery(server)
      let thief = try await server.signUp(Self.ada)
      let (first, second) = (try TestDevice(), try TestDevice())
      let account = try #require(try await server.harness.account(named: Self.ada))
      let added = try await server.send(
        .registerDevice, as: thief,
        DeviceRequest(
          device: try first.registration(for: account.text, pin: Self.devicePIN),
          proof: .pin(Self.pin)))
      #expect(added.status == 201)
      let link: SessionLinkAnswer = try await server.read(
        .makeLink, as: thief, SessionLinkRequest(type: .enrol))
      let refused = try await server.confirm(link, second, Self.devicePIN, by: first)
      #expect(refused.status == 401 && refused.reason == .insufficientUserAuthentication)
      let recovery: RecoveryAnswer = try await server.read(.recovery, as: thief)
      #expect(recovery.status == .ready)
      // Who reads the mailbox completes it, and what was there is put aside.
      let _: CodeRequestAnswer = try await server.read(.linkCode, at: ["id": link.id])
      let code = try await server.code(to: Self.ada)
      let completed = try await server.send(
        .confirmLink, at: ["id": link.id],
        LinkConfirmation.enrol(
          try second.registration(for: link.id, pin: Self.devicePIN), registration: nil,
          .validateCode(code)))
      #expect(completed.status == 201)
      #expect(try await server.devices() == [second.id])
      #expect(try await server.harness.count("suspended_pins") == 1)
    }
  }

  // Holds: ASVS-6.2.3
  @Test("Attack 3: a device that waits changes its own PIN, and the PIN in a body stays")
  func changedPIN() async throws {
    try await AttackedServer.run { server in
      let first = try await server.signUp(Self.ada)
      #expect(try await server.setFirstPIN(Self.pin, as: first, of: Self.ada).status == 204)
      // Past the hour in which the first factor adds others at once.
      server.turn(seconds: 3700)
      let owner = try await server.signUp(Self.ada)
      let link: SessionLinkAnswer = try await server.read(
        .makeLink, as: owner, SessionLinkRequest(type: .enrol, proof: .pin(Self.pin)))
      let device = try TestDevice()
      let enrolled = try await server.confirm(link, device, Self.devicePIN)
      let token = try #require(try LinkConfirmed(json: enrolled.json).session).accessToken.exposed
      func change(from old: String, to new: String, _ generation: Int64) async throws -> Answer {
        let options: LinkedOptions = try await server.read(
          .linkedOptions, as: token, LinkedOptionsRequest(changing: .setPIN))
        return try await server.send(
          .setPINKey, at: ["id": device.id], as: token,
          try device.pinChange(
            to: new, from: old, generation: generation, over: options.pinChallenge))
      }
      #expect(try await change(from: Self.devicePIN, to: Self.newPIN, 2).status == 204)
      #expect(try await server.harness.count("pins") == 1)
      let paid = try await server.send(
        .sendMoney, as: owner,
        SendMoneyRequest(
          payload: MoneyOrder(amount: 500, recipient: "BOLA"), proof: .pin(Self.pin)))
      #expect(paid.status == 200)
      // Its PIN takes the place of that one when the wait is over, and the next change removes it.
      #expect(try await server.claim(link).status == 204)
      await server.harness.deliverMessages()
      #expect(try await server.harness.count("pins") == 1)
      try await server.harness.endWaits()
      #expect(try await change(from: Self.newPIN, to: Self.devicePIN, 3).status == 204)
      #expect(try await server.harness.count("pins") == 0)
    }
  }

  // Holds: RTS-4.3b
  @Test("Attack 6: a blocked PIN is got rid of by a link's own ground, and by no PIN of the device")
  func blockedPIN() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      func link() async throws -> SessionLinkAnswer {
        let change: LinkedOptions = try await server.read(
          .linkedOptions, as: owner, LinkedOptionsRequest(changing: .addDeviceByLink))
        return try await server.read(
          .makeLink, as: owner,
          SessionLinkRequest(type: .enrol, proof: .assertion(try key.assert(change.options))))
      }
      func options(_ link: SessionLinkAnswer, _ device: TestDevice) async throws -> LinkOptions {
        try await server.read(
          .linkOptions, at: ["id": link.id], LinkOptionsRequest(deviceID: device.id))
      }
      let (first, second) = (try TestDevice(), try TestDevice())
      let enrolling = try await link()
      #expect(try await server.confirm(enrolling, first, Self.devicePIN).status == 201)
      #expect(try await server.claim(enrolling).status == 204)
      for _ in 1...4 {
        #expect(try await server.signIn(first, Self.newPIN).status == 401)
        server.turn(seconds: 150)
        // The page of the owner stays open.
        _ = try await server.send(.secondFactor, as: owner)
      }
      let (unblocked, next) = (try await link(), try await link())
      let before = try await options(unblocked, first)
      #expect(before.demand == .pin)
      #expect(try await server.signIn(first, Self.newPIN).reason == .secondFactorBlocked)
      let asked = try await options(next, first)
      #expect(asked.demand == .nothing && asked.pinChallenge == nil && asked.secondFactor == nil)
      // The right PIN, over a challenge from before, enrols nothing and clears no count.
      let early = try first.pinProof(Self.devicePIN, over: before.pinChallenge)
      let refused = try await server.send(
        .confirmLink, at: ["id": unblocked.id],
        LinkConfirmation.enrol(
          try second.registration(for: unblocked.id, pin: Self.devicePIN), registration: nil,
          .pinProof(early)))
      #expect(refused.reason == .secondFactorBlocked)
      #expect(try await server.confirm(next, second, Self.newPIN).status == 201)
      #expect(try await server.signIn(second, Self.newPIN).status == 201)
      #expect(try await server.signIn(first, Self.devicePIN).reason == .secondFactorBlocked)
    }
  }

  @Test("Attack 13: a host's links to one account have 30 codes a day, and its person's their own")
  func codesOfDay() async throws {
    try await AttackedServer.run { server in
      _ = try await server.signUp(Self.ada)
      let shop = try await server.harness.serviceKey([.sessions], of: .shop).exposed
      func ask() async throws -> Answer {
        let link: SessionLinkAnswer = try await server.read(
          .makeServiceLink, as: shop, SessionLinkRequest(type: .enrol, userName: Self.ada))
        return try await server.send(.linkCode, at: ["id": link.id])
      }
      for _ in 0..<3 {
        for _ in 0..<10 { #expect(try await ask().status == 202) }
        #expect(try await ask().status == 429)
        server.turn(seconds: 3600)
      }
      let refused = try await ask()
      #expect(refused.status == 429 && refused.reason == .tooManyRequests)
      #expect(refused.retryAfterSeconds == 21 * 3600)
      let own: SessionLinkAnswer = try await server.read(
        .makeLink, as: try await server.signUp(Self.ada), SessionLinkRequest(type: .enrol))
      #expect(try await server.send(.linkCode, at: ["id": own.id]).status == 202)
      server.turn(seconds: 21 * 3600)
      #expect(try await ask().status == 202)
    }
  }

  // Holds: hosts
  @Test("a link of a host that does not answer for the account shows the user name alone")
  func linkOfForeignHost() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let account = try #require(try await server.harness.account(named: Self.ada))
      let headless = try TestDevice()
      let _: CodeRequestAnswer = try await server.read(
        .requestCode, as: owner, CodeRequest(purpose: .register))
      let registered = try await server.send(
        .registerDevice, as: owner,
        DeviceRequest(
          device: try headless.registration(for: account.text),
          validateCode: try await server.code(to: Self.ada)))
      #expect(registered.status == 201)
      let shop = try await server.harness.serviceKey([.sessions], of: .shop).exposed
      let request = SessionLinkRequest(type: .enrol, userName: Self.ada)
      let byKey: SessionLinkAnswer = try await server.read(.makeServiceLink, as: shop, request)
      let opened: SessionAnswer = try await server.read(
        .openServiceSession, as: shop, ServiceSessionRequest(userName: Self.ada))
      let bySession: SessionLinkAnswer = try await server.read(
        .makeLink, as: opened.accessToken.exposed, SessionLinkRequest(type: .enrol))
      for link in [byKey, bySession] { try await server.expectNoNames(of: link) }
      // The person's own session sees as much as the link that it makes.
      let own: SessionLinkAnswer = try await server.read(
        .makeLink, as: owner, SessionLinkRequest(type: .enrol))
      let shown: SessionLinkDescription = try await server.read(.link, at: ["id": own.id])
      #expect(shown.account?.displayName == "Ada")
      #expect(shown.existingAccounts.map(\.device) == [headless.name])
      // Of an account that it made, and nobody else has proved, the host says who it is.
      let made: SessionLinkAnswer = try await server.read(
        .makeServiceLink, as: shop,
        SessionLinkRequest(type: .enrol, userName: "bob@example.com", displayName: "Bob"))
      let ofBob: SessionLinkDescription = try await server.read(.link, at: ["id": made.id])
      #expect(ofBob.account?.displayName == "Bob")
    }
  }

  @Test("a link that a mailed code made for a recovery shows the user name alone")
  func linkOfRecovery() async throws {
    try await AttackedServer.run { server in
      try await Self.readyRecovery(server)
      let session = try await server.signUp(Self.ada)
      let link: SessionLinkAnswer = try await server.read(
        .makeLink, as: session, SessionLinkRequest(type: .enrol))
      try await server.expectNoNames(of: link)
    }
  }

  /// An account whose one factor is a PIN in a body, with a recovery that can be completed.
  private static func readyRecovery(_ server: AttackedServer) async throws {
    let owner = try await server.signUp(ada)
    #expect(try await server.setFirstPIN(pin, as: owner, of: ada).status == 204)
    server.turn(seconds: 60)
    let _: CodeRequestAnswer = try await server.read(
      .requestCode, as: owner, CodeRequest(purpose: .recover))
    let begun: RecoveryAnswer = try await server.read(
      .beginRecovery, as: owner,
      RecoveryRequest(validateCode: try await server.code(to: ada)))
    #expect(begun.status == .waiting)
    await server.harness.deliverMessages()
    server.turn(seconds: 3 * day + 60)
  }
}

extension AttackedServer {
  /// Confirms a link to enrol with a device; with another one's PIN, where that is to stand for
  /// what the link asks.
  fileprivate func confirm(
    _ link: SessionLinkAnswer, _ device: TestDevice, _ pin: String, by former: TestDevice? = nil
  ) async throws -> Answer {
    harness.watch.note("pin", pin)
    var entitlement = LinkConfirmation.Entitlement.nothing
    if let former {
      let options: LinkOptions = try await read(
        .linkOptions, at: ["id": link.id], LinkOptionsRequest(deviceID: former.id))
      entitlement = .pinProof(try former.pinProof(pin, over: options.pinChallenge))
    }
    return try await send(
      .confirmLink, at: ["id": link.id],
      LinkConfirmation.enrol(
        try device.registration(for: link.id, pin: pin), registration: nil, entitlement))
  }

  /// Signs a device in by a PIN.
  fileprivate func signIn(_ device: TestDevice, _ pin: String) async throws -> Answer {
    harness.watch.note("pin", pin)
    let asked: SessionOptions = try await read(
      .sessionOptions, SessionOptionsRequest(deviceID: device.id))
    return try await send(
      .openSession,
      SessionRequest.pinProof(try device.pinProof(pin, over: asked.pinChallenge)))
  }

  /// Has the page that made a link say that the device is its person's.
  fileprivate func claim(_ link: SessionLinkAnswer) async throws -> Answer {
    try await send(
      WireRequest(
        .claimLink, parameters: ["id": link.id], watchSecret: link.watchSecret.exposed,
        body: LinkClaim(isMine: true).json))
  }

  /// The ids of the devices that count.
  fileprivate func devices() async throws -> [String] {
    try await harness.store.rows(
      "SELECT id FROM devices WHERE revoked_at IS NULL ORDER BY created_at, id", []
    ).map { try $0.text(0) }
  }

  /// Expects that whoever opens a link reads neither the account's name nor its devices.
  fileprivate func expectNoNames(
    of link: SessionLinkAnswer, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let shown: SessionLinkDescription = try await read(.link, at: ["id": link.id])
    #expect(
      shown.account?.displayName == LinkGroundTests.ada && shown.existingAccounts == [],
      sourceLocation: sourceLocation)
    let options: LinkOptions = try await read(
      .linkOptions, at: ["id": link.id], LinkOptionsRequest())
    #expect(
      options.creation?.user.displayName == LinkGroundTests.ada, sourceLocation: sourceLocation)
  }
}

extension ServiceHarness {
  /// The number of rows of a table.
  fileprivate func count(_ table: String) async throws -> Int {
    try await store.rows("SELECT 1 FROM \(table)", []).count
  }

  /// Ends the waits that have begun, as if their time were over.
  fileprivate func endWaits() async throws {
    let now = clock.now()
    try await store.write {
      _ = try $0.execute(
        "UPDATE waits SET ends_at = ? WHERE ends_at > ?",
        [.integer(now.milliseconds), .integer(now.milliseconds)])
    }
  }
}
