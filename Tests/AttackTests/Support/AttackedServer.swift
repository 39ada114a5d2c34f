import AsyncHTTPClient
import CountersignCore
import CountersignHTTP
import CountersignTesting
import Logging
import NIOCore
import NIOHTTP1
import SecretSearch
import Synchronization
import Testing
import WebAuthnModel
import WireModel

/// A server on a port of this machine with the service behind it, whose clock the test turns and
/// whose messages it reads.
struct AttackedServer: Sendable {
  let harness: ServiceHarness
  let attacker: Attacker

  /// Serves for as long as a body runs.
  static func run(
    scenarios: [DeclaredScenario] = [], settings: ServerSettings = .ofTests,
    file: String = #fileID, line: Int = #line,
    change: (inout ServicePolicy) -> Void = { _ in },
    _ body: (AttackedServer) async throws -> Void
  ) async throws {
    let harness = try await ServiceHarness(file: file, line: line) { policy in
      for scenario in scenarios { policy.add(scenario) }
      change(&policy)
    }
    try await Attacker.run(harness, settings: settings) { attacker in
      try await body(AttackedServer(harness: harness, attacker: attacker))
    }
  }

  /// Serves with the default limits, also those within one second, for as long as a body runs.
  static func withDefaultLimits(
    but change: (inout ServicePolicy) -> Void = { _ in }, settings: ServerSettings = .ofTests,
    file: String = #fileID, line: Int = #line, _ body: (AttackedServer) async throws -> Void
  ) async throws {
    try await run(
      settings: settings, file: file, line: line,
      change: { policy in
        policy.codes.requestsPerSecond = CodePolicy().requestsPerSecond
        change(&policy)
      }, body)
  }

  /// Sends a typed request; see ``Attacker/send(_:from:in:fields:)``.
  func send(
    _ request: WireRequest, from address: String? = nil, in browser: Browser? = nil,
    fields: [(String, String)] = []
  ) async throws -> Answer {
    try await attacker.send(request, from: address, in: browser, fields: fields)
  }

  /// Sends a request.
  func send(
    _ route: Route, at parameters: [String: String] = [:], as bearer: String? = nil,
    idempotencyKey: String? = nil, _ body: (any JSONBody)? = nil
  ) async throws -> Answer {
    try await send(
      WireRequest(
        route, parameters: parameters, accessToken: bearer, idempotencyKey: idempotencyKey,
        body: body?.json))
  }

  /// Sends a request that has to succeed, and reads the answer.
  func read<Body: JSONBody>(
    _ route: Route, at parameters: [String: String] = [:], as bearer: String? = nil,
    idempotencyKey: String? = nil, _ body: (any JSONBody)? = nil
  ) async throws -> Body {
    let answer = try await send(
      route, at: parameters, as: bearer, idempotencyKey: idempotencyKey, body)
    guard (200...299).contains(answer.status) else {
      throw RefusedRequest(route: route.path, status: answer.status, reason: answer.reason)
    }
    return try Body(json: answer.json)
  }

  /// Lets time pass.
  func turn(seconds: Int64) { harness.clock.advance(seconds: seconds) }

  /// The newest code that a person was sent.
  func code(to recipient: String) async throws -> SecretText {
    try await harness.newestCode(to: recipient)
  }

  /// Signs up, and gives the session's token.
  func signUp(_ userName: String) async throws -> String {
    try await attacker.signUp(harness, as: userName)
  }

  /// A passkey that no account knows.
  func newKey() throws -> TestAuthenticator { try harness.newAuthenticator() }

  /// Registers the first key of a session's account by a mailed code.
  func registerKey(_ token: String, of userName: String) async throws -> TestAuthenticator {
    let _: CodeRequestAnswer = try await read(
      .requestCode, as: token, CodeRequest(purpose: .register))
    let options: CredentialCreationOptions = try await read(
      .registrationOptions, as: token,
      RegistrationOptionsRequest(validateCode: try await code(to: userName)))
    let authenticator = try harness.newAuthenticator()
    let registered = try await send(
      .registerCredential, as: token, try authenticator.register(options))
    #expect(registered.status == 201)
    return authenticator
  }
}

/// A request that had to succeed and was refused.
struct RefusedRequest: Error {
  let route: String
  let status: Int
  let reason: Reason?
}

/// Whoever reaches a server by HTTP alone, from any address of this machine.
struct Attacker: Sendable {
  let port: Int
  private let client: HTTPClient
  private let watch: SecretWatch

  /// Serves a harness over HTTP.
  static func run(
    _ harness: ServiceHarness, settings: ServerSettings = .ofTests, logger: Logger? = nil,
    _ attack: (Attacker) async throws -> Void
  ) async throws {
    var settings = settings
    // What the floor hides is another test's.
    settings.secretFloor = SecretFloor(.zero)
    try await withServer(harness, settings: settings, host: "127.0.0.1", logger: logger) { port in
      try await reach(port: port, harness.watch, attack)
    }
  }

  /// Attacks a server that runs already, as the program does.
  static func reach(
    port: Int, _ watch: SecretWatch, _ attack: (Attacker) async throws -> Void
  ) async throws {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    // A flood comes at once.
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1000
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let result: Result<Void, any Error>
    do {
      result = .success(try await attack(Attacker(port: port, client: client, watch: watch)))
    } catch {
      result = .failure(error)
    }
    try await client.shutdown()
    try result.get()
  }

  /// Sends a typed request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - address: An address of 127.0.0.0/8, each a source network of its own; nil for 127.0.0.1.
  ///   - browser: The browser that sends it; nil for an app.
  ///   - fields: Further fields.
  /// - Returns: The answer.
  /// - Throws: The error of the connection.
  func send(
    _ request: WireRequest, from address: String? = nil, in browser: Browser? = nil,
    fields: [(String, String)] = []
  ) async throws -> Answer {
    let answer = try await send(
      request.route.method.rawValue, request.target ?? "/", from: address,
      fields: self.fields(of: request) + (browser?.fields ?? []) + fields, body: request.body)
    browser?.keep(answer)
    return answer
  }

  /// Sends a request with whatever fields an attacker would.
  func send(
    _ method: String, _ path: String, from address: String? = nil,
    fields: [(String, String)] = [], body: JSONValue? = nil
  ) async throws -> Answer {
    var sent = outgoing(method, path, from: address, fields)
    if let body {
      sent.headers.add(name: "Content-Type", value: "application/json")
      sent.body = .bytes(body.serialized())
    }
    let received = try await client.execute(sent, timeout: .seconds(60))
    let bytes = Array(buffer: try await received.body.collect(upTo: 1 << 20))
    let answer = Answer(
      status: Int(received.status.code), fields: received.headers, bytes: bytes)
    watch.keep(
      method, Route.path(of: method, path, among: Route.all + Route.ofMoneyOrders),
      status: answer.status, try? JSONValue(parsing: bytes))
    return answer
  }

  /// Opens a stream of events, whose connection is held for as long as the answer is.
  func hold(_ request: WireRequest, from address: String) async throws -> HTTPClientResponse {
    let answer = try await client.execute(
      outgoing("GET", request.target ?? "/", from: address, fields(of: request)),
      timeout: .seconds(60))
    // Why it was refused is in a body that is still to come.
    if answer.status.code < 400 {
      watch.note(RouteOutcome(request.route, Int(answer.status.code)))
    }
    return answer
  }

  private func fields(of request: WireRequest) -> [(String, String)] {
    watch.note(secretsOf: request)
    var fields: [(String, String)] = []
    if let token = request.accessToken { fields.append(("Authorization", "Bearer \(token)")) }
    if let secret = request.watchSecret { fields.append(("Countersign-Watch", secret)) }
    if let key = request.idempotencyKey { fields.append(("Idempotency-Key", key)) }
    return fields
  }

  private func outgoing(
    _ method: String, _ path: String, from address: String?, _ fields: [(String, String)]
  ) -> HTTPClientRequest {
    var sent = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
    sent.method = .init(rawValue: method)
    sent.localAddress = address
    for (name, value) in fields { sent.headers.add(name: name, value: value) }
    if !sent.headers.contains(name: "Host") {
      sent.headers.add(name: "Host", value: "localhost:\(port)")
    }
    return sent
  }

  /// Opens a session by a mailed code.
  func signUp(
    _ harness: ServiceHarness, as userName: String = "ada@example.com"
  ) async throws -> String {
    let asked = try await send(
      WireRequest(.signUp, body: SignUpRequest(userName: userName, displayName: "Ada").json))
    let code = try await harness.newestCode(to: userName)
    let opened = try await send(
      WireRequest(
        .openSession,
        body: SessionRequest.code(
          codeRequest: try CodeRequestAnswer(json: asked.json).codeRequest, validateCode: code
        ).json))
    return try SessionAnswer(json: opened.json).accessToken.exposed
  }
}

/// An answer as it came over HTTP.
struct Answer: Sendable {
  let status: Int
  fileprivate let fields: HTTPHeaders
  let bytes: [UInt8]

  /// A field of the head; nil if it has none of the name.
  func field(_ name: String) -> String? { fields.first(name: name) }

  /// The body; null for one that is no JSON.
  var json: JSONValue { (try? JSONValue(parsing: bytes)) ?? .null }
  private var problem: Problem? { try? Problem(json: json) }
  /// The reason of a refusal; nil for another answer.
  var reason: Reason? { problem?.reason }
  /// The words of a refusal; empty for another answer.
  var detail: String { problem?.detail ?? "" }
  /// True if the server gave the answer of an earlier call again.
  var isReplayed: Bool { field("Idempotent-Replayed") == "true" }
  var retryAfterSeconds: Int? { field("Retry-After").flatMap { Int($0) } }
}

/// A browser of a person: it keeps cookies, and says whose page asks.
final class Browser: Sendable {
  private let cookies = Mutex<[String: String]>([:])

  /// The names of the cookies that it holds.
  var names: Set<String> { Set(cookies.withLock { $0.keys }) }

  /// Forgets a cookie.
  func forget(_ name: String) { cookies.withLock { $0[name] = nil } }

  fileprivate var fields: [(String, String)] {
    let held = cookies.withLock { $0.map { "\($0.key)=\($0.value)" }.sorted() }
    return [("X-Countersign-Page", "1"), ("Origin", ServiceHarness.originText)]
      + (held.isEmpty ? [] : [("Cookie", held.joined(separator: "; "))])
  }

  fileprivate func keep(_ answer: Answer) {
    for field in answer.fields["Set-Cookie"] {
      let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      guard let name = pair.first else { continue }
      let value = pair.count == 2 ? String(pair[1]) : nil
      cookies.withLock { $0[String(name)] = value }
    }
  }
}
