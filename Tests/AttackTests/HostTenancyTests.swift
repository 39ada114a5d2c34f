import CountersignCore
import CountersignDelivery
import CountersignTLS
import CountersignTesting
import Foundation
import ProgramTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

@Suite("Hosts are tenants")
struct HostTenancyTests {
  // Holds: hosts
  @Test("Attack 13: one host reads nothing of another's")
  func reads() async throws {
    try await Stage.run { stage in
      let session = try await stage.openSession(.shop)
      let review = try await stage.ask(.shop)
      let id = ["id": review.transaction.transactionID]
      let read = try await stage.send(.serviceTransaction, at: id, .rival)
      #expect(read.status == 404)
      let unknown = try await stage.send(.serviceTransaction, at: ["id": "trn_none"], .rival)
      #expect(unknown.json == read.json)
      let looked: IntrospectionAnswer = try await stage.read(
        .introspect, .rival, IntrospectionRequest(token: session.accessToken))
      #expect(looked == .inactive)
      for displayName in [nil, "Mallory"] {
        let opened = try await stage.send(
          .openServiceSession, .rival,
          ServiceSessionRequest(userName: Self.ada, displayName: displayName))
        #expect(opened.status == 404)
        let linked = try await stage.send(
          .makeServiceLink, .rival,
          SessionLinkRequest(type: .enrol, userName: Self.ada, displayName: displayName))
        #expect(linked.status == 404)
      }
      // Whose it is sees all of it, with any of its keys.
      let rotated = try await stage.server.harness.serviceKey(of: .shop).exposed
      for key in [stage.keys[.shop] ?? "", rotated] {
        let own: TransactionAnswer = try await stage.server.read(
          .serviceTransaction, at: id, as: key)
        #expect(own == review)
        let active: IntrospectionAnswer = try await stage.server.read(
          .introspect, as: key, IntrospectionRequest(token: session.accessToken))
        #expect(active != .inactive)
      }
    }
  }

  // Holds: hosts
  @Test("Attack 13: a proof of one host's scenario is redeemed by no other, and not used up by it")
  func redemption() async throws {
    try await Stage.run(scenarios: [.shipOrder.of(.shop), .openDoor]) { stage in
      let session = try await stage.openSession(.shop).accessToken.exposed
      let authenticator = try await stage.server.registerKey(session, of: Self.ada)
      let ship = try await stage.prove(.shipOrder, ServiceHarness.shipment, authenticator, session)
      let door = try await stage.prove(
        DeclaredScenario.openDoor.name, .object([:]), authenticator, session)
      func redeem(
        _ token: SecretText, _ scenario: ScenarioName, _ payload: JSONValue, _ host: HostName
      ) async throws -> Answer {
        try await stage.send(
          .redeem, host,
          RedemptionRequest(verificationToken: token, scenario: scenario, payload: payload))
      }
      let name = DeclaredScenario.openDoor.name
      for host in [HostName.rival, .default] {
        let refused = try await redeem(ship, .shipOrder, ServiceHarness.shipment, host)
        #expect(refused.status == 422 && refused.reason == .unacceptableValue)
      }
      // A scenario that names no host is the default one's, and not everybody's.
      for host in [HostName.rival, .shop] {
        let refused = try await redeem(door, name, .object([:]), host)
        #expect(refused.status == 422 && refused.reason == .unacceptableValue)
      }
      #expect(try await redeem(ship, .shipOrder, ServiceHarness.shipment, .shop).status == 200)
      #expect(try await redeem(door, name, .object([:]), .default).status == 200)
      // Nor is another's action put before a person.
      let asked = try await stage.send(
        .createTransaction, .rival,
        NewTransactionRequest(
          userName: Self.ada, scenario: .shipOrder, payload: ServiceHarness.shipment))
      #expect(asked.status == 422 && asked.reason == .unacceptableValue)
    }
  }

  // Holds: hosts
  @Test("Attack 13: a session is looked up by the hosts of its account and scenarios alone")
  func introspection() async throws {
    try await Stage.run(scenarios: [.shipOrder.of(.shop)]) { stage in
      let session = try await stage.server.signUp(Self.ada)
      let authenticator = try await stage.server.registerKey(session, of: Self.ada)
      func isActive(_ host: HostName) async throws -> Bool {
        let answer: IntrospectionAnswer = try await stage.read(
          .introspect, host, IntrospectionRequest(token: SecretText(session)))
        return answer != .inactive
      }
      for host in [HostName.shop, .rival, .default] { #expect(try await !isActive(host)) }
      _ = try await stage.prove(.shipOrder, ServiceHarness.shipment, authenticator, session)
      #expect(try await isActive(.shop))
      for host in [HostName.rival, .default] { #expect(try await !isActive(host)) }
    }
  }

  // Holds: ASVS-6.6.4
  @Test("Attack 13: three waiting transactions of one host give another no 429")
  func waiting() async throws {
    try await Stage.run { stage in
      _ = try await stage.server.signUp(Self.ada)
      for host in [HostName.shop, .rival, .default] {
        for _ in 0..<3 { _ = try await stage.ask(host) }
        let fourth = try await stage.send(.createTransaction, host, Self.payment)
        #expect(fourth.status == 429 && fourth.reason == .tooManyPending)
        #expect(fourth.retryAfterSeconds ?? 0 > 0)
      }
      // Nine wait for the account: a further host waits as well.
      let tenth = try await stage.send(.createTransaction, .late, Self.payment)
      #expect(tenth.status == 429 && tenth.reason == .tooManyPending)
    }
  }

  // Holds: hosts
  @Test("Attack 13: one host's idempotency keys answer no other")
  func idempotencyKeys() async throws {
    try await Stage.run { stage in
      _ = try await stage.server.signUp(Self.ada)
      let first: TransactionAnswer = try await stage.read(
        .createTransaction, .shop, idempotencyKey: "order-17", Self.payment)
      let other = try await stage.send(
        .createTransaction, .rival, idempotencyKey: "order-17", Self.payment)
      #expect(other.status == 201 && !other.isReplayed)
      let again = try await stage.send(
        .createTransaction, .shop, idempotencyKey: "order-17", Self.payment)
      #expect(again.isReplayed)
      #expect(try TransactionAnswer(json: again.json) == first)
    }
  }

  // Holds: hosts
  @Test("Attack 13: each host is told at its own address, under its own secret, of its own alone")
  func events() async throws {
    try await Stage.run { stage in
      let hosts = stage.server.harness.hosts
      let (ofShop, ofRival) = (try ScriptedServer(.http(204)), try ScriptedServer(.http(204)))
      let secrets = [HostName.shop: EventSecret.generated(), .rival: EventSecret.generated()]
      for (name, server) in [(HostName.shop, ofShop), (.rival, ofRival)] {
        let secret = try #require(secrets[name])
        stage.server.harness.watch.note("event secret", secret)
        try await hosts.set(
          HostEventTarget(
            address: try ProtectedAddress(server.address + "/events"),
            secret: SecretText(secret)), of: name
        ).get()
      }
      _ = try await stage.openSession(.shop)
      let review = try await stage.ask(.shop)
      let other = try await stage.ask(.rival)
      let client = OutgoingHTTP.client()
      await stage.server.harness.outbox(addressed: EventWebhooks(client: client))
        .runDue(only: .event)
      try await client.shutdown()
      for (name, server, own) in [(HostName.shop, ofShop, review), (.rival, ofRival, other)] {
        let request = try #require(server.requests.first)
        #expect(server.requests.count == 1)
        #expect(request.contains(own.transaction.transactionID))
        let body = try #require(request.components(separatedBy: "\r\n\r\n").last)
        let seconds = try #require(
          request.lowercased().firstMatch(of: /webhook-timestamp: (\d+)\r\n/)?.1)
        let event = OutgoingEvent(
          id: "created_" + own.transaction.transactionID, body: Array(body.utf8))
        let secret = try #require(secrets[name].flatMap(EventSecret.init))
        let expected = secret.signature(of: event, atSeconds: try #require(Int64(seconds)))
        #expect(request.contains(": \(expected)\r\n"))
        // The account is the shop's: the rival is not told its name.
        let told = try HostEvent(json: JSONValue(parsing: Array(body.utf8)))
        #expect(told.userName == (name == .shop ? Self.ada : nil))
      }
    }
  }

  // Holds: hosts
  @Test("Attack 3: a host's word brings a first factor to accounts that it made, and to no other")
  func firstFactors() async throws {
    try await Stage.run { stage in
      _ = try await stage.server.signUp(Self.ada)
      let request = SessionLinkRequest(type: .enrol, userName: Self.ada)
      let link: SessionLinkAnswer = try await stage.read(.makeServiceLink, .shop, request)
      let confirmation = try stage.confirmation(of: link)
      let refused = try await stage.server.send(
        .confirmLink, at: ["id": link.id], confirmation)
      #expect(refused.status == 400 && refused.reason == .proofRequired)
      let headless = try await stage.send(
        .makeServiceLink, .shop,
        SessionLinkRequest(type: .enrol, userName: Self.ada, secondFactor: SecondFactorDemand.none))
      #expect(headless.status == 422)
      // Of one that it made the host says who it is.
      let own: SessionLinkAnswer = try await stage.read(
        .makeServiceLink, .shop,
        SessionLinkRequest(type: .enrol, userName: "bob@example.com", displayName: "Bob"))
      let enrolled = try await stage.server.send(
        .confirmLink, at: ["id": own.id], try stage.confirmation(of: own))
      #expect(enrolled.status == 201)
    }
  }

  // Holds: ASVS-6.6.4
  @Test("Attack 26: after two declines within ten minutes that host waits, and no other does")
  func declines() async throws {
    try await Stage.run { stage in
      let token = try await stage.server.signUp(Self.ada)
      func decline(_ review: TransactionAnswer) async throws {
        let denied = try await stage.server.send(
          .denyTransaction, at: ["id": review.transaction.transactionID], as: token)
        #expect(denied.status == 200)
      }
      try await decline(try await stage.ask(.shop))
      stage.server.turn(seconds: 200)
      try await decline(try await stage.ask(.shop))
      let third = try await stage.send(.createTransaction, .shop, Self.payment)
      #expect(third.status == 429 && third.reason == .tooManyRequests)
      #expect(third.retryAfterSeconds == 600)
      // Another key is the same host.
      let rotated = try await stage.server.harness.serviceKey(of: .shop).exposed
      let again = try await stage.server.send(.createTransaction, as: rotated, Self.payment)
      #expect(again.status == 429)
      _ = try await stage.ask(.rival)
      // Nobody else waits for this account's declines.
      let bob = NewTransactionRequest(
        userName: "bob@example.com", amount: "12.50", currency: "EUR", payee: "Order desk")
      _ = try await stage.server.signUp("bob@example.com")
      let ofBob = try await stage.send(.createTransaction, .shop, bob)
      #expect(ofBob.status == 201)
      stage.server.turn(seconds: 599)
      #expect(try await stage.send(.createTransaction, .shop, Self.payment).status == 429)
      stage.server.turn(seconds: 1)
      #expect(try await stage.send(.createTransaction, .shop, Self.payment).status == 201)
    }
  }

  // Holds: hosts
  @Test("Attack 13: in its sessions a host uses up its own codes and links, and no one else's")
  func budgets() async throws {
    try await Stage.run { stage in
      let server = stage.server
      let owner = try await server.signUp(Self.ada)
      func open(_ host: HostName) async throws -> String {
        let session: SessionAnswer = try await stage.read(
          .openServiceSession, host, ServiceSessionRequest(userName: Self.ada))
        return session.accessToken.exposed
      }
      // Five in one session and one in each of five others are all that there are.
      var ofShop: [String] = []
      for _ in 0..<7 { ofShop.append(try await open(.shop)) }
      let turns = Array(repeating: 0, count: 5) + Array(1...6)
      let all = Array(repeating: 202, count: 10) + [429]
      let others = [owner, try await open(.rival)]
      for purpose in [CodePurpose.register, .recover] {
        var statuses: [Int] = []
        for turn in turns {
          let asked = try await server.send(
            .requestCode, as: ofShop[turn], CodeRequest(purpose: purpose))
          statuses.append(asked.status)
        }
        #expect(statuses == all)
        for session in others {
          let asked = try await server.send(
            .requestCode, as: session, CodeRequest(purpose: purpose))
          #expect(asked.status == 202)
        }
      }
      let login = SessionLinkRequest(type: .login)
      for _ in 0..<LinkPolicy().openPerAccount {
        #expect(try await server.send(.makeLink, as: ofShop[0], login).status == 201)
      }
      #expect(try await server.send(.makeLink, as: ofShop[1], login).status == 429)
      for session in others {
        #expect(try await server.send(.makeLink, as: session, login).status == 201)
      }
      // The codes of its links are its own, too.
      var links: [SessionLinkAnswer] = []
      for _ in 0..<7 {
        links.append(
          try await stage.read(
            .makeServiceLink, .shop, SessionLinkRequest(type: .enrol, userName: Self.ada)))
      }
      var statuses: [Int] = []
      for turn in turns {
        statuses.append(try await server.send(.linkCode, at: ["id": links[turn].id]).status)
      }
      #expect(statuses == all)
      let own: SessionLinkAnswer = try await server.read(
        .makeLink, as: owner, SessionLinkRequest(type: .enrol))
      #expect(try await server.send(.linkCode, at: ["id": own.id]).status == 202)
    }
  }

  // Holds: hosts
  @Test("Attack 13: where hosts may ask their own accounts alone, no other account is asked")
  func ownAccounts() async throws {
    try await Stage.run(asking: .own) { stage in
      _ = try await stage.openSession(.shop)
      _ = try await stage.ask(.shop)
      let unknown = try await stage.send(
        .createTransaction, .rival,
        NewTransactionRequest(
          userName: "nobody@example.com", amount: "12.50", currency: "EUR", payee: "Order desk"))
      let other = try await stage.send(.createTransaction, .rival, Self.payment)
      #expect(other.status == 404 && other.json == unknown.json)
      _ = try await stage.server.signUp("bob@example.com")
      let ofNobody = try await stage.send(
        .createTransaction, .shop,
        NewTransactionRequest(
          userName: "bob@example.com", amount: "12.50", currency: "EUR", payee: "Order desk"))
      #expect(ofNobody.status == 404)
    }
  }

  static let ada = "ada@example.com"
  static let payment = NewTransactionRequest(
    userName: ada, amount: "12.50", currency: "EUR", payee: "Order desk")
}

extension HostName {
  /// A host that comes after the others.
  fileprivate static let late = HostName("late") ?? .default
}

/// A server with four hosts, a key of each.
private struct Stage {
  let server: AttackedServer
  let keys: [HostName: String]

  static func run(
    scenarios: [DeclaredScenario] = [], asking: HostPolicy.Ask = .any,
    _ body: (Stage) async throws -> Void
  ) async throws {
    let change = { (policy: inout ServicePolicy) in policy.hosts.ask = asking }
    try await AttackedServer.run(scenarios: scenarios, change: change) { server in
      var keys: [HostName: String] = [:]
      for name in [HostName.shop, .rival, .late, .default] {
        keys[name] =
          try await server.harness.serviceKey([.sessions, .transactions], of: name).exposed
      }
      try await body(Stage(server: server, keys: keys))
    }
  }

  func send(
    _ route: Route, at parameters: [String: String] = [:], _ host: HostName,
    idempotencyKey: String? = nil, _ body: (any JSONBody)? = nil
  ) async throws -> Answer {
    try await server.send(
      route, at: parameters, as: key(of: host), idempotencyKey: idempotencyKey, body)
  }

  func read<Answer: JSONBody>(
    _ route: Route, _ host: HostName, idempotencyKey: String? = nil, _ body: any JSONBody
  ) async throws -> Answer {
    try await server.read(
      route, as: key(of: host), idempotencyKey: idempotencyKey, body)
  }

  private func key(of host: HostName) -> String { keys[host] ?? "" }

  /// Has a host open a session for Ada, whose account it makes.
  func openSession(_ host: HostName) async throws -> SessionAnswer {
    try await read(
      .openServiceSession, host,
      ServiceSessionRequest(userName: HostTenancyTests.ada, displayName: "Ada"))
  }

  /// Has a host put a payment before Ada.
  func ask(_ host: HostName) async throws -> TransactionAnswer {
    try await read(.createTransaction, host, HostTenancyTests.payment)
  }

  /// Proves a declared scenario with a key, for its host.
  func prove(
    _ scenario: ScenarioName, _ payload: JSONValue, _ authenticator: TestAuthenticator,
    _ session: String
  ) async throws -> SecretText {
    let options: LinkedOptions = try await server.read(
      .linkedOptions, as: session, LinkedOptionsRequest(scenario: scenario, payload: payload))
    let answer: VerificationAnswer = try await server.read(
      .proveScenario, as: session,
      ProofRequest(
        scenario: scenario, payload: payload,
        proof: .assertion(try authenticator.assert(options.options))))
    return answer.verificationToken
  }

  /// What a device that has nothing but a link confirms it with.
  func confirmation(of link: SessionLinkAnswer) throws -> LinkConfirmation {
    let phone = TestPhone(try server.harness.newAuthenticator())
    return .enrol(try phone.device(for: link.id), registration: nil, .nothing)
  }
}
