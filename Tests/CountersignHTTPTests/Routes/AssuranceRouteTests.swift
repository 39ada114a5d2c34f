import CountersignCore
import CountersignHTTP
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("What a session has to be worth, route by route")
struct AssuranceRouteTests {
  /// The routes that ask for more than a session; every other one takes any.
  private static let least: [Route: AssuranceLevel] = [
    .sessions: .weak, .credentials: .weak, .devices: .weak,
    .transactions: .weak, .transaction: .weak, .transactionEvents: .weak, .denyTransaction: .weak,
    .pocket: .weak, .moneyOrders: .weak,
    .endSessions: .strong,
  ]
  /// Those of them that any session of a device may use.
  private static let ofDevices: Set<Route> = [
    .transactions, .transaction, .transactionEvents, .denyTransaction,
  ]
  private static let pin = "258036"

  @Test("each route refuses each session that is worth too little, and says what is asked for")
  func levels() async throws {
    let stage = try await Stage()
    #expect(Set(Self.least.keys).isSubset(of: Set(stage.routes)))
    for route in stage.routes {
      let least = Self.least[route] ?? .unproved
      for (level, token) in stage.tokens {
        let place = "\(route.methodName) \(route.path) at \(level)"
        let response = try await stage.knock(at: route, token)
        guard level < least else {
          try Self.expectEntered(response, place)
          continue
        }
        #expect(response.status == 401, "\(place)")
        #expect(try problem(response).reason == .insufficientUserAuthentication, "\(place)")
        let asked = try #require(least.contextClass)
        #expect(
          response.field("WWW-Authenticate")?.contains("acr_values=\"\(asked)\"") == true,
          "\(place)")
      }
    }
  }

  @Test("where the account never had a factor, each route takes any session")
  func withoutFactor() async throws {
    let stage = try await Stage()
    let token = try await stage.server.signUp("grace@example.com")
    for route in stage.routes {
      try Self.expectEntered(try await stage.knock(at: route, token), "\(route.path)")
    }
  }

  @Test("a session of a device sees what waits and declines it, whatever it is worth")
  func ofDevice() async throws {
    let server = try await ServerHarness()
    let token = try await server.sessionOfDeviceWithoutPIN()
    let page = try await server.signUp()
    _ = try await ServerHarness.registerKey(page, server.harness, server.send)
    for route in Self.least.keys {
      let response = try await Stage.knock(at: route, token, server)
      if Self.ofDevices.contains(route) {
        try Self.expectEntered(response, route.path)
      } else {
        #expect(response.status == 401, "\(route.path)")
      }
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

  /// Only the body was refused, which is read after the session was judged.
  private static func expectEntered(_ response: RawResponse, _ place: String) throws {
    #expect(response.status == 400, "\(place)")
    #expect(try problem(response).reason == .malformed, "\(place)")
  }

  /// An account with a passkey and a PIN, and a session of each level.
  private struct Stage {
    let server: ServerHarness
    let tokens: [AssuranceLevel: String]
    let routes = Route.served.filter(\.access.takesSession)

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
    func knock(at route: Route, _ token: String) async throws -> RawResponse {
      try await Self.knock(at: route, token, server)
    }

    static func knock(
      at route: Route, _ token: String, _ server: ServerHarness
    ) async throws -> RawResponse {
      let target = try #require(route.path(["id": "x", "scenario": "x"]))
      return try await server.transport.send(
        RawRequest(
          method: route.methodName, target: target,
          fields: [
            (name: "Authorization", value: "Bearer \(token)"),
            (name: "Content-Type", value: "application/json"),
          ], body: Array("{".utf8)))
    }
  }
}

extension ServerHarness {
  /// A session of a device that has no PIN, on an account without a factor.
  fileprivate func sessionOfDeviceWithoutPIN() async throws -> String {
    let token = try await signUp()
    _ = try await send(
      WireRequest(.requestCode, accessToken: token, body: CodeRequest(purpose: .register).json))
    let code = try await harness.newestCode(to: "ada@example.com")
    let device = try TestDevice().registration(for: try await accountID(of: "ada@example.com"))
    let registered = try await send(
      WireRequest(
        .registerDevice, accessToken: token,
        body: DeviceRequest(device: device, validateCode: code).json))
    try #require(registered.status == 201)
    return token
  }
}
