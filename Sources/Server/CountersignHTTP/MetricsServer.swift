import HTTPTypes
import Hummingbird
import HummingbirdCore
package import Logging
package import NIOCore
import ServiceLifecycle
import WireModel

/// Serves `GET /metrics` and nothing else, on a port of its own.
///
/// Whoever reaches the port reads the figures. At an address of this machine a request is answered
/// only if its Host is one, too. A page in a browser on the machine could otherwise read them under
/// a name of its own that leads here.
package struct MetricsServer: ServiceLifecycle.Service {
  private let host: String
  private let port: Int
  private let mediaType: String
  private let logger: Logger
  private let text: @Sendable () -> String
  private let onBound: @Sendable (Int) -> Void

  /// A server for an address.
  ///
  /// - Parameters:
  ///   - host: The name or address to bind.
  ///   - port: The port; 0 for a free one.
  ///   - mediaType: The media type of the figures.
  ///   - logger: Where the log goes.
  ///   - onBound: Called with the port once connections are taken.
  ///   - text: The figures.
  package init(
    host: String, port: Int, mediaType: String, logger: Logger,
    onBound: @escaping @Sendable (Int) -> Void = { _ in }, text: @escaping @Sendable () -> String
  ) {
    (self.host, self.port, self.mediaType) = (host, port, mediaType)
    (self.logger, self.text, self.onBound) = (logger, text, onBound)
  }

  /// Serves until the process shuts down.
  ///
  /// - Throws: ``MetricsServerError`` where the address cannot be bound.
  package func run() async throws {
    let router = Router(context: ServerContext.self)
    router.answer(at: "/metrics") { request, _ in answer(to: request) }
    let application = Application(
      router: router,
      server: .http1OnEventLoops(configuration: .init(idleTimeout: .seconds(120))),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port), serverName: nil),
      onServerRunning: { [host, port, logger, onBound] channel in
        let bound = channel.localAddress?.port ?? port
        logger.info(
          "metrics are served", metadata: ["host": "\(host)", "port": .stringConvertible(bound)])
        onBound(bound)
      },
      logger: logger)
    do {
      try await application.run()
    } catch let error as IOError {
      throw MetricsServerError(host: host, port: port, cause: error)
    }
  }

  private func answer(to request: Request) -> Response {
    guard isForThisPlace(request) else { return Response(status: .misdirectedRequest) }
    let body = ByteBuffer(string: text())
    let fields: HTTPFields = [
      .contentType: mediaType, .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
    ]
    let response = Response(
      status: .ok, headers: fields, body: ResponseBody(byteBuffer: body))
    return request.method == .head ? response.createHeadResponse() : response
  }

  private func isForThisPlace(_ request: Request) -> Bool {
    guard ProtectedAddress.isThisMachine(host) else { return true }
    guard let authority = request.head.authority else { return false }
    // The port, if there is one, stands behind the last colon outside of brackets.
    let end = authority.lastIndex(of: ":").flatMap { colon in
      authority[colon...].contains("]") ? nil : colon
    }
    return ProtectedAddress.isThisMachine(authority[..<(end ?? authority.endIndex)])
  }
}

/// The place of the metrics cannot be bound.
package struct MetricsServerError: Error {
  /// The name or address.
  package let host: String
  /// The port.
  package let port: Int
  /// The cause.
  package let cause: IOError
}
