import CountersignCore
import Foundation
import Testing
import WireModel

@testable import CountersignDelivery
@testable import CountersignTLS

@Suite("A mail server that misbehaves", .timeLimit(.minutes(10)))
struct MisbehavingMailServerTests {
  /// The commands that a server answers, in their order.
  static let commands = ["CONNECT", "EHLO", "AUTH", "MAIL", "RCPT", "DATA", "CONTENT"]
  /// Longer than anything takes that answers, on however busy a machine.
  private static let patient = SMTPTimeouts(
    connectSeconds: 300, replySeconds: 300, totalSeconds: 600)
  /// Without the limit of one reply the one in all would come after the suite's own.
  private static let short = SMTPTimeouts(
    connectSeconds: 3600, replySeconds: 1, totalSeconds: 3600)

  @Test("what is refused for now is tried again, whatever it was", arguments: commands)
  func temporary(_ command: String) async throws {
    for reply in ["421 4.3.2 closing", "450 4.2.0 later", "451 4.3.0 oops"] {
      let error = try await failure(at: command) { .say(reply) }
      #expect(error?.kind == .tryAgain)
      #expect(error?.reason.hasSuffix(" with \(reply.prefix(9))") == true, "\(error as Any)")
    }
  }

  @Test(
    "a recipient or mail that is refused for good is given up; a server that takes none is not",
    arguments: commands)
  func permanent(_ command: String) async throws {
    let isOfMessage = ["RCPT", "DATA", "CONTENT"].contains(command)
    for reply in ["550 5.1.1 unknown", "554 5.7.1 no", "500 what"] {
      let error = try await failure(at: command) { .say(reply) }
      #expect(error?.kind == (isOfMessage ? .refused : .tryAgain))
    }
    let signIn = try await failure(at: command) { .say("530 5.7.0 sign in") }
    #expect(signIn?.kind == .tryAgain)
  }

  @Test("a server that falls silent is waited for no longer than said", arguments: commands)
  func silence(_ command: String) async throws {
    let error = try await failure(at: command, timeouts: Self.short) { .silence }
    #expect(error == DeliveryError(reason: "the mail server did not answer in time"))
  }

  @Test("a server that is slow with each reply is waited for no longer than said in all")
  func slow() async throws {
    let stage = try await MailStage { command in
      switch command.prefix(4) {
      case "CONN": .late(700, "220 mail")
      case "EHLO": .late(700, "250-mail\r\n250 AUTH PLAIN")
      case "AUTH": .late(700, "235 ok")
      default: .late(700, "250 ok")
      }
    }
    let timeouts = SMTPTimeouts(connectSeconds: 3600, replySeconds: 3600, totalSeconds: 2)
    let error = try await stage.failure(timeouts: timeouts)
    #expect(error == DeliveryError(reason: "the mail server did not answer in time"))
    #expect(stage.server.mails.isEmpty)
  }

  @Test("a server that ends the connection is asked again later", arguments: commands)
  func closed(_ command: String) async throws {
    let error = try await failure(at: command) { .close }
    #expect(error?.kind == .tryAgain)
  }

  @Test("what is no reply ends the connection", arguments: commands)
  func garbage(_ command: String) async throws {
    for text in [
      "hello", "", "25 ok", "2500 ok", "250_ok", "999 ok", "250-a\r\n251 b", "250 ok\n250 ok",
      "\u{0}\u{1}\u{2}", "HTTP/1.1 400 Bad Request",
    ] {
      let error = try await failure(at: command) { .say(text) }
      #expect(error == DeliveryError(reason: "the mail server does not speak SMTP"), "\(text)")
    }
  }

  @Test("a line or a reply without an end is not read on for ever", arguments: commands)
  func endless(_ command: String) async throws {
    for answer in [MailServer.Answer.endlessLine, .endlessReply] {
      let error = try await failure(at: command) { answer }
      #expect(error == DeliveryError(reason: "the mail server does not speak SMTP"))
    }
  }

  @Test(
    "a server that goes on before it is asked gets nothing more", arguments: commands.dropLast())
  func unasked(_ command: String) async throws {
    let replies = ["CONNECT": "220", "AUTH": "235", "DATA": "354"]
    let code = replies[command, default: "250"]
    let offer = command == "EHLO" ? "AUTH PLAIN" : "ok"
    let error = try await failure(at: command) { .say("\(code) \(offer)\r\n250 ok") }
    #expect(error == DeliveryError(reason: "the mail server spoke out of turn"))
  }

  @Test("a server that takes no connection is asked again later")
  func away() async throws {
    let port = try await MailStage().server.port
    let messenger = try SMTPMessenger(
      address: SMTPAddress(host: "localhost", port: port, protection: .tls),
      sender: "no-reply@example.org")
    let error = await #expect(throws: DeliveryError.self) {
      try await messenger.deliver(MailStage.message())
    }
    #expect(error?.kind == .tryAgain)
  }

  // Holds: mail
  @Test("a server that repeats what it was told brings no secret into an error")
  func echo() async throws {
    let secrets = [
      MailStage.password, MailStage.code, MailStage.user, "ada@example.com",
      Data("\0\(MailStage.user)\0\(MailStage.password)".utf8).base64EncodedString(),
      Data(MailStage.password.utf8).base64EncodedString(),
    ]
    for command in Self.commands {
      for mechanism in ["PLAIN", "LOGIN"] {
        let stage = try await MailStage(mechanisms: mechanism) { line in
          guard line.hasPrefix(command) else { return .usual }
          return .say("554 \(line) \(secrets.joined(separator: " "))")
        }
        let error = try #require(try await stage.failure())
        var dumped = ""
        dump(error, to: &dumped)
        for text in ["\(error)", String(reflecting: error), dumped] {
          #expect(!secrets.contains { text.contains($0) }, "\(text)")
        }
      }
    }
  }

  @Test("printing a messenger shows nothing of its password")
  func printing() async throws {
    let messenger = try await MailStage().messenger()
    var dumped = ""
    dump(messenger, to: &dumped)
    for text in ["\(messenger)", String(reflecting: messenger), dumped] {
      #expect(!text.contains(MailStage.password))
    }
  }

  /// The failure where a server answers one command otherwise.
  private func failure(
    at command: String, timeouts: SMTPTimeouts = Self.patient,
    _ answer: @escaping @Sendable () -> MailServer.Answer
  ) async throws -> DeliveryError? {
    let stage = try await MailStage { $0.hasPrefix(command) ? answer() : .usual }
    let error = try await stage.failure(timeouts: timeouts)
    #expect(error != nil)
    return error
  }
}
