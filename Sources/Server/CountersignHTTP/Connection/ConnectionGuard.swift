import CountersignCore
import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import WebAuthnModel
import WireModel

/// Answers on a connection what no route can: a request whose head cannot be read, and one that is
/// shed, which costs the least here.
///
/// It tells the ``ConnectionTable`` what the connection waits for. It also ends the reading of a
/// body that takes too long, since each byte of one that trickles in keeps the connection from
/// idling. The answer still goes out, under TLS too, where the read side cannot be closed on its
/// own.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let bodySeconds: Int64
  private let bodyLimitBytes: Int
  private let shedding: Shedding
  private var pace: LoopPace?
  private var connection: OpenConnection?
  /// The head of the request that is shed; nil for one that is handed on.
  private var shed: HTTPRequest?
  private var unanswered = 0
  private var isReading = false
  private var deadline: Scheduled<Void>?
  private var hasEndedBody = false

  init(_ settings: ServerSettings, shedding: Shedding) {
    (bodySeconds, bodyLimitBytes) = (settings.bodySeconds, settings.bodyLimitBytes)
    self.shedding = shedding
  }

  /// The parts of a server that its connections share.
  struct Shedding: Sendable {
    let paces: LoopPaces
    let gate: AdmissionGate
    let connections: ConnectionTable
    let proxies: TrustedProxies
    /// The paths that are always served.
    let served: Set<String>
    let logger: Logger
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
    switch unwrapInboundIn(data) {
    case .head(let head):
      // A connection of the reserve is there for health alone.
      let isAdmitted = isOnTime(head, context) && connection?.isOfReserve != true
      connection?.enter(.body)
      // Behind an answer that is under way, or where it is about health, it is served.
      if !isAdmitted, unanswered == 0, !isAlwaysServed(head) { shed = head }
      unanswered += 1
      isReading = true
      hasEndedBody = false
    case .body: pace?.take()
    case .end:
      pace?.take()
      isReading = false
      deadline?.cancel()
      deadline = nil
      if let shed {
        // Whole by now: nothing of it is left on the connection.
        self.shed = nil
        return refuse(shed, context)
      }
      connection?.enter(.answer)
    }
    if shed == nil { context.fireChannelRead(data) }
  }

  private func isOnTime(_ head: HTTPRequest, _ context: ChannelHandlerContext) -> Bool {
    guard let pace else { return true }
    let peer = context.channel.remoteAddress
    return pace.take(
      head, from: shedding.proxies.network(of: peer, head.headerFields).widest)
  }

  private func isAlwaysServed(_ head: HTTPRequest) -> Bool {
    guard let path = head.path?.prefix(while: { $0 != "?" }) else { return false }
    return shedding.served.contains(String(path))
  }

  private func refuse(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
    unanswered -= 1
    let isLast =
      head.headerFields[.connection]?.lowercased() == "close" || connection?.isOfReserve == true
    connection?.enter(.idle)
    write(
      ProblemAnswer.answer(to: shedding.gate.shedLate(shedding.logger)), isLast: isLast,
      hasBody: head.method != .head, context)
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

  func handlerAdded(context: ChannelHandlerContext) {
    pace = shedding.paces.pace(of: context.eventLoop)
    let connection = shedding.connections.open(context.channel)
    self.connection = connection
    // Nothing else could be added in front of a pipeline that is being made.
    let pipeline = context.pipeline.syncOperations
    try? pipeline.addHandler(ReceivedBytes(connection), position: .first)
    if let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) {
      try? pipeline.addHandler(
        RequestHeads(bodyLimitBytes: bodyLimitBytes), position: .after(decoder))
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    connection?.note(isWritable: context.channel.isWritable)
    context.fireChannelWritabilityChanged()
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let isOfReserve = connection?.isOfReserve == true
    switch unwrapOutboundIn(data) {
    case .head(var head) where isOfReserve:
      head.headerFields[.connection] = "close"
      return context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      unanswered -= 1
      pace?.answer()
      if unanswered == 0 { connection?.enter(.idle) }
      guard isOfReserve else { break }
      context.writeAndFlush(data, promise: promise)
      return context.close(mode: .output, promise: nil)
    case .head, .body: break
    }
    context.write(data, promise: promise)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // While an answer is under way another would run into it; then the connection just ends.
    let isOfHost = error is RequestHeads.InvalidHost
    guard isOfHost || error is HTTPParserError, unanswered == 0 else {
      context.fireErrorCaught(error)
      return
    }
    let refusal = Refusal(
      .malformed,
      isOfHost
        ? "Host: is missing, given twice, or no host; send it once, as in localhost:8080"
        : "the head of the request is no HTTP/1.1, or is too large")
    write(ProblemAnswer.answer(to: refusal), isLast: true, hasBody: true, context)
  }

  /// Writes an answer that no route gives.
  private func write(
    _ answer: RouteAnswer, isLast: Bool, hasBody: Bool, _ context: ChannelHandlerContext
  ) {
    let body = answer.body?.serialized() ?? []
    var fields = answer.fields
    fields[.contentLength] = String(body.count)
    if isLast { fields[.connection] = "close" }
    fields[.cacheControl] = "no-store"
    fields[.xContentTypeOptions] = "nosniff"
    context.write(
      wrapOutboundOut(.head(HTTPResponse(status: answer.status, headerFields: fields))),
      promise: nil)
    if hasBody { context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil) }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    guard isLast else { return }
    // Closed as a whole, what the client still sends would reset the connection before it has read.
    context.close(mode: .output, promise: nil)
  }
}
