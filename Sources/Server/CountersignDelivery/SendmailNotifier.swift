import CountersignCore
import WireModel

/// Hands mail to a sendmail-compatible program (`-i -t`, the message on standard input).
///
/// No shell is in between, and no address is an argument: each stands in the message's head alone.
struct SendmailNotifier: Notifier {
  let program: String
  let sender: String
  var timeoutSeconds = 30

  func deliver(_ message: Message) async throws {
    guard message.channel == .email else {
      throw DeliveryError(reason: "mail cannot carry a text message")
    }
    let mail = try Mail(message, from: sender, at: SystemClock().now())
    let status = try await HelperProgram.run(
      program, ["-i", "-t"], input: mail.bytes, timeoutSeconds: timeoutSeconds)
    guard status == 0 else {
      throw DeliveryError(reason: "the mail program ended with \(status)")
    }
  }
}
