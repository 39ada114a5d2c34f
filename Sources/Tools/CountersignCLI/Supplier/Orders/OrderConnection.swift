import NIOCore
import NIOHTTP1

/// What a supplier answered.
struct OrderAnswer: Sendable {
  let status: UInt
  let body: ByteBuffer
}

/// Why there was no answer; its cases hold nothing of the address.
enum OrderFailure: Error {
  case timedOut
  case connectionEnded
  case answerTooLarge
  case answerUnasked
}

/// A kept-alive connection to a supplier, with one order under way at most.
///
/// Used on its event loop alone.
final class OrderConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private static let longestAnswer = 65_536
  private var channel: (any Channel)?
  /// Who waits for the answer.
  private var waiting: EventLoopPromise<OrderAnswer>?
  private var head: HTTPResponseHead?
  private var body = ByteBuffer()
  /// Called when an answer is whole or the connection has ended.
  private let onFree: (OrderConnection) -> Void
  /// Whether another order may be sent.
  private(set) var isUsable = true
  /// Since when nothing was sent.
  private(set) var idleSince = NIODeadline.now()

  init(onFree: @escaping (OrderConnection) -> Void) { self.onFree = onFree }

  /// Sends an order, all of it in one write.
  func send(
    _ request: HTTPRequestHead, _ content: ByteBuffer, _ promise: EventLoopPromise<OrderAnswer>
  ) {
    guard isUsable, waiting == nil, let channel else {
      promise.fail(OrderFailure.connectionEnded)
      return
    }
    waiting = promise
    head = nil
    body.clear()
    channel.write(HTTPClientRequestPart.head(request), promise: nil)
    channel.write(HTTPClientRequestPart.body(.byteBuffer(content)), promise: nil)
    channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
  }

  /// Ends the connection: its order's fate is unknown, and no later order may get its answer.
  func end(_ error: any Error = OrderFailure.connectionEnded) {
    isUsable = false
    let unanswered = waiting
    waiting = nil
    unanswered?.fail(error)
    channel?.close(promise: nil)
  }

  func handlerAdded(context: ChannelHandlerContext) { channel = context.channel }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard waiting != nil else { return end(OrderFailure.answerUnasked) }
    switch unwrapInboundIn(data) {
    case .head(let received): head = received
    case .body(var part):
      guard body.readableBytes + part.readableBytes <= Self.longestAnswer else {
        return end(OrderFailure.answerTooLarge)
      }
      body.writeBuffer(&part)
    case .end: finish()
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    channel = nil
    onFree(self)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { end(error) }

  private func finish() {
    guard let head, let promise = waiting else { return end() }
    waiting = nil
    isUsable = isUsable && head.isKeepAlive
    idleSince = .now()
    promise.succeed(OrderAnswer(status: head.status.code, body: body))
    if isUsable { onFree(self) } else { end() }
  }
}
