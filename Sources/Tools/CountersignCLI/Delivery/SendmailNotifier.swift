import CountersignService
import Foundation
import WireModel

/// Hands mail to a sendmail-compatible program (`-i -t`, the message on standard input).
///
/// No shell is in between, and the recipient stands in the message's head alone: an address was
/// judged at sign-up to hold nothing that could end a line there.
struct SendmailNotifier: Notifier {
  let program: String
  let sender: String
  var timeoutSeconds = 30

  func deliver(_ message: Message) async throws {
    guard message.channel == .email else {
      throw DeliveryError(reason: "mail cannot carry a text message")
    }
    let process = Process()
    let input = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = ["-i", "-t"]
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let status = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Int32, any Error>) in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: DeliveryError(reason: "the mail program cannot be run"))
        return
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(timeoutSeconds)) {
        if process.isRunning { process.terminate() }
      }
      // A program that has ended already shows in its status.
      try? input.fileHandleForWriting.write(contentsOf: mail(message))
      try? input.fileHandleForWriting.close()
    }
    guard status == 0 else {
      throw DeliveryError(reason: "the mail program ended with \(status)")
    }
  }

  private func mail(_ message: Message) -> [UInt8] {
    let text = MessageText(message.content)
    return Array(
      """
      From: \(sender)
      To: \(message.recipient)
      Subject: \(text.subject)
      Auto-Submitted: auto-generated
      MIME-Version: 1.0
      Content-Type: text/plain; charset=utf-8

      \(text.body)

      """.utf8)
  }
}
