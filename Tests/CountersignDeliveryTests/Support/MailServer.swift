import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A mail server on this machine that takes mail as it should, unless a test has it do otherwise.
final class MailServer: Sendable {
  /// The protection of its connections.
  enum Protection: Sendable {
    case tls(MailIdentity)
    case startTLS(MailIdentity)
    case none
  }

  /// What it does when a command, or the content of a mail, has come.
  enum Answer: Sendable {
    /// What a server does that takes mail.
    case usual
    /// Sends a text as it is, with a line's end after it.
    case say(String)
    /// Sends a text as it is, after so many milliseconds.
    case late(Int64, String)
    /// Sends nothing and keeps the connection open.
    case silence
    /// Ends the connection.
    case close
    /// Sends bytes without an end of a line until the connection breaks.
    case endlessLine
    /// Sends lines of a reply that goes on until the connection breaks.
    case endlessReply
  }

  /// A line that came, and whether TLS was around it.
  struct Heard: Sendable, Hashable {
    let text: String
    let isSecure: Bool
  }

  /// The answer to a command, by its line; `CONNECT` for a connection, `CONTENT` for a mail.
  typealias Script = @Sendable (String) -> Answer

  let port: Int
  private let listener: any Channel
  private let record: Record

  /// The commands that came.
  var heard: [Heard] { record.state.withLock { $0.heard } }
  /// The mails that came, as they stood after `DATA`, without the dot that ends them.
  var mails: [String] { record.state.withLock { $0.mails } }
  /// How many connections were made.
  var connectionCount: Int { record.state.withLock { $0.connectionCount } }

  /// Starts a server on a free port of 127.0.0.1.
  init(
    _ protection: Protection, mechanisms: String? = "PLAIN LOGIN",
    _ script: @escaping Script = { _ in .usual }
  ) async throws {
    let record = Record()
    self.record = record
    listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 128)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if case .tls(let identity) = protection {
            try pipeline.addHandler(NIOSSLServerHandler(context: identity.serverContext))
          }
          try pipeline.addHandler(
            MailServerHandler(protection, mechanisms: mechanisms, record, script))
        }
      }.bind(host: "127.0.0.1", port: 0).get()
    port = listener.localAddress?.port ?? 0
  }

  deinit { listener.close(promise: nil) }

  /// What a server notes of all its connections.
  final class Record: Sendable {
    struct State {
      var heard: [Heard] = []
      var mails: [String] = []
      var connectionCount = 0
    }
    let state = Mutex(State())
  }
}

/// The server's side of one connection.
private final class MailServerHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let protection: MailServer.Protection
  private let mechanisms: String?
  private let record: MailServer.Record
  private let script: MailServer.Script
  private var bytes: [UInt8] = []
  private var isSecure: Bool
  private var isContent = false
  private var tellsCredentials = 0
  private var isDeaf = false

  init(
    _ protection: MailServer.Protection, mechanisms: String?, _ record: MailServer.Record,
    _ script: @escaping MailServer.Script
  ) {
    (self.protection, self.mechanisms) = (protection, mechanisms)
    (self.record, self.script) = (record, script)
    if case .tls = protection { isSecure = true } else { isSecure = false }
  }

  func channelActive(context: ChannelHandlerContext) {
    record.state.withLock { $0.connectionCount += 1 }
    answer("CONNECT", context)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isDeaf else { return }
    bytes += Self.unwrapInboundIn(data).readableBytesView
    while !isDeaf, let command = next() { answer(command, context) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  /// The next line, or the mail that is told from lines by its end.
  private func next() -> String? {
    let end = Array((isContent ? "\r\n.\r\n" : "\r\n").utf8)
    guard let range = bytes.firstRange(of: end) else { return nil }
    let text = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
    bytes.removeFirst(range.upperBound)
    record.state.withLock { state in
      if isContent {
        state.mails.append(text + "\r\n")
      } else {
        state.heard.append(MailServer.Heard(text: text, isSecure: isSecure))
      }
    }
    defer { isContent = false }
    return isContent ? "CONTENT" : text
  }

  private func answer(_ command: String, _ context: ChannelHandlerContext) {
    switch script(command) {
    case .usual: usual(command, context)
    case .say(let text): say(text, context)
    case .late(let milliseconds, let text):
      let own = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      context.eventLoop.scheduleTask(in: .milliseconds(milliseconds)) {
        own.value.0.say(text, own.value.1)
      }
    case .silence: isDeaf = true
    case .close: context.close(promise: nil)
    case .endlessLine: pour("x", context)
    case .endlessReply: pour("250-x\r\n", context)
    }
  }

  private func usual(_ command: String, _ context: ChannelHandlerContext) {
    if tellsCredentials > 0 {
      tellsCredentials -= 1
      return say(tellsCredentials == 1 ? "334 UGFzc3dvcmQ6" : "235 2.7.0 ok", context)
    }
    switch command.split(separator: " ").first.map(String.init) ?? "" {
    case "CONNECT": say("220 mail.example.com ESMTP", context)
    case "EHLO": say(offers, context)
    case "STARTTLS": startTLS(context)
    case "AUTH" where command == "AUTH LOGIN":
      tellsCredentials = 2
      say("334 VXNlcm5hbWU6", context)
    case "AUTH": say("235 2.7.0 ok", context)
    case "DATA":
      isContent = true
      say("354 go on", context)
    case "QUIT": say("221 2.0.0 bye", context)
    default: say("250 2.0.0 ok", context)
    }
  }

  private var offers: String {
    var lines = ["mail.example.com", "8BITMIME"]
    if case .startTLS = protection, !isSecure { lines.append("STARTTLS") }
    if isSecure, let mechanisms { lines.append("AUTH \(mechanisms)") }
    return lines.enumerated().map { index, line in
      "250\(index == lines.count - 1 ? " " : "-")\(line)"
    }.joined(separator: "\r\n")
  }

  private func startTLS(_ context: ChannelHandlerContext) {
    guard case .startTLS(let identity) = protection else { return say("502 no", context) }
    say("220 go ahead", context)
    isSecure = true
    do {
      try context.pipeline.syncOperations.addHandler(
        NIOSSLServerHandler(context: identity.serverContext), position: .first)
    } catch {
      context.close(promise: nil)
    }
  }

  private func say(_ text: String, _ context: ChannelHandlerContext) {
    context.writeAndFlush(
      Self.wrapOutboundOut(context.channel.allocator.buffer(string: text + "\r\n")), promise: nil)
  }

  /// Writes the same again for as long as somebody reads it.
  private func pour(_ text: String, _ context: ChannelHandlerContext) {
    isDeaf = true
    let own = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let buffer = context.channel.allocator.buffer(string: String(repeating: text, count: 500))
    context.writeAndFlush(Self.wrapOutboundOut(buffer)).whenSuccess {
      let (handler, context) = own.value
      // Not at once: a write that succeeds at once would go round on one stack.
      context.eventLoop.assumeIsolated().execute {
        if context.channel.isActive { handler.pour(text, context) }
      }
    }
  }
}
