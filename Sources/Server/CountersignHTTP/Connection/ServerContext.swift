import CountersignCore
package import Hummingbird
import Logging
import NIOCore

/// What Hummingbird carries along with a request.
package struct ServerContext: RequestContext {
  /// What Hummingbird's own parts keep.
  package var coreContext: CoreRequestContextStorage
  /// The connection; nil in process, where there is none.
  let channel: (any Channel)?

  package init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
  }

  init(loopback logger: Logger) {
    coreContext = .init(source: LoopbackSource(logger: logger))
    channel = nil
  }

  /// The id under which the log knows the request.
  var requestID: String {
    logger[metadataKey: Self.requestIDName].map(String.init(describing:)) ?? "none"
  }

  /// The name that Hummingbird gives it in the log.
  static let requestIDName = "hb.request.id"

  /// Where the request came from; behind a proxy, the proxy.
  var network: RequesterNetwork {
    // The address follows family and port, in IPv6 the flow too (RFC 3493, section 3.3).
    let (address, range): (SocketAddress, Range<Int>)
    switch channel?.remoteAddress {
    case .v4(let ipv4)?: (address, range) = (.v4(ipv4), 4..<8)
    case .v6(let ipv6)?: (address, range) = (.v6(ipv6), 8..<24)
    case .unixDomainSocket?, nil: return .local
    }
    return address.withSockAddr { pointer, size in
      let bytes = UnsafeRawBufferPointer(start: pointer, count: size)
      return RequesterNetwork(address: Array(bytes[range]))
    }
  }

  private struct LoopbackSource: RequestContextSource {
    let logger: Logger
  }
}
