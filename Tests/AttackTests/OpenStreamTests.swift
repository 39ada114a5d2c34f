import CountersignCore
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

@Suite("A stream and a session show no more than their session may see now")
struct OpenStreamTests {
  private static let ada = "ada@example.com"

  // Holds: RTS-24
  @Test("Attack 24: a host's stream of level 0 ends with the first factor, before another payment")
  func hostSession() async throws {
    try await AttackedServer.run { server in
      let shop = try await server.harness.serviceKey([.sessions], of: .shop).exposed
      let opened: SessionAnswer = try await server.read(
        .openServiceSession, as: shop,
        ServiceSessionRequest(userName: Self.ada, displayName: "Ada"))
      let token = opened.accessToken.exposed
      var feed = try await server.feed(as: token)
      try await server.ask()
      let before = try await feed.next()
      #expect(before.events.count == 1 && !before.isLast)
      let link: SessionLinkAnswer = try await server.read(
        .makeServiceLink, as: shop, SessionLinkRequest(type: .enrol, userName: Self.ada))
      let phone = TestPhone(try server.newKey())
      let enrolled = try await server.send(
        .confirmLink, at: ["id": link.id],
        LinkConfirmation.enrol(try phone.device(for: link.id), registration: nil, .nothing))
      #expect(enrolled.status == 201)
      try await server.ask()
      #expect(try await server.send(.transactions, as: token).status == 401)
      let after = try await feed.next()
      #expect(after.events.isEmpty && after.isLast)
      // Who proves the factor follows both.
      let options: SessionOptions = try await server.read(
        .sessionOptions, SessionOptionsRequest(deviceID: phone.id))
      let signedIn: SessionAnswer = try await server.read(
        .openSession,
        SessionRequest.pinProof(try phone.pinProof(try #require(options.pinChallenge))))
      var again = try await server.feed(as: signedIn.accessToken.exposed)
      let proved = try await again.next()
      #expect(proved.events.count == 2 && !proved.isLast)
    }
  }

  // Holds: RTS-24
  @Test("Attack 24: the stream of the page that made a link ends when that enrols a phone")
  func linkMaker() async throws {
    try await AttackedServer.run { server in
      let token = try await server.signUp(Self.ada)
      var feed = try await server.feed(as: token)
      #expect(try await !feed.next().isLast)
      let link: SessionLinkAnswer = try await server.read(
        .makeLink, as: token, SessionLinkRequest(type: .enrol))
      let _: CodeRequestAnswer = try await server.read(.linkCode, at: ["id": link.id])
      let phone = TestPhone(try server.newKey())
      let enrolled = try await server.send(
        .confirmLink, at: ["id": link.id],
        LinkConfirmation.enrol(
          try phone.device(for: link.id), registration: nil,
          .validateCode(try await server.code(to: Self.ada))))
      #expect(enrolled.status == 201)
      try await server.ask()
      let after = try await feed.next()
      #expect(after.events.isEmpty && after.isLast)
    }
  }

  // Holds: RTS-24
  @Test("Attack 24: the streams of a session end when a hold takes its level away")
  func hold() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      // A second phone could approve what the first one hands over, once it has waited.
      try await server.enrolByAdministrator(Self.ada)
      server.turn(seconds: 86_400)
      let token = try await hijack.strongSession()
      var feed = try await server.feed(as: token)
      #expect(try await !feed.next().isLast)
      var handover = try await server.handover(as: token)
      #expect(try await !handover.next().isLast)
      // The code is given in this very session, which stays and has proved nothing of what counts.
      try await server.requireHeldInstead(as: token)
      try await server.ask()
      let after = try await feed.next()
      #expect(after.events.isEmpty && after.isLast)
      let handed = try await handover.next()
      #expect(handed.events.isEmpty && handed.isLast)
    }
  }

  // Holds: hosts
  @Test("Attack 46.4: the code of a recovery in a host's session proves the address as any other")
  func recoveryCode() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      let opened: SessionAnswer = try await server.read(
        .openServiceSession, as: hijack.shop, ServiceSessionRequest(userName: Self.ada))
      let token = opened.accessToken.exposed
      try await server.requireHeldInstead(as: token)
      let recovery: RecoveryAnswer = try await server.read(.recovery, as: token)
      #expect(recovery.status == .none)
      // The host's phone pays and signs in no more, and the owner is told.
      #expect(try await hijack.signIn().reason == .factorWaits)
      _ = try await server.harness.stopRequest(of: .factorsHeld)
      // As after any first proof of the address, a mailed code adds a factor, which waits.
      server.turn(seconds: 60)
      let key = try await server.registerKey(token, of: Self.ada)
      let paid = try await hijack.pay(500, by: key, as: token)
      #expect(paid.status == 403 && paid.reason == .factorWaits)
    }
  }

  // Holds: hosts
  @Test("Attack 46.4: the host's session in which the owner typed a code is a foreign one")
  func provedInHostSession() async throws {
    try await AttackedServer.run { server in
      let shop = try await server.harness.serviceKey([.sessions], of: .shop).exposed
      let opened: SessionAnswer = try await server.read(
        .openServiceSession, as: shop,
        ServiceSessionRequest(userName: Self.ada, displayName: "Ada"))
      let token = opened.accessToken.exposed
      #expect(try await server.send(.devices, as: token).status == 200)
      let account = try #require(try await server.harness.account(named: Self.ada))
      let device = try TestDevice()
      let _: CodeRequestAnswer = try await server.read(
        .requestCode, as: token, CodeRequest(purpose: .register))
      let registered = try await server.send(
        .registerDevice, as: token,
        DeviceRequest(
          device: try device.registration(for: account.text),
          validateCode: try await server.code(to: Self.ada)))
      #expect(registered.status == 201)
      let removed = try await server.send(
        .revokeDevice, at: ["id": device.id], as: token, RevocationRequest())
      #expect(removed.status == 401 && removed.reason == .insufficientUserAuthentication)
      for route in [Route.devices, .sessions] {
        #expect(try await server.send(route, as: token).status == 401, "\(route.path)")
      }
      // The owner's own session has nothing to prove.
      let owner = try await server.signUp(Self.ada)
      let devices: DeviceList = try await server.read(.devices, as: owner)
      #expect(devices.devices.map(\.id) == [device.id])
    }
  }
}

extension AttackedServer {
  fileprivate func session(_ token: String) async throws -> AuthenticatedSession {
    try await harness.service.sessions.authenticate(SecretText(token), activity: .person).get()
  }

  /// The stream of an account's transactions, as its route opens it.
  fileprivate func feed(as token: String) async throws -> TransactionFeed {
    let session = try await session(token)
    try await harness.service.sessions.require(session, for: Route.transactionEvents.access)
    return try harness.service.reviews.events(after: nil, session: session).get()
  }

  /// The stream of an action that a session hands over, as its route opens it.
  fileprivate func handover(as token: String) async throws -> HandoverFeed {
    let order: JSONValue? = MoneyOrder(amount: 500, recipient: "BOLA").json
    let handed: HandoverAnswer = try await read(
      .handOver, at: ["scenario": ScenarioName.sendMoney.text], as: token,
      ActionOptionsRequest(payload: order))
    let session = try await session(token)
    try await harness.service.sessions.require(session, for: Route.handoverEvents.access)
    return try await harness.service.handovers.events(
      of: ReviewID(handed.transactionID), session: session
    ).get()
  }

  /// Has another host put a payment before Ada.
  fileprivate func ask() async throws {
    let host = try await harness.serviceKey([.transactions], of: .rival).exposed
    let _: TransactionAnswer = try await read(
      .createTransaction, as: host,
      NewTransactionRequest(
        userName: "ada@example.com", amount: "40.00", currency: "EUR", payee: "Order desk"))
  }
}
