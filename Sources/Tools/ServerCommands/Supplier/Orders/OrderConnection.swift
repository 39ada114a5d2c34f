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
  /// Who waits for the answer, and until when.
  private var waiting: (promise: EventLoopPromise<OrderAnswer>, deadline: NIODeadline)?
  /// Looks for a late answer.
  ///
  /// It outlives the order that it was set for and moves on to the next: nearly every answer comes
  /// in time, and a timer for each would be set and cancelled for nothing.
  private var alarm: (task: Scheduled<Void>, moment: NIODeadline)?
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
  func send(_ order: OrderLane.Order) {
    guard isUsable, waiting == nil, let channel else {
      order.promise.fail(OrderFailure.connectionEnded)
      return
    }
    waiting = (order.promise, order.deadline)
    watch(until: order.deadline, on: channel.eventLoop)
    head = nil
    body.clear()
    channel.write(HTTPClientRequestPart.head(order.head), promise: nil)
    channel.write(HTTPClientRequestPart.body(.byteBuffer(order.content)), promise: nil)
    channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
  }

  /// Ends the connection: its order's fate is unknown, and no later order may get its answer.
  func end(_ error: any Error = OrderFailure.connectionEnded) {
    isUsable = false
    let unanswered = waiting
    waiting = nil
    unanswered?.promise.fail(error)
    alarm?.task.cancel()
    alarm = nil
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

  private func watch(until deadline: NIODeadline, on eventLoop: any EventLoop) {
    if let alarm, alarm.moment <= deadline { return }
    alarm?.task.cancel()
    let task = eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
      self.alarm = nil
      guard let deadline = self.waiting?.deadline else { return }
      if deadline <= .now() {
        self.end(OrderFailure.timedOut)
      } else {
        self.watch(until: deadline, on: eventLoop)
      }
    }
    alarm = (task, deadline)
  }

  private func finish() {
    guard let head, let promise = waiting?.promise else { return end() }
    waiting = nil
    isUsable = isUsable && head.isKeepAlive
    idleSince = .now()
    promise.succeed(OrderAnswer(status: head.status.code, body: body))
    if isUsable { onFree(self) } else { end() }
  }
}
