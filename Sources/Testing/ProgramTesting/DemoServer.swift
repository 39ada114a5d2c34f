import Foundation

/// `countersign serve --demo` as a process of its own, on a free port.
package final class DemoServer: Sendable {
  /// Where it keeps its state.
  package let folder: String
  /// Its origin.
  package let address: String
  private let process: ChildProcess

  /// Starts it and waits for its ready line.
  package init(folder: String, port: Int = 0, options: [String] = []) throws {
    self.folder = folder
    process = try ChildProcess(
      BuiltProgram.url,
      ["serve", "--demo", "--port", String(port), "--data", folder] + options)
    address = try ReadyLine.read(process.output)
  }

  /// The file of what was mailed.
  package var mailbox: String { folder + "/mailbox.jsonl" }

  /// The port that it serves on.
  package var port: Int { URL(string: address)?.port ?? 0 }

  /// Ends it by a signal and waits for its end.
  ///
  /// - Returns: Its exit status; the signal's number where the signal ended it.
  @discardableResult
  package func end(by signal: Int32) -> Int32 { process.end(by: signal) }
}
