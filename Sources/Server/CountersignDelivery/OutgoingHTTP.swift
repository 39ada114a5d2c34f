public import AsyncHTTPClient
import CountersignCore
import NIOCore
import NIOHTTP1
package import WireModel

/// The requests that a server itself sends.
public enum OutgoingHTTP {
  /// A client for all of them; whoever made it shuts it down.
  ///
  /// It follows no redirect: what a server signs or orders goes where it was configured to go and
  /// nowhere else. An address that takes no connection is an error at once, since whatever is sent
  /// comes again from the outbox.
  public static func client() -> HTTPClient {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.connectionPool.retryConnectionEstablishment = false
    // What hangs holds its connection, as far as the outbox's places go; all else to the same host
    // takes another one and does not wait for it.
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 256
    // The receiver may be ending one that was idle for longer.
    configuration.connectionPool.idleTimeout = .seconds(30)
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// Posts JSON to a receiver that takes it over by answering 200 to 299.
  ///
  /// - Throws: `DeliveryError` for any other answer, or none in time.
  package static func post(
    _ json: [UInt8], to address: ProtectedAddress, with client: HTTPClient, timeoutSeconds: Int64
  ) async throws {
    var request = HTTPClientRequest(url: address.text)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(json)
    try await post(request, with: client, timeoutSeconds: timeoutSeconds)
  }

  /// Posts to a webhook, which takes it over by answering 200 to 299.
  ///
  /// The place in the trace goes along (W3C Trace Context), where there is one.
  ///
  /// - Parameters:
  ///   - request: What is posted.
  ///   - client: Who posts it.
  ///   - timeoutSeconds: The time for an answer.
  ///   - whenGone: What 410 Gone means.
  /// - Throws: `DeliveryError` for any other answer, or none in time.
  static func post(
    _ request: HTTPClientRequest, with client: HTTPClient, timeoutSeconds: Int64,
    whenGone: DeliveryError.Kind = .tryAgain
  ) async throws {
    var request = request
    request.headers.replaceOrAdd(name: "User-Agent", value: Software.userAgent)
    if let trace = TraceContext.current {
      request.headers.replaceOrAdd(name: "traceparent", value: trace.description)
    }
    let status: UInt
    do {
      status = try await client.execute(request, timeout: .seconds(timeoutSeconds)).status.code
    } catch {
      throw DeliveryError(reason: "the webhook did not answer: \(cause(error))")
    }
    guard (200...299).contains(status) else {
      throw DeliveryError(
        status == 410 ? whenGone : .tryAgain, reason: "the webhook answered \(status)")
    }
  }

  /// The cause of a failure for a log: the client's own codes, or else the error's type alone,
  /// since an address can hold a password.
  public static func cause(_ error: any Error) -> String {
    (error as? HTTPClientError).map { "\($0)" } ?? "\(type(of: error))"
  }
}
