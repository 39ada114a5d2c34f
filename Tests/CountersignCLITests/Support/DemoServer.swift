import Foundation

/// `countersign serve --demo` as a process of its own, on a free port.
final class DemoServer {
  let folder: String
  let address: String
  private let process: Process

  /// Starts it and waits for its ready line.
  init(folder: String, port: Int = 0, options: [String] = []) throws {
    self.folder = folder
    process = Process()
    let output = Pipe()
    process.executableURL = BuiltProgram.url
    process.arguments =
      ["serve", "--demo", "--port", String(port), "--data", folder] + options
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    address = try ReadyLine.read(output)
  }

  /// The file of what was mailed.
  var mailbox: String { folder + "/mailbox.jsonl" }

  /// The port that it serves on.
  var port: Int { URL(string: address)?.port ?? 0 }

  /// Ends it by a signal and waits for its end.
  ///
  /// - Returns: Its exit status; the signal's number where the signal ended it.
  @discardableResult
  func end(by signal: Int32) -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }

  deinit { if process.isRunning { end(by: SIGKILL) } }
}
