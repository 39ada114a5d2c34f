import CountersignClient
import FlowModel
import Foundation
import ProgramTesting
import Testing
import ToolSupport
import WireModel

@testable import PhoneCommands

@Suite("What the program says of itself")
struct HelpTests {
  @Test(
    "the help of each command has an example, which names only what there is",
    arguments: ["countersign", "airtime"])
  func examples(program: String) async throws {
    let commands = try await Self.commands(of: program)
    #expect(commands.count > 50)
    for command in commands where !command.path.isEmpty {
      let examples = command.discussion.split(separator: "\n")
        .map { $0.replacing("example: ", with: "").trimmingCharacters(in: .whitespaces) }
        // What all programs share calls each of them countersign.
        .map { $0.hasPrefix(program) ? "countersign" + $0.dropFirst(program.count) : $0 }
        .filter { $0.hasPrefix("countersign ") }
      #expect(!examples.isEmpty, "\(command.path): \(command.discussion)")
      for example in examples { Self.expectKnown(example, among: commands) }
    }
  }

  @Test("each PIN of an example may be set")
  func examplePINs() async throws {
    var count = 0
    for command in try await Self.commands() {
      let words = command.discussion.split(whereSeparator: \.isWhitespace)
      for (option, pin) in zip(words, words.dropFirst())
      where option.hasPrefix("--") && option.hasSuffix("pin") && pin.allSatisfy(\.isNumber) {
        #expect(PINRule.fault(of: SecretText(String(pin))) == nil, "\(command.path): \(pin)")
        count += 1
      }
    }
    #expect(count > 10)
  }

  @Test("hints name only commands and options that there are")
  func hints() async throws {
    let commands = try await Self.commands()
    for text in Array(ReasonText.all.values) + PhoneWords.germanReasons.values {
      Self.expectKnown(text.hint, among: commands)
    }
    for hint in PhoneWords.germanStops.values.compactMap(\.hint) {
      Self.expectKnown(hint, among: commands)
    }
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

  @Test("wrong use of the phone is told in German to whoever wants it, and a script reads English")
  func germanUse() async throws {
    let folder = try TemporaryFolder()
    let home = ["--home", folder.file("phone")]
    for (arguments, cause, help) in [
      (["enrol", "--frobnicate"], "unbekannte Option '--frobnicate'", "enrol"),
      (["devices", "--jsn"], "unbekannte Option '--jsn'; meinten Sie '--json'?", "devices"),
      (["act"], "es fehlt '<scenario>'", "act"),
      (["login", "one", "two"], "'two' ist zu viel", "login"),
      (["login", "one", "two", "three"], "das ist zu viel: 'two', 'three'", "login"),
      (["watch", "--seconds", "x"], "'x' ist kein Wert von '--seconds <seconds>'", "watch"),
      (["watch", "--seconds", "0"], "--seconds muss über 0 sein", "watch"),
      (
        ["approve", "--fallback", "x"],
        "'x' ist kein Wert von '--fallback <fallback>'; möglich ist 'pin' oder 'codes'", "approve"
      ),
      (
        ["revoke"], "sagen Sie, welche: die Kennung eines Geräts, --this, --others oder --all",
        "revoke"
      ),
      (
        ["sessions", "end"], "sagen Sie, welche: die Kennung einer Sitzung, oder --others",
        "sessions end"
      ),
      (
        ["factors", "--keep", "a", "--remove", "b"],
        "geben Sie --keep oder --remove an, nicht beides", "factors"
      ),
    ] {
      for language in [["--language", "de"], ["--language=de-AT"]] {
        let outcome = try await BuiltProgram.run(["phone"] + arguments + home + language)
        #expect(outcome.status == 2)
        #expect(
          outcome.errors
            == "countersign: \(cause)\nHinweis: countersign help phone \(help) zeigt ein Beispiel\n"
        )
      }
    }
    let unknown = try await BuiltProgram.run(["phone", "aprove", "--language", "de"])
    #expect(
      unknown.errors
        == "countersign: phone hat keinen Befehl aprove\nHinweis: meinten Sie countersign phone "
        + "approve? countersign help phone zeigt alle\n")
    let script = try await BuiltProgram.run(
      ["phone", "enrol", "--frobnicate"], environment: ["LC_ALL": "de_DE.UTF-8"])
    #expect(script.errors.hasPrefix("countersign: unknown option '--frobnicate'\nhint: "))
    #expect(UsageWords.german.cause("Some other message") == "Some other message")
  }

  @Test("what a command refuses before it asks a server is told in German to whoever wants it")
  func germanRefusals() async throws {
    let folder = try TemporaryFolder()
    let rest = ["--home", folder.file("phone"), "--language", "de"]
    for (arguments, cause, hint) in [
      (
        ["approve", "--yes"], "niemand ist da, der sieht, was entschieden wird",
        "geben Sie die Kennung der Transaktion an: countersign phone transactions"
      ),
      (
        ["decline", "--yes"], "niemand ist da, der sieht, was entschieden wird",
        "geben Sie die Kennung der Transaktion an: countersign phone transactions"
      ),
      (
        ["enrol", "--server", "foo", "--user-name", "ada@example.com"],
        "foo ist keine Adresse eines Servers",
        "geben Sie https://host an, oder http://localhost:8080 für einen Server auf diesem Rechner"
      ),
      (
        ["act", "PAY_INVOICE", "--field", "amount"], "amount ist kein Feld",
        "schreiben Sie --field name=wert"
      ),
      (
        ["act", "PAY_INVOICE", "--service-key", "/none"], "es gibt keine Datei /none",
        "countersign service-key create legt einen Schlüssel an"
      ),
      (
        ["devices"], "dieses Telefon hat noch kein Konto",
        "beginnen Sie mit countersign phone enrol oder sign-up, oder geben Sie das --home an, mit "
          + "dem Sie begonnen haben"
      ),
    ] {
      let outcome = try await BuiltProgram.run(["phone"] + arguments + rest)
      #expect(outcome.status == 2, "\(arguments)")
      #expect(outcome.errors == "countersign: \(cause)\nHinweis: \(hint)\n")
    }
  }

  @Test("a word that names no command suggests the nearest, or the group that has it")
  func unknownCommands() async throws {
    for (arguments, cause, hint) in [
      (["phne"], "there is no command phne", "did you mean countersign phone?"),
      (
        ["phone", "aprove"], "phone has no command aprove", "countersign phone approve?"
      ),
      (
        ["phone", "sgin", "trn_1"], "phone has no command sgin",
        "countersign phone sign?"
      ),
      (["store", "restor", "--data", "x"], "store has no command restor", "store restore?"),
      (["approve", "trn_1"], "there is no command approve", "countersign phone approve?"),
      (["webauthn", "verify", "asertion"], "no command asertion", "webauthn verify assertion?"),
      (["help", "phne"], "there is no command phne", "did you mean countersign phone?"),
      (["frobnicate"], "no command frobnicate", "countersign help shows an example"),
      (["list"], "no command list", "countersign help shows an example"),
    ] {
      let outcome = try await BuiltProgram.run(arguments)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("countersign: "), "\(outcome.errors)")
      #expect(outcome.errors.contains(cause), "\(outcome.errors)")
      #expect(outcome.errors.contains(hint), "\(outcome.errors)")
    }
  }

  @Test("another program calls itself by its own name, in its help and in its errors")
  func otherName() async throws {
    let help = try await BuiltProgram.run(
      ["phone", "enrol", "--help"], program: BuiltProgram.airtime
    ).output
    #expect(help.contains("example: airtime phone enrol"), "\(help)")
    #expect(!help.contains("countersign phone"), "\(help)")
    let refused = try await BuiltProgram.run(
      ["phone", "aprove"], program: BuiltProgram.airtime)
    #expect(refused.errors.contains("airtime: phone has no command aprove"), "\(refused.errors)")
    #expect(
      refused.errors.contains(
        "hint: did you mean airtime phone approve? airtime help phone shows all"),
      "\(refused.errors)")
  }

  @Test("the help of a phone's command shows the options that mean something to it, and no others")
  func phoneOptions() async throws {
    let place = ["--home", "--json", "--language"]
    let served = place + ["--rp-id", "--verbose"]
    let asking = served + ["--yes"]
    let codes = ["--code-from", "--code-seconds"]
    let biometrics = ["--biometrics", "--no-biometrics"]
    let proof = ["--pin", "--app-code"] + biometrics + codes
    let expected: [String: [String]] = [
      "accounts": place + ["--use"], "transactions": asking + ["--account"],
      "devices": asking + ["--account"], "recover": asking + codes + ["--account"],
      "watch": served + ["--account", "--once", "--seconds"],
      "approve": asking + proof + ["--account", "--reason", "--fallback"],
      "sign": asking + proof + ["--account", "--reason", "--fallback", "--decline"],
      "act": asking + proof + ["--account", "--again", "--fallback", "--field", "--service-key"],
      "test-biometrics": asking + proof + ["--account"],
      "login": asking + ["--account", "--number", "--pin"] + biometrics,
      "enrol": asking + codes + biometrics + [
        "--server", "--user-name", "--display-name", "--new-pin", "--pin", "--number", "--app-pin",
        "--name",
      ],
      "change-pin": asking + ["--account", "--pin", "--new-pin"],
      "add-biometrics": asking + ["--account", "--pin"],
      "remove-biometrics": asking + ["--account", "--pin"] + biometrics,
      "upgrade": asking + codes + biometrics + ["--account", "--new-pin", "--name"],
      "lock": place + [
        "--yes", "--no-biometrics", "--account", "--old-app-pin", "--app-pin", "--pin",
      ],
      "unlock": place + ["--yes", "--no-biometrics", "--account", "--app-pin"],
    ]
    let commands = try await Self.commands()
    for (name, options) in expected {
      let command = try #require(commands.first { $0.path == ["phone", name] }, "\(name)")
      let shown = command.options.filter { $0.count > 1 && $0 != "help" && $0 != "version" }
      #expect(Set(shown.map { "--" + $0 }) == Set(options), "\(name)")
    }
  }

  @Test("one line tells each of a phone's commands from the others")
  func oneLine() async throws {
    let help = try await BuiltProgram.run(["phone", "--help"], environment: ["COLUMNS": "80"])
    let lines = help.output.split(separator: "\n").map(String.init)
    let commands = try await Self.commands().filter {
      $0.path.first == "phone" && $0.path.count == 2
    }
    #expect(commands.count > 25)
    var said: Set<String> = []
    for command in commands {
      let start = "  \(command.path[1]) "
      let line = try #require(lines.first { $0.hasPrefix(start) }, "\(start)")
      let text = line.dropFirst(start.count).trimmingCharacters(in: .whitespaces)
      #expect(text == command.abstract && line.count <= 80, "\(line): \(command.abstract)")
      #expect(said.insert(text).inserted, "\(text) is said twice")
    }
    for (name, word) in [
      ("approve", "everyday"), ("sign", "SIGN_TRANSACTION"), ("prove", "raise the session"),
      ("login", "sign in again"), ("register", "opened by sign-up"),
      ("add-biometrics", "enrolled"), ("upgrade", "without any factor"),
    ] {
      let command = commands.first { $0.path[1] == name }
      #expect(command?.abstract.contains(word) == true, "\(name)")
    }
  }

  @Test("the usage of a command is broken between its options, and never within one")
  func usage() async throws {
    for command in ["lock", "number", "enrol", "sign-up", "devices"] {
      let narrow = try await BuiltProgram.run(
        ["phone", command, "--help"], environment: ["COLUMNS": "40"]
      ).output
      let usage = narrow.split(separator: "\n", omittingEmptySubsequences: false)
        .drop { !$0.hasPrefix("USAGE: ") }.prefix { !$0.isEmpty }
      #expect(usage.count > 1, "\(narrow)")
      for line in usage {
        let words = line.dropFirst(7)
        #expect(words.count { $0 == "[" } == words.count { $0 == "]" }, "\(line)")
        #expect(line.count <= 40 || !words.contains("] "), "\(line)")
      }
      #expect(!usage.contains { $0.dropFirst(7).hasPrefix("<") && !$0.contains("-") }, "\(usage)")
    }
  }

  @Test("what a group is about is understood from its help alone")
  func groups() async throws {
    for (name, words) in [
      ("serve", ["whatever is done in it: 300 to 2592000"]),
      ("host", ["A host is a backend that uses this server", "An event tells a host"]),
      ("scenario", ["A scenario is a kind of action that a person approves", "--scenarios"]),
      (
        "webauthn",
        ["why a passkey is refused", "navigator.credentials.create", "inspect", "verify"]
      ),
    ] {
      let help = try await BuiltProgram.run([name, "--help"]).output
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for word in words { #expect(help.contains(word), "\(name): \(word)") }
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
      #expect(failure.code == reason.code && !failure.cause.contains(reason.code))
      #expect(failure.cause.prefix(1) == failure.cause.prefix(1).lowercased(), "\(failure.cause)")
    }
    let over = Problem(
      status: 401, title: "unauthorized",
      detail: "sign in, and send the access token as a Bearer token", reason: .sessionRequired)
    let failure = CommandFailure(ClientError.refused(over))
    #expect(!failure.cause.contains("Bearer"))
    #expect(failure.hint == "open a session with countersign phone login, or sign-up")
    let link = CommandFailure(FlowError.serverValidation(.linkOver))
    #expect(link.cause == "the link is unknown, was used, or its time is over")
    #expect(link.code == "link_over")
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
    try ChildProcess(
      Self.root.appending(path: "Scripts/make-manual"),
      [BuiltProgram.url.path, folder.file("manual")], errors: .standardError
    ).requireSuccess()
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
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool?
    let subcommands: [Described]?
    let arguments: [Argument]?
  }

  private struct Dump: Decodable { let command: Described }

  private struct Command {
    /// Its names after the program's.
    let path: [String]
    let abstract: String
    let discussion: String
    let options: Set<String>
    let isGroup: Bool
  }

  private static func commands(of program: String = "countersign") async throws -> [Command] {
    let outcome = try await BuiltProgram.run(
      ["--experimental-dump-help"], program: BuiltProgram.named(program))
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
        path: path, abstract: command.abstract ?? "", discussion: command.discussion ?? "",
        options: Set(options),
        isGroup: !below.isEmpty)
    ] + below.flatMap { all($0, path + [$0.commandName]) }
  }

  /// Expects that a text which begins with the program's name goes on with a command that there is,
  /// and with options that it has.
  private static func expectKnown(_ text: String, among commands: [Command]) {
    guard let range = text.range(of: "countersign ") else { return }
    // What comes after a comma may be of another command.
    let clause = text[range.upperBound...].components(separatedBy: ", ")[0]
    let words = clause.split(whereSeparator: " ;:.)".contains).map(String.init)
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
    let files = FileManager.default.enumerator(
      at: root.appending(path: "Sources/Tools"), includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
  }
}
