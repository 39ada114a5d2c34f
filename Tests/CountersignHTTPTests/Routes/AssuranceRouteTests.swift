import CountersignCore
import CountersignHTTP
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("What a session has to be worth, route by route")
struct AssuranceRouteTests {
  /// The one table of who is let in where, by hand from what the levels may do.
  private static let table: [String: Row] = [
    "POST /accounts": .anybody, "POST /codes": .anybody,
    "POST /sessions/options": .anybody, "POST /sessions": .anybody,
    "POST /sessions/current/key": .anybody,
    "GET /sessions": .weak, "DELETE /sessions": .strong,
    "POST /sessions/current/proof": .unproved, "DELETE /sessions/current": .unproved,

    "POST /biometric/register/options": .unproved, "POST /biometric/register/verify": .unproved,
    "GET /biometric/credentials": .weak, "DELETE /biometric/credentials": .unproved,
    "DELETE /biometric/credentials/{id}": .unproved, "PUT /biometric/credentials/{id}/name": .weak,
    "GET /biometric/auth/options": .unproved, "POST /biometric/auth/options": .unproved,
    "POST /biometric/auth/verify": .unproved, "POST /biometric/test": .unproved,
    "POST /actions/{scenario}/options": .unproved, "POST /actions/{scenario}": .unproved,
    "POST /proofs": .unproved, "GET /operations/{id}": .unproved,

    "GET /second-factor": .unproved, "PUT /second-factor/pin": .unproved,
    "POST /second-factor/totp": .unproved, "POST /second-factor/totp/confirm": .unproved,
    "DELETE /second-factor/totp": .unproved,
    "PUT /account/phone": .unproved, "POST /account/phone/confirm": .unproved,
    "POST /devices": .unproved, "GET /devices": .weak, "DELETE /devices": .unproved,
    "PUT /devices/{id}/pin-key": .unproved, "DELETE /devices/{id}": .unproved,
    "PUT /devices/{id}/name": .weak,
    "POST /recovery": .unproved, "GET /recovery": .unproved, "DELETE /recovery": .unproved,
    "GET /factors/held": .weak, "POST /factors/held/{id}/keep": .unproved,
    "DELETE /factors/held/{id}": .unproved,

    "POST /sessions/links": .anybody, "GET /sessions/links/{id}": .anybody,
    "POST /sessions/links/{id}/options": .anybody, "POST /sessions/links/{id}/code": .anybody,
    "POST /sessions/links/{id}/confirm": .anybody, "GET /sessions/links/{id}/events": .anybody,
    "POST /sessions/links/{id}/collect": .anybody, "POST /sessions/links/{id}/mine": .anybody,
    "DELETE /sessions/links/{id}": .anybody, "POST /stops": .anybody,

    "GET /transactions": .weakOrDevice, "GET /transactions/{id}": .weakOrDevice,
    "GET /transactions/events": .weakOrDevice, "POST /transactions/{id}/deny": .weakOrDevice,
    "POST /transactions/{id}/approve": .unproved,
    "POST /actions/{scenario}/handover": .weak, "GET /handovers/{id}": .weak,
    "GET /handovers/{id}/events": .weak, "POST /handovers/{id}/collect": .weak,
    "DELETE /handovers/{id}": .weak,
    "POST /money-orders": .unproved, "GET /money-orders": .weak, "GET /pocket": .weak,

    "POST /service/links": .host, "POST /service/sessions": .host,
    "POST /service/introspect": .host, "POST /service/redeem": .host,
    "POST /service/transactions": .host, "GET /service/transactions/{id}": .host,
    "GET /service/accounts": .host, "POST /service/accounts/find": .host,
    "POST /service/accounts/unblock": .host, "POST /service/accounts/revoke": .host,
    "POST /service/accounts/audit": .host, "GET /service/audit": .host,
    "GET /service/audit/{lane}": .host,

    "GET /health/live": .anybody, "GET /health/ready": .anybody,
  ]

  /// Who is let in.
  private enum Row {
    /// Whoever has no session, and each session.
    case anybody
    /// Each session.
    case unproved
    /// A session in which something was proved.
    case weak
    /// The same, and each session of a device of the account.
    case weakOrDevice
    /// A session in which a strong factor was proved.
    case strong
    /// A host's backend, and no session.
    case host

    /// The least that a session has to be worth; nil where none gets in.
    var least: AssuranceLevel? {
      switch self {
      case .anybody, .unproved: .unproved
      case .weak, .weakOrDevice: .weak
      case .strong: .strong
      case .host: nil
      }
    }
  }

  private static let pin = "258036"

  // Holds: RFC 9470
  @Test("each route has a row in the table of levels, and no row is without a route")
  func rows() {
    #expect(Set(Self.table.keys) == Set(Route.served.map(Self.name)))
    #expect(Self.table.count == Route.served.count)
  }

  // Holds: RFC 9470
  @Test("each route refuses each session that is worth too little, and says what is asked for")
  func levels() async throws {
    let stage = try await Stage()
    for route in Route.served {
      let row = try #require(Self.table[Self.name(of: route)])
      for (level, token) in stage.tokens {
        let place = "\(Self.name(of: route)) at \(level)"
        try Self.expect(row, of: level, try await stage.knock(at: route, token), place)
      }
      let place = "\(Self.name(of: route)) without a session"
      let response = try await stage.knock(at: route, nil)
      guard row != .anybody else {
        try Self.expectEntered(response, place)
        continue
      }
      #expect(response.status == 401, "\(place)")
      let reason: Reason = row == .host ? .serviceKeyRequired : .sessionRequired
      #expect(try problem(response).reason == reason, "\(place)")
    }
  }

  @Test("where the account never had a factor, each route takes any session")
  func withoutFactor() async throws {
    let stage = try await Stage()
    let token = try await stage.server.signUp("grace@example.com")
    for route in Route.served {
      let row = try #require(Self.table[Self.name(of: route)])
      // Whatever is asked for, nothing could be proved.
      try Self.expect(
        row == .host ? .host : .unproved, of: .unproved, try await stage.knock(at: route, token),
        Self.name(of: route))
    }
  }

  @Test("a session of a device sees what waits and declines it, whatever it is worth")
  func ofDevice() async throws {
    let server = try await ServerHarness()
    let token = try await server.sessionOfPhone(.none)
    _ = try await server.sessionOfPhone(.required)
    for route in Route.served {
      let row = try #require(Self.table[Self.name(of: route)])
      try Self.expect(
        row == .weakOrDevice ? .unproved : row, of: .unproved,
        try await Stage.knock(at: route, token, server), Self.name(of: route))
    }
    let review = try await server.harness.review()
    let listed = try await server.send(WireRequest(.transactions, accessToken: token))
    #expect(
      try TransactionList(json: listed.body ?? .null).transactions.map(\.forHost) == [review])
    let denied = try await server.send(
      WireRequest(
        .denyTransaction, parameters: ["id": review.transaction.transactionID], accessToken: token))
    #expect(denied.status == 200)
  }

  @Test("what another session did is told to a session in which something was proved")
  func operations() async throws {
    let stage = try await Stage()
    let done = try await stage.server.send(
      WireRequest(
        .testBiometrics, accessToken: try stage.token(.strong), idempotencyKey: "test-1",
        body: BiometricTestRequest(proof: .pin(SecretText(Self.pin))).json))
    #expect(done.status == 200)
    let own = try await stage.server.send(
      WireRequest(
        .testBiometrics, accessToken: try stage.token(.unproved), idempotencyKey: "test-2",
        body: BiometricTestRequest(proof: .pin(SecretText(Self.pin))).json))
    #expect(own.status == 200)
    for (key, level, status) in [
      ("test-1", AssuranceLevel.unproved, 404), ("test-1", .weak, 200), ("test-1", .strong, 200),
      ("test-2", .unproved, 200), ("test-2", .strong, 200),
    ] {
      let told = try await stage.server.send(
        WireRequest(
          .operation, parameters: ["id": key], accessToken: try stage.token(level)))
      #expect(told.status == status, "\(key) at \(level)")
    }
  }

  private static func name(of route: Route) -> String { "\(route.methodName) \(route.path)" }

  /// Holds an answer to what the table says of a session.
  private static func expect(
    _ row: Row, of level: AssuranceLevel, _ response: RawResponse, _ place: String
  ) throws {
    guard let least = row.least else {
      #expect(response.status == 401, "\(place)")
      #expect(try problem(response).reason == .serviceKeyRequired, "\(place)")
      return
    }
    guard level < least else { return try expectEntered(response, place) }
    #expect(response.status == 401, "\(place)")
    #expect(try problem(response).reason == .insufficientUserAuthentication, "\(place)")
    let asked =
      least == .strong ? "urn:countersign:acr:strong" : "urn:countersign:acr:weak"
    #expect(
      response.field("WWW-Authenticate")?.contains("acr_values=\"\(asked)\"") == true, "\(place)")
  }

  /// Only the body was refused, which is read after the session was checked.
  private static func expectEntered(_ response: RawResponse, _ place: String) throws {
    #expect(response.status == 400, "\(place)")
    #expect(try problem(response).reason == .malformed, "\(place)")
  }

  /// An account with a passkey and a PIN, and a session of each level.
  private struct Stage {
    let server: ServerHarness
    let tokens: [AssuranceLevel: String]

    init() async throws {
      server = try await ServerHarness()
      let strong = try await server.signUp()
      let key = try await ServerHarness.registerKey(strong, server.harness, server.send)
      let proof = try await server.proof(key, LinkedOptionsRequest(changing: .setPIN), strong)
      let set = try await server.send(
        WireRequest(
          .setPIN, accessToken: strong,
          body: SetPINRequest(
            pin: SecretText(AssuranceRouteTests.pin), entitlement: .proof(proof)
          ).json))
      try #require(set.status == 204)
      let raised = try await server.raise(
        try await server.signUp(), by: .pin(SecretText(AssuranceRouteTests.pin)), key: "raise-1")
      try #require(raised.status == 200)
      tokens = [
        .unproved: try await server.signUp(),
        .weak: try SessionAnswer(json: raised.body ?? .null).accessToken.exposed,
        .strong: strong,
      ]
    }

    func token(_ level: AssuranceLevel) throws -> String { try #require(tokens[level]) }

    /// The answer to a body that is no JSON.
    func knock(at route: Route, _ token: String?) async throws -> RawResponse {
      try await Self.knock(at: route, token, server)
    }

    static func knock(
      at route: Route, _ token: String?, _ server: ServerHarness
    ) async throws -> RawResponse {
      let target = try #require(route.path(["id": "x", "scenario": "x", "lane": "x"]))
      return try await server.transport.send(
        RawRequest(
          method: route.methodName, target: target,
          fields: [(name: "Content-Type", value: "application/json")]
            + (token.map { [(name: "Authorization", value: "Bearer \($0)")] } ?? []),
          body: Array("{".utf8)))
    }
  }
}

extension ServerHarness {
  /// The session of a phone that the account's host enrols, with a PIN or without.
  fileprivate func sessionOfPhone(_ demand: SecondFactorDemand) async throws -> String {
    let link = try await harness.service.linkIssuer.make(
      SessionLinkRequest(
        type: .enrol, userName: "ada@example.com", displayName: "Ada", secondFactor: demand),
      from: .local, mandate: .firstFactor
    ).get()
    let device = try TestPhone(harness.newAuthenticator()).device(
      for: link.id, withPIN: demand == .required)
    let confirmed = try await send(
      WireRequest(
        .confirmLink, parameters: ["id": link.id],
        body: LinkConfirmation.enrol(device, registration: nil, .nothing).json))
    try #require(confirmed.status == 201)
    let answer = try LinkConfirmed(json: confirmed.body ?? .null)
    return try #require(answer.session).accessToken.exposed
  }
}
