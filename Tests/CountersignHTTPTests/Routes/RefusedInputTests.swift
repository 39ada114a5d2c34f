import CountersignHTTP
import CountersignTesting
import HTTPTypes
import Testing
import WebAuthnModel
import WireModel

@Suite("Input that is refused", .timeLimit(.minutes(5)))
struct RefusedInputTests {
  private static let bodies: [(name: String, bytes: [UInt8])] = [
    ("no JSON", Array("{\"a\":".utf8)),
    ("an array", Array("[]".utf8)),
    ("a number", Array("17".utf8)),
    ("null", Array("null".utf8)),
    ("NUL bytes", [0, 0, 0, 0]),
    ("a NUL in a text", Array("{\"userName\":\"a\u{0}b\"}".utf8)),
    ("no UTF-8", [0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    ("deep nesting", [UInt8](repeating: UInt8(ascii: "["), count: 50_000)),
    ("an unknown field", Array("{\"surprise\":1}".utf8)),
    ("a name twice", Array("{\"pin\":\"1\",\"pin\":\"2\"}".utf8)),
    (
      "huge numbers",
      Array("{\"amount\":1e999,\"productCode\":\"A\",\"recipientPhone\":\"1\",\"pin\":\"1\"}".utf8)
    ),
    (
      "wrong types",
      Array(
        """
        {"userName":1,"displayName":[],"purpose":{},"codeRequest":true,"validateCode":1,
        "amount":"5","id":1,"rawId":2,"type":3,"response":4,"scenario":5,"payload":6,
        "pin":7,"oldPin":8}
        """.utf8)
    ),
    (
      "a truncated credential",
      Array(
        """
        {"id":"AQ","rawId":"AQ","type":"public-key","response":{"clientDataJSON":"e30",\
        "attestationObject":"owE","authenticatorData":"AA","signature":"A"}}
        """.utf8)
    ),
  ]

  // Holds: input
  @Test("a malformed body is a clear 4xx on every route, never a 500", arguments: Route.served)
  func bodies(_ route: Route) async throws {
    let server = try await ServerHarness(onRefusal: DocumentedRefusals.expect)
    let token =
      if case .service = route.access {
        try await server.harness.serviceKey().exposed
      } else {
        try await server.signUp()
      }
    let target = try #require(route.path(["id": "x", "lane": "x", "scenario": "x"]))
    for (name, bytes) in Self.bodies {
      let response = try await server.transport.send(
        RawRequest(
          method: route.method.rawValue, target: target,
          fields: [
            (name: "Authorization", value: "Bearer \(token)"),
            (name: "Content-Type", value: "application/json"),
          ], body: bytes))
      #expect((400...499).contains(response.status), "\(name): \(response.status)")
      let problem = try problem(response)
      #expect(Reason.given.contains(problem.reason), "\(name)")
      #expect(!problem.detail.isEmpty, "\(name)")
    }
  }

  @Test(
    "a body of another type is 415",
    arguments: [
      nil, "text/plain", "application/json; charset=latin1", "application/jsonp", "",
      "application/json; x=y; charset=latin1", "application/x-www-form-urlencoded",
    ])
  func contentType(_ value: String?) async throws {
    let response = try await signUp(contentType: value)
    #expect(response.status == 415)
    #expect(try problem(response).reason == .unsupportedMediaType)
  }

  @Test(
    "JSON in UTF-8 is taken, however its type is written",
    arguments: [
      "application/json", "application/json; charset=utf-8", "Application/JSON;charset=\"UTF-8\"",
      "application/json; charset=utf-8; x=y", "application/json;odata=verbose",
      "application/json;", "application/json ; profile=\"https://example.com/p\"",
    ])
  func goodContentType(_ value: String) async throws {
    #expect(try await signUp(contentType: value).status == 202)
  }

  @Test("a body with a coding is 415, and is told what is taken; identity is no coding")
  func contentCoding() async throws {
    for (coding, status) in [
      ("gzip", 415), ("br", 415), ("gzip, identity", 415), ("Identity", 202),
    ] {
      let response = try await signUp(fields: [("Content-Encoding", coding)])
      #expect(response.status == status, "\(coding)")
      let accepted = response.fields.first { $0.name.lowercased() == "accept-encoding" }?.value
      #expect(accepted == (status == 415 ? "identity" : nil))
      guard status == 415 else { continue }
      let problem = try problem(response)
      #expect(problem.reason == .unsupportedMediaType)
      #expect(problem.detail.contains("Content-Encoding: \(coding)"))
    }
    // It was the type: nothing is said of codings (RFC 9110, section 15.5.16).
    let response = try await signUp(contentType: "text/plain")
    #expect(!response.fields.contains { $0.name.lowercased() == "accept-encoding" })
  }

  @Test("a byte order mark in front of a body is ignored, and one elsewhere is no JSON")
  func byteOrderMark() async throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = SignUpRequest(userName: "ada@example.com", displayName: "Ada").json.serialized()
    #expect(try await signUp(body: mark + body).status == 202)
    for bytes in [mark + mark + body, body + mark, mark] {
      #expect(try await signUp(body: bytes).status == 400)
    }
  }

  @Test("one space or more are between Bearer and the token, and nothing else is")
  func spacesInAuthorization() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    for (value, status) in [
      ("Bearer \(token)", 200), ("Bearer  \(token)", 200), ("bearer    \(token)", 200),
      ("Bearer\t\(token)", 401), ("Bearer", 401), ("Bearer \(token) x", 401), ("", 401),
    ] {
      let response = try await server.transport.send(
        RawRequest(
          method: "GET", target: "/sessions", fields: [(name: "Authorization", value: value)]))
      #expect(response.status == status, "\(value.prefix(9))")
    }
  }

  // Holds: input
  @Test("a body past the limit is 413, whether or not its length is declared")
  func bodyLimit() async throws {
    let server = try await ServerHarness()
    let body = [UInt8](repeating: UInt8(ascii: " "), count: 1_048_576)
    for fields in [[], [(name: "Content-Length", value: "1")]] {
      let response = try await server.transport.send(
        RawRequest(
          method: "POST", target: "/accounts",
          fields: fields + [(name: "Content-Type", value: "application/json")], body: body))
      #expect(response.status == 413)
      #expect(try problem(response).reason == .bodyTooLarge)
    }
  }

  @Test(
    "a query that the route does not take is 400",
    arguments: [
      "/sessions?x=1", "/sessions?%zz", "/pocket?which=all", "/operations/%ff",
      "/operations/a%2", "/pocket?which=",
    ])
  func query(_ target: String) async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let response = try await server.transport.send(
      RawRequest(
        method: "GET", target: target,
        fields: [(name: "Authorization", value: "Bearer \(token)")]))
    #expect(response.status == 400)
    #expect(try problem(response).reason == .malformed)
  }

  @Test("a query item that nobody knows is told by its name, with the one that was meant")
  func queryItem() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    for (method, target, detail) in [
      ("DELETE", "/devices?wich=all", #"unknown query item "wich"; did you mean "which"?"#),
      ("GET", "/transactions?Status=all", #"unknown query item "Status"; did you mean "status"?"#),
      ("GET", "/transactions?colour=1", #"unknown query item "colour""#),
    ] {
      let response = try await server.transport.send(
        RawRequest(
          method: method, target: target,
          fields: [(name: "Authorization", value: "Bearer \(token)")]))
      #expect(response.status == 400)
      #expect(try problem(response).detail == detail)
    }
  }

  @Test("a fault of an action's payload is told before that there is no proof")
  func payloadFirst() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let order = MoneyOrder.sample.json
    guard case .object(var misspelt) = order else { return }
    misspelt["ammount"] = misspelt["amount"]
    misspelt["amount"] = nil
    let told = #"payload: unknown field "ammount"; did you mean "amount"?"#
    for (target, body, detail) in [
      ("/actions/SEND_MONEY", ["payload": .object(misspelt)], told),
      (
        "/actions/SEND_MONEY",
        ["payload": .object(misspelt), "pin": "1", "verificationToken": "x"], told
      ),
      ("/actions/SEND_MONEY", ["payload": order], nil), ("/actions/TEST_BIOMETRICS", [:], nil),
      ("/proofs", ["scenario": "SEND_MONEY", "payload": .object(misspelt), "proof": [:]], told),
    ] as [(String, JSONValue, String?)] {
      let response = try await server.transport.send(
        RawRequest(
          method: "POST", target: target,
          fields: [
            (name: "Authorization", value: "Bearer \(token)"),
            (name: "Content-Type", value: "application/json"),
          ], body: body.serialized()))
      #expect(response.status == 400, "\(target)")
      let problem = try problem(response)
      #expect(problem.reason == (detail == nil ? .proofRequired : .malformed), "\(target)")
      if let detail { #expect(problem.detail == detail, "\(target)") }
    }
    for (target, body) in [
      ("/actions/SEND_MONEY", ["payload": .null]),
      ("/proofs", ["scenario": "SEND_MONEY", "payload": .null, "proof": [:]]),
    ] as [(String, JSONValue)] {
      let response = try await server.transport.send(
        RawRequest(
          method: "POST", target: target,
          fields: [
            (name: "Authorization", value: "Bearer \(token)"),
            (name: "Content-Type", value: "application/json"),
          ], body: body.serialized()))
      #expect(response.status == 400, "\(target)")
      #expect(try problem(response).reason == .malformed, "\(target)")
    }
  }

  @Test(
    "an action with no proof, or with two, is told so",
    arguments: ["", #","pin":"258036","verificationToken":"x""#, #","pin":null"#])
  func proofCount(proofs: String) async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let body =
      #"{"amount":500,"recipient":"BOLA"\#(proofs)}"#
    let response = try await server.transport.send(
      RawRequest(
        method: "POST", target: "/money-orders",
        fields: [
          (name: "Authorization", value: "Bearer \(token)"),
          (name: "Content-Type", value: "application/json"),
        ], body: Array(body.utf8)))
    #expect(response.status == 400)
    #expect(try problem(response).reason == .proofRequired)
  }

  @Test(
    "which keys go is said exactly",
    arguments: [
      "", "?which=", "?which=one", "?which=others", "?which=all&keep=AQ", "?which=others&keep=!",
      "?which=all&which=all", "?keep=AQ",
    ])
  func revocation(_ query: String) async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let response = try await server.transport.send(
      RawRequest(
        method: "DELETE", target: "/biometric/credentials" + query,
        fields: [(name: "Authorization", value: "Bearer \(token)")]))
    #expect(response.status == 400)
  }

  @Test("which sessions end is said exactly", arguments: ["", "?which=", "?which=all", "?which=1"])
  func ending(_ query: String) async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let key = try await ServerHarness.registerKey(token, server.harness, server.send)
    let raised = try await server.signIn(by: key)
    let response = try await server.transport.send(
      RawRequest(
        method: "DELETE", target: "/sessions" + query,
        fields: [(name: "Authorization", value: "Bearer \(raised)")]))
    #expect(response.status == 400)
  }

  private func signUp(
    contentType: String? = "application/json", fields: [(name: String, value: String)] = [],
    body: [UInt8]? = nil
  ) async throws -> RawResponse {
    let server = try await ServerHarness()
    let given = SignUpRequest(userName: "ada@example.com", displayName: "Ada").json.serialized()
    return try await server.transport.send(
      RawRequest(
        method: "POST", target: "/accounts",
        fields: (contentType.map { [(name: "Content-Type", value: $0)] } ?? []) + fields,
        body: body ?? given))
  }
}
