import Foundation
import NIOCore
import ProgramTesting
import SwiftASN1
import Testing
import WireModel
import X509

@testable import CountersignCore
@testable import CountersignDelivery
@testable import CountersignTLS

@Suite("Mail by SMTP", .timeLimit(.minutes(10)))
struct SMTPMessengerTests {
  // Holds: mail
  @Test("a mail goes over TLS from the first byte, after a sign-in")
  func implicitTLS() async throws {
    let stage = try await MailStage()
    try await stage.messenger().deliver(MailStage.message())
    let heard = stage.server.heard
    let plain = Data("\0\(MailStage.user)\0\(MailStage.password)".utf8).base64EncodedString()
    #expect(
      heard.map(\.text).prefix(5) == [
        "EHLO [127.0.0.1]", "AUTH PLAIN \(plain)", "MAIL FROM:<no-reply@example.org>",
        "RCPT TO:<ada@example.com>", "DATA",
      ])
    #expect(heard.allSatisfy { $0.isSecure })
    let mail = try #require(stage.server.mails.first)
    let head = mail.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
    #expect(head.contains("From: Bank <no-reply@example.org>"))
    #expect(head.contains("To: ada@example.com"))
    #expect(head.contains("Subject: Your code"))
    #expect(head.contains("Message-ID: <AAECAwQFBgcICQoLDA0ODw@example.org>"))
    #expect(head.contains { $0.hasPrefix("Date: ") && $0.hasSuffix(" +0000") })
    #expect(mail.contains("\r\n\(MailStage.code) is your code to sign in.\r\n"))
    #expect(!mail.replacing("\r\n", with: "").contains { $0 == "\r" || $0 == "\n" })
  }

  @Test("STARTTLS comes before all but EHLO, which is said again after it")
  func startTLS() async throws {
    let stage = try await MailStage(.startTLS)
    try await stage.messenger().deliver(MailStage.message())
    let heard = stage.server.heard
    #expect(heard.filter { !$0.isSecure }.map(\.text) == ["EHLO [127.0.0.1]", "STARTTLS"])
    #expect(
      heard.filter(\.isSecure).map { $0.text.prefix(4) }.prefix(5) == [
        "EHLO", "AUTH", "MAIL", "RCPT", "DATA",
      ])
    #expect(stage.server.mails.count == 1)
  }

  // Holds: mail
  @Test("a server that offers no STARTTLS, or takes it back, gets neither password nor mail")
  func downgrade() async throws {
    for (command, answer) in [
      ("EHLO", "250-mail.example.com\r\n250 AUTH PLAIN LOGIN"), ("STARTTLS", "454 4.7.0 later"),
      ("STARTTLS", "502 5.5.1 no"), ("STARTTLS", "250 ok"),
    ] {
      let stage = try await MailStage(.startTLS) {
        $0.hasPrefix(command) ? .say(answer) : .usual
      }
      let error = try await stage.failure()
      #expect(error?.kind == .tryAgain)
      #expect(error?.reason.contains("STARTTLS") == true)
      #expect(stage.server.heard.allSatisfy { ["EHLO", "STAR"].contains($0.text.prefix(4)) })
    }
  }

  // Holds: mail
  @Test("what comes in the clear behind the answer to STARTTLS is not taken for what TLS brought")
  func injected() async throws {
    let stage = try await MailStage(.startTLS) {
      $0 == "STARTTLS" ? .say("220 go\r\n250-mail\r\n250 AUTH PLAIN\r\n235 ok") : .usual
    }
    #expect(try await stage.failure()?.reason == "the mail server spoke out of turn")
    #expect(stage.server.heard.map { $0.text.prefix(4) } == ["EHLO", "STAR"])
  }

  // Holds: mail
  @Test("a certificate that nobody vouches for, of another name, or past its time is refused")
  func certificates() async throws {
    let folder = try TemporaryFolder()
    let other = try MailIdentity(in: folder)
    for (identity, trusted) in [
      (try MailIdentity(in: folder), other.file),
      (try MailIdentity(for: [.dnsName("mail.example.org")], in: folder), nil),
      (try MailIdentity(seconds: -60, in: folder), nil),
    ] {
      for protection in [SMTPAddress.Protection.tls, .startTLS] {
        let server = try await MailServer(
          protection == .tls ? .tls(identity) : .startTLS(identity))
        let messenger = try SMTPMessenger(
          address: SMTPAddress(
            host: "localhost", port: server.port, protection: protection, user: MailStage.user),
          password: SecretText(MailStage.password), sender: "no-reply@example.org",
          roots: .file(trusted ?? identity.file))
        let error = await #expect(throws: DeliveryError.self) {
          try await messenger.deliver(MailStage.message())
        }
        #expect(error?.kind == .tryAgain)
        #expect(error?.reason.contains("certificate") == true)
        #expect(!server.heard.contains { $0.isSecure })
      }
    }
  }

  @Test("a server that is named by its address has that in its certificate")
  func addresses() async throws {
    let folder = try TemporaryFolder()
    let here = try MailIdentity(
      for: [.ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1]))], in: folder)
    let elsewhere = try MailIdentity(
      for: [
        .ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 2])), .dnsName("127.0.0.1"),
      ], in: folder)
    for (identity, isTaken) in [(here, true), (elsewhere, false)] {
      let server = try await MailServer(.tls(identity))
      let messenger = try SMTPMessenger(
        address: SMTPAddress(host: "127.0.0.1", port: server.port, protection: .tls),
        sender: "no-reply@example.org", roots: .file(identity.file))
      let error = await failure { try await messenger.deliver(MailStage.message()) }
      #expect((error == nil) == isTaken)
      #expect(server.mails.count == (isTaken ? 1 : 0))
    }
  }

  @Test("a server without TLS where there should be one gets nothing")
  func plainServer() async throws {
    let folder = try TemporaryFolder()
    let identity = try MailIdentity(in: folder)
    let server = try await MailServer(.none)
    let messenger = try SMTPMessenger(
      address: SMTPAddress(host: "localhost", port: server.port, protection: .tls),
      sender: "no-reply@example.org", roots: .file(identity.file),
      timeouts: SMTPTimeouts(replySeconds: 5))
    let error = await failure { try await messenger.deliver(MailStage.message()) }
    #expect(error?.kind == .tryAgain)
    #expect(server.mails.isEmpty && server.heard.allSatisfy { !$0.text.hasPrefix("MAIL") })
  }

  // Holds: mail
  @Test("without TLS a mail goes to this machine alone, and without a sign-in")
  func loopback() async throws {
    let server = try await MailServer(.none)
    let messenger = try SMTPMessenger(
      address: SMTPAddress("smtp://localhost:\(server.port)"), sender: "no-reply@example.org")
    try await messenger.deliver(MailStage.message())
    #expect(server.mails.count == 1)
    #expect(!server.heard.contains { $0.text.hasPrefix("AUTH") })
    let security = try SMTPSecurity(SMTPAddress("smtp://localhost:25"), roots: .system)
    for (address, isTaken) in [
      ("127.0.0.1", true), ("127.8.8.8", true), ("::1", true), ("192.0.2.1", false),
      ("2001:db8::1", false), ("::ffff:192.0.2.1", false), ("0.0.0.0", false),
    ] {
      #expect(
        security.takes(try SocketAddress(ipAddress: address, port: 25)) == isTaken, "\(address)")
    }
    #expect(!security.takes(nil))
  }

  @Test("LOGIN is used where PLAIN is not offered; without either nothing is sent")
  func mechanisms() async throws {
    let login = try await MailStage(mechanisms: "CRAM-MD5 LOGIN")
    try await login.messenger().deliver(MailStage.message())
    #expect(
      login.server.heard.map(\.text)[1...3] == [
        "AUTH LOGIN", Data(MailStage.user.utf8).base64EncodedString(),
        Data(MailStage.password.utf8).base64EncodedString(),
      ])
    #expect(login.server.mails.count == 1)
    for mechanisms in ["CRAM-MD5", nil] {
      let stage = try await MailStage(mechanisms: mechanisms)
      let error = try await stage.failure()
      #expect(error?.reason == "the mail server offers neither AUTH PLAIN nor AUTH LOGIN")
      #expect(stage.server.heard.count == 1)
    }
  }

  @Test("a notice of what can be stopped ends with the address at which it is stopped")
  func stopAddress() async throws {
    let stage = try await MailStage()
    let address = "https://bank.example/auth/stop#wai_AAEC.c2VjcmV0"
    try await stage.messenger().deliver(
      MailStage.notice(.recoveryBegun, stop: SecretText(address)))
    try await stage.messenger().deliver(MailStage.notice(.recoveryBegun))
    let mails = stage.server.mails
    try #require(mails.count == 2)
    #expect(mails[0].contains("\r\n\r\nIf this was not you, stop it here:\r\n\(address)\r\n"))
    #expect(!mails[1].contains("stop it here") && !mails[1].contains("/stop#"))
  }

  @Test("a code for a change of factors comes with what is changed")
  func changeOfFactors() async throws {
    let stage = try await MailStage()
    let document = Document(
      scenario: .manageFactors, language: .english, title: "Change how you confirm",
      fields: [
        Document.Field(
          "setPhone", label: "Send codes to this number", .text("+2348012345678"))
      ])
    try await stage.messenger().deliver(MailStage.message(approving: document))
    let mail = try #require(stage.server.mails.first)
    #expect(
      mail.contains(
        "\r\nChange how you confirm\r\nSend codes to this number: +2348012345678\r\n"))
  }

  @Test("a text message is not mailed")
  func textMessage() async throws {
    let stage = try await MailStage()
    let error = try await stage.failure(MailStage.message(to: "+2348012345678", .sms))
    #expect(error != nil)
    #expect(stage.server.connectionCount == 0)
  }

  @Test(
    "an address that could say another command is refused for good, and nobody is connected to",
    arguments: [
      "ada@example.com>\r\nRCPT TO:<eve@example.com", "ada@example.com\r\nDATA",
      "ada\n@example.com",
      "ada@example.com\u{0}", "<ada@example.com>", "ada@example.com eve@example.com",
      String(repeating: "a", count: 250) + "@example.com", "",
    ])
  func recipients(_ recipient: String) async throws {
    let stage = try await MailStage()
    #expect(try await stage.failure(MailStage.message(to: recipient))?.kind == .refused)
    #expect(stage.server.connectionCount == 0)
  }

  @Test("a line that begins with a dot, or is none but one, comes as it was")
  func dots() async throws {
    let stage = try await MailStage()
    let document = Document(
      scenario: .authorizeTransaction, language: .english, title: ".",
      fields: [Document.Field("payee", label: "..To", .payee("Ikeja Books"))])
    try await stage.messenger().deliver(MailStage.message(approving: document))
    let mail = try #require(stage.server.mails.first)
    #expect(mail.contains("\r\n..\r\n...To: Ikeja Books\r\n"))
    #expect(stage.server.mails.count == 1)
    // A dot that is not doubled would have ended the mail there, and the rest been commands.
    #expect(!stage.server.heard.contains { $0.text.contains("Ikeja Books") })
  }

  @Test("a task that is cancelled gives up its delivery at once")
  func cancelled() async throws {
    let stage = try await MailStage { $0 == "DATA" ? .silence : .usual }
    let messenger = try stage.messenger()
    let delivery = Task { try await messenger.deliver(MailStage.message()) }
    while !stage.server.heard.contains(where: { $0.text == "DATA" }) {
      try await Task.sleep(for: .milliseconds(5))
    }
    delivery.cancel()
    let result = await delivery.result
    #expect(throws: DeliveryError.self) { try result.get() }
  }

  private func failure(_ body: () async throws -> Void) async -> DeliveryError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? DeliveryError
    }
  }
}
