package import ArgumentParser
import CountersignCore
import FlowModel
import ToolSupport
import WebAuthnModel
import WireModel

/// `countersign scenario`: the scenarios that a file declares.
package struct ScenarioCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "scenario",
      abstract: "Check a file of actions that people approve, and show them.",
      discussion: """
        A scenario is a kind of action that a person approves, as PAY_INVOICE: its fields (amount, \
        account, payee), the words for them in each language, and what proves it. A host declares \
        its own in a file, which the server reads at `serve --scenarios`. check finds every fault \
        of the file before a server does; show prints a scenario as a person will see it. \
        docs/scenarios-file.md describes the file, and Examples/OrderDesk/scenarios.yaml is one.

        Example:
          countersign scenario check scenarios.yaml
        """,
      subcommands: [ScenarioCheckCommand<Modules>.self, ScenarioShowCommand<Modules>.self])
  }

  package init() {}
}

/// `countersign scenario check`.
struct ScenarioCheckCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check", abstract: "Find every fault of a file.",
      discussion: """
        Exit code 0 and a line for each scenario, or 1 and a line for each fault, with its line \
        and column, its field, and what to do.

        Example:
          countersign scenario check scenarios.yaml
        """)
  }

  @Argument(help: "The file of `serve --scenarios`.")
  var file: String
  @Flag(help: "Print one JSON array on standard output, and nothing else there.")
  var json = false

  func run() async throws {
    let file = try ScenarioFile.load(file, rules: .server(with: Modules.modules), exit: .refused)
    let languages = file.languages.map { JSONValue.string($0.tag) }
    let scenarios: [JSONValue] = file.scenarios.map { scenario in
      [
        "name": .string(scenario.name.text), "proofs": .string(scenario.policy.summary),
        "fields": .array(scenario.fields.map { .string($0.name) }),
        "valueAtStake": .string(scenario.valueAtStake.summary),
        "languages": .array(languages),
      ]
    }
    Console.print(file.summary, .array(scenarios), asJSON: json)
  }
}

/// `countersign scenario show`.
struct ScenarioShowCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show", abstract: "Show a scenario's document as a person will see it.",
      discussion: """
        Without --field, the kind of each value stands in its place.

        Example:
          countersign scenario show PAY_INVOICE --scenarios scenarios.yaml --language de \
        --field amount=12.50 --field account=DE89370400440532013000 --field "payee=Example Ltd"
        """)
  }

  @Argument(help: "The scenario's name.")
  var name: String
  @Option(help: ArgumentHelp("The file of `serve --scenarios`.", valueName: "file"))
  var scenarios: String
  @Option(help: "The language (default: each of the file).")
  var language: String?
  @Option(help: ArgumentHelp("A value of the payload; repeatable.", valueName: "name=value"))
  var field: [String] = []
  @Flag(help: "Print one JSON array on standard output, and nothing else there.")
  var json = false

  func run() async throws {
    let rules = ScenarioFile.Rules.server(with: Modules.modules)
    let file = try ScenarioFile.load(scenarios, rules: rules)
    let scenario = try file.scenario(named: name)
    let payload = field.isEmpty ? nil : try scenario.payload(field)
    var shown: [String] = []
    var documents: [JSONValue] = []
    for (index, language) in try file.languages(named: language).enumerated() {
      let lines = try scenario.lines(in: language, payload: payload, rules: rules)
      shown += (index > 0 ? [""] : []) + lines
      documents.append([
        "language": .string(language.tag), "lines": .array(lines.map(JSONValue.string)),
      ])
    }
    Console.print(shown, .array(documents), asJSON: json)
  }
}

extension ScenarioFile {
  /// A line for each scenario.
  var summary: [String] {
    let languages = languages.map(\.tag).joined(separator: ", ")
    return scenarios.map { scenario in
      let count = scenario.fields.count
      let parts = [
        "\(scenario.name)", scenario.policy.summary, count == 1 ? "1 field" : "\(count) fields",
        "value at stake: \(scenario.valueAtStake.summary)", languages,
      ]
      return parts.joined(separator: "  ")
    }
  }

  /// The scenario of a name.
  ///
  /// - Throws: `CommandFailure` if the file declares none.
  func scenario(named name: String) throws(CommandFailure) -> DeclaredScenario {
    if let scenario = scenarios.first(where: { $0.name.text == name }) { return scenario }
    let names = scenarios.map(\.name.text)
    throw CommandFailure(
      .wrongUse, "the file declares no scenario \(name)",
      hint: JSONNearestName.nearest(to: name, among: names).map { "did you mean \($0)?" }
        ?? "it declares \(names.joined(separator: ", "))")
  }

  /// One language of the file, or all of them if none is named.
  ///
  /// - Throws: `CommandFailure` for a language that the file does not have.
  func languages(named tag: String?) throws(CommandFailure) -> [Language] {
    guard let tag else { return languages }
    guard let language = Language(tag), languages.contains(language) else {
      throw CommandFailure(
        .wrongUse, "the file has no texts in \(tag)",
        hint: "use \(languages.map(\.tag).joined(separator: ", "))")
    }
    return [language]
  }
}

extension DeclaredScenario.ValueAtStake {
  /// The field's name, or none.
  fileprivate var summary: String {
    switch self {
    case .none: "none"
    case .field(let name): name
    }
  }
}

extension ScenarioPolicy {
  /// The proofs that it takes, in the words of the file.
  fileprivate var summary: String {
    let level =
      switch level {
      case .biometricsOnly: "biometricsOnly"
      case .biometricsWithFallback: "biometricsWithFallback"
      case .fallbackOnly: "fallbackOnly"
      }
    let factors = Fallback.allCases.filter(fallback.contains).map(\.rawValue)
    return factors.isEmpty ? level : "\(level): \(factors.joined(separator: ", "))"
  }
}

extension DeclaredScenario {
  /// The payload that options of a command line spell, as an app would send it.
  ///
  /// - Throws: `CommandFailure` for an option that spells no field, or gives one twice.
  func payload(_ options: [String]) throws(CommandFailure) -> JSONObject {
    try FieldOptions.payload(options) { text, name in
      json(text, kind: fields.first { $0.name == name }?.kind)
    }
  }

  /// A typed value as the JSON of its kind; any other stays a text.
  private func json(_ typed: String, kind: DeclaredField.Kind?) -> JSONValue {
    switch kind {
    case .integer: Int64(typed).map { .integer($0) } ?? .string(typed)
    case .flag where typed == "true" || typed == "false": .bool(typed == "true")
    default: .string(typed)
    }
  }

  /// The title and a line for each field.
  ///
  /// - Parameters:
  ///   - language: A language of the file.
  ///   - payload: The values; nil for the kinds in their places.
  ///   - rules: The tables of documents.
  /// - Returns: The lines, the title first.
  /// - Throws: `CommandFailure` for a payload that makes no document.
  func lines(
    in language: Language, payload: JSONObject?, rules: ScenarioFile.Rules
  ) throws(CommandFailure) -> [String] {
    guard let payload else {
      let title = titles[language] ?? name.text
      return ["\(title) (\(language))"]
        + fields.map { "  \($0.labels[language] ?? $0.name): [\($0.summary)]" }
    }
    do throws(Refusal) {
      let document = try document(
        for: .object(payload), in: language, rules: rules.documents)
      return ["\(document.title) (\(language))"]
        + document.fields.map { "  \($0.label): \($0.value.text(in: language))" }
    } catch {
      throw CommandFailure(
        .refused, error.detail,
        hint: "countersign scenario show \(name) without --field shows what it takes")
    }
  }
}

extension DeclaredField {
  /// The kind of the values, with the currency or scheme that the file fixes.
  fileprivate var summary: String {
    let kindName = kind.documentKind.rawValue
    let fixed: String? =
      switch kind {
      case .money(let currency?): currency.code
      case .account(let scheme): scheme
      default: nil
      }
    return [kindName, fixed, isOptional ? "optional" : nil].compactMap { $0 }
      .joined(separator: ", ")
  }
}
