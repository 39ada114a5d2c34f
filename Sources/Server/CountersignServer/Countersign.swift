public import CountersignCore
import CountersignHTTP
public import Hummingbird
public import Logging
import RelyingParty
public import ServiceLifecycle
import Tracing

/// Countersign within a host's own app: its routes stand on the host's router, and the work beside
/// answering is a service of the host's process.
///
/// It counts its work in the metrics of the process, and records it in the traces. Bootstrap their
/// backends before you make it (`MetricsSystem.bootstrap` of swift-metrics,
/// `InstrumentationSystem.bootstrap` of swift-distributed-tracing).
///
/// Several of them in one process know nothing of each other. Those of one origin take a name each
/// (`ServerSettings.instance`), so that their pages' sessions do not meet in one cookie.
public struct Countersign: ServiceLifecycle.Service {
  let service: CountersignCore.Service
  private let routes: ServiceRoutes
  private let work: BackgroundWork
  private let opened: StoreSource.Opened
  private let logger: Logger

  /// Puts a server together on its store, and brings the modules' tables up to date.
  ///
  /// - Parameters:
  ///   - store: Where all state is kept, as in `.sqlite("bank.db")`.
  ///   - keyring: The server's own keys, as in `.file("keyring")`.
  ///   - configuration: The relying party, its origins and its policy.
  ///   - modules: What brings actions of its own.
  ///   - messenger: Who carries messages to people.
  ///   - directory: Says where messages to people go; the server's own accounts unless a host's
  ///     directory knows better.
  ///   - courier: Who carries events to this app, and to the default host of service keys; nil
  ///     where there is nobody.
  ///   - addressedCourier: The carrier of events to hosts with addresses of their own (`countersign
  ///     host event-address`); nil where there is nobody.
  ///   - clock: Says what time it is, by which all that lapses does.
  ///   - random: Where challenges, tokens and ids come from.
  ///   - logger: Where the log goes.
  /// - Throws: `ServerMisuse` for a configuration without an origin, a module that contradicts
  ///   itself, the keyring of another store, or a restore mark that cannot be kept, `ModuleClash`
  ///   for modules that cannot stand beside each other, and `StoreError`.
  public init(
    store: StoreSource, keyring: Keyring, configuration: ServerConfiguration,
    modules: [any Module] = [], messenger: any Messenger,
    directory: any Directory = OwnAccounts(), courier: (any HostCourier)? = nil,
    addressedCourier: (any AddressedCourier)? = nil, clock: any ServiceClock = SystemClock(),
    random: any RandomBytes = SystemRandomBytes(), logger: Logger
  ) async throws {
    guard !configuration.origins.isEmpty else { throw ServerMisuse.originMissing }
    try configuration.http.verify(binding: nil)
    try verifyServed(by: modules, configuration.http)
    opened = try store.open(modules, keyring)
    var policy = configuration.policy
    policy.hostEvents.areSent = courier != nil
    service = CountersignCore.Service(
      store: opened.store, keyring: keyring,
      ceremony: CeremonyPolicy(
        relyingPartyID: configuration.relyingPartyID, origins: configuration.origins),
      relyingPartyName: configuration.relyingPartyName, policy: policy, modules: modules,
      directory: directory, clock: clock, random: random,
      metrics: ServerMetrics.ofProcess(server: configuration.http.instance?.description),
      tracer: InstrumentationSystem.recordingTracer)
    routes = ServiceRoutes(
      slot: ServiceSlot(service), settings: configuration.http, modules: modules)
    work = BackgroundWork(
      service: service, store: opened.store, messenger: messenger, courier: courier,
      addressedCourier: addressedCourier, lookSeconds: policy.clock.lookSeconds, logger: logger)
    self.logger = logger
    if let folder = store.folder, keyring.marks?.lie(in: folder) == true {
      logger.warning(
        "the restore mark lies in the database's folder: one that is rolled back is not noticed",
        metadata: ["folder": "\(folder)"])
    }
    do {
      try await keyring.verify(sealing: opened.store)
      try await service.prepareModules()
      // Before anybody is answered: what a restored backup revived is over by then.
      for news in try await service.watchClock() {
        if case .unmarked(let cause) = news { throw ServerMisuse.unusableRestoreMark(cause) }
        logger.note(news)
      }
      if let absent = try await service.absentModules() {
        logger.error("work of a module stays open", metadata: ["alarm": "\(absent)"])
      }
    } catch {
      try? await opened.close()
      throw error
    }
  }

  /// Puts all routes on a router, under the path of that router or group.
  ///
  /// What no route takes under that path is answered by a problem body; nothing else on the
  /// router changes. Where the router's context is a `RemoteAddressRequestContext`, its address is
  /// where a request came from. Where it is none, all requests count as those of one network, and
  /// the log says so.
  ///
  /// - Parameter router: The host's router, or a group of it.
  public func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    if !(Context.self is any RemoteAddressRequestContext.Type) {
      logger.warning(
        "requests have no remote address: limits by network count all of them as one network",
        metadata: ["context": "\(Context.self)"])
    }
    routes.add(to: router)
  }

  /// Opens a session for a person whom the host signed in itself, as `POST /service/sessions` does
  /// for a host's backend.
  ///
  /// The app is a host of its own, `in-process`; a service key that shall see what it made is one
  /// of that host (`countersign service-key create --host in-process`).
  ///
  /// The account is made where it is missing and there is a name to make it with. No factor of this
  /// server was proved: the session does what one opened by a mailed code does. The audit log has
  /// it.
  ///
  /// - Parameters:
  ///   - userName: What the account is called: the host's own opaque id of the person, an e-mail
  ///     address or a telephone number (`AccountName`).
  ///   - displayName: The name to show where the account is made; nil to make none.
  /// - Returns: The session with its access token, or the refusal.
  /// - Throws: `StoreError`.
  public func openSession(
    for userName: String, displayName: String? = nil
  ) async throws -> Decision<SessionAnswer> {
    try await service.hostSessions.open(
      ServiceSessionRequest(userName: userName, displayName: displayName))
  }

  /// The value of `Set-Cookie` by which a host's answer hands a session to a person's browser.
  ///
  /// The page and the dialogs for a host's own page (`page/host.js`) then act in that session. No
  /// script can read the cookie, and no other site sends it. It takes the place of whatever session
  /// the browser had.
  ///
  /// - Parameter session: The session, as in `openSession(for:)`.
  /// - Returns: The field's value, the token within.
  public func cookie(of session: SessionAnswer) -> String {
    routes.cookie(of: session, at: service)
  }

  /// Says from now on that this server ends soon: `GET /health/ready` answers 503 with the reason
  /// `draining`, and everything is still served.
  ///
  /// ``StandaloneServer`` does so itself, for `ServerSettings.drainSeconds`.
  public func drain() { service.drain() }

  /// Delivers messages and events, runs the jobs of modules and clears away what is over, until the
  /// process shuts down.
  ///
  /// - Throws: `StoreError` once a commit has failed: what is on the disk is unknown then, and the
  ///   store stays closed. Only a new process, which opens it again, goes on.
  public func run() async throws {
    do {
      try await work.run()
    } catch {
      // What ended the work is what the host is told.
      try? await opened.close()
      throw error
    }
    // A server that was told to end was there until now.
    await work.lookAtClock()
    try await opened.close()
  }
}

extension ServerMisuse {
  /// A configuration has no origin, and there is no port to take one from.
  public static let originMissing = ServerMisuse(
    code: "origin_missing",
    description: "the configuration names no origin: give those of the pages and apps")
}
