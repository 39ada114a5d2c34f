import Hummingbird
import Logging
import NIOCore

/// What Hummingbird carries along with a request.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection; nil in process, where there is none.
  let channel: (any Channel)?

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
  }

  init(loopback logger: Logger) {
    coreContext = .init(source: LoopbackSource(logger: logger))
    channel = nil
  }

  /// The id under which the log knows the request.
  var requestID: String {
    logger[metadataKey: "hb.request.id"].map(String.init(describing:)) ?? "none"
  }

  private struct LoopbackSource: RequestContextSource {
    let logger: Logger
  }
}
