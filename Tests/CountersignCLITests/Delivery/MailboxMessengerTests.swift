import CountersignCore
import CountersignDelivery
import ProgramTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("the mailbox of a demo")
struct MailboxMessengerTests {
  @Test("a code is one line with to, channel, purpose, code, language and at")
  func code() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("mailbox.jsonl")
    try await MailboxMessenger(file: file).deliver(.sample(purpose: .setPIN))
    let lines = try text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 2 && lines[1].isEmpty)
    var reader = try JSONObjectReader(JSONValue(parsing: Array(lines[0].utf8)))
    #expect(try reader.string("to") == "ada@example.com")
    #expect(try reader.string("channel") == "email")
    #expect(try reader.string("purpose") == "set_pin")
    #expect(try reader.string("code") == Message.sampleCode)
    #expect(try reader.string("language") == "en")
    #expect(try reader.string("at").wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    try reader.finish()
  }

  @Test("a notice has no code")
  func notice() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("mailbox.jsonl")
    try await MailboxMessenger(file: file).deliver(.sample(.pinBlocked))
    var reader = try JSONObjectReader(JSONValue(parsing: Array(text(of: file).utf8.dropLast())))
    #expect(try reader.string("purpose") == "notice")
    #expect(try reader.string("notice") == "pin_blocked")
    #expect(try reader.optionalString("code") == nil)
    #expect(try reader.optionalString("stop") == nil)
  }

  @Test("a notice of what can be stopped has the address where it is")
  func stop() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("mailbox.jsonl")
    let address = "http://localhost:8080/stop#wai_AAEC.c2VjcmV0"
    var message = Message.sample(.recoveryBegun)
    message.stop = SecretText(address)
    try await MailboxMessenger(file: file).deliver(message)
    var reader = try JSONObjectReader(JSONValue(parsing: Array(text(of: file).utf8.dropLast())))
    #expect(try reader.string("notice") == "recovery_begun")
    #expect(try reader.string("stop") == address)
  }

  @Test("only its owner can read the mailbox")
  func mode() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("mailbox.jsonl")
    try await MailboxMessenger(file: file).deliver(.sample())
    #expect(try permissions(of: file) == 0o600)
  }

  @Test("messages that are delivered at once stay on lines of their own")
  func concurrent() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("mailbox.jsonl")
    try await withThrowingTaskGroup { group in
      for _ in 0..<100 {
        group.addTask { try await MailboxMessenger(file: file).deliver(.sample()) }
      }
      try await group.waitForAll()
    }
    let lines = try text(of: file).split(separator: "\n")
    #expect(lines.count == 100)
    for line in lines { _ = try JSONValue(parsing: Array(line.utf8)) }
  }

  @Test("a mailbox that cannot be opened is no delivery")
  func noFolder() async throws {
    await #expect(throws: DeliveryError.self) {
      try await MailboxMessenger(file: "/nowhere/mailbox.jsonl").deliver(.sample())
    }
  }
}
