public import CountersignCore
import Subprocess
import WireModel

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Hands mail to a sendmail-compatible program (`-i -t`, the message on standard input).
///
/// No shell is in between, and no address is an argument: each stands in the message's head alone.
public struct SendmailMessenger: Messenger {
  private let program: String
  private let sender: String
  private let timeoutSeconds: Int

  /// A mail program.
  ///
  /// - Parameters:
  ///   - program: The file to run.
  ///   - sender: Where mail comes from: an address, or a name with one in angle brackets.
  ///   - timeoutSeconds: How long the program may take for one mail.
  public init(program: String, sender: String, timeoutSeconds: Int = 30) {
    self.program = program
    self.sender = sender
    self.timeoutSeconds = timeoutSeconds
  }

  /// Has the program mail a message.
  ///
  /// - Throws: `DeliveryError` if it was not taken over.
  public func deliver(_ message: Message) async throws {
    guard message.channel == .email else {
      throw DeliveryError(reason: "mail cannot carry a text message")
    }
    let mail = try Mail(message, from: sender, at: SystemClock().now())
    guard let status = try await run(on: mail.bytes) else {
      throw DeliveryError(reason: "the mail program took longer than \(timeoutSeconds) seconds")
    }
    switch status {
    case .exited(0): return
    case .exited(let code): throw DeliveryError(reason: "the mail program ended with \(code)")
    case .signaled(let signal):
      throw DeliveryError(reason: "the mail program was ended by signal \(signal)")
    }
  }

  /// Runs the program to its end; nil where it took too long and was ended.
  private func run(on mail: [UInt8]) async throws -> TerminationStatus? {
    var options = PlatformOptions()
    // A program that heeds no SIGTERM must not hold up everybody's mail.
    options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(2))]
    return try await withThrowingTaskGroup(of: TerminationStatus?.self) { [options] group in
      group.addTask {
        do {
          return try await Subprocess.run(
            .path(FilePath(program)), arguments: ["-i", "-t"], platformOptions: options,
            input: .inputWriter, output: .discarded, error: .discarded
          ) { execution in
            // A program that ended before it read shows in its status.
            _ = try? await execution.standardInputWriter.write(mail)
          }.terminationStatus
        } catch is SubprocessError {
          throw DeliveryError(reason: "\(program) cannot be run")
        }
      }
      group.addTask {
        try await Task.sleep(for: .seconds(timeoutSeconds))
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}
