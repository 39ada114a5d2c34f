package import Foundation

/// A program that runs beside a test and ends with it at the latest.
package final class ChildProcess: @unchecked Sendable {
  // `Process` is not Sendable; all that happens to it after its start is a signal and a wait.
  private let process = Process()
  /// Its standard output.
  package let output = Pipe()

  /// Starts it.
  package init(
    _ program: URL, _ arguments: [String], errors: FileHandle = .nullDevice
  ) throws {
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// Ends it by a signal and waits for its end.
  ///
  /// - Returns: Its exit status; the signal's number where the signal ended it.
  @discardableResult
  package func end(by signal: Int32) -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }

  deinit { if process.isRunning { end(by: SIGKILL) } }
}
