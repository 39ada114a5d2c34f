import CountersignService
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import WebAuthnModel
import WireModel

/// Answers on a connection what no route can: a request whose head cannot be read.
///
/// It also ends the reading of a body that takes too long, in a way that leaves the answer to go
/// out, under TLS too, where the side that is read cannot be closed on its own.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// Sent down a connection to end the reading of a body.
  struct BodyDeadlinePassed: Sendable {}

  private var unanswered = 0

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head = unwrapInboundIn(data) { unanswered += 1 }
    context.fireChannelRead(data)
  }

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
      to: Refusal(.malformed, "the head of the request is no HTTP/1.1, or is too large"), on: nil)
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

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard event is BodyDeadlinePassed else {
      context.triggerUserOutboundEvent(event, promise: promise)
      return
    }
    context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    promise?.succeed()
  }
}
