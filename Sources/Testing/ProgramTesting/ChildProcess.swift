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
  ///   - errors: Its standard error, unless it has a terminal.
  ///   - input: Its standard input, unless it has a terminal; nil for an empty one.
  ///   - terminal: The terminal at which it is started; nil for none.
  ///   - environment: What its environment has beside the tests' own.
  /// - Throws: The error of a program that does not start.
  package init(
    _ program: URL, _ arguments: [String], errors: FileHandle = .nullDevice, input: Pipe? = nil,
    at terminal: PseudoTerminal? = nil, environment: [String: String] = [:]
  ) throws {
    process.executableURL = program
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = input ?? terminal?.inner ?? FileHandle.nullDevice
    process.standardError = terminal?.inner ?? errors
    try process.run()
  }

  /// Ends it by a signal and waits for its end.
  ///
  /// - Returns: Its exit status; the signal's number if the signal ended it.
  @discardableResult
  package func end(by signal: Int32) -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Sends it a signal that does not end it.
  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// True until it has ended.
  var isRunning: Bool { process.isRunning }

  /// Waits for its end.
  package func awaitEnd() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  deinit { if process.isRunning { end(by: SIGKILL) } }
}

/// The line by which a server says that it is ready.
package enum ReadyLine {
  /// Reads it and gives the address in it.
  package static func read(_ output: Pipe) throws -> String {
    let text = try next(of: output)
    guard text.hasPrefix("listening on http://localhost:") else { throw NotReady(line: text) }
    return String(text.dropFirst("listening on ".count))
  }

  /// The next line of a program's output, read byte by byte so that nothing after it is taken.
  package static func next(of output: Pipe) throws -> String {
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }
}

/// A program that did not come up.
package struct NotReady: Error {
  /// The line that it wrote instead.
  package let line: String

  /// A program that said this.
  package init(line: String) { self.line = line }
}
