import Configuration

/// The options of `serve` from the command line, the environment and the file, in this order.
struct ConfigurationSources {
  private let reader: ConfigReader

  init(_ command: ServeCommand, environment: [String: String]) async throws {
    var providers: [any ConfigProvider] = [
      InMemoryProvider(values: Self.flags(of: command)),
      EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(
        with: "countersign"),
    ]
    if let path = command.config ?? environment["COUNTERSIGN_CONFIG"] {
      let location = InMemoryProvider(
        values: ["filePath": ConfigValue(.string(path), isSecret: false)])
      do {
        providers.append(
          try await FileProvider<JSONSnapshot>(config: ConfigReader(provider: location)))
      } catch {
        throw CommandFailure(
          .wrongUse, "the configuration \(path) cannot be read: \(error)",
          hint: "give a JSON file, as in {\"port\": 8080}")
      }
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
    let texts: [(AbsoluteConfigKey, String?)] = [
      ("data", command.data), ("host", command.host), ("database", command.database),
      ("rp.id", command.rpId), ("rp.name", command.rpName),
      ("tls.certificate", command.tlsCertificate), ("tls.key", command.tlsKey),
      ("keyring", command.keyring), ("sendmail", command.sendmail),
      ("mail.from", command.mailFrom), ("webhook", command.webhook),
      ("webhook.secret", command.webhookSecret), ("event.webhook", command.eventWebhook),
      ("event.secret", command.eventSecret), ("supplier", command.supplier),
      ("log.level", command.logLevel),
    ]
    for (key, text) in texts {
      values[key] = text.map { ConfigValue(.string($0), isSecret: false) }
    }
    values["port"] = command.port.map { ConfigValue(.int($0), isSecret: false) }
    values["opening.balance"] = command.openingBalance.map {
      ConfigValue(.int($0), isSecret: false)
    }
    values["commit.delay"] = command.commitDelay.map { ConfigValue(.int($0), isSecret: false) }
    if command.demo { values["demo"] = ConfigValue(.bool(true), isSecret: false) }
    let lists: [(AbsoluteConfigKey, [String])] = [
      ("origin", command.origin), ("scenario", command.scenario),
    ]
    for (key, list) in lists where !list.isEmpty {
      values[key] = ConfigValue(.stringArray(list), isSecret: false)
    }
    return values
  }
}
