public import CountersignCore
package import Hummingbird
import WireModel

/// The treatment of connections and requests, by strict defaults.
public struct ServerSettings: Sendable {
  /// The fate of a request whose Host is 127.0.0.1: passkeys know `localhost`, not an address.
  public enum LoopbackAddressPolicy: Sendable, Hashable {
    /// To the same path at localhost.
    case redirectToLocalhost
    /// Nowhere else; it is served.
    case serve
  }

  /// The protection of a connection.
  public enum Protection: Sendable, Hashable {
    /// Not at all: plain HTTP, which a server of its own port serves to this machine alone.
    case none
    /// By TLS that ends before this process, at the trusted proxies: browsers are told to come by
    /// TLS only, and the page's cookie is `Secure`. The way from the proxies is the deployment's.
    case behindTLS
    /// Not at all, and to every network that reaches the port: whoever is on the way reads PINs,
    /// codes and tokens. For a network that protects itself, as a VPN does.
    case plainHTTPToNetworks
    /// By TLS that this process ends: `.tls(certificateFile:keyFile:)` of `CountersignTLS`.
    case tls(TLSTermination)

    /// Tells that browsers and apps come by TLS, wherever it ends.
    var isReachedByTLS: Bool {
      switch self {
      case .behindTLS, .tls: true
      case .none, .plainHTTPToNetworks: false
      }
    }

    /// Tells that this process ends TLS itself.
    package var endsTLS: Bool { if case .tls = self { true } else { false } }
  }

  /// The largest body that is read.
  public var bodyLimitBytes = 64 * 1024
  /// The time in which a body has to arrive, in seconds.
  public var bodySeconds: Int64 = 10
  /// The time in which the head of a request has to arrive, in seconds; of a connection's first one
  /// from its beginning on, a TLS handshake included.
  public var headSeconds: Int64 = 10
  /// The time for which a client may take nothing of what is written to it, in seconds.
  public var sendSeconds: Int64 = 60
  /// The time that a connection may be without a whole request, in seconds.
  public var idleSeconds: Int64 = 60
  /// The largest head of a request.
  public var headLimitBytes = 16 * 1024
  /// The treatment of a Host of 127.0.0.1.
  public var loopbackAddress = LoopbackAddressPolicy.redirectToLocalhost
  /// The protection of connections.
  public var protection = Protection.none
  /// The proxies that are believed when they say where a request came from; there have to be some
  /// behind TLS that ends before this process.
  public var trustedProxies = TrustedProxies.none
  /// The time for which a server that was told to end still serves, in seconds: as long as whoever
  /// leads requests here needs to see it by `GET /health/ready`.
  public var drainSeconds: Int64 = 0
  /// The times of streams of events.
  public var eventTiming = EventTiming()
  /// The additions to the routes, as the web page.
  public var additions: [ServerAddition] = []
  /// The name that tells this server from others at the same origin; nil for the only one there.
  public var instance: InstanceName?
  /// The path in front of the routes, as browsers and apps see it; nil for the one in the request.
  ///
  /// A proxy that takes a prefix away, or puts one in front, makes the two differ.
  public var prefix: PathPrefix?
  /// The time before which no refusal of a secret is released.
  public var secretFloor = SecretFloor()
  /// The clock by which requests are late, and for how long some were shed.
  package var loadClock: @Sendable () -> ContinuousClock.Instant = { .now }

  /// The strict defaults.
  public init() {}

  /// Refuses settings that contradict themselves.
  ///
  /// - Parameter host: The name or address that the server is to bind; nil where another server has
  ///   the port.
  /// - Throws: `ServerMisuse`.
  package func verify(binding host: String?) throws(ServerMisuse) {
    if protection == .behindTLS, trustedProxies == .none { throw .proxyMissing }
    if protection == .none, let host, !ProtectedAddress.isThisMachine(host) {
      throw .plainHTTPToNetworks
    }
  }
}

/// A short name that tells one server from another at the same origin: it is part of the name of
/// the page's cookie.
public struct InstanceName: Sendable, Hashable, CustomStringConvertible {
  /// 1 to 32 ASCII letters, digits and hyphens.
  public let description: String

  /// Reads a name such as `staff`.
  ///
  /// - Throws: `ServerMisuse.instanceInvalid` for anything else.
  public init(_ text: String) throws(ServerMisuse) {
    let isName = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard isName, (1...32).contains(text.utf8.count) else { throw .instanceInvalid }
    description = text
  }
}

extension ServerMisuse {
  /// A text is no name of a server among others.
  public static let instanceInvalid = ServerMisuse(
    code: "instance_invalid",
    description: "an instance's name is 1 to 32 ASCII letters, digits and hyphens")
}

extension ServerMisuse {
  /// TLS is to end before this process, and nothing says where.
  public static let proxyMissing = ServerMisuse(
    code: "proxy_missing",
    description: "behind TLS that ends at a proxy, name that proxy among the trusted ones: all "
      + "requests would count as the proxy's own")
  /// Plain HTTP would be served to other machines.
  public static let plainHTTPToNetworks = ServerMisuse(
    code: "plain_http_to_networks",
    description: "plain HTTP is served to this machine alone: PINs, codes and tokens would cross "
      + "the network in the clear; give a certificate, or say that TLS ends at a proxy")
}

/// An addition to a server's routes, on the same router: the web page.
public struct ServerAddition: Sendable {
  private let routes: any AddedRoutes

  /// An addition of another target.
  package init(_ routes: any AddedRoutes) { self.routes = routes }

  /// The paths that it serves.
  var paths: [String] { routes.paths }

  /// Refuses modules that it cannot serve together.
  func verify(_ modules: [any Module]) throws { try routes.verify(modules) }

  /// Puts it on a router.
  func add(to router: some RouterMethods, _ slot: ServiceSlot, _ modules: [any Module]) {
    routes.add(to: router, slot, modules)
  }
}

/// The routes of an addition, whosever router they are put on.
package protocol AddedRoutes: Sendable {
  /// The paths that they serve.
  var paths: [String] { get }

  /// Refuses modules that cannot be served together.
  ///
  /// - Throws: `ModuleClash`, or `ServerMisuse` for a module that contradicts itself.
  func verify(_ modules: [any Module]) throws

  /// Puts them on a router.
  ///
  /// - Parameters:
  ///   - router: The router, or a group of it.
  ///   - slot: The service, or the place where it will be.
  ///   - modules: The modules of the service.
  func add(to router: some RouterMethods, _ slot: ServiceSlot, _ modules: [any Module])
}

/// Releases the refusal of a secret no sooner than a fixed time after its request began, so that
/// the time tells nothing of what was wrong (PSD2 RTS, Article 4.3a).
public struct SecretFloor: Sendable {
  /// The time.
  public var duration: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let sleep: @Sendable (ContinuousClock.Instant) async throws -> Void

  /// A floor of 250 ms, or another.
  ///
  /// - Parameters:
  ///   - duration: The time.
  ///   - now: The clock.
  ///   - sleep: Waits until a moment of that clock.
  public init(
    _ duration: Duration = .milliseconds(250),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
    sleep: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void = {
      try await ContinuousClock().sleep(until: $0)
    }
  ) {
    self.duration = duration
    self.now = now
    self.sleep = sleep
  }

  /// The moment at which a request begins.
  func begin() -> ContinuousClock.Instant { now() }

  /// Waits until the floor of a request that began then is reached.
  func wait(since start: ContinuousClock.Instant) async {
    // A cancelled wait means that the connection is gone: there is nobody to tell anything.
    try? await sleep(start + duration)
  }
}

/// The intervals at which a stream of events looks and speaks by itself.
public struct EventTiming: Sendable, Hashable {
  /// The time after which it looks at the store though nothing rang: another node changes the store
  /// without ringing here.
  public var poll = Duration.seconds(2)
  /// The time after which it says that it is there though nothing happened, so that nothing on the
  /// way takes the connection for a dead one.
  public var heartbeat = Duration.seconds(15)
  /// The life of a stream whose session's token is bound to a key: its proof is as old as the
  /// stream.
  public var proved = Duration.seconds(900)
  /// The time that a stream has to end with the server.
  public var farewell = Duration.seconds(5)

  /// Every 2 s, every 15 s, 15 minutes, and 5 s.
  public init() {}
}
