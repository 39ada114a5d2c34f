package import Foundation
package import SecretSearch
import WebAuthnModel

/// `serve --demo` of a program as a process of its own, on a free port unless one is given.
package final class DemoServer: Sendable {
  /// The folder of its state.
  package let folder: String
  /// Its origin.
  package let address: String
  /// The watch that notes the secrets that pass, and its log.
  package let watch: SecretWatch
  private let process: ChildProcess

  /// Starts it and waits for its ready line.
  ///
  /// A port that a server had before may be another's for a while: then it is started again, up to
  /// so many times. Its machine's clock can be some seconds ahead, or behind.
  package init(
    _ program: URL = BuiltProgram.url, folder: String, port: Int = 0, options: [String] = [],
    tries: Int = 200, secondsAhead: Int = 0, file: String = #fileID, line: Int = #line
  ) throws {
    self.folder = folder
    watch = SecretWatch("a demo of \(file):\(line)")
    // The people of many tests sign up at once, all from this machine's address.
    let limits = [
      "--limit", "codes-per-network=100000", "--limit", "codes-per-second=100000",
    ]
    let arguments =
      ["serve", "--demo", "--port", String(port), "--data", folder] + limits + options
    let errors = watch.errorFile()
    for triesLeft in (0..<tries).reversed() {
      let process = try ChildProcess(
        program, arguments, errors: errors,
        environment: WrongClock.environment(secondsAhead: secondsAhead))
      do {
        address = try ReadyLine.read(process.output)
        self.process = process
        return
      } catch let error as NotReady {
        // 3 is what it ends with by itself where it finds its port taken.
        let isTaken = process.end(by: SIGKILL) == 3
        guard port != 0, isTaken, triesLeft > 0 else { throw error }
        try Task.checkCancellation()
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
    throw NotReady(line: "no try is left")
  }

  /// The mailbox file.
  package var mailbox: String { folder + "/mailbox.jsonl" }

  /// Has a phone read its codes where they are mailed, however long a busy machine takes to do so.
  package var codes: [String] { ["--code-from", mailbox, "--code-seconds", "600"] }

  /// The port that it serves on.
  package var port: Int { URL(string: address)?.port ?? 0 }

  /// True until it has ended.
  package var isRunning: Bool { process.isRunning }

  /// Sends it a signal that does not end it.
  package func send(_ signal: Int32) { process.send(signal) }

  /// Ends it by a signal and waits for its end.
  ///
  /// - Returns: Its exit status; the signal's number where the signal ended it.
  @discardableResult
  package func end(by signal: Int32) -> Int32 {
    noteSecrets()
    return process.end(by: signal)
  }

  /// The codes that were mailed, the newest last.
  package func codesMailed() throws -> [String] {
    guard let log = try? String(contentsOfFile: mailbox, encoding: .utf8) else { return [] }
    return try log.split(separator: "\n").compactMap { line in
      guard case .object(let mail) = try JSONValue(parsing: Array(line.utf8)),
        case .string(let code)? = mail["code"]
      else { return nil }
      return code
    }
  }

  /// The newest code, once more are mailed than so many.
  ///
  /// - Throws: ``NotReady`` after half a minute.
  package func nextCode(after count: Int) async throws -> String {
    for _ in 0..<600 {
      if let code = try codesMailed().dropFirst(count).last { return code }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw NotReady(line: "no code was mailed beside \(count)")
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
          for text in Self.secrets(object[member]) { watch.note("\(name) \(member)", text) }
        }
      }
    }
  }

  /// A secret that stands alone, or each of a purpose's keys.
  private static func secrets(_ value: JSONValue?) -> [String] {
    switch value {
    case .string(let text)?: [text]
    case .array(let keys)?:
      keys.compactMap { key in
        guard case .object(let members) = key, case .string(let text)? = members["key"] else {
          return nil
        }
        return text
      }
    default: []
    }
  }

  private func lines(of name: String) -> [[UInt8]] {
    (FileManager.default.contents(atPath: folder + "/" + name) ?? Data())
      .split(separator: UInt8(ascii: "\n")).map { Array($0) }
  }
}
