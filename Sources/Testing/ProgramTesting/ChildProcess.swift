package import Foundation

/// A program that runs beside a test and ends with it at the latest.
package final class ChildProcess: @unchecked Sendable {
  // `Process` is not Sendable; all that happens to it after its start is a signal and a wait.
  private let process = Process()
  /// Its standard output.
  package let output = Pipe()

  /// Starts it.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - arguments: Its arguments.
  ///   - errors: Where its errors go, where nobody sits at a terminal.
  ///   - input: What it reads, where nobody sits at a terminal; nil for nothing.
  ///   - terminal: The terminal at which it is started; nil where nobody sits at one.
  /// - Throws: Where it does not start.
  package init(
    _ program: URL, _ arguments: [String], errors: FileHandle = .nullDevice, input: Pipe? = nil,
    at terminal: PseudoTerminal? = nil
  ) throws {
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = input ?? terminal?.inner ?? FileHandle.nullDevice
    process.standardError = terminal?.inner ?? errors
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

  /// Waits for its end.
  package func awaitEnd() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  deinit { if process.isRunning { end(by: SIGKILL) } }
}
