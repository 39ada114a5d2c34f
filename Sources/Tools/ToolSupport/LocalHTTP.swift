package import CountersignDelivery
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import WireModel

/// Plain HTTP to this machine, with a connection for each call: what a program without TLS speaks.
package enum LocalHTTP {
  /// An answer.
  package struct Answer: Sendable {
    /// The status.
    package let status: Int
    /// The body as it comes.
    ///
    /// It throws where the connection breaks before its end, and whoever lets go of it hangs up.
    package let body: AsyncThrowingStream<[UInt8], any Error>
    fileprivate let fields: HTTPHeaders

    /// The first value of a field; nil where there is none.
    package func field(_ name: String) -> String? { fields.first(name: name) }

    /// The whole body.
    ///
    /// - Throws: Where it is longer than the limit, or breaks off.
    package func bytes(upTo limit: Int) async throws -> [UInt8] {
      var bytes: [UInt8] = []
      for try await part in body {
        bytes += part
        guard bytes.count <= limit else { throw LocalHTTPError(cause: "the answer is too long") }
      }
      try Task.checkCancellation()
      return bytes
    }
  }

  /// Makes a call and gives its answer once the head is there.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The address, `http` to this machine.
  ///   - fields: The fields of the head, without those of the connection and the body's length.
  ///   - body: The body; nil for none.
  ///   - silenceSeconds: The longest time without a byte of the answer; nil for any.
  /// - Returns: The answer, whatever its status.
  /// - Throws: ``LocalHTTPError``, or what broke the connection.
  package static func call(
    _ method: String, _ url: String, fields: [(name: String, value: String)], body: [UInt8]?,
    silenceSeconds: Int64? = nil
  ) async throws -> Answer {
    guard let address = URLComponents(string: url), address.scheme == "http",
      let host = address.host, ProtectedAddress.isThisMachine(host)
    else {
      throw LocalHTTPError(
        cause: "this program has no TLS and speaks http to this machine alone", isSent: false)
    }
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let answer = loop.makePromise(of: HTTPResponseHead.self)
    let (stream, parts) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    let channel: any Channel
    do {
      channel = try await bootstrap(on: loop, AnswerReader(answer, parts), silenceSeconds)
        .connect(
          host: host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")),
          port: address.port ?? 80
        ).get()
    } catch {
      answer.fail(error)
      throw LocalHTTPError(cause: "the server cannot be reached", isSent: false)
    }
    parts.onTermination = { _ in channel.close(promise: nil) }
    var head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: method), uri: target(of: address))
    head.headers.add(name: "Host", value: host + (address.port.map { ":\($0)" } ?? ""))
    head.headers.add(name: "Connection", value: "close")
    for field in fields { head.headers.add(name: field.name, value: field.value) }
    if body != nil || method != "GET" {
      head.headers.add(name: "Content-Length", value: "\(body?.count ?? 0)")
    }
    channel.write(HTTPClientRequestPart.head(head), promise: nil)
    if let body {
      channel.write(
        HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body))), promise: nil)
    }
    channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
    return try await withTaskCancellationHandler {
      let head = try await answer.futureResult.get()
      return Answer(status: Int(head.status.code), body: stream, fields: head.headers)
    } onCancel: {
      channel.close(promise: nil)
    }
  }

  private static func bootstrap(
    on loop: any EventLoop, _ reader: AnswerReader, _ silenceSeconds: Int64?
  ) -> ClientBootstrap {
    ClientBootstrap(group: loop)
      .connectTimeout(.seconds(10))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let silenceSeconds {
            try pipeline.addHandler(IdleStateHandler(readTimeout: .seconds(silenceSeconds)))
          }
          try pipeline.addHTTPClientHandlers()
          try pipeline.addHandler(reader)
        }
      }
  }

  private static func target(of address: URLComponents) -> String {
    (address.percentEncodedPath.isEmpty ? "/" : address.percentEncodedPath)
      + (address.percentEncodedQuery.map { "?" + $0 } ?? "")
  }
}

/// Why a call over ``LocalHTTP`` has no answer.
package struct LocalHTTPError: Error, CustomStringConvertible {
  /// The cause, for a log: nothing of the address.
  package let cause: String
  /// False if nothing of the request has left.
  package let isSent: Bool

  fileprivate init(cause: String, isSent: Bool = true) {
    (self.cause, self.isSent) = (cause, isSent)
  }

  /// The cause.
  package var description: String { cause }
}

extension OutgoingHTTP {
  /// The client of a program without TLS.
  package static let toThisMachine = OutgoingHTTP(send: { request in
    do {
      let answer = try await LocalHTTP.call(
        "POST", request.url, fields: request.fields, body: request.body)
      guard request.longestAnswer > 0 else { return Answer(status: answer.status) }
      return Answer(
        status: answer.status, body: try await answer.bytes(upTo: request.longestAnswer))
    } catch let error as LocalHTTPError {
      throw OutgoingHTTPError(cause: error.cause)
    }
  })
}

/// Hands an answer on as it comes.
private final class AnswerReader: ChannelInboundHandler, Sendable {
  typealias InboundIn = HTTPClientResponsePart

  private let head: EventLoopPromise<HTTPResponseHead>
  private let body: AsyncThrowingStream<[UInt8], any Error>.Continuation

  init(
    _ head: EventLoopPromise<HTTPResponseHead>,
    _ body: AsyncThrowingStream<[UInt8], any Error>.Continuation
  ) {
    (self.head, self.body) = (head, body)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch Self.unwrapInboundIn(data) {
    case .head(let answer): head.succeed(answer)
    case .body(let bytes): body.yield(Array(bytes.readableBytesView))
    case .end:
      body.finish()
      context.close(promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is IdleStateHandler.IdleStateEvent else {
      return context.fireUserInboundEventTriggered(event)
    }
    fail(LocalHTTPError(cause: "the server did not answer in time"))
    context.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    fail(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    fail(LocalHTTPError(cause: "the server closed the connection"))
  }

  /// Ends what is still waited for; nothing that has come.
  private func fail(_ error: any Error) {
    head.fail(error)
    body.finish(throwing: error)
  }
}
