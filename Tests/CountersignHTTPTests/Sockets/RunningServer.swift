import AsyncHTTPClient
import CountersignHTTP
import CountersignTesting
import Foundation
import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1
import SecretSearch
import ServiceLifecycle
import WebAuthnModel
import WireModel

/// A server on a free port of this machine, for as long as a body runs.
struct RunningServer: Sendable {
  let port: Int
  let scheme: String
  let client: HTTPClient
  let watch: SecretWatch

  static func run<Outcome: Sendable>(
    _ harness: ServiceHarness, settings: ServerSettings = ServerSettings(),
    logger: Logger? = nil,
    client configuration: HTTPClient.Configuration = HTTPClient.Configuration(),
    _ body: @escaping @Sendable (RunningServer) async throws -> Outcome
  ) async throws -> Outcome {
    let logger = logger ?? harness.logger
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    let application = ServerApplication(
      host: "127.0.0.1", port: 0, slot: ServiceSlot(harness.service), settings: settings,
      logger: logger, onBound: { continuation.yield($0) })
    let group = ServiceGroup(services: [application], logger: logger)
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        defer { continuation.finish() }
        try await group.run()
      }
      guard let port = await ports.first(where: { _ in true }) else {
        try await tasks.next()
        throw RunningServerError.notBound
      }
      let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
      let server = RunningServer(
        port: port, scheme: settings.protection.endsTLS ? "https" : "http", client: client,
        watch: harness.watch)
      let result: Result<Outcome, any Error>
      do {
        result = .success(try await body(server))
      } catch {
        result = .failure(error)
      }
      try await client.shutdown()
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
      return try result.get()
    }
  }

  /// Sends a typed request over the socket.
  func send(_ request: WireRequest) async throws -> WireResponse {
    watch.note(secretsOf: request)
    var sent = HTTPClientRequest(url: "\(scheme)://localhost:\(port)\(request.target ?? "")")
    sent.method = .init(rawValue: request.route.method.rawValue)
    if let token = request.accessToken {
      sent.headers.add(name: "Authorization", value: "Bearer \(token)")
    }
    if let key = request.idempotencyKey { sent.headers.add(name: "Idempotency-Key", value: key) }
    if let body = request.body {
      sent.headers.add(name: "Content-Type", value: "application/json")
      sent.body = .bytes(body.serialized())
    }
    let received = try await client.execute(sent, timeout: .seconds(60))
    let bytes = Array(buffer: try await received.body.collect(upTo: 1 << 20))
    let body = bytes.isEmpty ? nil : try? JSONValue(parsing: bytes)
    let response = WireResponse(
      status: Int(received.status.code), body: body,
      retryAfterSeconds: received.headers.first(name: "Retry-After").flatMap { Int($0) },
      isReplayed: received.headers.first(name: "Idempotent-Replayed") == "true")
    watch.keep(response, to: request.route)
    return response
  }
}

/// A server that could not be started.
enum RunningServerError: Error {
  case notBound
}
