import CountersignCore
import CountersignTesting
import HTTPTypes
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignHTTP

@Suite("The page's session")
struct PageSessionTests {
  private typealias Fields = [(name: String, value: String)]

  @Test("the page gets its token in a cookie that no script reads, and not in the body")
  func cookie() async throws {
    let server = try await ServerHarness()
    let response = try await open(server, [Self.page, Self.own])
    #expect(response.status == 201)
    let cookie = try #require(response.field("Set-Cookie"))
    #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
    let token = try #require(Self.token(cookie))
    let body = String(decoding: response.body, as: UTF8.self)
    #expect(body.contains("accountID") && !body.contains("accessToken") && !body.contains(token))
    #expect(try await send(server, "GET", "/pocket", [Self.cookie(token)]).status == 200)
  }

  @Test("an app gets its token in the body and no cookie")
  func bearer() async throws {
    let server = try await ServerHarness()
    let response = try await open(server, [])
    #expect(response.field("Set-Cookie") == nil)
    #expect(try SessionAnswer(json: JSONValue(parsing: response.body)).expiresIn > 0)
  }

  @Test("a session in a cookie is opened for the page's own origin only", arguments: foreign)
  func foreignSignIn(_ origin: String?) async throws {
    let server = try await ServerHarness()
    let fields = [Self.page] + (origin.map { [(name: "Origin", value: $0)] } ?? [])
    let response = try await open(server, fields)
    #expect(response.status == 403)
    #expect(response.field("Set-Cookie") == nil)
    #expect(try problem(response).reason == .originNotAllowed)
  }

  @Test("a write with the cookie is taken from the page's own origin only", arguments: foreign)
  func foreignWrite(_ origin: String?) async throws {
    let server = try await ServerHarness()
    let session = try await signIn(server)
    let fields = [session] + (origin.map { [(name: "Origin", value: $0)] } ?? [])
    let writes = Route.served.filter { $0.method != .get }
    for route in writes where route.access.takesSession || route.access == .optionalSession {
      let path = try #require(route.path(["id": "x", "scenario": "x"]))
      let response = try await send(server, route.method.rawValue, path, fields)
      #expect(response.status == 403, "\(route.method.rawValue) \(path)")
      #expect(try problem(response).reason == .originNotAllowed)
    }
    #expect(try await send(server, "GET", "/pocket", [session]).status == 200)
  }

  @Test("a Bearer token needs no origin, and goes before a cookie")
  func bearerBesideCookie() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp("grace@example.com")
    let session = try await signIn(server)
    let response = try await send(
      server, "DELETE", "/sessions/current",
      [session, (name: "Authorization", value: "Bearer \(token)")])
    #expect(response.status == 204)
    #expect(try await send(server, "GET", "/pocket", [session]).status == 200)
  }

  @Test("signing out ends the session and takes the cookie away")
  func signOut() async throws {
    let server = try await ServerHarness()
    let session = try await signIn(server)
    let response = try await send(server, "DELETE", "/sessions/current", [session, Self.own])
    #expect(response.status == 204)
    #expect(
      response.field("Set-Cookie")
        == "countersign=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict")
    let after = try await send(server, "GET", "/pocket", [session])
    #expect(after.status == 401)
    // The page cannot take it away itself.
    #expect(after.field("Set-Cookie")?.contains("Max-Age=0") == true)
  }

  @Test("a session that a proof raises gets another cookie, and the page is not shown its token")
  func raised() async throws {
    let server = try await ServerHarness()
    let app = try await server.signUp()
    let key = try await ServerHarness.registerKey(app, server.harness, server.send)
    let session = try await signIn(server)
    let weak = try await send(server, "GET", "/pocket", [session])
    #expect(weak.status == 401)
    #expect(try problem(weak).reason == .insufficientUserAuthentication)
    // It is a session still, and the browser keeps it.
    #expect(weak.field("Set-Cookie") == nil)
    let options = try await send(
      server, "POST", "/biometric/auth/options", [session, Self.own],
      body: LinkedOptionsRequest.raising.json)
    let assertion = try key.assert(LinkedOptions(json: JSONValue(parsing: options.body)).options)
    let raised = try await send(
      server, "POST", "/sessions/current/proof", [session, Self.own],
      body: SessionProofRequest(proof: .assertion(assertion)).json)
    #expect(raised.status == 200)
    let token = try #require(Self.token(raised.field("Set-Cookie") ?? ""))
    let body = String(decoding: raised.body, as: UTF8.self)
    #expect(body.contains("accountID") && !body.contains("accessToken") && !body.contains(token))
    #expect(try await send(server, "GET", "/pocket", [Self.cookie(token)]).status == 200)
    #expect(try await send(server, "GET", "/pocket", [session]).status == 401)
  }

  @Test("a cookie that no session could have is no session", arguments: ["", "a b", "\"x\""])
  func malformed(_ value: String) async throws {
    let server = try await ServerHarness()
    let response = try await send(server, "GET", "/pocket", [Self.cookie(value)])
    #expect(response.status == 401)
  }

  @Test("two cookies of the name are no session: one of them was planted")
  func twoCookies() async throws {
    let server = try await ServerHarness()
    let session = try await signIn(server)
    let doubled = (name: "Cookie", value: session.value + "; countersign=planted")
    #expect(try await send(server, "GET", "/pocket", [doubled]).status == 401)
  }

  // Holds: RTS-4.3d
  @Test("what the page asks by itself keeps no session alive")
  func background() async throws {
    let server = try await ServerHarness()
    let session = try await signIn(server)
    let background = (name: "X-Countersign-Activity", value: "background")
    server.harness.clock.advance(seconds: 200)
    #expect(try await send(server, "GET", "/money-orders", [session, background]).status == 200)
    server.harness.clock.advance(seconds: 200)
    #expect(try await send(server, "GET", "/money-orders", [session]).status == 401)
  }

  @Test("each answer in a session says how many seconds are left, after its own activity")
  func endsIn() async throws {
    let server = try await ServerHarness()
    let session = try await signIn(server)
    let background = (name: "X-Countersign-Activity", value: "background")
    func left(_ fields: Fields) async throws -> String? {
      try await send(server, "GET", "/second-factor", fields)
        .field("Countersign-Session-Ends-In")
    }
    #expect(try await left([session]) == "300")
    server.harness.clock.advance(seconds: 240)
    #expect(try await left([session, background]) == "60")
    #expect(try await left([session]) == "300")
    #expect(try await left([]) == nil)
    // However active: it is good for twelve hours.
    for _ in 0..<(12 * 3600 / 240 - 2) {
      server.harness.clock.advance(seconds: 240)
      _ = try await left([session])
    }
    server.harness.clock.advance(seconds: 140)
    #expect(try await left([session]) == "100")
  }

  @Test("over https the cookie is bound to the host and never sent in the clear")
  func secure() throws {
    let origin = try #require(Origin("https://pay.example.com"))
    let cookie = PageCookie(origins: [origin])
    #expect(
      cookie.setting(SecretText("abc"))
        == "__Host-countersign=abc; Path=/; HttpOnly; SameSite=Strict; Secure")
    #expect(try cookie.read([.cookie: "countersign=planted"]) == nil)
    #expect(try cookie.read([.cookie: "a=b; __Host-countersign=abc"])?.exposed == "abc")
  }

  static let foreign: [String?] = [
    nil, "null", "https://localhost", "http://localhost.evil.example", "http://LOCALHOST", "",
  ]
  private static let page = (name: "X-Countersign-Page", value: "1")
  private static let own = (name: "Origin", value: ServiceHarness.originText)

  private static func cookie(_ token: String) -> (name: String, value: String) {
    (name: "Cookie", value: "theme=dark; countersign=\(token)")
  }

  private static func token(_ cookie: String) -> String? {
    guard cookie.hasPrefix("countersign=") else { return nil }
    return cookie.split(separator: ";").first.map { String($0.dropFirst("countersign=".count)) }
  }

  private func signIn(_ server: ServerHarness) async throws -> (name: String, value: String) {
    let cookie = try await open(server, [Self.page, Self.own]).field("Set-Cookie")
    return Self.cookie(try #require(Self.token(cookie ?? "")))
  }

  /// Opens a session by a mailed code.
  private func open(_ server: ServerHarness, _ fields: Fields) async throws -> RawResponse {
    let userName = "ada@example.com"
    let requested = try await server.transport.send(
      WireRequest(.signUp, body: SignUpRequest(userName: userName, displayName: "Ada").json))
    let codeRequest = try CodeRequestAnswer(json: requested.body ?? .null).codeRequest
    let code = try await server.harness.newestCode(to: userName)
    let body = SessionRequest.code(codeRequest: codeRequest, validateCode: code).json
    return try await send(server, "POST", "/sessions", fields, body: body)
  }

  private func send(
    _ server: ServerHarness, _ method: String, _ target: String, _ fields: Fields,
    body: JSONValue? = nil
  ) async throws -> RawResponse {
    var request = RawRequest(method: method, target: target, fields: fields)
    if let body {
      request.fields.append((name: "Content-Type", value: "application/json"))
      request.body = body.serialized()
    }
    return try await server.transport.send(request)
  }
}
