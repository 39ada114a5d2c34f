public import CountersignCore
import CountersignHTTP
public import Logging
public import ServiceLifecycle

/// A server with a port of its own and nothing else on it, as `countersign serve` runs it.
///
/// ```swift
/// let server = StandaloneServer(configuration: configuration, logger: logger) { configuration in
///   try await Countersign(
///     store: .sqlite("data/bank.db"), keyring: .file("keys/keyring"),
///     configuration: configuration, messenger: mail, logger: logger)
/// }
/// ```
public struct StandaloneServer: ServiceLifecycle.Service {
  private let host: String
  private let port: Int
  private let configuration: ServerConfiguration
  private let modules: [any Module]
  private let logger: Logger
  private let make: @Sendable (ServerConfiguration) async throws -> Countersign
  private let onListening: @Sendable (String) -> Void

  /// A server for an address.
  ///
  /// - Parameters:
  ///   - host: The name or address to bind.
  ///   - port: The port; 0 for a free one.
  ///   - configuration: What the server is told; without an origin it has that of its port.
  ///   - modules: The modules whose routes are served.
  ///   - logger: Where the log goes.
  ///   - onListening: Called with the address on this machine once requests are answered.
  ///   - make: Makes what is served, with the configuration that has its origins.
  public init(
    host: String = "127.0.0.1", port: Int = 8080, configuration: ServerConfiguration,
    modules: [any Module] = [], logger: Logger,
    onListening: @escaping @Sendable (String) -> Void = { _ in },
    make: @escaping @Sendable (ServerConfiguration) async throws -> Countersign
  ) {
    self.host = host
    self.port = port
    self.configuration = configuration
    self.modules = modules
    self.logger = logger
    self.onListening = onListening
    self.make = make
  }

  /// Serves until the process shuts down; then the requests that were taken end.
  ///
  /// It takes half as many connections as the process may have files open, if that is less than
  /// ``ServerConfiguration/policy`` says.
  ///
  /// - Throws: `IOError` where the address cannot be bound, and what ends ``Countersign/run()``.
  public func run() async throws {
    let configuration = fittedConfiguration()
    let slot = ServiceSlot()
    let (made, continuation) = AsyncStream<Result<Countersign, any Error>>.makeStream()
    let application = ServerApplication(
      host: host, port: port, slot: slot, settings: configuration.http, modules: modules,
      logger: logger
    ) { port in
      do {
        var configuration = configuration
        configuration.origins = configuration.origins(port: port)
        let countersign = try await make(configuration)
        slot.fill(countersign.service)
        continuation.yield(.success(countersign))
        onListening(configuration.localAddress(port: port))
      } catch {
        continuation.yield(.failure(error))
      }
    }
    let drain = Drain(slot: slot, seconds: configuration.http.drainSeconds)
    // The last one is shut down first: no request is taken any more when the work behind it ends.
    let services: [ServiceGroupConfiguration.ServiceConfiguration] = [
      // Connections that were taken meanwhile are closed before a failed start is told.
      .init(
        service: ServedWork(made: made), failureTerminationBehavior: .gracefullyShutdownGroup),
      .init(service: application), .init(service: drain),
    ]
    try await ServiceGroup(configuration: .init(services: services, logger: logger)).run()
  }

  /// The configuration with no more connections than this process has files for.
  private func fittedConfiguration() -> ServerConfiguration {
    var fitted = configuration
    let openFiles = OpenFileLimit.current
    if fitted.policy.reduceConnections(toFit: openFiles) {
      logger.warning(
        "the process may have too few files open: it takes fewer connections than it is told to",
        metadata: [
          "connections": "\(fitted.policy.requests.connections)", "openFiles": "\(openFiles)",
          "hint": .string(
            "allow it twice as many open files as the \(configuration.policy.requests.connections) "
              + "connections that it is told to take, as by LimitNOFILE= or ulimit -n"),
        ])
    }
    return fitted
  }
}

/// The time between the word to end and the end, in which everything is served and the server says
/// that it is not ready any more.
private struct Drain: ServiceLifecycle.Service {
  let slot: ServiceSlot
  let seconds: Int64

  func run() async throws {
    try await gracefulShutdown()
    guard let service = slot.service else { return }
    service.drain()
    // A cancelled wait is one that has to end at once.
    try? await Task.sleep(for: .seconds(seconds))
  }
}

/// The work of a server that is made once its port is bound.
private struct ServedWork: ServiceLifecycle.Service {
  /// The server; or why there is none.
  let made: AsyncStream<Result<Countersign, any Error>>

  func run() async throws {
    let made = await cancelWhenGracefulShutdown { [made] in await made.first { _ in true } }
    try await made?.get().run()
  }
}
