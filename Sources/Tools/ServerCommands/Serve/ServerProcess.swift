import AsyncHTTPClient
import CountersignCore
import CountersignHTTP
import CountersignSQLite
import Foundation
import Logging
import NIOCore
import RelyingParty
import ServiceLifecycle
import UnixSignals
import WebAuthnModel
import WireModel

/// Puts a server together and runs it: the one place that chooses a store, a notifier, a supplier.
struct ServerProcess: Sendable {
  private let configuration: ServeConfiguration
  private let logger: Logger

  init(_ configuration: ServeConfiguration) {
    self.configuration = configuration
    logger = Logger(label: "countersign") { label in
      JSONLogHandler(label: label, level: configuration.logLevel)
    }
  }

  /// Runs until SIGTERM or SIGINT, then lets the requests that were taken end.
  func run() async throws {
    // A mail program that ends early must not end the server that writes to it.
    signal(SIGPIPE, SIG_IGN)
    OpenFileLimit.raise()
    FreedMemory.keep()
    let folder = try DataFolder(configuration.dataFolder)
    let (keyring, upgrade) = try DataFolder.upgradedKeyring(configuration.keyringFile)
    let serviceKey = configuration.isDemo ? try folder.serviceKey() : nil
    let store = try openStore(folder)
    let client = OutgoingHTTP.client()
    var failure: (any Error)?
    do {
      if let upgrade { try await note(upgrade, of: keyring, in: store) }
      if let serviceKey {
        try await ServiceKeyAdministration(store: store, keyring: keyring).keep(
          serviceKey, name: "demo", scopes: Set(ServiceScope.allCases))
      }
      try await serve(folder, keyring, store, client)
    } catch {
      failure = error
    }
    try? await client.shutdown()
    try? await store.close()
    if let failure { throw explained(failure) }
    logger.info("stopped")
  }

  private func serve(
    _ folder: DataFolder, _ keyring: Keyring, _ store: SQLiteStore, _ client: HTTPClient
  ) async throws {
    let sandbox = configuration.supplier == .sandbox ? try await SandboxProcess.start(logger) : nil
    defer { sandbox?.end() }
    let supplier = supplier(sandboxURL: sandbox?.url)
    let notifier = try notifier(folder, client)
    let courier = try courier(folder, client)
    let slot = ServiceSlot()
    let (started, continuation) = AsyncStream<Result<CountersignCore.Service, any Error>>
      .makeStream()
    var settings = ServerSettings()
    settings.protection = configuration.protection
    if configuration.isDemo, configuration.delivery == .mailbox {
      settings.demoMailbox = folder.mailboxFile
    }
    let application = ServerApplication(
      host: configuration.host, port: configuration.port, slot: slot, settings: settings,
      logger: logger
    ) { port in
      do {
        let service = try await makeService(port, keyring, store, supplier)
        slot.fill(service)
        continuation.yield(.success(service))
        Console.print("listening on \(scheme)://localhost:\(port)")
      } catch {
        continuation.yield(.failure(error))
      }
    }
    let work = BackgroundWork(
      started: started, notifier: notifier, courier: courier, logger: logger)
    // The last one is shut down first: no request is taken any more when the work behind it ends.
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [StatisticsOnSignal(store: store, logger: logger), work, application],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    try await group.run()
  }

  private func note(
    _ upgrade: KeyringUpgrade, of keyring: Keyring, in store: SQLiteStore
  ) async throws {
    switch upgrade {
    case .written:
      logger.notice("the keyring of an earlier version got the keys that came since")
      try await keyring.noteUpgrade(in: store)
    case .notWritten(let cause):
      logger.warning(
        "the keyring is of an earlier version and is left so; the keys that came since are derived",
        metadata: ["cause": "\(cause)"])
    }
  }

  private func openStore(_ folder: DataFolder) throws -> SQLiteStore {
    var hooks = StoreHooks()
    let delay = UInt32(configuration.commitDelayMilliseconds) * 1000
    if delay > 0 { hooks.beforeCommit = { usleep(delay) } }
    do {
      return try SQLiteStore(path: folder.databaseFile, hooks: hooks) { [logger] error in
        logger.critical("the store has failed; the process ends", metadata: ["error": "\(error)"])
        // What the disk holds is unknown: nothing more may run here, not even what runs at exit.
        _exit(CommandFailure.Exit.environment.rawValue)
      }
    } catch let error as StoreError {
      throw CommandFailure(
        .environment, "the database \(folder.databaseFile) cannot be opened: \(error)",
        hint: "countersign store check --data \(folder.path) says more")
    }
  }

  private func makeService(
    _ port: Int, _ keyring: Keyring, _ store: SQLiteStore, _ supplier: (any Supplier)?
  ) async throws -> CountersignCore.Service {
    let origins =
      configuration.origins.isEmpty
      ? try OriginRules.origins([originOfPort(port)]) : configuration.origins
    var policy = ServicePolicy()
    policy.openingBalance = configuration.openingBalance
    policy.codes.channels = configuration.delivery.channels
    policy.scenarios = configuration.scenarios
    policy.hostEvents.areSent = configuration.eventURL != nil
    let service = CountersignCore.Service(
      store: store, keyring: keyring,
      ceremony: CeremonyPolicy(
        relyingPartyID: configuration.relyingPartyID, origins: Set(origins)),
      relyingPartyName: configuration.relyingPartyName, policy: policy, supplier: supplier)
    if configuration.isDemo { try await service.stock(DemoCatalogue.products) }
    return service
  }

  private var scheme: String { configuration.protection == .none ? "http" : "https" }

  private func originOfPort(_ port: Int) -> String {
    let isDefault = port == (scheme == "http" ? 80 : 443)
    return "\(scheme)://localhost" + (isDefault ? "" : ":\(port)")
  }

  private func supplier(sandboxURL: String?) -> (any Supplier)? {
    switch configuration.supplier {
    case .http(let url): HTTPSupplier(address: url)
    case .sandbox: sandboxURL.map { HTTPSupplier(address: $0) }
    case .none: nil
    }
  }

  private func notifier(_ folder: DataFolder, _ client: HTTPClient) throws -> any Notifier {
    switch configuration.delivery {
    case .mailbox: return MailboxNotifier(file: folder.mailboxFile)
    case .sendmail(let program, let sender):
      return SendmailNotifier(program: program, sender: sender)
    case .webhook(let url, let secretFile):
      return WebhookNotifier(
        client: client, address: url, key: try WebhookKey(readingFrom: secretFile))
    }
  }

  private func courier(_ folder: DataFolder, _ client: HTTPClient) throws -> EventWebhook? {
    guard let url = configuration.eventURL else { return nil }
    let secret =
      try configuration.eventSecretFile.map(EventSecret.init(readingFrom:)) ?? folder.eventSecret()
    return EventWebhook(client: client, address: url, secret: secret)
  }

  /// A failure of the machine in words that say what to do.
  private func explained(_ error: any Error) -> any Error {
    guard let error = error as? IOError else { return error }
    switch error.errnoCode {
    case EADDRINUSE:
      return CommandFailure(
        .environment, "port \(configuration.port) is taken",
        hint: "end what listens there, or choose another: --port 0 takes a free one")
    case EACCES:
      return CommandFailure(
        .environment, "port \(configuration.port) may not be bound",
        hint: "choose a port above 1023 with --port")
    case EADDRNOTAVAIL:
      return CommandFailure(
        .environment, "\(configuration.host) is no address of this machine",
        hint: "choose one with --host, as in 127.0.0.1 or 0.0.0.0")
    default:
      return CommandFailure(.environment, "the server cannot listen: \(error)")
    }
  }
}
