import CountersignCore
import CountersignHTTP
import CountersignTesting
import NIOCore
import NIOPosix
import SecretSearch
import Synchronization
import Testing
import WebAuthnModel
import WireModel

/// A server on a free port of this machine, attacked and used from several of its loopback
/// addresses: each is a source network of its own.
struct NetworkedServer: Sendable {
  let harness: ServiceHarness
  let port: Int

  /// Runs a server with the default limits for as long as a body runs.
  static func run(
    file: String = #fileID, line: Int = #line,
    _ body: (NetworkedServer) async throws -> Void
  ) async throws {
    try await Deployment { _ in }.run(file: file, line: line, body)
  }

  /// Sends a request from an address of this machine.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - address: An address of 127.0.0.0/8.
  ///   - browser: The browser that sends it; nil for an app.
  /// - Returns: The answer.
  /// - Throws: Where the connection fails.
  func send(
    _ request: WireRequest, from address: String, in browser: Browser? = nil
  ) async throws -> Answer {
    harness.watch.note(secretsOf: request)
    var fields = ["Host: localhost:\(port)", "Connection: close"]
    if let token = request.accessToken { fields.append("Authorization: Bearer \(token)") }
    if let secret = request.watchSecret { fields.append("Countersign-Watch: \(secret)") }
    if let key = request.idempotencyKey { fields.append("Idempotency-Key: \(key)") }
    fields += browser?.fields ?? []
    let body = request.body?.serialized() ?? []
    if !body.isEmpty {
      fields += ["Content-Type: application/json", "Content-Length: \(body.count)"]
    }
    let head =
      "\(request.route.method.rawValue) \(request.target ?? "/") HTTP/1.1\r\n"
      + fields.map { $0 + "\r\n" }.joined() + "\r\n"
    let channel = try await connect(from: address)
    let bytes = try await channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(bytes: Array(head.utf8) + body))
      var bytes: [UInt8] = []
      for try await part in inbound { bytes += part.readableBytesView }
      return bytes
    }
    let answer = try Answer(bytes)
    harness.watch.keep(status: answer.status, answer.body)
    browser?.keep(answer)
    return answer
  }

  /// Opens a stream of events and holds its connection.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - address: An address of 127.0.0.0/8.
  /// - Returns: The status that was answered, and the connection.
  /// - Throws: Where the connection fails.
  func hold(
    _ request: WireRequest, from address: String
  ) async throws -> (status: Int, connection: any Channel) {
    var head = "GET \(request.target ?? "/") HTTP/1.1\r\nHost: localhost:\(port)\r\n"
    if let token = request.accessToken { head += "Authorization: Bearer \(token)\r\n" }
    if let secret = request.watchSecret { head += "Countersign-Watch: \(secret)\r\n" }
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    let status = loop.makePromise(of: Int.self)
    let connection = try await ClientBootstrap(group: loop)
      .bind(to: SocketAddress(ipAddress: address, port: 0))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(StatusReader(status))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    try await connection.writeAndFlush(ByteBuffer(string: head + "\r\n"))
    return (try await status.futureResult.get(), connection)
  }

  private func connect(
    from address: String
  ) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .bind(to: SocketAddress(ipAddress: address, port: 0))
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
  }
}

/// What a deployment sets otherwise than the defaults.
struct Deployment {
  private let change: (inout ServicePolicy) -> Void

  /// A deployment that sets something otherwise.
  init(_ change: @escaping (inout ServicePolicy) -> Void) { self.change = change }

  /// Runs its server for as long as a body runs.
  func run(
    file: String = #fileID, line: Int = #line,
    _ body: (NetworkedServer) async throws -> Void
  ) async throws {
    let harness = try await ServiceHarness(file: file, line: line) {
      $0.codes.requestsPerSecond = CodePolicy().requestsPerSecond
      change(&$0)
    }
    try await withServer(harness, host: "127.0.0.1") { port in
      try await body(NetworkedServer(harness: harness, port: port))
    }
  }
}

/// Reads the status of an answer, whose body may never end.
private final class StatusReader: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let status: EventLoopPromise<Int>
  private var text = ""

  init(_ status: EventLoopPromise<Int>) { self.status = status }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    text += String(buffer: unwrapInboundIn(data))
    guard text.contains("\r\n") else { return }
    status.succeed(Int(text.dropFirst("HTTP/1.1 ".count).prefix(3)) ?? 0)
  }

  func channelInactive(context: ChannelHandlerContext) { status.succeed(0) }
}

/// A browser of a person: it keeps cookies, and says whose page asks.
final class Browser: Sendable {
  private let cookies = Mutex<[String: String]>([:])

  /// The names of the cookies that it holds.
  var names: Set<String> { Set(cookies.withLock { $0.keys }) }

  /// Forgets a cookie.
  func forget(_ name: String) { cookies.withLock { $0[name] = nil } }

  fileprivate var fields: [String] {
    let held = cookies.withLock { $0.map { "\($0.key)=\($0.value)" }.sorted() }
    return ["X-Countersign-Page: 1", "Origin: \(ServiceHarness.originText)"]
      + (held.isEmpty ? [] : ["Cookie: " + held.joined(separator: "; ")])
  }

  fileprivate func keep(_ answer: Answer) {
    for field in answer.fields where field.lowercased().hasPrefix("set-cookie: ") {
      let pair = field.dropFirst("set-cookie: ".count).prefix { $0 != ";" }
        .split(separator: "=", maxSplits: 1)
      guard let name = pair.first else { continue }
      let value = pair.count == 2 ? String(pair[1]) : nil
      cookies.withLock { $0[String(name)] = value }
    }
  }
}

/// An answer as it came over the socket.
struct Answer: Sendable {
  let status: Int
  let fields: [String]
  let body: JSONValue?

  init(_ bytes: [UInt8]) throws {
    let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)))
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    status = try #require(lines.first.flatMap { Int($0.dropFirst("HTTP/1.1 ".count).prefix(3)) })
    fields = lines.dropFirst().map(String.init)
    body = try? JSONValue(parsing: Array(bytes[end.upperBound...]))
  }

  /// Why the request was refused; nil where it was not.
  var reason: Reason? { body.flatMap { try? Problem(json: $0) }?.reason }

  /// The value of a field; nil where there is none.
  func field(_ name: String) -> String? {
    fields.first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }
}
