import Foundation
import Logging

/// The sandbox supplier as a child process of a demo server.
///
/// The child lives as long as the pipe on its standard input: the system closes that however the
/// server ends, by SIGKILL too.
final class SandboxProcess: Sendable {
  let url: String
  private let input: FileHandle

  private init(url: String, input: FileHandle) {
    self.url = url
    self.input = input
  }

  /// Starts the child and waits until it listens.
  static func start(_ logger: Logger) async throws -> SandboxProcess {
    guard let program = Bundle.main.executableURL else {
      throw CommandFailure(.environment, "this program cannot find its own file")
    }
    let process = Process()
    let input = Pipe()
    let output = Pipe()
    process.executableURL = program
    process.arguments = ["supplier", "sandbox", "--port", "0", "--until-input-ends"]
    process.standardInput = input
    process.standardOutput = output
    process.terminationHandler = { process in
      logger.info(
        "the sandbox supplier has ended", metadata: ["status": "\(process.terminationStatus)"])
    }
    do {
      try process.run()
    } catch {
      throw CommandFailure(.environment, "the sandbox supplier cannot be started: \(error)")
    }
    // Only the child may hold this end, or it would never see it close.
    try? input.fileHandleForReading.close()
    guard let line = await firstLine(of: output.fileHandleForReading),
      let address = line.split(separator: " ").last, line.hasPrefix("listening on ")
    else {
      throw CommandFailure(.environment, "the sandbox supplier has ended before it listened")
    }
    return SandboxProcess(url: String(address), input: input.fileHandleForWriting)
  }

  /// Ends the child.
  func end() { try? input.close() }

  private static func firstLine(of handle: FileHandle) async -> String? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var received: [UInt8] = []
        while let chunk = try? handle.read(upToCount: 1), let byte = chunk.first {
          if byte == UInt8(ascii: "\n") {
            continuation.resume(returning: String(decoding: received, as: UTF8.self))
            return
          }
          received.append(byte)
        }
        continuation.resume(returning: nil)
      }
    }
  }
}
