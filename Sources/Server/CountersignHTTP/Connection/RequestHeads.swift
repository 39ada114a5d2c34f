import NIOCore
import NIOHTTP1
import WireModel

/// Looks at the heads of requests where the version of HTTP and every field are still known.
///
/// It refuses a request whose Host is missing, given twice or invalid (RFC 9112, section 3.2). A
/// client that waits for it is told to send the body (RFC 9110, section 10.1.1).
final class RequestHeads: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// A request whose Host is not as it has to be.
  struct InvalidHost: Error {}

  private let bodyLimitBytes: Int
  private var unanswered = 0
  /// True if a client waits for the word to send its body, behind an answer that is under way.
  private var owesContinue = false
  private var hasRefused = false

  init(bodyLimitBytes: Int) { self.bodyLimitBytes = bodyLimitBytes }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // What comes after a head that was refused is of no known request.
    guard !hasRefused else { return }
    if case .head(let head) = unwrapInboundIn(data) {
      guard Self.hasValidHost(head) else {
        hasRefused = true
        return context.fireErrorCaught(InvalidHost())
      }
      if waitsToContinue(head) {
        if unanswered == 0 { tellToContinue(context) } else { owesContinue = true }
      }
      unanswered += 1
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
    context.write(data, promise: promise)
    guard isEnd else { return }
    unanswered -= 1
    guard owesContinue else { return }
    owesContinue = false
    tellToContinue(context)
  }

  private func tellToContinue(_ context: ChannelHandlerContext) {
    let head = HTTPResponseHead(version: .http1_1, status: .continue)
    context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
  }

  /// True if the client sends a body once it is told to, and the body may be taken: one that is too
  /// large gets its refusal instead.
  private func waitsToContinue(_ head: HTTPRequestHead) -> Bool {
    guard head.version != .http1_0, head.headers.contains(name: "Expect"),
      head.headers["Expect"].allSatisfy({ $0.lowercased() == "100-continue" })
    else { return false }
    let declared = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
    return declared <= bodyLimitBytes
  }

  // MARK: Host

  static func hasValidHost(_ head: HTTPRequestHead) -> Bool {
    let hosts = head.headers["Host"]
    guard head.version != .http1_0 || !hosts.isEmpty else { return true }
    return hosts.count == 1 && isHost(hosts[0])
  }

  /// True for `uri-host [ ":" port ]` (RFC 3986, section 3.2.2), which may be empty.
  private static func isHost(_ text: String) -> Bool {
    var host = Array(text.utf8)
    let colon = host.lastIndex(of: UInt8(ascii: ":"))
    if let colon, host.last != UInt8(ascii: "]") {
      guard host[(colon + 1)...].allSatisfy(\.isASCIIDigit) else { return false }
      host = Array(host[..<colon])
    }
    if host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]"), host.count > 2 {
      return host.dropFirst().dropLast().allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ":") }
    }
    return host.allSatisfy(isNameByte)
  }

  /// True for unreserved characters, sub-delimiters and the percent sign.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
      || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      || "-._~!$&'()*+,;=%".utf8.contains(byte)
  }
}
