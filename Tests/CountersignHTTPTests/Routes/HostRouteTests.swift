import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignHTTP

@Suite("A host's backend over the wire")
struct HostRouteTests {
  @Test("a host puts a transaction before a person, who approves it, and sees that")
  func approval() async throws {
    let server = try await ServerHarness()
    let key = try await server.harness.serviceKey([.transactions]).exposed
    let token = try await server.signUp()
    let authenticator = try await ServerHarness.registerKey(token, server.harness, server.send)
    let created = try await server.send(
      WireRequest(
        .createTransaction, accessToken: key, idempotencyKey: "order-17",
        body: NewTransactionRequest.sample.json))
    #expect(created.status == 201)
    let review = try TransactionAnswer(json: created.body ?? .null)
    let id = ["id": review.transaction.transactionID]
    let repeated = try await server.send(
      WireRequest(
        .createTransaction, accessToken: key, idempotencyKey: "order-17",
        body: NewTransactionRequest.sample.json))
    #expect(repeated.isReplayed && repeated.body == created.body)
    let listed = try await server.send(
      WireRequest(.transactions, query: ["status": "pending"], accessToken: token))
    #expect(try TransactionList(json: listed.body ?? .null).transactions.map(\.forHost) == [review])
    let payload = ReviewPayload(transactionID: review.transaction.transactionID)
    let answered = try await server.send(
      WireRequest(
        .linkedOptions, accessToken: token,
        body: LinkedOptionsRequest(scenario: .authorizeTransaction, payload: payload.json).json))
    let options = try LinkedOptions(json: answered.body ?? .null)
    let approval = ApprovalRequest(
      proof: .assertion(try authenticator.assert(options.options)), userInput: "lunch")
    let approved = try await server.send(
      WireRequest(.approveTransaction, parameters: id, accessToken: token, body: approval.json))
    #expect(approved.status == 200)
    let again = try await server.send(
      WireRequest(.approveTransaction, parameters: id, accessToken: token, body: approval.json))
    #expect(again.isReplayed && again.body == approved.body)
    let seen = try await server.send(
      WireRequest(.serviceTransaction, parameters: id, accessToken: key))
    let told = try TransactionAnswer(json: approved.body ?? .null)
    #expect(review.isUserInputSigned == nil)
    #expect(told.userInput == "lunch" && told.isUserInputSigned == false)
    #expect(told.document?["amount"] == .money(Money(425_000, "NGN", exponent: 2)))
    #expect(try TransactionAnswer(json: seen.body ?? .null) == told.forHost)
    #expect(told.status == .approved)
    let denied = try await server.send(
      WireRequest(.denyTransaction, parameters: id, accessToken: token))
    #expect(denied.status == 409)
    #expect(try Problem(json: denied.body ?? .null).reason == .alreadyApproved)
  }

  @Test("a denial says its cause; one that is none is refused, and decides nothing")
  func causesOfDenials() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let key = try await server.harness.serviceKey([.transactions]).exposed
    let created = try await server.send(
      WireRequest(.createTransaction, accessToken: key, body: NewTransactionRequest.sample.json))
    let review = try TransactionAnswer(json: created.body ?? .null)
    func deny(_ cause: String) async throws -> WireResponse {
      try await server.send(
        WireRequest(
          .denyTransaction, parameters: ["id": review.transaction.transactionID],
          query: ["cause": cause], accessToken: token))
    }
    let refused = try await deny("whim")
    #expect(refused.status == 400)
    #expect(try Problem(json: refused.body ?? .null).reason == .malformed)
    let denied = try await deny(DenialCause.failedTries.rawValue)
    #expect(try TransactionAnswer(json: denied.body ?? .null).status == .denied)
    let decisions = try await server.harness.decisions(on: review.reviewID)
    #expect(decisions == ["refused"])
  }

  @Test("a route of a host refuses whoever has no key, and a key that is for something else")
  func accessOfHosts() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    for route in Route.served {
      guard case .service(let scope) = route.access else { continue }
      let target = try #require(route.path(["id": "x", "lane": "x", "scenario": "x"]))
      for value in [nil, "Bearer", "Basic YTpi", "Bearer csk_unknown", "Bearer \(token)"] {
        let response = try await server.transport.send(
          RawRequest(
            method: route.methodName, target: target,
            fields: value.map { [(name: "Authorization", value: $0)] } ?? []))
        #expect(response.status == 401, "\(route.path)")
        #expect(response.field("WWW-Authenticate") == "Bearer realm=\"countersign\"")
        #expect(response.field("Set-Cookie") == nil)
        #expect(try problem(response).reason == .serviceKeyRequired)
      }
      let others = Set(ServiceScope.allCases).subtracting([scope])
      let other = try await server.harness.serviceKey(others).exposed
      let response = try await server.transport.send(
        RawRequest(
          method: route.methodName, target: target,
          fields: [(name: "Authorization", value: "Bearer \(other)")]))
      #expect(response.status == 403, "\(route.path)")
      #expect(try problem(response).reason == .scopeMissing)
    }
  }

  @Test("a host redeems a proof over the wire, once, and is told why where it must not act")
  func redemption() async throws {
    let server = try await ServerHarness(policy: { $0.addShipOrder() })
    let key = try await server.harness.serviceKey([.transactions]).exposed
    let token = try await server.signUp()
    let authenticator = try await ServerHarness.registerKey(token, server.harness, server.send)
    let answered = try await server.send(
      WireRequest(
        .linkedOptions, accessToken: token,
        body: LinkedOptionsRequest(scenario: .shipOrder, payload: ServiceHarness.shipment).json))
    let options = try LinkedOptions(json: answered.body ?? .null)
    let verified = try await server.send(
      WireRequest(
        .verifyAssertion, accessToken: token, body: authenticator.assert(options.options).json))
    let proof = try VerificationAnswer(json: verified.body ?? .null).verificationToken
    func redeem(
      _ payload: JSONValue, _ scenario: ScenarioName = .shipOrder, key name: String? = nil
    ) async throws -> WireResponse {
      try await server.send(
        WireRequest(
          .redeem, accessToken: key, idempotencyKey: name,
          body: RedemptionRequest(
            verificationToken: proof, scenario: scenario, payload: payload
          ).json))
    }
    let other: JSONValue = ["order": "18", "address": "4 Marina Road, Lagos", "parcels": 2]
    for (response, status, reason) in [
      (try await redeem(other), 403, Reason.transactionMismatch),
      (try await redeem(["order": "17"]), 422, .unacceptableValue),
      (try await redeem(ServiceHarness.shipment, .sendMoney), 403, .proofNotAllowed),
      (try await redeem(ServiceHarness.shipment, ScenarioName("X")), 422, .unacceptableValue),
      (try await redeem(["a": [1]]), 422, .unacceptableValue),
    ] {
      #expect(response.status == status)
      #expect(try Problem(json: response.body ?? .null).reason == reason)
    }
    let redeemed = try await redeem(ServiceHarness.shipment, key: "ship-17")
    #expect(redeemed.status == 200 && !redeemed.isReplayed)
    let answer = try RedemptionAnswer(json: redeemed.body ?? .null)
    #expect(answer.methods == ["swk", "user", "mfa"])
    let again = try await redeem(ServiceHarness.shipment, key: "ship-17")
    #expect(again.isReplayed && again.body == redeemed.body)
    let used = try await redeem(ServiceHarness.shipment)
    #expect(used.status == 409)
    #expect(try Problem(json: used.body ?? .null).reason == .alreadyUsed)
  }

  @Test("a service key is no session")
  func noSession() async throws {
    let server = try await ServerHarness()
    let key = try await server.harness.serviceKey().exposed
    for route in Route.served where route.access.takesSession {
      let target = try #require(route.path(["id": "x", "lane": "x", "scenario": "x"]))
      let response = try await server.transport.send(
        RawRequest(
          method: route.methodName, target: target,
          fields: [(name: "Authorization", value: "Bearer \(key)")]))
      #expect(response.status == 401, "\(route.path)")
    }
  }

  @Test("a host opens a session and looks it up, over the wire")
  func sessions() async throws {
    let server = try await ServerHarness()
    let key = try await server.harness.serviceKey([.sessions]).exposed
    let opened = try await server.send(
      WireRequest(
        .openServiceSession, accessToken: key,
        body: ServiceSessionRequest(userName: "ada@example.com", displayName: "Ada").json))
    #expect(opened.status == 201)
    let session = try SessionAnswer(json: opened.body ?? .null)
    let looked = try await server.send(
      WireRequest(
        .introspect, accessToken: key, body: IntrospectionRequest(token: session.accessToken).json))
    #expect(looked.status == 200)
    #expect(
      try IntrospectionAnswer(json: looked.body ?? .null)
        == .active(
          IntrospectionAnswer.ActiveSession(
            accountID: session.accountID, contextClass: nil, methods: [], authTime: nil,
            expiresAt: server.harness.clock.now().adding(seconds: 300).milliseconds / 1000,
            key: nil)))
    let sessions = try await server.send(
      WireRequest(.sessions, accessToken: session.accessToken.exposed))
    #expect(sessions.status == 200)
  }

  @Test("a host is told what a session is worth: nothing, a weak proof or a strong one")
  func levels() async throws {
    let server = try await ServerHarness()
    let key = try await server.harness.serviceKey([.sessions]).exposed
    func open(_ userName: String) async throws -> SessionAnswer {
      let opened = try await server.send(
        WireRequest(
          .openServiceSession, accessToken: key,
          body: ServiceSessionRequest(userName: userName, displayName: "Ada").json))
      return try SessionAnswer(json: opened.body ?? .null)
    }
    func expect(
      _ session: SessionAnswer, _ context: String?, _ methods: [String],
      at place: SourceLocation = #_sourceLocation
    ) async throws {
      let looked = try await server.send(
        WireRequest(
          .introspect, accessToken: key,
          body: IntrospectionRequest(token: session.accessToken).json))
      let now = server.harness.clock.now().milliseconds / 1000
      #expect(
        try IntrospectionAnswer(json: looked.body ?? .null)
          == .active(
            IntrospectionAnswer.ActiveSession(
              accountID: session.accountID, contextClass: context, methods: methods,
              authTime: context == nil ? nil : now, expiresAt: now + 300, key: nil)),
        sourceLocation: place)
    }
    let first = try await open("ada@example.com")
    try await server.setPIN("258036", first.accessToken.exposed)
    try await expect(first, "urn:countersign:acr:weak", ["pin"])
    try await expect(try await open("ada@example.com"), nil, [])
    server.harness.clock.advance(seconds: 60)
    let eve = try await open("eve@example.com")
    _ = try await ServerHarness.registerKey(
      eve.accessToken.exposed, server.harness, to: "eve@example.com", server.send)
    try await expect(eve, "urn:countersign:acr:strong", ["swk", "user", "mfa"])
  }
}
