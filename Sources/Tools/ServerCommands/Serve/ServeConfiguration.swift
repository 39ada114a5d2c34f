import AirtimeServer
import Configuration
import CountersignCore
import CountersignDelivery
import CountersignHTTP
import Foundation
import Logging
import ToolSupport
import WebAuthnModel
import WireModel

/// What `serve` was told, judged: nothing of it can be wrong in form any more.
struct ServeConfiguration: Sendable {
  /// Who carries messages.
  enum Delivery: Sendable, Hashable {
    /// The mailbox file of a demo.
    case mailbox
    /// A sendmail-compatible program.
    case sendmail(program: String, sender: String)
    /// A mail server.
    case smtp(SMTPAddress, SMTPPassword?, sender: String)
    /// A host's own service.
    case webhook(url: String, secretFile: String)

    /// What it can carry.
    var channels: Set<CodeChannel> {
      switch self {
      case .mailbox, .webhook: [.email, .sms]
      case .sendmail, .smtp: [.email]
      }
    }
  }

  /// Who sends airtime.
  enum SupplierChoice: Sendable, Hashable {
    /// A child process.
    case sandbox
    /// A supplier over HTTP.
    case http(String)
    /// Nobody: nothing is sold.
    case none
  }

  let isDemo: Bool
  /// What a new account's wallet holds; above 0 only in a demo.
  let openingBalance: Int64
  /// Milliseconds before each commit; above 0 only in a demo that is measured.
  let commitDelayMilliseconds: Int
  let dataFolder: String
  let keyringFile: String
  let host: String
  let port: Int
  /// Empty for the origin that the bound port gives.
  let origins: [Origin]
  let relyingPartyID: RelyingPartyID
  let relyingPartyName: String
  let protection: ServerSettings.Protection
  let delivery: Delivery
  /// Where a host is told of its transactions; nil where there is none.
  let eventURL: String?
  /// The file of the key that signs events; nil for the one in the data folder.
  let eventSecretFile: String?
  let scenarios: ScenarioPolicies
  /// The words of this server's own documents.
  let texts: DocumentTexts
  let supplier: SupplierChoice
  let logLevel: Logger.Level

  init(
    _ command: ServeCommand,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    let sources = try ConfigurationSources(command, environment: environment)
    if let database = sources.text("database") {
      throw CommandFailure(
        .wrongUse, "no driver for the database \(Self.withoutPassword(database))",
        hint: "leave out --database; this version keeps its state in SQLite under --data")
    }
    isDemo = try sources.flag("demo")
    let balance = try sources.number(
      "opening.balance", in: 0...1 << 53, default: Int(DemoCatalogue.openingBalance))
    openingBalance = isDemo ? Int64(balance) : 0
    commitDelayMilliseconds =
      isDemo ? try sources.number("commit.delay", in: 0...1000, default: 0) : 0
    dataFolder = sources.text("data") ?? "./data"
    keyringFile = sources.text("keyring") ?? dataFolder + "/keyring"
    host = sources.text("host") ?? "127.0.0.1"
    port = try sources.number("port", in: 0...65_535, default: 8080)
    origins = try OriginRules.origins(sources.texts("origin"))
    relyingPartyID = try OriginRules.relyingPartyID(sources.text("rp.id"), for: origins)
    relyingPartyName = sources.text("rp.name") ?? "Countersign"
    protection = try Self.protection(sources)
    delivery = try DeliveryOptions.delivery(sources, environment, isDemo: isDemo)
    eventURL = try sources.text("event.webhook").map(Self.eventURL)
    eventSecretFile = sources.text("event.secret")
    let file = try sources.text("scenarios").map { try ScenarioFile.load($0, rules: .server) }
    scenarios = try ScenarioOption.policies(
      sources.texts("scenario"), declared: file?.scenarios ?? [])
    texts = file.map { DocumentTexts($0.languages, $0.texts) } ?? .builtIn
    supplier = try Self.supplier(sources, isDemo: isDemo)
    let level = sources.text("log.level") ?? "info"
    guard let logLevel = Logger.Level(rawValue: level) else {
      throw CommandFailure(
        .wrongUse, "no log level \(level)",
        hint: "one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.logLevel = logLevel
  }

  private static func protection(
    _ sources: ConfigurationSources
  ) throws -> ServerSettings.Protection {
    switch (sources.text("tls.certificate"), sources.text("tls.key")) {
    case (nil, nil): return .none
    case (.some(let certificate), .some(let key)):
      return .tls(certificateFile: certificate, keyFile: key)
    default:
      throw CommandFailure(
        .wrongUse, "TLS needs a certificate and its key",
        hint: "give both --tls-certificate and --tls-key")
    }
  }

  private static func supplier(
    _ sources: ConfigurationSources, isDemo: Bool
  ) throws -> SupplierChoice {
    if let url = sources.text("supplier") { return .http(try httpURL(url, "--supplier")) }
    return isDemo ? .sandbox : .none
  }

  /// Events name people and what they pay: over a network they go by TLS alone.
  private static func eventURL(_ text: String) throws -> String {
    let url = try httpURL(text, "--event-webhook")
    let parts = URL(string: url)
    let isHere = ["localhost", "127.0.0.1", "::1"].contains(parts?.host() ?? "")
    guard parts?.scheme == "https" || isHere else {
      throw CommandFailure(
        .wrongUse, "--event-webhook would tell a host in the clear: \(withoutPassword(text))",
        hint: "use https, or http to this machine itself")
    }
    return url
  }

  static func httpURL(_ text: String, _ option: String) throws -> String {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil
    else {
      throw CommandFailure(
        .wrongUse, "\(option) is no address: \(withoutPassword(text))",
        hint: "write it as in https://example.com/path")
    }
    return text
  }

  /// A database's URL can hold a password, which no error text may.
  private static func withoutPassword(_ url: String) -> String {
    URL(string: url).flatMap { $0.scheme.map { "\($0)://…" } } ?? "given"
  }
}
