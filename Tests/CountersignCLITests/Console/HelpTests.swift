import CountersignClient
import FlowModel
import Foundation
import ProgramTesting
import Testing
import ToolSupport
import WireModel

@Suite("What the program says of itself")
struct HelpTests {
  @Test("the help of each command has an example, which names only what there is")
  func examples() async throws {
    let commands = try await Self.commands()
    #expect(commands.count > 50)
    for command in commands where !command.path.isEmpty {
      let examples = command.discussion.split(separator: "\n")
        .map { $0.replacing("example: ", with: "").trimmingCharacters(in: .whitespaces) }
        .filter { $0.hasPrefix("countersign ") }
      #expect(!examples.isEmpty, "\(command.path): \(command.discussion)")
      for example in examples { Self.expectKnown(example, among: commands) }
    }
  }

  @Test("hints name only commands and options that there are")
  func hints() async throws {
    let commands = try await Self.commands()
    for text in ReasonText.all.values { Self.expectKnown(text.hint, among: commands) }
    var count = 0
    for file in Self.sources() {
      let text = try String(contentsOf: file, encoding: .utf8)
      for line in text.split(separator: "\n")
      where line.contains("hint") || line.contains("Console.note") {
        guard let range = line.range(of: "countersign ") else { continue }
        let rest = line[range.lowerBound...].prefix { $0 != "\"" && $0 != "`" }
        Self.expectKnown(String(rest), among: commands)
        count += 1
      }
    }
    #expect(count > 10)
  }

  @Test("wrong use is told which help has the example")
  func wrongUse() async throws {
    for (arguments, help) in [
      (["phone", "enrol", "--nothing"], "countersign help phone enrol"),
      (["phone", "nothing"], "countersign help phone"), (["nothing"], "countersign help"),
    ] {
      let outcome = try await BuiltProgram.run(arguments)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("hint: \(help) shows an example"), "\(outcome.errors)")
      let shown = try await BuiltProgram.run(
        Array(help.split(separator: " ").dropFirst().map(String.init)))
      #expect(shown.status == 0 && shown.output.lowercased().contains("example:"))
    }
  }

  @Test("every reason has a sentence for people and a hint, and none speaks to a developer")
  func reasons() {
    for reason in Reason.all {
      let problem = Problem(
        status: 400, title: "refused", detail: "the server's words", reason: reason)
      let failure = CommandFailure(ClientError.refused(problem))
      #expect(ReasonText.all[reason.code] != nil, "\(reason)")
      #expect(failure.hint?.isEmpty == false, "\(reason)")
      #expect(failure.cause.hasSuffix("(\(reason.code))"), "\(failure.cause)")
      #expect(failure.cause.prefix(1) == failure.cause.prefix(1).lowercased(), "\(failure.cause)")
    }
    let over = Problem(
      status: 401, title: "unauthorized",
      detail: "sign in, and send the access token as a Bearer token", reason: .sessionRequired)
    let failure = CommandFailure(ClientError.refused(over))
    #expect(!failure.cause.contains("Bearer"))
    #expect(failure.hint == "open a session with countersign phone login, or sign-up")
    let link = CommandFailure(FlowError.serverValidation(.linkOver))
    #expect(link.cause == "the link is unknown, was used, or its time is over (link_over)")
    #expect(link.hint?.contains("take a new one") == true)
  }

  @Test("completions can be made for bash, zsh and fish", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) async throws {
    let outcome = try await BuiltProgram.run(["--generate-completion-script", shell])
    #expect(outcome.status == 0 && outcome.output.contains("test-biometrics"))
  }

  @Test("a manual page can be made, with every command and its examples")
  func manual() async throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = Self.root.appending(path: "Scripts/make-manual")
    process.arguments = [BuiltProgram.url.path, folder.file("manual")]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let page = try String(
      contentsOfFile: folder.file("manual/share/man/man1/countersign.1"), encoding: .utf8)
    for command in try await Self.commands() where !command.path.isEmpty {
      let name = (["countersign"] + command.path).joined(separator: " ")
      #expect(page.contains(".SS " + name.replacing("-", with: "\\-")), "\(name)")
    }
  }
}

extension HelpTests {
  /// A command, as `--experimental-dump-help` describes it.
  private struct Described: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable { let name: String }
      let names: [Name]?
    }

    let commandName: String
    let discussion: String?
    let shouldDisplay: Bool?
    let subcommands: [Described]?
    let arguments: [Argument]?
  }

  private struct Dump: Decodable { let command: Described }

  private struct Command {
    /// Its names after the program's.
    let path: [String]
    let discussion: String
    let options: Set<String>
    let isGroup: Bool
  }

  private static func commands() async throws -> [Command] {
    let outcome = try await BuiltProgram.run(["--experimental-dump-help"])
    let dump = try JSONDecoder().decode(Dump.self, from: Data(outcome.output.utf8))
    return all(dump.command, [])
  }

  private static func all(_ command: Described, _ path: [String]) -> [Command] {
    let below = (command.subcommands ?? []).filter {
      $0.shouldDisplay != false && $0.commandName != "help"
    }
    let options = (command.arguments ?? []).flatMap { $0.names ?? [] }.map(\.name)
    return [
      Command(
        path: path, discussion: command.discussion ?? "", options: Set(options),
        isGroup: !below.isEmpty)
    ] + below.flatMap { all($0, path + [$0.commandName]) }
  }

  /// Expects that a text which begins with the program's name goes on with a command that there is,
  /// and with options that it has.
  private static func expectKnown(_ text: String, among commands: [Command]) {
    guard let range = text.range(of: "countersign ") else { return }
    // What comes after a comma may be of another command.
    let clause = text[range.upperBound...].components(separatedBy: ", ")[0]
    let words = clause.split(whereSeparator: " ;:.".contains).map(String.init)
    guard let first = words.first, first.first?.isLowercase == true, first != "help" else {
      return
    }
    var command = commands.first { $0.path == [first] }
    #expect(command != nil, "no command \(first): \(text)")
    for word in words.dropFirst() {
      guard let group = command, group.isGroup, word.first?.isLowercase == true else { break }
      command = commands.first { $0.path == group.path + [word] }
      #expect(command != nil, "no command \(word) of \(group.path): \(text)")
    }
    guard let command else { return }
    for word in words where word.hasPrefix("--") {
      let name = word.dropFirst(2).prefix { $0.isLetter || $0 == "-" }
      #expect(command.options.contains(String(name)), "\(command.path) has no \(word): \(text)")
    }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  /// The sources of the tools.
  private static func sources() -> [URL] {
    ["Sources/Tools", "Sources/Shop/AirtimeTerminal"].flatMap { folder in
      let files = FileManager.default.enumerator(
        at: root.appending(path: folder), includingPropertiesForKeys: nil)
      return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    }
  }
}
