public import CountersignCore
import CountersignHTTP
public import Logging
import RelyingParty
public import ServiceLifecycle

/// A server as a service of a process: it answers requests, delivers messages and events, asks
/// suppliers again and clears away what is over, until the process shuts down.
///
/// The store is the caller's: it is open before the server runs, and closed after that.
public struct Countersign: ServiceLifecycle.Service {
  private let store: any Store
  private let keyring: Keyring
  private let configuration: ServerConfiguration
  private let notifier: any Notifier
  private let courier: (any HostCourier)?
  private let modules: [any Module]
  private let logger: Logger
  private let onListening: @Sendable (String) -> Void

  /// Puts a server together.
  ///
  /// - Parameters:
  ///   - store: Where all state is kept.
  ///   - keyring: The server's own keys.
  ///   - configuration: The relying party, its addresses and its policy.
  ///   - notifier: Who carries messages to people.
  ///   - courier: Who carries events to the host; nil where there is nobody.
  ///   - modules: What brings actions of its own.
  ///   - logger: Where the log goes.
  ///   - onListening: Called with the address on this machine once requests are answered.
  public init(
    store: any Store, keyring: Keyring, configuration: ServerConfiguration,
    notifier: any Notifier, courier: (any HostCourier)? = nil, modules: [any Module] = [],
    logger: Logger, onListening: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.store = store
    self.keyring = keyring
    self.configuration = configuration
    self.notifier = notifier
    self.courier = courier
    self.modules = modules
    self.logger = logger
    self.onListening = onListening
  }

  /// Serves until the process shuts down; then the requests that were taken end.
  ///
  /// - Throws: `ModuleClash` for modules that cannot stand beside each other, `IOError` where the
  ///   address cannot be bound, and what the store throws meanwhile.
  public func run() async throws {
    try verifyRoutes(of: modules)
    let slot = ServiceSlot()
    let (started, continuation) = AsyncStream<Result<CountersignCore.Service, any Error>>
      .makeStream()
    let application = ServerApplication(
      host: configuration.host, port: configuration.port, slot: slot,
      settings: configuration.http, modules: modules, logger: logger
    ) { port in
      do {
        let service = try await makeService(port: port)
        slot.fill(service)
        continuation.yield(.success(service))
        onListening(configuration.localAddress(port: port))
      } catch {
        continuation.yield(.failure(error))
      }
    }
    let work = BackgroundWork(
      started: started, notifier: notifier, courier: courier, logger: logger)
    // The last one is shut down first: no request is taken any more when the work behind it ends.
    try await ServiceGroup(services: [work, application], logger: logger).run()
  }

  private func makeService(port: Int) async throws -> CountersignCore.Service {
    var policy = configuration.policy
    policy.hostEvents.areSent = courier != nil
    let service = CountersignCore.Service(
      store: store, keyring: keyring,
      ceremony: CeremonyPolicy(
        relyingPartyID: configuration.relyingPartyID, origins: configuration.origins(port: port)),
      relyingPartyName: configuration.relyingPartyName, policy: policy, modules: modules)
    try await service.prepareModules()
    return service
  }
}
