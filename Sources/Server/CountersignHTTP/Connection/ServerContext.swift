import CountersignCore
import HTTPTypes
package import Hummingbird
import Logging
package import NIOCore

/// The context of a request of this module's own server.
package struct ServerContext: RemoteAddressRequestContext {
  /// The storage of Hummingbird's own parts.
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

  /// The network that a request came from; the one of this machine where the context has no
  /// address, whatever the request says of it.
  func network(of fields: HTTPFields, behind proxies: TrustedProxies) -> RequesterNetwork {
    proxies.network(of: (self as? any RemoteAddressRequestContext)?.remoteAddress, fields)
  }

  /// The connection, which only this module's own server hands on: on a host's connection its own
  /// limits hold.
  var connection: (any Channel)? { (self as? ServerContext)?.channel }
}

/// The name that Hummingbird gives to a request's id in the log.
let requestIDName = "hb.request.id"
