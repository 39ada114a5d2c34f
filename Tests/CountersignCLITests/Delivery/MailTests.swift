import Foundation
import Testing
import WireModel

@testable import CountersignCore
@testable import CountersignDelivery

@Suite("mail")
struct MailTests {
  private let moment = Timestamp(milliseconds: 1_705_919_445_000)

  @Test("a mail has its head, an empty line, and the code with what it is for")
  func whole() throws {
    let mail = try Mail(.sample(), from: "Bank <no-reply@example.org>", at: moment)
    let text = String(decoding: mail.bytes, as: UTF8.self)
    let parts = text.components(separatedBy: "\n\n")
    let head = parts[0].split(separator: "\n")
    #expect(head.contains("From: Bank <no-reply@example.org>"))
    #expect(head.contains("To: ada@example.com"))
    #expect(head.contains("Date: Mon, 22 Jan 2024 10:30:45 +0000"))
    #expect(head.contains("Message-ID: <AAECAwQFBgcICQoLDA0ODw@example.org>"))
    #expect(head.contains { $0.hasPrefix("Subject: ") && !$0.contains(Message.sampleCode) })
    #expect(parts[1].contains("\(Message.sampleCode) is your code to sign in."))
  }

  @Test(
    "an address that could say more than who it is gets no mail",
    arguments: [
      "ada@example.com\nBcc: eve@example.com", "ada@example.com\r", "a@b.c,eve@example.com",
      "ada@example.com, eve@example.com", "Ada <ada@example.com>", "", "ada\u{0}@example.com",
      "ada@example.com;", "adä@example.com",
    ])
  func recipient(_ address: String) {
    #expect(throws: DeliveryError.self) {
      try Mail(.sample(to: address), from: "no-reply@example.org", at: moment)
    }
  }

  @Test(
    "a sender that could say more than who it is sends no mail",
    arguments: ["no-reply@example.org\nBcc: eve@example.com", "nobody", ""])
  func sender(_ address: String) {
    #expect(throws: DeliveryError.self) { try Mail(.sample(), from: address, at: moment) }
  }

  @Test("every purpose and every notice has a text of its own, in plain letters")
  func texts() {
    let codes = CodePurpose.allCases.map { MessageText(Message.sample(purpose: $0)) }
    let notices = Message.Notice.allCases.map { MessageText(Message.sample($0)) }
    #expect(Set(codes.map(\.body)).count == CodePurpose.allCases.count)
    #expect(Set(notices.map(\.body)).count == Message.Notice.allCases.count)
    for text in codes + notices {
      #expect(text.subject.utf8.allSatisfy { 0x20...0x7E ~= $0 })
      #expect(text.body.utf8.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0x0A })
    }
    for text in notices { #expect(!text.body.contains(Message.sampleCode)) }
  }

  // Holds: codes say all
  @Test(
    "a code that sets up a passkey on the way says so, and what it approves, in both languages",
    arguments: [
      (
        Language.english, "set up a new passkey", "and to approve:",
        "approves this and nothing else"
      ),
      (Language.german, "einen neuen Passkey", "freizugeben:", "gibt zuerst nur das frei"),
    ])
  func onTheWay(language: Language, sets: String, approves: String, first: String) {
    let document = Document(
      scenario: .authorizeTransaction, language: language, title: "Spende",
      fields: [
        Document.Field("amount", label: "Betrag", .money(Money(100, "EUR", exponent: 2))),
        Document.Field("payee", label: "An", .payee("Charity")),
      ])
    let code = SecretText(Message.sampleCode)
    func text(_ content: Message.Content) -> String {
      MessageText(
        Message(id: "AAEC", channel: .email, recipient: "ada@example.com", content: content)
      ).body
    }
    let both = text(.registrationCode(code, onTheWayTo: document))
    for part in [sets, approves, first, "Spende\nBetrag: ", "An: Charity", Message.sampleCode] {
      #expect(both.contains(part), "\(part)")
    }
    let one = text(.approvalCode(code, of: document))
    #expect(!one.contains("Passkey") && !one.contains("passkey") && one.contains("An: Charity"))
  }

  @Test("what is undone brings back what counted before, and not what a hold had put aside")
  func undone() {
    for notice in [Message.Notice.recovered, .recoveryUndone] {
      let body = MessageText(.sample(notice)).body
      #expect(body.contains("hat counted before it"), "\(notice)")
      #expect(!body.contains("you had"), "\(notice)")
    }
  }

  // Holds: codes say all
  @Test("a code that completes a recovery says that what was there is put aside")
  func recovering() {
    for purpose in [CodePurpose.register, .setPIN] {
      let message = Message(
        id: "AAEC", channel: .email, recipient: "ada@example.com",
        content: .recoveringCode(SecretText(Message.sampleCode), purpose: purpose))
      let body = MessageText(message).body
      #expect(body.contains("complete the recovery of your account"))
      #expect(body.contains("What your account had before is put aside."))
      #expect(body != MessageText(Message.sample(purpose: purpose)).body)
    }
  }

  // Holds: codes say all
  @Test(
    "a plain code says what it does in the person's language: each purpose, and a device by a link",
    arguments: [
      (
        Language.english, "Your code", "is your code to sign in.",
        "is your code to add one device to your account, the one on which the link is open",
        "until the link ends, and on that device alone"
      ),
      (
        Language.german, "Ihr Code", "ist Ihr Code, um sich anzumelden.",
        "ist Ihr Code, um Ihrem Konto ein Gerät hinzuzufügen, das mit dem geöffneten Link",
        "bis der Link abläuft, und nur auf diesem Gerät"
      ),
    ])
  func languages(
    language: Language, subject: String, signsIn: String, addsDevice: String, ends: String
  ) {
    func text(_ content: Message.Content) -> MessageText {
      MessageText(
        Message(
          id: "AAEC", channel: .email, recipient: "ada@example.com", content: content,
          language: language))
    }
    let code = SecretText(Message.sampleCode)
    let plain = CodePurpose.allCases.map { text(.code(code, purpose: $0)) }
    #expect(Set(plain.map(\.body)).count == CodePurpose.allCases.count)
    for text in plain {
      #expect(text.subject == subject && text.body.hasPrefix("\(Message.sampleCode) "))
    }
    #expect(text(.code(code, purpose: .signIn)).body.contains(signsIn))
    let device = text(.deviceCode(code, completesRecovery: false)).body
    #expect(device.contains(addsDevice) && device.contains(ends))
    // It adds no authenticator app and no number, and is good for no ten minutes.
    for promise in ["authenticator", "Authenticator", "number", "nummer", "10 "] {
      #expect(!device.contains(promise))
    }
    let recovering = text(.deviceCode(code, completesRecovery: true)).body
    #expect(recovering != device && recovering.contains(ends))
  }

  @Test("a notice of what can be stopped ends with the address where it is")
  func stop() throws {
    var message = Message.sample(.recoveryBegun)
    let whole = MessageText(message).body
    #expect(!whole.contains("stop it here"))
    let address = "https://pay.example.com/stop#wai_AAEC.c2VjcmV0"
    message.stop = SecretText(address)
    #expect(MessageText(message).body.hasPrefix(whole))
    let end = "\n\nIf this was not you, stop it here:\n\(address)"
    #expect(MessageText(message).body.hasSuffix(end))
    let mail = try Mail(message, from: "no-reply@example.org", at: moment)
    #expect(String(decoding: mail.bytes, as: UTF8.self).contains("\n\(address)"))
  }

  @Test("a text that is not ASCII is encoded, in lines of a bounded length")
  func encoded() throws {
    let title = "Zahlung über 12,50 € freigeben " + String(repeating: "Ж", count: 800)
    let document = Document(
      scenario: .authorizeTransaction, language: .english, title: title,
      fields: [Document.Field("payee", label: "An", .payee("Bücher Müller"))])
    let message = Message(
      id: "AAEC", channel: .email, recipient: "ada@example.com",
      content: .approvalCode(SecretText(Message.sampleCode), of: document))
    let mail = try Mail(message, from: "no-reply@example.org", at: moment)
    let parts = String(decoding: mail.bytes, as: UTF8.self).components(separatedBy: "\n\n")
    #expect(parts[0].contains("\nContent-Transfer-Encoding: base64"))
    #expect(mail.bytes.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0x0A })
    let lines = parts[1].split(separator: "\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 76 })
    let body = try #require(Data(base64Encoded: lines.joined()))
    #expect(String(decoding: body, as: UTF8.self).contains("\(title)\nAn: Bücher Müller"))
  }

  @Test("a subject that is not ASCII, or could be taken for an encoded one, is encoded")
  func subjects() throws {
    #expect(EncodedWords.text("Your code") == "Your code")
    #expect(EncodedWords.text("Ihr Schlüssel") == "=?utf-8?B?SWhyIFNjaGzDvHNzZWw=?=")
    for subject in [
      "=?utf-8?B?SWhy?=", "a\nBcc: eve@example.com", String(repeating: "ü", count: 100),
      String(repeating: "a", count: 1000), "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
    ] {
      let words = EncodedWords.text(subject).components(separatedBy: "\n ")
      var bytes = Data()
      for word in words {
        #expect(word.utf8.count <= 75 && word.hasPrefix("=?utf-8?B?") && word.hasSuffix("?="))
        let content = try #require(Data(base64Encoded: String(word.dropFirst(10).dropLast(2))))
        #expect(String(validating: content, as: UTF8.self) != nil)
        bytes += content
      }
      #expect(String(decoding: bytes, as: UTF8.self) == subject)
    }
  }
}
