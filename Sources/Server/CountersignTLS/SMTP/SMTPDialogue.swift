import CountersignCore
import CountersignDelivery
import Foundation
import WireModel

/// The client's side of one submission: a reply in, what to do next out.
///
/// It sends a command only when the reply to the one before is whole. Secrets are sent only after
/// TLS, since a user is refused for a connection without it.
struct SMTPDialogue {
  /// An event of the connection.
  enum Event {
    case replied(SMTPReply)
    /// TLS was agreed on, and the server's certificate verified.
    case secured
  }

  /// The next step of the connection.
  enum Effect: Equatable {
    case send([UInt8])
    case secure
    /// Nothing but to wait.
    case wait
    /// The server has taken the mail over.
    case accepted
    case failed(DeliveryError)
  }

  /// A mail and who it is from and to, checked: no part of it can say another command.
  struct Envelope: Sendable {
    let sender: String
    let recipient: String
    /// The mail as it stands between `DATA` and its end.
    let content: [UInt8]
  }

  /// The command whose reply it waits for.
  private enum State {
    case greeting
    case helloBeforeTLS
    case startTLS
    case handshake
    case hello
    case plain
    case loginUser(Sign)
    case loginPassword(Sign)
    case login
    case sender
    case recipient
    case data
    case content
    case over
  }

  /// The user that signs in.
  struct Sign: Sendable {
    let user: String
    let password: SecretText
  }

  private var state: State = .greeting
  private let protection: SMTPAddress.Protection
  private let sign: Sign?
  private let envelope: Envelope
  /// The name by which the client presents itself: an address literal (RFC 5321, 4.1.4).
  var clientName = "[127.0.0.1]"

  /// A submission of one mail.
  ///
  /// - Parameters:
  ///   - envelope: The mail.
  ///   - protection: The protection of the connection.
  ///   - sign: Who signs in; nil for nobody.
  init(_ envelope: Envelope, _ protection: SMTPAddress.Protection, sign: Sign?) {
    (self.envelope, self.protection, self.sign) = (envelope, protection, sign)
  }

  mutating func handle(_ event: Event) -> Effect {
    switch event {
    case .secured:
      // TLS from the first byte is agreed on before the greeting.
      guard case .handshake = state else { return .wait }
      // What was offered in the clear counts no more (RFC 3207, 4.2).
      return send("EHLO \(clientName)", then: .hello)
    case .replied(let reply): return handle(reply)
    }
  }

  private mutating func handle(_ reply: SMTPReply) -> Effect {
    switch state {
    case .greeting, .helloBeforeTLS, .startTLS, .hello: opening(reply)
    case .plain, .loginUser, .loginPassword, .login: signIn(reply)
    case .sender, .recipient, .data, .content: submission(reply)
    case .handshake, .over: fail("the mail server spoke out of turn")
    }
  }

  private mutating func opening(_ reply: SMTPReply) -> Effect {
    switch (state, reply.code) {
    case (.greeting, 220):
      return send(
        "EHLO \(clientName)", then: protection == .startTLS ? .helloBeforeTLS : .hello)
    case (.helloBeforeTLS, 250):
      guard reply.parameters(ofExtension: "STARTTLS") != nil else {
        return fail("the mail server does not offer STARTTLS")
      }
      return send("STARTTLS", then: .startTLS)
    case (.startTLS, 220):
      state = .handshake
      return .secure
    case (.hello, 250): return afterHello(reply)
    case (.greeting, _): return fail(reply, "the connection")
    case (.startTLS, _): return fail(reply, "STARTTLS")
    default: return fail(reply, "EHLO")
    }
  }

  private mutating func afterHello(_ reply: SMTPReply) -> Effect {
    guard let sign else { return begin() }
    guard protection != .none else { return fail("a password would go without TLS") }
    let mechanisms = reply.parameters(ofExtension: "AUTH") ?? []
    if mechanisms.contains("PLAIN") {
      let message = Array("\0\(sign.user)\0\(sign.password.exposed)".utf8)
      return send("AUTH PLAIN \(Self.base64(message))", then: .plain)
    }
    if mechanisms.contains("LOGIN") { return send("AUTH LOGIN", then: .loginUser(sign)) }
    return fail("the mail server offers neither AUTH PLAIN nor AUTH LOGIN")
  }

  private mutating func signIn(_ reply: SMTPReply) -> Effect {
    switch (state, reply.code) {
    case (.loginUser(let sign), 334):
      send(Self.base64(Array(sign.user.utf8)), then: .loginPassword(sign))
    case (.loginPassword(let sign), 334):
      send(Self.base64(Array(sign.password.exposed.utf8)), then: .login)
    case (.plain, 235), (.login, 235): begin()
    default: fail(reply, "the sign-in")
    }
  }

  private mutating func begin() -> Effect {
    send("MAIL FROM:<\(envelope.sender)>", then: .sender)
  }

  private mutating func submission(_ reply: SMTPReply) -> Effect {
    switch (state, reply.code) {
    case (.sender, 250): return send("RCPT TO:<\(envelope.recipient)>", then: .recipient)
    case (.recipient, 250...252): return send("DATA", then: .data)
    case (.data, 354):
      state = .content
      return .send(envelope.content)
    case (.content, 250):
      state = .over
      return .accepted
    case (.sender, _): return fail(reply, "the sender")
    case (.recipient, _): return fail(reply, "the recipient", isOfMessage: true)
    default: return fail(reply, "the message", isOfMessage: true)
    }
  }

  private mutating func send(_ command: String, then next: State) -> Effect {
    state = next
    return .send(Array("\(command)\r\n".utf8))
  }

  private mutating func fail(_ reason: String) -> Effect {
    state = .over
    return .failed(DeliveryError(reason: reason))
  }

  /// A refusal for good is one of this message: a server that takes no sender or no password takes
  /// none of any message, and all of them when that is mended.
  private mutating func fail(
    _ reply: SMTPReply, _ what: String, isOfMessage: Bool = false
  ) -> Effect {
    guard isOfMessage, 500...599 ~= reply.code, !Self.wantsSignIn.contains(reply.code) else {
      return fail("the mail server answered \(what) with \(reply.codes)")
    }
    state = .over
    return .failed(
      DeliveryError(.refused, reason: "the mail server refused \(what) with \(reply.codes)"))
  }

  private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// Codes that ask for a sign-in, whatever the command (RFC 4954, 6).
  private static let wantsSignIn: Set<Int> = [530, 534, 535, 538]
}
