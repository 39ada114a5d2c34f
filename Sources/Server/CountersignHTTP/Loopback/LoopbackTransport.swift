public import CountersignCore
import HTTPTypes
import Hummingbird
public import Logging
import NIOCore
import Synchronization
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
    _ service: CountersignCore.Service, settings: ServerSettings = ServerSettings(),
    logger: Logger = Logger(label: "countersign.loopback") { _ in SwiftLogNoOpLogHandler() }
  ) {
    responder = ServiceRoutes(
      slot: ServiceSlot(service), settings: settings, modules: service.modules
    ).router()
      .buildResponder()
    self.logger = logger
  }

  /// Sends a typed request.
  ///
  /// - Throws: ``LoopbackError`` where the request lacks a parameter of its path.
  public func send(_ request: WireRequest) async throws -> WireResponse {
    let response = try await send(raw(request))
    return WireResponse(
      status: response.status,
      body: response.body.isEmpty ? nil : try? JSONValue(parsing: response.body),
      retryAfterSeconds: response.field("Retry-After").flatMap { Int($0) },
      isReplayed: response.field("Idempotent-Replayed") == "true",
      possessionNonce: response.field("DPoP-Nonce"))
  }

  /// Sends a request as its bytes would say it.
  ///
  /// - Throws: ``LoopbackError`` where a method or a field's name cannot stand in a request at all.
  public func send(_ request: RawRequest) async throws -> RawResponse {
    let response = try await respond(to: request)
    let collected = CollectedBody()
    try await response.body.write(BodyCollector(collected: collected))
    return RawResponse(
      status: response.status.code, fields: Self.fields(of: response), body: collected.bytes)
  }

  /// Sends a typed request whose answer is a stream of events.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - lastEventID: The id of the newest event that the caller has; nil for none.
  /// - Returns: The answer, its body still to come.
  /// - Throws: ``LoopbackError`` where the request lacks a parameter of its path.
  public func stream(
    _ request: WireRequest, after lastEventID: String? = nil
  ) async throws -> StreamedResponse {
    var request = try raw(request)
    if let lastEventID { request.fields.append((name: "Last-Event-ID", value: lastEventID)) }
    let response = try await respond(to: request)
    let (parts, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    let writing = Task {
      do {
        try await response.body.write(BodyForwarder(parts: continuation))
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in writing.cancel() }
    return StreamedResponse(
      status: response.status.code, fields: Self.fields(of: response), parts: parts)
  }

  private func raw(_ request: WireRequest) throws -> RawRequest {
    guard let target = request.target else { throw LoopbackError.parameterMissing }
    var raw = RawRequest(method: request.route.method.rawValue, target: target)
    if let authorization = request.authorization {
      raw.fields.append((name: "Authorization", value: authorization))
    }
    if let proof = request.possessionProof { raw.fields.append((name: "DPoP", value: proof)) }
    if let key = request.idempotencyKey {
      raw.fields.append((name: "Idempotency-Key", value: key))
    }
    if let secret = request.watchSecret {
      raw.fields.append((name: "Countersign-Watch", value: secret))
    }
    if let languages = request.languages.acceptLanguage {
      raw.fields.append((name: "Accept-Language", value: languages))
    }
    if request.isBackground {
      raw.fields.append((name: "X-Countersign-Activity", value: "background"))
    }
    if let body = request.body {
      raw.fields.append((name: "Content-Type", value: "application/json"))
      raw.body = body.serialized()
    }
    return raw
  }

  private func respond(to request: RawRequest) async throws -> Response {
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
    return try await responder.respond(
      to: Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: request.body ?? []))),
      context: ServerContext(loopback: requestLogger()))
  }

  private static func fields(of response: Response) -> [(name: String, value: String)] {
    response.headers.map { (name: $0.name.rawName, value: $0.value) }
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

/// The receiver of a response's body when there is no connection.
struct BodyCollector: ResponseBodyWriter {
  let collected: CollectedBody

  mutating func write(_ buffer: ByteBuffer) async throws {
    collected.append(buffer)
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// The bytes of a collected body.
final class CollectedBody: Sendable {
  private let content = Mutex<[UInt8]>([])

  var bytes: [UInt8] { content.withLock { $0 } }

  func append(_ buffer: ByteBuffer) {
    content.withLock { $0.append(contentsOf: buffer.readableBytesView) }
  }
}

/// Hands the parts of a response's body on as they are written, where there is no connection.
struct BodyForwarder: ResponseBodyWriter {
  let parts: AsyncThrowingStream<[UInt8], any Error>.Continuation

  mutating func write(_ buffer: ByteBuffer) async throws {
    guard case .enqueued = parts.yield(Array(buffer.readableBytesView)) else {
      throw CancellationError()
    }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws { parts.finish() }
}
