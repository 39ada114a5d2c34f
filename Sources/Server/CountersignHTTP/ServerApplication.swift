public import CountersignCore
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import ServiceLifecycle
import Synchronization

/// The HTTP server as a service of a process: it binds, serves, and on shutdown lets the requests
/// that it has taken end.
public struct ServerApplication: ServiceLifecycle.Service {
  private let host: String
  private let port: Int
  private let slot: ServiceSlot
  private let settings: ServerSettings
  private let modules: [any Module]
  private let logger: Logger
  private let onBound: @Sendable (Int) async -> Void

  /// A server for an address.
  ///
  /// - Parameters:
  ///   - host: The name or address to bind.
  ///   - port: The port; 0 for a free one.
  ///   - slot: The service, or the place where it will be.
  ///   - settings: How connections and requests are treated.
  ///   - modules: The modules whose routes are served; nil for those of the service in the slot.
  ///   - logger: Where the log goes.
  ///   - onBound: Called with the port once connections are taken.
  public init(
    host: String, port: Int, slot: ServiceSlot, settings: ServerSettings,
    modules: [any Module]? = nil, logger: Logger,
    onBound: @escaping @Sendable (Int) async -> Void
  ) {
    self.host = host
    self.port = port
    self.slot = slot
    self.settings = settings
    self.modules = modules ?? slot.service?.modules ?? []
    self.logger = logger
    self.onBound = onBound
  }

  /// Serves until the process shuts down.
  ///
  /// - Throws: `ServerMisuse` for settings that contradict themselves, and for plain HTTP to other
  ///   machines; ``TLSFileError`` for a certificate or key of no use; `IOError` where the address
  ///   cannot be bound.
  public func run() async throws {
    try settings.verify(binding: host)
    let routes = ServiceRoutes(slot: slot, settings: settings, modules: modules)
    let application = Application(
      router: routes.router(), server: try channels(routes),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port), serverName: nil, backlog: Self.backlog),
      onServerRunning: { channel in await onBound(channel.localAddress?.port ?? port) },
      logger: logger)
    try await application.run()
  }

  /// The number of new connections that the kernel holds until an event loop takes them.
  ///
  /// After a restart all clients come again at once. Whoever finds no place there is not refused:
  /// the packet is dropped, and comes again after one second, then three. Linux cuts the number to
  /// `net.core.somaxconn`, which is 4096 unless it was set; half of the connections that may be
  /// open by default.
  static let backlog = 4096

  private func channels(_ routes: ServiceRoutes) throws -> HTTPServerBuilder {
    let shedding = ConnectionGuard.Shedding(
      paces: LoopPaces(settings.loadClock), gate: routes.gate,
      connections: ConnectionTable(slot, settings), proxies: settings.trustedProxies,
      served: routes.alwaysServed, logger: logger)
    let plain = HTTPServerBuilder.http1OnEventLoops(
      configuration: .init(
        additionalChannelHandlers: [
          ConnectionGuard(settings, shedding: shedding)
        ],
        idleTimeout: .seconds(settings.idleSeconds),
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: settings.headLimitBytes, maxHeaderListSize: settings.headLimitBytes,
          maxHeaderFieldCount: 100)), paces: shedding.paces)
    switch settings.protection {
    case .none, .behindTLS, .plainHTTPToNetworks: return plain
    case .tls(let termination): return try termination.server(plain)
    }
  }
}

/// Holds the service for the routes.
///
/// A server binds its port before its service can be made: without a configured origin the origin
/// is the port. Until then a request is told that the server is busy.
public final class ServiceSlot: Sendable {
  private let content: Mutex<CountersignCore.Service?>

  /// A slot, empty or with the service.
  public init(_ service: CountersignCore.Service? = nil) { content = Mutex(service) }

  /// Puts the service in.
  public func fill(_ service: CountersignCore.Service) { content.withLock { $0 = service } }

  /// The service; nil before there is one.
  package var service: CountersignCore.Service? { content.withLock { $0 } }
}
