import CountersignCore
import CountersignHTTP
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import WebAuthnModel
import WireModel

/// A context of a host's own, which a test makes without a connection.
protocol HostContext: RequestContext {
  init(from address: SocketAddress?, logger: Logger)
}

/// A host's context that says where a request came from.
struct AddressedContext: HostContext, RemoteAddressRequestContext {
  var coreContext: CoreRequestContextStorage
  let remoteAddress: SocketAddress?

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    remoteAddress = source.channel.remoteAddress
  }

  init(from address: SocketAddress?, logger: Logger) {
    coreContext = .init(source: LogSource(logger: logger))
    remoteAddress = address
  }
}

/// A host's context that knows nothing beside what Hummingbird needs.
struct PlainContext: HostContext {
  var coreContext: CoreRequestContextStorage

  init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }

  init(from address: SocketAddress?, logger: Logger) {
    coreContext = .init(source: LogSource(logger: logger))
  }
}

private struct LogSource: RequestContextSource {
  let logger: Logger
}

/// Calls a host's router in this process.
struct HostClient<Context: HostContext>: Sendable {
  struct Answer: Sendable {
    let status: Int
    let fields: HTTPFields
    let bytes: [UInt8]

    var json: JSONValue { (try? JSONValue(parsing: bytes)) ?? .null }
    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The reason of a problem body; nil where the body is none.
    var reason: Reason? {
      guard fields[.contentType] == "application/problem+json" else { return nil }
      return try? Problem(json: json).reason
    }
  }

  private let responder: RouterResponder<Context>
  private let logger: Logger
  /// What it calls, for as long as it calls it: a store without its folder ends.
  private let hosted: Hosted?

  init(_ router: Router<Context>, logger: Logger = Hosted.silent, keeping hosted: Hosted? = nil) {
    responder = router.buildResponder()
    self.logger = logger
    self.hosted = hosted
  }

  func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil,
    fields: HTTPFields = [:], authority: String = "localhost:8080", from address: String? = nil
  ) async throws -> Answer {
    var head = HTTPRequest(
      method: method, scheme: "http", authority: authority, path: path, headerFields: fields)
    let bytes = body?.serialized() ?? []
    if body != nil {
      head.headerFields[.contentType] = "application/json"
      head.headerFields[.contentLength] = String(bytes.count)
    }
    let response = try await responder.respond(
      to: Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: bytes))),
      context: Context(
        from: try address.map { try SocketAddress(ipAddress: $0, port: 4000) }, logger: logger))
    let parts = Parts()
    try await response.body.write(parts)
    return Answer(
      status: response.status.code, fields: response.headers,
      bytes: parts.bytes.withLock { $0 })
  }

  /// Opens a session by a mailed code, at a server under a prefix.
  func signUp(
    _ userName: String, at prefix: String, of hosted: Hosted, fields: HTTPFields = [:]
  ) async throws -> Answer {
    let requested = try await send(
      .post, prefix + "/accounts",
      SignUpRequest(userName: userName, displayName: "Ada").json)
    let session = SessionRequest.code(
      codeRequest: try CodeRequestAnswer(json: requested.json).codeRequest,
      validateCode: try await hosted.newestCode(to: userName))
    return try await send(.post, prefix + "/sessions", session.json, fields: fields)
  }
}

/// The parts of a response's body, as they were written.
private final class Parts: ResponseBodyWriter {
  let bytes = Mutex<[UInt8]>([])

  func write(_ buffer: ByteBuffer) async throws {
    bytes.withLock { $0.append(contentsOf: buffer.readableBytesView) }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// The lines of a log.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])

  /// The lines that were written, oldest first.
  var all: [String] { lines.withLock { $0 } }

  /// A logger that writes here.
  var logger: Logger {
    Logger(label: "host") { label in
      JSONLogHandler(label: label, level: .trace) { [self] line in
        lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
      }
    }
  }
}
