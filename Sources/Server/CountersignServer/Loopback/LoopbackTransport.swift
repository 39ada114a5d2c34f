public import CountersignService
import HTTPTypes
import Hummingbird
public import Logging
import NIOCore
import WebAuthnModel
public import WireModel

/// Calls the real router in this process, without a socket: what a test or a trace talks to.
///
/// Everything but the bytes on a connection is the same as over HTTP: routing, limits, sessions,
/// bodies, problems.
public struct LoopbackTransport: Sendable {
  private let responder: RouterResponder<ServerContext>
  private let logger: Logger

  /// A transport to a service of this process.
  public init(
    _ service: CountersignService.Service, settings: ServerSettings = ServerSettings(),
    logger: Logger = Logger(label: "countersign.loopback") { _ in SwiftLogNoOpLogHandler() }
  ) {
    responder = ServerRouter.build(ServiceSlot(service), settings)
    self.logger = logger
  }

  /// Sends a typed request.
  ///
  /// - Throws: ``LoopbackError`` where the request lacks a parameter of its path.
  public func send(_ request: WireRequest) async throws -> WireResponse {
    guard let target = request.target else { throw LoopbackError.parameterMissing }
    var raw = RawRequest(method: request.route.method.rawValue, target: target)
    if let token = request.accessToken {
      raw.fields.append((name: "Authorization", value: "Bearer \(token)"))
    }
    if let key = request.idempotencyKey {
      raw.fields.append((name: "Idempotency-Key", value: key))
    }
    if let body = request.body {
      raw.fields.append((name: "Content-Type", value: "application/json"))
      raw.body = body.serialized()
    }
    let response = try await send(raw)
    return WireResponse(
      status: response.status,
      body: response.body.isEmpty ? nil : try? JSONValue(parsing: response.body),
      retryAfterSeconds: response.field("Retry-After").flatMap { Int($0) },
      isReplayed: response.field("Idempotent-Replayed") == "true")
  }

  /// Sends a request as its bytes would say it.
  ///
  /// - Throws: ``LoopbackError`` where a method or a field's name cannot stand in a request at all.
  public func send(_ request: RawRequest) async throws -> RawResponse {
    guard let method = HTTPRequest.Method(request.method) else {
      throw LoopbackError.unsendable
    }
    var head = HTTPRequest(
      method: method, scheme: "http", authority: "localhost", path: request.target)
    for field in request.fields {
      guard let name = HTTPField.Name(field.name) else { throw LoopbackError.unsendable }
      if name.canonicalName == "host" {
        head.authority = field.value
      } else {
        head.headerFields.append(HTTPField(name: name, value: field.value))
      }
    }
    if let body = request.body, head.headerFields[.contentLength] == nil {
      head.headerFields[.contentLength] = String(body.count)
    }
    let response = try await responder.respond(
      to: Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: request.body ?? []))),
      context: ServerContext(loopback: requestLogger()))
    let collected = CollectedBody()
    try await response.body.write(BodyCollector(collected: collected))
    return RawResponse(
      status: response.status.code,
      fields: response.headers.map { (name: $0.name.rawName, value: $0.value) },
      body: collected.bytes)
  }

  private func requestLogger() -> Logger {
    var logger = logger
    logger[metadataKey: "hb.request.id"] = .stringConvertible(RequestID())
    return logger
  }
}

/// A request that cannot be sent.
public enum LoopbackError: Error, Sendable {
  /// A parameter of the route's path has no value.
  case parameterMissing
  /// A method or a field's name has characters that no request can hold.
  case unsendable
}
