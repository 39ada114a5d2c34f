import CountersignCore
import CountersignDelivery
import Foundation
import ProgramTesting
import Testing
import WireModel

@Suite("the mail program")
struct SendmailMessengerTests {
  init() { signal(SIGPIPE, SIG_IGN) }

  @Test("the program reads the mail, and no address is an argument")
  func delivered() async throws {
    let folder = try TemporaryFolder()
    let mail = folder.file("mail")
    let program = try folder.script(
      "sendmail", "echo \"$*\" > \(folder.file("arguments")); cat > \(mail)")
    let recipient = "$(touch${IFS}\(folder.file("run")))@example.com".filter { !"(),".contains($0) }
    try await SendmailMessenger(program: program, sender: "no-reply@example.org")
      .deliver(.sample(to: recipient))
    #expect(try text(of: folder.file("arguments")) == "-i -t\n")
    #expect(try text(of: mail).contains("To: \(recipient)\n"))
    #expect(try text(of: mail).contains(Message.sampleCode))
    #expect(!FileManager.default.fileExists(atPath: folder.file("run")))
  }

  @Test("a program that fails is no delivery, and the error holds no code")
  func failing() async throws {
    let folder = try TemporaryFolder()
    let program = try folder.script("sendmail", "cat; exit 75")
    let error = await #expect(throws: DeliveryError.self) {
      try await SendmailMessenger(program: program, sender: "no-reply@example.org")
        .deliver(.sample())
    }
    #expect(error?.description == "the mail program ended with 75")
  }

  @Test("a program that reads nothing is checked by its exit code")
  func deaf() async throws {
    let folder = try TemporaryFolder()
    let program = try folder.script("sendmail", "exec <&-; exit 0")
    try await SendmailMessenger(program: program, sender: "no-reply@example.org").deliver(.sample())
  }

  @Test("a program that hangs and heeds no signal is ended")
  func hanging() async throws {
    let folder = try TemporaryFolder()
    let program = try folder.script(
      "sendmail", "trap '' TERM; echo $$ > \(folder.file("pid")); exec sleep 60")
    let error = await #expect(throws: DeliveryError.self) {
      try await SendmailMessenger(
        program: program, sender: "no-reply@example.org", timeoutSeconds: 1
      ).deliver(.sample())
    }
    #expect(error?.description == "the mail program took longer than 1 seconds")
    let pid = try #require(
      pid_t(text(of: folder.file("pid")).trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(pid, 0) == -1)
  }

  @Test("a program that is not there is no delivery")
  func missing() async throws {
    await #expect(throws: DeliveryError.self) {
      try await SendmailMessenger(program: "/nowhere/sendmail", sender: "no-reply@example.org")
        .deliver(.sample())
    }
  }

  @Test("a text message is not mailed")
  func textMessage() async throws {
    let folder = try TemporaryFolder()
    let program = try folder.script("sendmail", "cat > \(folder.file("mail"))")
    await #expect(throws: DeliveryError.self) {
      try await SendmailMessenger(program: program, sender: "no-reply@example.org")
        .deliver(.sample(to: "+2348012345678", channel: .sms))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("mail")))
  }
}
