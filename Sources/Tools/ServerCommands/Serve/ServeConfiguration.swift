import Configuration
import CountersignCore
import CountersignDelivery
import CountersignHTTP
import CountersignPage
import Foundation
import Logging
import ToolSupport
import WebAuthnModel
import WireModel

/// The options of `serve`, checked: no form of theirs can be wrong any more.
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
    case webhook(url: ProtectedAddress, secretFile: String)

    /// The channels that it can carry.
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
  let place: ServerPlace
  let host: String
  let port: Int
  /// Empty for the origin that the bound port gives.
  let origins: [Origin]
  /// The apps that the domain names as its own.
  let apps: [AssociatedApp]
  let relyingPartyID: RelyingPartyID
  let relyingPartyName: String
  let protection: ServerSettings.Protection
  /// Who is believed when a request says where it came from.
  let proxies: TrustedProxies
  let delivery: Delivery
  /// The address at which a host is told of its transactions; nil where there is none.
  let eventURL: ProtectedAddress?
  /// The file of the key that signs events; nil for the one in the data folder.
  let eventSecretFile: String?
  /// The accounts before which a host may put a transaction.
  let hostsAsk: HostPolicy.Ask
  /// Seconds after which a session ends, whatever is done in it.
  let sessionLifetimeSeconds: Int64
  /// Seconds for which the server still serves when it is told to end.
  let drainSeconds: Int64
  let scenarios: ScenarioPolicies
  /// The words of this server's own documents.
  let texts: DocumentTexts
  /// The page's name, logo and colours; nil for its own.
  let theme: PageTheme?
  /// Seconds without a touch after which the page locks.
  let pageLockSeconds: Int
  /// Which proof brings an account its first factor.
  let firstFactor: FirstFactorPolicy
  /// The fate of factors that a weak proof adds.
  let weakFactors: WeakFactorPolicy
  /// The worth of passkeys that are copied elsewhere.
  let backedUpPasskeys: BackedUpPasskeys
  /// The limits that have another number than the default.
  let limits: [(limit: LimitOption, value: Int)]
  /// The effect of refused assertions.
  let assertionBlock: AssertionBlock
  /// The place at which metrics are read; nil where none are collected.
  let metrics: MetricsPlace?
  /// The collector of traces; nil where none are recorded.
  let collector: ProtectedAddress?
  /// The modules, as they are to be served.
  let modules: any ServedModules
  let logLevel: Logger.Level

  init<Modules: ServerAdditions>(
    _ command: ServeCommand<Modules>,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    let settings = try ServeSettings(command, environment: environment)
    isDemo = settings.isDemo
    commitDelayMilliseconds =
      isDemo ? try settings.number("commit.delay", in: 0...1000, default: 0) : 0
    place = try ServerPlace(settings)
    host = settings.text("host") ?? "127.0.0.1"
    port = try settings.number("port", in: 0...65_535, default: 8080)
    origins = try OriginRules.origins(settings.texts("origin"))
    apps = try settings.texts("app").map { text in
      do throws(ServerMisuse) {
        return try AssociatedApp(text)
      } catch {
        throw CommandFailure(.wrongUse, error.description)
      }
    }
    relyingPartyID = try OriginRules.relyingPartyID(settings.text("rp.id"), for: origins)
    relyingPartyName = settings.text("rp.name") ?? "Countersign"
    proxies = try ConnectionOptions.proxies(settings)
    protection = try ConnectionOptions.protection(settings, host: host, proxies)
    delivery = try DeliveryOptions.delivery(settings, environment)
    eventURL = try settings.text("event.webhook").map {
      try ServeSettings.protectedAddress($0, option: "--event-webhook")
    }
    hostsAsk = try settings.word("hosts.ask", default: .any)
    eventSecretFile = settings.text("event.secret")
    sessionLifetimeSeconds = Int64(
      try settings.number("session.lifetime", in: 300...2_592_000, default: 43_200))
    drainSeconds = Int64(try settings.number("drain", in: 0...300, default: 0))
    let file = try settings.text("scenarios").map {
      try ScenarioFile.load($0, rules: .server(with: Modules.modules))
    }
    scenarios = try ScenarioOption.policies(
      settings.texts("scenario"), modules: Modules.modules, declared: file?.scenarios ?? [])
    texts = file.map { DocumentTexts($0.languages, $0.texts) } ?? .builtIn
    theme = try settings.text("theme").map(ThemeFile.load)
    pageLockSeconds = try settings.number("page.lock", in: 1...3600, default: 180)
    firstFactor = try settings.word("first.factor", default: .kind)
    weakFactors = try settings.word("weak.factors", default: .wait)
    backedUpPasskeys = try settings.word("backed.up.passkeys", default: .strong)
    limits = try LimitOption.read(settings.texts("limit"))
    assertionBlock = try AssertionBlock(option: settings.text("assertion.block"))
    metrics = try MetricsPlace(settings)
    collector = try settings.text("otlp").map(TraceExport.collector)
    modules = try Modules.served(by: settings)
    let level = settings.text("log.level") ?? "info"
    guard let logLevel = Logger.Level(rawValue: level) else {
      throw CommandFailure(
        .wrongUse, "no log level \(level)",
        hint: "one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.logLevel = logLevel
  }
}
