import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An HTTP server on this machine that answers 204 at once, but never a body with a certain text.
final class HangingHTTPServer: Sendable {
  let address: String
  private let listener: any Channel
  private let counts: Counts

  /// How many requests wait for an answer.
  var hanging: Int { counts.state.withLock { $0.hanging } }
  /// How many had one.
  var answered: Int { counts.state.withLock { $0.answered } }

  /// Starts a server on a free port of 127.0.0.1.
  init(hangsFor text: String) async throws {
    let counts = Counts()
    self.counts = counts
    listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 128)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.configureHTTPServerPipeline()
          try pipeline.addHandler(HangingHTTPHandler(text, counts))
        }
      }.bind(host: "127.0.0.1", port: 0).get()
    address = "http://127.0.0.1:\(listener.localAddress?.port ?? 0)/hook"
  }

  deinit { listener.close(promise: nil) }

  /// What all connections count.
  final class Counts: Sendable {
    let state = Mutex((hanging: 0, answered: 0))
  }
}

private final class HangingHTTPHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let text: String
  private let counts: HangingHTTPServer.Counts
  private var body = ""

  init(_ text: String, _ counts: HangingHTTPServer.Counts) {
    (self.text, self.counts) = (text, counts)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch Self.unwrapInboundIn(data) {
    case .head: body = ""
    case .body(let buffer): body += String(buffer: buffer)
    case .end:
      guard !body.contains(text) else { return counts.state.withLock { $0.hanging += 1 } }
      counts.state.withLock { $0.answered += 1 }
      let head = HTTPResponseHead(version: .http1_1, status: .noContent)
      context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
      context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
    }
  }
}
