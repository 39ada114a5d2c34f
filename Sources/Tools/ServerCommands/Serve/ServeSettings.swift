import Configuration
import Foundation
import ToolSupport
public import WireModel

/// The options of `serve` from the command line, the environment and the file, in this order.
public struct ServeSettings {
  /// Tells that the server is a demo (`--demo`).
  public let isDemo: Bool
  private let reader: ConfigReader
  private let environment: [String: String]

  /// Reads the environment and the file beside the options of a command line.
  init(_ command: ServeCommand<some ServerAdditions>, environment: [String: String]) throws {
    let environment = environment.filter { !Self.isServiceLink($0.key, $0.value) }
    self.environment = environment
    let options = command.all
    var providers: [any ConfigProvider] = [
      InMemoryProvider(values: Self.values(of: options)),
      EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(
        with: "countersign"),
    ]
    if let path = command.config ?? environment["COUNTERSIGN_CONFIG"] {
      providers.append(
        InMemoryProvider(values: try ConfigurationFile(readingFrom: path, options).values))
    }
    reader = ConfigReader(providers: providers)
    isDemo = try Self.flag("demo", reader)
  }

  /// A text; nil if it is not given.
  public func text(_ name: String) -> String? { reader.string(forKey: ConfigKey(name)) }

  /// Several texts; empty if none is given.
  public func texts(_ name: String) -> [String] {
    reader.stringArray(forKey: ConfigKey(name)) ?? []
  }

  /// A flag; false if it is not given.
  ///
  /// - Throws: `CommandFailure` for a value that is no flag.
  public func flag(_ name: String) throws -> Bool { try Self.flag(name, reader) }

  /// A whole number.
  ///
  /// - Parameters:
  ///   - name: The option's name.
  ///   - range: The numbers that it can be.
  ///   - value: The number if it is not given.
  /// - Returns: The number.
  /// - Throws: `CommandFailure` for a value that is none of them.
  public func number(
    _ name: String, in range: ClosedRange<Int>, default value: Int
  ) throws -> Int {
    guard let number = reader.int(forKey: ConfigKey(name)) else {
      guard let text = text(name) else { return value }
      throw CommandFailure(
        .wrongUse, "\(name) is \(text)\(source(of: name, text))",
        hint: "write a number from \(range.lowerBound) to \(range.upperBound)")
    }
    guard range.contains(number) else {
      throw CommandFailure(
        .wrongUse, "\(name) is \(number)\(source(of: name, "\(number)"))",
        hint: "write a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// One of a policy's words.
  ///
  /// - Parameters:
  ///   - name: The option's name.
  ///   - word: The word if it is not given.
  /// - Returns: The word.
  /// - Throws: `CommandFailure` for a value that is none of them.
  public func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, default word: Word
  ) throws -> Word where Word.RawValue == String {
    guard let text = text(name) else { return word }
    guard let given = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue)
      throw CommandFailure(
        .wrongUse, "\(name) is \(text)", hint: "write one of \(words.joined(separator: ", "))")
    }
    return given
  }

  /// Reads an option's text as an address that secrets may be sent to: over TLS, or on this
  /// machine.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - option: The option as the command line spells it.
  /// - Returns: The address.
  /// - Throws: `CommandFailure` if it is no such address. It repeats nothing of the text, which can
  ///   hold a password.
  public static func protectedAddress(_ text: String, option: String) throws -> ProtectedAddress {
    do {
      let address = try ProtectedAddress(text)
      if text.hasPrefix("https:") { _ = try ProgramTLS.required(by: "\(option) https://…") }
      return address
    } catch let error as ProtectedAddressError {
      throw CommandFailure(
        .wrongUse, "\(option) \(error): \(withoutPassword(text))", hint: error.hint)
    }
  }

  /// An address for an error's text, which may hold no password.
  static func withoutPassword(_ url: String) -> String {
    URL(string: url).flatMap { $0.scheme.map { "\($0)://…" } } ?? "given"
  }

  private static func flag(_ name: String, _ reader: ConfigReader) throws -> Bool {
    if let value = reader.bool(forKey: ConfigKey(name)) { return value }
    guard let text = reader.string(forKey: ConfigKey(name)) else { return false }
    throw CommandFailure(.wrongUse, "\(name) is \(text)", hint: "write true or false")
  }

  /// Tells if a variable is what Kubernetes says of a Service: for one that is called countersign,
  /// every container gets COUNTERSIGN_PORT=tcp://10.96.0.12:80.
  private static func isServiceLink(_ name: String, _ value: String) -> Bool {
    name.hasSuffix("_PORT") && ["tcp://", "udp://", "sctp://"].contains(where: value.hasPrefix)
  }

  /// The environment as the source of a wrong value; empty for another source.
  private func source(of name: String, _ value: String) -> String {
    let variable = "COUNTERSIGN_" + name.uppercased().map { $0 == "." ? "_" : "\($0)" }.joined()
    return environment[variable] == value ? " (\(variable) of the environment)" : ""
  }

  private static func values(of options: [ServeOption]) -> [AbsoluteConfigKey: ConfigValue] {
    var values: [AbsoluteConfigKey: ConfigValue] = [:]
    for option in options {
      values[option.key] = option.content.map { ConfigValue($0, isSecret: false) }
    }
    return values
  }
}
