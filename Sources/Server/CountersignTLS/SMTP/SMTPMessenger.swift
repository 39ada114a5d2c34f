public import CountersignCore
public import CountersignDelivery
import NIOCore
import NIOPosix
public import WireModel

/// Submits mail to a server over TLS: one connection for each message.
///
/// A server that refuses a recipient or a message for good (5xx) has it given up; whatever else
/// goes wrong is tried again later. A message whose answer was lost is sent again with the same
/// `Message-ID`.
///
/// ```swift
/// let messenger = try SMTPMessenger(
///   address: SMTPAddress("smtps://bank@mail.example.com"), password: password,
///   sender: "Bank <no-reply@example.com>")
/// ```
public struct SMTPMessenger: Messenger {
  private let address: SMTPAddress
  private let sign: SMTPDialogue.Sign?
  private let sender: String
  private let security: SMTPSecurity
  private let timeouts: SMTPTimeouts

  /// A mail server.
  ///
  /// - Parameters:
  ///   - address: The server, and who signs in there.
  ///   - password: The user's password; nil if nobody signs in.
  ///   - sender: Where mail comes from: an address, or a name with one in angle brackets.
  ///   - roots: The certificates that are trusted.
  ///   - timeouts: The longest waits.
  /// - Throws: `SMTPAddressError` if these do not go together.
  public init(
    address: SMTPAddress, password: SecretText? = nil, sender: String,
    roots: SMTPTrustRoots = .system, timeouts: SMTPTimeouts = SMTPTimeouts()
  ) throws(SMTPAddressError) {
    switch (address.user, password) {
    case (nil, nil): sign = nil
    case (.some(let user), .some(let password)):
      guard Self.isPassword(password.exposed) else {
        throw SMTPAddressError(code: .password, problem: "its password is empty or too long")
      }
      sign = SMTPDialogue.Sign(user: user, password: password)
    case (.some, nil):
      throw SMTPAddressError(code: .password, problem: "its user has no password")
    case (nil, .some):
      throw SMTPAddressError(code: .password, problem: "there is a password and no user")
    }
    guard Mail.isSender(sender) else {
      throw SMTPAddressError(
        code: .sender, problem: "mail has no sender that it can come from")
    }
    (self.address, self.sender, self.timeouts) = (address, sender, timeouts)
    security = try SMTPSecurity(address, roots: roots)
  }

  /// Submits a message.
  ///
  /// - Throws: `DeliveryError`, without anything that the message or a reply says.
  public func deliver(_ message: Message) async throws {
    guard message.channel == .email else {
      throw DeliveryError(reason: "mail cannot carry a text message")
    }
    let mail = try Mail(message, from: sender, at: SystemClock().now())
    let envelope = SMTPDialogue.Envelope(
      sender: String(Mail.address(of: sender)), recipient: message.recipient,
      content: mail.submission)
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let outcome = loop.makePromise(of: Void.self)
    let channel: any Channel
    do {
      channel = try await bootstrap(on: loop, envelope, outcome)
        .connect(host: address.host, port: address.port).get()
    } catch {
      outcome.fail(error)
      throw DeliveryError(
        reason: "the mail server cannot be reached: \(type(of: error))")
    }
    try await withTaskCancellationHandler {
      try await outcome.futureResult.get()
    } onCancel: {
      channel.close(promise: nil)
    }
  }

  private func bootstrap(
    on loop: any EventLoop, _ envelope: SMTPDialogue.Envelope, _ outcome: EventLoopPromise<Void>
  ) -> ClientBootstrap {
    let (protection, sign, security, timeouts) = (address.protection, sign, security, timeouts)
    return ClientBootstrap(group: loop)
      .connectTimeout(.seconds(timeouts.connectSeconds))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let dialogue = SMTPDialogue(envelope, protection, sign: sign)
          let pipeline = channel.pipeline.syncOperations
          if protection == .tls, let handler = try security.handler() {
            try pipeline.addHandler(handler)
          }
          try pipeline.addHandler(
            SMTPHandler(dialogue, security, timeouts, outcome: outcome))
        }
      }
  }

  /// RFC 4954 has at most 12288 octets in a line, and RFC 4616 no zero byte.
  private static func isPassword(_ text: String) -> Bool {
    1...1024 ~= text.utf8.count && !text.utf8.contains(0)
  }
}

/// The certificates that a mail server's has to lead to.
public enum SMTPTrustRoots: Sendable, Hashable {
  /// Those of the system.
  case system
  /// Those of a file, PEM, and no others.
  case file(String)
}

/// The longest waits for a mail server, in seconds.
public struct SMTPTimeouts: Sendable, Hashable {
  /// The longest wait for a connection.
  public var connectSeconds: Int64
  /// The longest wait for each reply, and for the agreement on TLS.
  public var replySeconds: Int64
  /// The longest time for a message from the connection on.
  public var totalSeconds: Int64

  /// The longest waits; all together they are less than the 40 seconds of a try.
  public init(connectSeconds: Int64 = 8, replySeconds: Int64 = 15, totalSeconds: Int64 = 27) {
    (self.connectSeconds, self.replySeconds) = (connectSeconds, replySeconds)
    self.totalSeconds = totalSeconds
  }
}
