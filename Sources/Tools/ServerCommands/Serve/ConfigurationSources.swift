import Configuration
import ToolSupport

/// The options of `serve` from the command line, the environment and the file, in this order.
struct ConfigurationSources {
  private let reader: ConfigReader

  init(_ command: ServeCommand, environment: [String: String]) throws {
    var providers: [any ConfigProvider] = [
      InMemoryProvider(values: Self.flags(of: command)),
      EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(
        with: "countersign"),
    ]
    if let path = command.config ?? environment["COUNTERSIGN_CONFIG"] {
      providers.append(
        InMemoryProvider(values: try ConfigurationFile(readingFrom: path).values))
    }
    reader = ConfigReader(providers: providers)
  }

  func text(_ key: ConfigKey) -> String? { reader.string(forKey: key) }

  func texts(_ key: ConfigKey) -> [String] { reader.stringArray(forKey: key) ?? [] }

  func flag(_ key: ConfigKey) throws -> Bool {
    if let value = reader.bool(forKey: key) { return value }
    guard let text = reader.string(forKey: key) else { return false }
    throw CommandFailure(
      .wrongUse, "\(key) is \(text)", hint: "write true or false")
  }

  func number(_ key: ConfigKey, in range: ClosedRange<Int>, default value: Int) throws -> Int {
    guard let number = reader.int(forKey: key) else {
      guard let text = reader.string(forKey: key) else { return value }
      throw CommandFailure(
        .wrongUse, "\(key) is \(text)",
        hint: "write a number from \(range.lowerBound) to \(range.upperBound)")
    }
    guard range.contains(number) else {
      throw CommandFailure(
        .wrongUse, "\(key) is \(number)",
        hint: "write a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func flags(of command: ServeCommand) -> [AbsoluteConfigKey: ConfigValue] {
    var values: [AbsoluteConfigKey: ConfigValue] = [:]
    for option in ServeOption.all {
      values[option.key] = option.content(of: command).map { ConfigValue($0, isSecret: false) }
    }
    return values
  }
}
