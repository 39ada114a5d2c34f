package import CountersignCore
import Crypto
import Foundation
import ToolSupport
import WireModel

/// The scenarios that a deployment declares: the file of `serve --scenarios FILE`
/// (`docs/scenarios-file.md`).
package struct ScenarioFile: Sendable, Hashable {
  /// The languages of all texts; the first is that of whoever asks for none of them.
  let languages: [Language]
  /// The scenarios, in the order of the file.
  let scenarios: [DeclaredScenario]
  /// The server's own words in the languages that it does not have by itself, by their names.
  let texts: [Language: [String: String]]

  /// The tables that a file is held against.
  struct Rules: Sendable {
    /// The tables of documents.
    let documents: DocumentRules
    /// The names of the server's own scenarios, which no file declares.
    let serverScenarios: Set<ScenarioName>
    /// The languages in which the server has its own words.
    let builtInLanguages: [Language]
    /// The names of the server's own words.
    let textNames: [String]
    /// SHA-256, of which the first 4 bytes are a scenario's tag in challenges.
    let hash: @Sendable ([UInt8]) -> [UInt8]
  }

  /// Everything that is wrong with a file, in the order of its lines.
  struct Faults: Error, Hashable {
    let faults: [Fault]

    init(_ faults: [Fault]) {
      self.faults = faults.enumerated()
        .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
        .map(\.element)
    }
  }

  /// One thing that is wrong with a file.
  struct Fault: Sendable, Hashable, CustomStringConvertible {
    let place: FilePlace
    let path: FieldPath
    /// The problem, as in "is missing".
    let problem: String
    /// The next step, as in "add it".
    let remedy: String

    /// The place, the path of the field, the problem, and what to do.
    var description: String {
      let named = path == .root ? "" : "\(path): "
      return "\(place): \(named)\(problem); \(remedy)"
    }
  }

  /// Reads the bytes of a file.
  static func read(_ bytes: [UInt8], rules: Rules) -> Result<ScenarioFile, Faults> {
    SourceText.read(bytes, most: mostBytes).flatMap { text in
      let (root, faults) = YAMLTree.read(text)
      var reader = ScenarioFileReader(rules: rules, faults: faults)
      guard let root else {
        return .failure(Faults(reader.faults.isEmpty ? [SourceText.empty] : reader.faults))
      }
      guard let file = reader.readFile(root), reader.faults.isEmpty else {
        return .failure(Faults(reader.faults))
      }
      return .success(file)
    }
  }

  /// Reads the scenarios of a file for a server without modules.
  ///
  /// - Parameter bytes: The file.
  /// - Returns: The scenarios; nil for a file with faults.
  package static func scenarios(in bytes: [UInt8]) -> [DeclaredScenario]? {
    try? read(bytes, rules: .server(with: [])).get().scenarios
  }

  /// Reads a file, and writes all its faults to standard error.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - rules: The tables that it is held against.
  ///   - exit: The exit code for a file with faults.
  /// - Returns: The scenarios.
  /// - Throws: `CommandFailure` for a file that cannot be read or has faults.
  static func load(
    _ path: String, rules: Rules, exit: CommandFailure.Exit = .wrongUse
  ) throws -> ScenarioFile {
    switch read(try content(of: path), rules: rules) {
    case .success(let file): return file
    case .failure(let faults):
      for fault in faults.faults { Console.note("\(path):\(fault)") }
      let count = faults.faults.count
      throw CommandFailure(
        exit, "\(path) has \(count == 1 ? "a fault" : "\(count) faults")",
        hint: "correct it, and run countersign scenario check \(path)")
    }
  }

  /// The bytes of a file, one more than are taken at most.
  private static func content(of path: String) throws -> [UInt8] {
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? file.close() }
      var content = Data()
      while content.count <= mostBytes,
        let part = try file.read(upToCount: mostBytes + 1 - content.count), !part.isEmpty
      {
        content += part
      }
      return Array(content)
    } catch {
      throw CommandFailure(
        .wrongUse, "\(path) cannot be read",
        hint: "name a file that is there and may be read; docs/scenarios-file.md has an example")
    }
  }

  private static let mostBytes = 256 * 1024
}

extension ScenarioFile.Rules {
  /// The rules of this server, with the scenarios and the words of its modules.
  static func server(with modules: [any Module]) -> ScenarioFile.Rules {
    var policy = ServicePolicy()
    policy.add(modules)
    return ScenarioFile.Rules(
      documents: .ofServer, serverScenarios: policy.scenarios.namesOfServer,
      builtInLanguages: policy.texts.languages, textNames: policy.texts.names.map(\.text),
      hash: { Array(SHA256.hash(data: $0)) })
  }
}
