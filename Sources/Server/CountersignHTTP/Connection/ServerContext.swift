import CountersignCore
package import Hummingbird
import Logging
package import NIOCore

/// What Hummingbird carries along with a request of this module's own server.
package struct ServerContext: RemoteAddressRequestContext {
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

  /// The address at the other end of the connection; behind a proxy, the proxy's.
  package var remoteAddress: SocketAddress? { channel?.remoteAddress }

  private struct LoopbackSource: RequestContextSource {
    let logger: Logger
  }
}

/// The values that a route takes from the context of a request, whosever server it came to.
extension RequestContext {
  /// The id under which the log knows the request.
  var requestID: String {
    logger[metadataKey: requestIDName].map(String.init(describing:)) ?? "none"
  }

  /// The network that the request came from; the one of this machine where the context has no
  /// address.
  var network: RequesterNetwork {
    RequesterNetwork((self as? any RemoteAddressRequestContext)?.remoteAddress)
  }

  /// The connection, which only this module's own server hands on: on a host's connection its own
  /// limits hold.
  var connection: (any Channel)? { (self as? ServerContext)?.channel }
}

/// The name that Hummingbird gives to a request's id in the log.
let requestIDName = "hb.request.id"

extension RequesterNetwork {
  /// The network of an address; the one of this machine for a socket of its own, and for none.
  fileprivate init(_ remoteAddress: SocketAddress?) {
    // The address follows family and port, in IPv6 the flow too (RFC 3493, section 3.3).
    let (address, range): (SocketAddress, Range<Int>)
    switch remoteAddress {
    case .v4(let ipv4)?: (address, range) = (.v4(ipv4), 4..<8)
    case .v6(let ipv6)?: (address, range) = (.v6(ipv6), 8..<24)
    case .unixDomainSocket?, nil:
      self = .local
      return
    }
    self = address.withSockAddr { pointer, size in
      let bytes = UnsafeRawBufferPointer(start: pointer, count: size)
      return RequesterNetwork(address: Array(bytes[range]))
    }
  }
}
