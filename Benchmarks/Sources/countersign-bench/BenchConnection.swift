import Foundation
import NIOCore
import NIOPosix
import ToolSupport

/// One kept-alive connection with one call under way at a time.
///
/// It reads no more of HTTP than this benchmark needs, so that the client takes little of the
/// machine that it shares with the server.
final class BenchConnection: Sendable {
  private let channel: any Channel

  private init(_ channel: any Channel) { self.channel = channel }

  /// Connects to a port of this machine.
  static func open(port: Int) async throws -> BenchConnection {
    let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.socketOption(.tcp_nodelay), value: 1)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(BenchAnswerReader())
        }
      }
    do {
      return BenchConnection(try await bootstrap.connect(host: "127.0.0.1", port: port).get())
    } catch {
      throw CommandFailure(.environment, "nothing listens on port \(port) of this machine")
    }
  }

  /// Connects to a port of this machine so many times: all, or none stays open.
  static func open(_ count: Int, port: Int) async throws -> [BenchConnection] {
    var opened: [BenchConnection] = []
    do {
      for _ in 0..<count {
        try Task.checkCancellation()
        opened.append(try await open(port: port))
      }
    } catch {
      for connection in opened { await connection.close() }
      throw error
    }
    return opened
  }

  /// Sends a whole request and waits for its whole answer.
  ///
  /// - Parameter request: The request, its head and its body.
  /// - Returns: The answer.
  /// - Throws: `CommandFailure` where the server has closed the connection, between two calls too.
  func send(_ request: ByteBuffer) async throws -> BenchAnswer {
    let answer = channel.eventLoop.makePromise(of: BenchAnswer.self)
    let written = channel.eventLoop.makePromise(of: Void.self)
    // A closed channel has nobody left in it who would answer: only its write fails.
    written.futureResult.cascadeFailure(to: answer)
    channel.writeAndFlush(BenchExchange(request: request, answer: answer), promise: written)
    do {
      return try await answer.futureResult.get()
    } catch let error where error is ChannelError || error is IOError {
      throw CommandFailure(
        .environment, "the server closed a connection", hint: "its log says why")
    }
  }

  var isOpen: Bool { channel.isActive }

  /// This one, or another in its place where the server has closed it, as it does with one on which
  /// nothing was asked for a minute.
  func reopened(port: Int) async throws -> BenchConnection {
    isOpen ? self : try await .open(port: port)
  }

  func close() async { try? await channel.close() }
}

/// A request's answer.
struct BenchAnswer: Sendable {
  let status: Int
  let body: [UInt8]
  /// The nonce for the next proofs of possession; nil where the answer has none.
  var nonce: String?
  /// The seconds after which a 503 lets the request come again; nil where it does not say.
  var retryAfterSeconds: Int?
}

/// A request on its way, and where its answer goes.
private struct BenchExchange: Sendable {
  let request: ByteBuffer
  let answer: EventLoopPromise<BenchAnswer>
}

/// Puts answers together: a head, and a body of a declared length.
private final class BenchAnswerReader: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = BenchExchange
  typealias OutboundOut = ByteBuffer

  private var received = ByteBuffer()
  private var waiting: EventLoopPromise<BenchAnswer>?

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let exchange = unwrapOutboundIn(data)
    waiting = exchange.answer
    context.write(wrapOutboundOut(exchange.request), promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    received.writeBuffer(&bytes)
    if let answer = whole() {
      received.clear()
      waiting?.succeed(answer)
      waiting = nil
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    waiting?.fail(ChannelError.eof)
    waiting = nil
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    waiting?.fail(error)
    waiting = nil
    context.close(promise: nil)
  }

  /// The answer, once all of it is here.
  private func whole() -> BenchAnswer? {
    received.withUnsafeReadableBytes { bytes in
      guard let end = Self.endOfHead(bytes) else { return nil }
      let head = UnsafeRawBufferPointer(rebasing: bytes[..<end])
      let length = Self.value(of: "content-length", head).reduce(0) { $0 * 10 + Int($1) - 48 }
      guard bytes.count >= end + length else { return nil }
      // "HTTP/1.1 200": the status stands at a fixed place.
      let status = head[9..<12].reduce(0) { $0 * 10 + Int($1) - 48 }
      let wait = status == 503 ? Self.value(of: "retry-after", head) : []
      let nonce = Self.value(of: "dpop-nonce", head)
      return BenchAnswer(
        status: status, body: Array(bytes[end..<(end + length)]),
        nonce: nonce.isEmpty ? nil : String(decoding: nonce, as: UTF8.self),
        retryAfterSeconds: Int(String(decoding: wait, as: UTF8.self)))
    }
  }

  private static func endOfHead(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= 16 else { return nil }
    for index in 3..<bytes.count
    where bytes[index] == 10 && bytes[index - 1] == 13 && bytes[index - 2] == 10 {
      return index + 1
    }
    return nil
  }

  /// The value of a field; empty where there is none.
  private static func value(of name: String, _ head: UnsafeRawBufferPointer) -> [UInt8] {
    let name = "\r\n\(name):".utf8
    for start in 0..<max(head.count - name.count, 0) where head[start] == 13 {
      let found = zip(head[start...], name).allSatisfy { $0 | 32 == $1 | 32 }
      guard found else { continue }
      return head[(start + name.count)...].drop { $0 == 32 }.prefix { $0 != 13 }.map(\.self)
    }
    return []
  }
}

/// Connections that are open and ask nothing, as those of apps that are merely open are.
struct IdleConnections {
  private let connections: [BenchConnection]

  /// Opens so many; each has asked once, so that the server holds all that a connection takes.
  static func open(_ count: Int, on target: BenchTarget) async throws -> IdleConnections {
    guard count > 0 else { return IdleConnections(connections: []) }
    guard let port = URL(string: target.url)?.port else {
      throw CommandFailure(.wrongUse, "\(target.url) has no port", hint: "name the port")
    }
    var connections: [BenchConnection] = []
    do {
      for _ in 0..<count {
        try Task.checkCancellation()
        let connection = try await BenchConnection.open(port: port)
        connections.append(connection)
        _ = try await connection.askWhetherAlive(port: port)
      }
    } catch {
      for connection in connections { await connection.close() }
      throw error
    }
    return IdleConnections(connections: connections)
  }

  /// Closes them; gives how many the server still held.
  func close() async -> Int {
    let held = connections.count(where: \.isOpen)
    for connection in connections { await connection.close() }
    return held
  }
}

extension BenchConnection {
  /// Asks the least that a server can be asked.
  func askWhetherAlive(port: Int) async throws -> BenchAnswer {
    try await send(
      ByteBuffer(string: "GET /health/live HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n"))
  }
}
