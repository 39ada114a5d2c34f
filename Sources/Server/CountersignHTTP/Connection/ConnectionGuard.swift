import CountersignCore
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import WebAuthnModel
import WireModel

/// Answers on a connection what no route can: a request whose head cannot be read.
///
/// It also ends the reading of a body that takes too long, since each byte of one that trickles in
/// keeps the connection from idling. The answer still goes out, under TLS too, where the read side
/// cannot be closed on its own.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let bodySeconds: Int64
  private let paces: LoopPaces
  private var pace: LoopPace?
  private var unanswered = 0
  private var isReading = false
  private var deadline: Scheduled<Void>?
  private var hasEndedBody = false

  init(bodySeconds: Int64, paces: LoopPaces) {
    (self.bodySeconds, self.paces) = (bodySeconds, paces)
  }

  /// Returns true if the newest request's body took so long that its reading was ended.
  static func hasEndedBody(on channel: (any Channel)?) async -> Bool {
    guard let channel else { return false }
    let ended = channel.eventLoop.submit {
      try channel.pipeline.syncOperations.handler(type: ConnectionGuard.self).hasEndedBody
    }
    return (try? await ended.get()) ?? false
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    pace?.take()
    switch unwrapInboundIn(data) {
    case .head:
      unanswered += 1
      isReading = true
      hasEndedBody = false
    case .body: break
    case .end:
      isReading = false
      deadline?.cancel()
      deadline = nil
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // Nearly every request comes whole, and needs no timer.
    if isReading, deadline == nil {
      deadline = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(bodySeconds)) {
        self.hasEndedBody = true
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
      }
    }
    context.fireChannelReadComplete()
  }

  func handlerAdded(context: ChannelHandlerContext) { pace = paces.pace(of: context.eventLoop) }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) { unanswered -= 1 }
    context.write(data, promise: promise)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // While an answer is under way another would run into it; then the connection just ends.
    guard error is HTTPParserError, unanswered == 0 else {
      context.fireErrorCaught(error)
      return
    }
    let answer = ProblemAnswer.answer(
      to: Refusal(.malformed, "the head of the request is no HTTP/1.1, or is too large"))
    let body = answer.body?.serialized() ?? []
    var fields = answer.fields
    fields[.contentLength] = String(body.count)
    fields[.connection] = "close"
    fields[.cacheControl] = "no-store"
    fields[.xContentTypeOptions] = "nosniff"
    context.write(
      wrapOutboundOut(.head(HTTPResponse(status: answer.status, headerFields: fields))),
      promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    // Closed as a whole, what the client still sends would reset the connection before it has read.
    context.close(mode: .output, promise: nil)
  }
}
