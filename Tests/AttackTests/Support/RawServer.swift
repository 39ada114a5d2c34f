import AsyncHTTPClient
import CountersignCore
import CountersignHTTP
import CountersignTesting
import Foundation
import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1
import SecretSearch
import WebAuthnModel
import WireModel

/// A server on a free port of this machine for as long as a test tries to break it.
struct RawServer: Sendable {
  struct Answer: Sendable {
    let status: Int
    fileprivate let fields: HTTPHeaders
    let bytes: [UInt8]

    /// A field of the head; nil where it has none of the name.
    func field(_ name: String) -> String? { fields.first(name: name) }

    var json: JSONValue { (try? JSONValue(parsing: bytes)) ?? .null }
    /// The reason of a refusal; nil where it is none.
    var reason: Reason? { try? Problem(json: json).reason }
    /// What the refusal says; empty where it is none.
    var detail: String { (try? Problem(json: json).detail) ?? "" }
  }

  let port: Int
  private let client: HTTPClient
  private let watch: SecretWatch

  /// Serves a harness over HTTP.
  static func run(
    _ harness: ServiceHarness, settings: ServerSettings = ServerSettings(),
    logger: Logger? = nil, _ attack: (RawServer) async throws -> Void
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
    port: Int, _ watch: SecretWatch,
    _ attack: (RawServer) async throws -> Void
  ) async throws {
    let client = HTTPClient(
      eventLoopGroupProvider: .singleton,
      configuration: HTTPClient.Configuration(redirectConfiguration: .disallow))
    let result: Result<Void, any Error>
    do {
      result = .success(try await attack(RawServer(port: port, client: client, watch: watch)))
    } catch {
      result = .failure(error)
    }
    try await client.shutdown()
    try result.get()
  }

  /// Sends a typed request.
  func send(_ request: WireRequest, fields: [(String, String)] = []) async throws -> Answer {
    watch.note(secretsOf: request)
    var fields = fields
    if let token = request.accessToken { fields.append(("Authorization", "Bearer \(token)")) }
    if let key = request.idempotencyKey { fields.append(("Idempotency-Key", key)) }
    return try await send(
      request.route.method.rawValue, request.target ?? "", fields: fields, body: request.body)
  }

  /// Sends a request with whatever fields an attacker would.
  func send(
    _ method: String, _ path: String, fields: [(String, String)] = [], body: JSONValue? = nil
  ) async throws -> Answer {
    var sent = HTTPClientRequest(url: "http://localhost:\(port)\(path)")
    sent.method = .init(rawValue: method)
    for (name, value) in fields { sent.headers.add(name: name, value: value) }
    if let body {
      sent.headers.add(name: "Content-Type", value: "application/json")
      sent.body = .bytes(body.serialized())
    }
    let received = try await client.execute(sent, timeout: .seconds(60))
    let bytes = Array(buffer: try await received.body.collect(upTo: 1 << 20))
    let status = Int(received.status.code)
    watch.keep(status: status, try? JSONValue(parsing: bytes))
    return Answer(status: status, fields: received.headers, bytes: bytes)
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
