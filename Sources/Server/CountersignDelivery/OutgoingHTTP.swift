package import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// The requests that a server itself sends.
package enum OutgoingHTTP {
  /// A client for all of them; whoever made it shuts it down.
  ///
  /// It follows no redirect: what a server signs or orders goes where it was configured to go and
  /// nowhere else. An address that takes no connection is an error at once, since whatever is sent
  /// comes again from the outbox.
  package static func client() -> HTTPClient {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.connectionPool.retryConnectionEstablishment = false
    // The receiver may be ending one that was idle for longer.
    configuration.connectionPool.idleTimeout = .seconds(30)
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// Posts to a webhook, which takes it over by answering 200 to 299.
  ///
  /// - Throws: ``DeliveryError`` for any other answer, or none in time.
  static func post(
    _ request: HTTPClientRequest, with client: HTTPClient, timeoutSeconds: Int64
  ) async throws {
    let status: UInt
    do {
      status = try await client.execute(request, timeout: .seconds(timeoutSeconds)).status.code
    } catch {
      throw DeliveryError(reason: "the webhook did not answer: \(cause(error))")
    }
    guard (200...299).contains(status) else {
      throw DeliveryError(reason: "the webhook answered \(status)")
    }
  }

  /// The cause of a failure for a log: the client's own codes, or else the error's type alone,
  /// since an address can hold a password.
  package static func cause(_ error: any Error) -> String {
    (error as? HTTPClientError).map { "\($0)" } ?? "\(type(of: error))"
  }
}

/// A message or an event that could not be handed over, with nothing of what it holds.
package struct DeliveryError: Error, CustomStringConvertible {
  let reason: String

  /// A failure with its reason, for a log.
  package init(reason: String) { self.reason = reason }

  package var description: String { reason }
}
