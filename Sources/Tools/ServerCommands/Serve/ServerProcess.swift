import CountersignCore
import CountersignDelivery
import CountersignHTTP
import CountersignPage
import CountersignServer
import Foundation
import Logging
import NIOCore
import ServiceLifecycle
import ToolSupport
import UnixSignals
import WireModel

/// Runs a server as this process: the one place that chooses a store and a messenger.
struct ServerProcess: Sendable {
  private let configuration: ServeConfiguration
  private let schemas: [Schema]
  private let logger: Logger

  /// A server of this process.
  ///
  /// - Parameters:
  ///   - configuration: Everything that `serve` was told.
  ///   - schemas: The tables of the core and of the program's modules.
  init(_ configuration: ServeConfiguration, schemas: [Schema]) {
    self.configuration = configuration
    self.schemas = schemas
    logger = Logger(label: "countersign") { label in
      var handler = JSONLogHandler(label: label, level: configuration.logLevel)
      if configuration.collector != nil { handler.metadataProvider = TraceExport.ids }
      return handler
    }
  }

  /// Runs until SIGTERM or SIGINT, then lets the requests that were taken end.
  func run() async throws {
    // A mail program's early end must not end the server.
    signal(SIGPIPE, SIG_IGN)
    // A tool that reloads configurations must not end it either.
    signal(SIGHUP, SIG_IGN)
    OpenFileLimit.raise()
    FreedMemory.keep()
    let place = configuration.place
    if !configuration.isDemo { try place.requireKeysOutside() }
    let folder = try DataFolder(place.folder)
    let lock = try DataFolderLock(folder.path)
    try prepareRestoreMark()
    let hasKeyring = FileManager.default.fileExists(atPath: place.keyringFile)
    try place.requireKeyringOfUsedDatabase()
    let keyring = try DataFolder.keyring(place.keyringFile, restoreMark: place.restoreMark)
    let serviceKey = configuration.isDemo ? try folder.serviceKey() : nil
    // Before anything that counts is made.
    let metrics = configuration.metrics?.server(logger)
    let database = try openDatabase(keyring)
    let first = AppliedStep(Schema.core.owner, Schema.core.steps[0].number)
    if hasKeyring, database.appliedSteps.contains(first) {
      logger.warning(
        "the database is new and the keyring is not: no account of an earlier database is here",
        metadata: [
          "hint": .string(
            "where there was one, stop the server and look whether --data and --database are "
              + "right, and the folder is mounted")
        ])
    }
    let client = ProgramTLS.current?.client() ?? .toThisMachine
    let traces = configuration.collector.map { TraceExport(to: $0, client, logger) }
    var failure: (any Error)?
    do {
      if let serviceKey {
        try await ServiceKeyAdministration(database, keyring).keep(
          serviceKey, name: "demo", scopes: Set(ServiceScope.allCases))
      }
      try await serve(folder, keyring, database, client, (metrics, traces))
    } catch {
      failure = error
    }
    try? await client.shutdown()
    try? await database.close()
    lock.end()
    if let failure { throw explained(failure) }
    logger.info("stopped")
  }

  /// Sees to the folder of the restore mark, and says what is not noticed.
  private func prepareRestoreMark() throws {
    let place = configuration.place
    guard let folder = place.markFolder else {
      return logger.warning("no restore mark is kept: a restored backup is not noticed")
    }
    let mark = RestoreMarkPlace(folder: folder)
    // A demo's mark may end with its data.
    if configuration.isDemo { try mark.prepare(isInContainer: false) } else { try mark.prepare() }
    guard place.keepsKeysInside else { return }
    logger.warning(
      """
      keyring or restore mark lie in the data folder: who has a copy of it has everything, and a \
      folder that is rolled back is not noticed
      """,
      metadata: ["keyring": "\(place.keyringFile)", "restoreMark": "\(folder)"])
  }

  private func serve(
    _ folder: DataFolder, _ keyring: Keyring, _ database: OpenDatabase, _ client: OutgoingHTTP,
    _ watching: (metrics: MetricsServer?, traces: TraceExport?)
  ) async throws {
    let surroundings = ServeSurroundings(client: client, logger: logger)
    try await configuration.modules.run(in: surroundings) { modules in
      let (messenger, courier) = (try messenger(folder, client), try courier(folder, client))
      let modules = try modules + demoDesk(folder)
      let server = StandaloneServer(
        host: configuration.host, port: configuration.port,
        configuration: configuration.server(in: folder), modules: modules, logger: logger,
        onListening: { address in Console.print("listening on \(address)") },
        make: { [logger] configuration in
          try await Countersign(
            store: .opened(database.store), keyring: keyring, configuration: configuration,
            modules: modules, messenger: messenger, courier: courier,
            addressedCourier: EventWebhooks(client: client), clock: database.clock,
            logger: logger)
        })
      // What is first is shut down last: the last request is counted and recorded, too.
      let services: [any ServiceLifecycle.Service] =
        [watching.traces].compactMap(\.self) + [watching.metrics].compactMap(\.self)
        + [StatisticsOnSignal(database: database, logger: logger), server]
      let group = ServiceGroup(
        services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
      try await group.run()
    }
  }

  /// The desk of a demo whose codes go to a file; none elsewhere.
  private func demoDesk(_ folder: DataFolder) throws -> [any Module] {
    guard configuration.showsMailbox else { return [] }
    return [DemoDesk(mailbox: folder.mailboxFile, serviceKey: try folder.serviceKey())]
  }

  private func openDatabase(_ keyring: Keyring) throws -> OpenDatabase {
    var hooks = StoreHooks()
    let delay = UInt32(configuration.commitDelayMilliseconds) * 1000
    if delay > 0 { hooks.beforeCommit = { usleep(delay) } }
    return try configuration.place.database.open(
      schemas, StoreSeals(keyring), hooks: hooks, metrics: ServerMetrics.ofProcess()
    ) { [logger] error in
      logger.critical("the store has failed; the process ends", metadata: ["error": "\(error)"])
      // What the disk holds is unknown: nothing more may run here, not even what runs at exit.
      _exit(CommandFailure.Exit.environment.rawValue)
    }
  }

  private func messenger(_ folder: DataFolder, _ client: OutgoingHTTP) throws -> any Messenger {
    switch configuration.delivery {
    case .mailbox: return MailboxMessenger(file: folder.mailboxFile)
    case .sendmail(let program, let sender):
      return SendmailMessenger(program: program, sender: sender)
    case .smtp(let address, let password, let sender):
      let secret = try password?.read()
      do {
        return try ProgramTLS.required(by: "--smtp").mail(address, secret, sender)
      } catch let error as SMTPAddressError {
        throw CommandFailure(.environment, "--smtp is of no use: \(error)")
      }
    case .webhook(let url, let secretFile):
      return WebhookMessenger(
        client: client, address: url, key: try WebhookKey(readingFrom: secretFile))
    }
  }

  private func courier(_ folder: DataFolder, _ client: OutgoingHTTP) throws -> EventWebhook? {
    guard let url = configuration.eventURL else { return nil }
    let secret =
      try configuration.eventSecretFile.map(EventSecret.init(readingFrom:)) ?? folder.eventSecret()
    return EventWebhook(client: client, address: url, secret: secret)
  }

  /// A failure of the machine in words that say what to do.
  private func explained(_ error: any Error) -> any Error {
    switch error {
    case let error as IOError:
      explained(error, configuration.host, configuration.port, options: "--")
    case let error as TLSFileError:
      CommandFailure(.environment, "\(error.file): \(error.problem)", hint: error.hint)
    case let error as MetricsServerError:
      explained(error.cause, error.host, error.port, options: "--metrics-")
    default: error
    }
  }

  private func explained(
    _ error: IOError, _ host: String, _ port: Int, options: String
  ) -> CommandFailure {
    switch error.errnoCode {
    case EADDRINUSE:
      return CommandFailure(
        .environment, "port \(port) is taken",
        hint: "end what listens there, or choose another: \(options)port 0 takes a free one")
    case EACCES:
      return CommandFailure(
        .environment, "port \(port) may not be bound",
        hint: "choose a port above 1023 with \(options)port")
    case EADDRNOTAVAIL:
      return CommandFailure(
        .environment, "\(host) is no address of this machine",
        hint: "choose one with \(options)host, as in 127.0.0.1")
    default:
      return CommandFailure(.environment, "the server cannot listen: \(error)")
    }
  }
}

extension ServeConfiguration {
  /// True if the page of the demo shows the codes that go to its file.
  fileprivate var showsMailbox: Bool { isDemo && delivery == .mailbox }

  /// The options as the server takes them.
  fileprivate func server(in folder: DataFolder) -> ServerConfiguration {
    var server = ServerConfiguration(
      relyingPartyID: relyingPartyID, relyingPartyName: relyingPartyName, origins: Set(origins))
    server.http.protection = protection
    server.http.trustedProxies = proxies
    server.http.drainSeconds = drainSeconds
    server.http.additions = [
      .page(
        demoMailbox: showsMailbox ? folder.mailboxFile : nil, theme: theme,
        lockSeconds: pageLockSeconds),
      .apps(apps),
    ]
    server.policy.codes.channels = delivery.channels
    server.policy.hosts.ask = hostsAsk
    server.policy.scenarios = scenarios
    server.policy.texts = texts
    server.policy.firstFactor = firstFactor
    server.policy.weakFactors = weakFactors
    server.policy.backedUpPasskeys = backedUpPasskeys
    server.policy.sessionLifetimeSeconds = sessionLifetimeSeconds
    server.policy.attempts.assertionBlock = assertionBlock
    for (limit, value) in limits { limit.set(value, in: &server.policy) }
    return server
  }
}

/// Writes into the log what the store has committed so far, each time SIGUSR1 comes; and that
/// SIGHUP does nothing.
private struct StatisticsOnSignal: ServiceLifecycle.Service {
  let database: OpenDatabase
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await signal in await UnixSignalsSequence(trapping: .sigusr1, .sighup) {
        guard signal == .sigusr1 else {
          logger.notice(
            "SIGHUP reloads nothing; start the server again to have it read its files and options")
          continue
        }
        let statistics = database.statistics()
        let batches = statistics.commitsByBatchSize.sorted { $0.key < $1.key }
          .map { "\($0.key):\($0.value)" }.joined(separator: " ")
        logger.notice(
          "store statistics",
          metadata: [
            "commits": "\(statistics.commits)", "commands": "\(statistics.commands)",
            "commitMicroseconds": "\(statistics.commitDuration.wholeMicroseconds)",
            "batches": "\(batches)",
            "roundTrips": "\(statistics.commandTraffic.roundTrips)",
            "statements": "\(statistics.commandTraffic.statements)",
            "queryRoundTrips": "\(statistics.queryTraffic.roundTrips)",
            "queryStatements": "\(statistics.queryTraffic.statements)",
          ])
      }
    }
  }
}
