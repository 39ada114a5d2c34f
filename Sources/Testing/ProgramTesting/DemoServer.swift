import Foundation
package import SecretSearch
import WebAuthnModel

/// `countersign serve --demo` as a process of its own, on a free port.
package final class DemoServer: Sendable {
  /// Where it keeps its state.
  package let folder: String
  /// Its origin.
  package let address: String
  /// What notes the secrets that pass, and what it logs.
  package let watch: SecretWatch
  private let process: ChildProcess

  /// Starts it and waits for its ready line.
  package init(
    folder: String, port: Int = 0, options: [String] = [], file: String = #fileID,
    line: Int = #line
  ) throws {
    self.folder = folder
    watch = SecretWatch("a demo of \(file):\(line)")
    process = try ChildProcess(
      BuiltProgram.url,
      ["serve", "--demo", "--port", String(port), "--data", folder] + options,
      errors: watch.errorFile())
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
  package func end(by signal: Int32) -> Int32 {
    noteSecrets()
    return process.end(by: signal)
  }

  deinit { noteSecrets() }

  /// Notes what its folder holds of secrets: keys, and the codes that it mailed.
  private func noteSecrets() {
    guard watch.isOn else { return }
    for name in ["service-key", "event-secret"] {
      for line in lines(of: name) { watch.note(name, String(decoding: line, as: UTF8.self)) }
    }
    for (name, members) in [("keyring", nil), ("mailbox.jsonl", ["code"])] {
      for line in lines(of: name) {
        guard case .object(let object)? = try? JSONValue(parsing: line) else { continue }
        for member in members ?? object.names {
          if case .string(let text)? = object[member] { watch.note("\(name) \(member)", text) }
        }
      }
    }
  }

  private func lines(of name: String) -> [[UInt8]] {
    (FileManager.default.contents(atPath: folder + "/" + name) ?? Data())
      .split(separator: UInt8(ascii: "\n")).map { Array($0) }
  }
}
