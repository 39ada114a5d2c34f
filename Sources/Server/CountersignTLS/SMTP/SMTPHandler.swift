import CountersignCore
import NIOCore
import NIOSSL
import NIOTLS

/// Runs an ``SMTPDialogue`` on a connection, within its times.
final class SMTPHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private var dialogue: SMTPDialogue
  private var reader = SMTPReplyReader()
  private let security: SMTPSecurity
  private let timeouts: SMTPTimeouts
  private let outcome: EventLoopPromise<Void>
  private var replyTimer: Scheduled<Void>?
  private var totalTimer: Scheduled<Void>?
  private var isOver = false
  private var bytesAfterEnd = 0

  /// A handler of one submission.
  ///
  /// - Parameters:
  ///   - dialogue: The submission.
  ///   - security: The protection of the connection.
  ///   - timeouts: The longest waits.
  ///   - outcome: Kept when the server has taken the mail over, broken with a `DeliveryError`.
  init(
    _ dialogue: SMTPDialogue, _ security: SMTPSecurity, _ timeouts: SMTPTimeouts,
    outcome: EventLoopPromise<Void>
  ) {
    (self.dialogue, self.security) = (dialogue, security)
    (self.timeouts, self.outcome) = (timeouts, outcome)
  }

  func channelActive(context: ChannelHandlerContext) {
    guard security.takes(context.channel.remoteAddress) else {
      // Whatever a name stands for today: nothing goes over a network without TLS.
      return fail("the mail server is not on this machine, and has no TLS", context)
    }
    if let name = context.channel.localAddress?.literal { dialogue.clientName = name }
    totalTimer = timer(seconds: timeouts.totalSeconds, context)
    awaitReply(context)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver else {
      // An answer to QUIT and the end of TLS are short. Whatever is longer is not read on.
      bytesAfterEnd += Self.unwrapInboundIn(data).readableBytes
      if bytesAfterEnd > Self.mostBytesAfterEnd { cutOff(context) }
      return
    }
    reader.append(Self.unwrapInboundIn(data).readableBytesView)
    do {
      guard let reply = try reader.next() else { return }
      let effect = dialogue.handle(.replied(reply))
      // A server that goes on before it is asked, or somebody on the way who puts replies before
      // the handshake (RFC 3207, 6), is not listened to. What comes after the last word is no
      // matter.
      guard effect == .accepted || !reader.isBegun else {
        return fail("the mail server spoke out of turn", context)
      }
      perform(effect, context)
    } catch {
      fail("the mail server does not speak SMTP", context)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case TLSUserEvent.handshakeCompleted = event, !isOver {
      perform(dialogue.handle(.secured), context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    fail("the mail server ended the connection", context)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    fail(SMTPSecurity.reason(of: error), context)
  }

  private func perform(_ effect: SMTPDialogue.Effect, _ context: ChannelHandlerContext) {
    switch effect {
    case .wait: return
    case .send(let bytes):
      awaitReply(context)
      write(bytes, context)
    case .secure:
      awaitReply(context)
      do {
        guard let handler = try security.handler() else {
          return fail("TLS is not set up", context)
        }
        try context.pipeline.syncOperations.addHandler(handler, position: .first)
      } catch {
        fail(SMTPSecurity.reason(of: error), context)
      }
    case .accepted:
      write(Array("QUIT\r\n".utf8), context)
      if end({ $0.succeed() }) { context.close(promise: nil) }
    case .failed(let error): fail(error, context)
    }
  }

  private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    context.writeAndFlush(
      Self.wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: nil)
  }

  private func awaitReply(_ context: ChannelHandlerContext) {
    replyTimer?.cancel()
    replyTimer = timer(seconds: timeouts.replySeconds, context)
  }

  private func timer(seconds: Int64, _ context: ChannelHandlerContext) -> Scheduled<Void> {
    let own = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    return context.eventLoop.scheduleTask(in: .seconds(seconds)) {
      let (handler, context) = own.value
      handler.fail("the mail server did not answer in time", context)
    }
  }

  private func fail(_ reason: String, _ context: ChannelHandlerContext) {
    fail(DeliveryError(reason: reason), context)
  }

  private func fail(_ error: DeliveryError, _ context: ChannelHandlerContext) {
    if end({ $0.fail(error) }) { cutOff(context) }
  }

  /// Settles the outcome; false if it is settled already.
  private func end(_ settle: (EventLoopPromise<Void>) -> Void) -> Bool {
    guard !isOver else { return false }
    isOver = true
    replyTimer?.cancel()
    totalTimer?.cancel()
    settle(outcome)
    return true
  }

  /// Closes the connection without the end of TLS: a flooding server would be read for seconds
  /// more.
  private func cutOff(_ context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    let security = try? pipeline.context(handlerType: NIOSSLClientHandler.self)
    (security ?? context).close(promise: nil)
  }

  private static let mostBytesAfterEnd = 4096
}
