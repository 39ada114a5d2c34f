/// How the server treats connections and requests, by strict defaults.
public struct ServerSettings: Sendable {
  /// Where a request goes whose Host is 127.0.0.1: passkeys know `localhost`, not an address.
  public enum LoopbackAddressPolicy: Sendable, Hashable {
    /// To the same path at localhost.
    case redirectToLocalhost
    /// Nowhere else; it is served.
    case serve
  }

  /// How a connection is protected.
  public enum Protection: Sendable, Hashable {
    /// Not by this process: on this machine only, or behind something that ends TLS.
    case none
    /// By TLS, with a certificate chain and its key in PEM files.
    case tls(certificateFile: String, keyFile: String)
  }

  /// The largest body that is read.
  public var bodyLimitBytes = 64 * 1024
  /// How long a body may take to arrive.
  public var bodySeconds: Int64 = 10
  /// How long a connection may be without a whole request.
  public var idleSeconds: Int64 = 60
  /// The largest head of a request.
  public var headLimitBytes = 16 * 1024
  /// What becomes of a Host of 127.0.0.1.
  public var loopbackAddress = LoopbackAddressPolicy.redirectToLocalhost
  /// How connections are protected.
  public var protection = Protection.none
  /// How often streams of events look and speak by themselves.
  public var eventTiming = EventTiming()
  /// Where a demo puts the codes that it sends, which the web page shows; nil where it is none.
  public var demoMailbox: String?
  /// When the refusal of a secret is released.
  public var secretFloor = SecretFloor()

  /// The strict defaults.
  public init() {}
}
