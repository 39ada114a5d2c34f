public import CountersignCore
import Foundation
import WireModel

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
    let status = try await HelperProgram.run(
      program, ["-i", "-t"], input: mail.bytes, timeoutSeconds: timeoutSeconds)
    guard status == 0 else {
      throw DeliveryError(reason: "the mail program ended with \(status)")
    }
  }
}

/// Runs a program of the host's, without a shell.
enum HelperProgram {
  /// Runs it to its end, and for no longer than it may take.
  ///
  /// - Parameters:
  ///   - program: The file to run.
  ///   - arguments: Its arguments, each as it is.
  ///   - input: What it reads, of at most a few thousand bytes: a pipe holds that much even if
  ///     nobody reads it, so that the write waits for nothing.
  ///   - timeoutSeconds: When it is told to end; two seconds later it is ended.
  /// - Returns: Its exit code, or the signal that ended it.
  /// - Throws: ``DeliveryError`` where it cannot be run.
  static func run(
    _ program: String, _ arguments: [String], input: [UInt8], timeoutSeconds: Int
  ) async throws -> Int32 {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardInput = pipe
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let deadline = Task {
      try await Task.sleep(for: .seconds(timeoutSeconds))
      if process.isRunning { process.terminate() }
      try await Task.sleep(for: .seconds(2))
      // A program that heeds no SIGTERM must not hold up everybody's mail.
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
    defer { deadline.cancel() }
    return try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: DeliveryError(reason: "\(program) cannot be run"))
        return
      }
      // A program that ended before it read shows in its status.
      try? pipe.fileHandleForWriting.write(contentsOf: input)
      try? pipe.fileHandleForWriting.close()
    }
  }
}
