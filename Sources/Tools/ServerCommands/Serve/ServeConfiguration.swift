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

  let isDemo: Bool
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
  /// The limits that have another number than the default.
  let limits: [(limit: LimitOption, value: Int)]
  /// What refused assertions stop.
  let assertionBlock: AssertionBlock
  /// The modules, as they are to be served.
  let modules: any ServedModules
  let logLevel: Logger.Level

  init<Modules: ServerAdditions>(
    _ command: ServeCommand<Modules>,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    let settings = try ServeSettings(command, environment: environment)
    if let database = settings.text("database") {
      throw CommandFailure(
        .wrongUse, "no driver for the database \(ServeSettings.withoutPassword(database))",
        hint: "leave out --database; this version keeps its state in SQLite under --data")
    }
    isDemo = settings.isDemo
    commitDelayMilliseconds =
      isDemo ? try settings.number("commit.delay", in: 0...1000, default: 0) : 0
    dataFolder = settings.text("data") ?? "./data"
    keyringFile = settings.text("keyring") ?? dataFolder + "/keyring"
    host = settings.text("host") ?? "127.0.0.1"
    port = try settings.number("port", in: 0...65_535, default: 8080)
    origins = try OriginRules.origins(settings.texts("origin"))
    relyingPartyID = try OriginRules.relyingPartyID(settings.text("rp.id"), for: origins)
    relyingPartyName = settings.text("rp.name") ?? "Countersign"
    protection = try Self.protection(settings)
    delivery = try DeliveryOptions.delivery(settings, environment)
    eventURL = try settings.text("event.webhook").map(Self.eventURL)
    eventSecretFile = settings.text("event.secret")
    let file = try settings.text("scenarios").map {
      try ScenarioFile.load($0, rules: .server(with: Modules.modules))
    }
    scenarios = try ScenarioOption.policies(
      settings.texts("scenario"), modules: Modules.modules, declared: file?.scenarios ?? [])
    texts = file.map { DocumentTexts($0.languages, $0.texts) } ?? .builtIn
    limits = try LimitOption.read(settings.texts("limit"))
    assertionBlock = try AssertionBlock(option: settings.text("assertion.block"))
    modules = try Modules.served(by: settings)
    let level = settings.text("log.level") ?? "info"
    guard let logLevel = Logger.Level(rawValue: level) else {
      throw CommandFailure(
        .wrongUse, "no log level \(level)",
        hint: "one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.logLevel = logLevel
  }

  private static func protection(
    _ settings: ServeSettings
  ) throws -> ServerSettings.Protection {
    switch (settings.text("tls.certificate"), settings.text("tls.key")) {
    case (nil, nil): return .none
    case (.some(let certificate), .some(let key)):
      return .tls(certificateFile: certificate, keyFile: key)
    default:
      throw CommandFailure(
        .wrongUse, "TLS needs a certificate and its key",
        hint: "give both --tls-certificate and --tls-key")
    }
  }

  /// Events name people and what they pay: over a network they go by TLS alone.
  private static func eventURL(_ text: String) throws -> String {
    let url = try ServeSettings.httpURL(text, option: "--event-webhook")
    let parts = URL(string: url)
    let isHere = ["localhost", "127.0.0.1", "::1"].contains(parts?.host() ?? "")
    guard parts?.scheme == "https" || isHere else {
      throw CommandFailure(
        .wrongUse,
        "--event-webhook would tell a host in the clear: \(ServeSettings.withoutPassword(text))",
        hint: "use https, or http to this machine itself")
    }
    return url
  }
}
