import AsyncHTTPClient
public import CountersignDelivery
import NIOCore
import NIOHTTP1

extension OutgoingHTTP {
  /// A client over TLS for all requests of a server; whoever made it shuts it down.
  ///
  /// An address that takes no connection is an error at once.
  public static func client() -> OutgoingHTTP {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.connectionPool.retryConnectionEstablishment = false
    // What hangs holds its connection, as far as the outbox's places go; all else to the same host
    // takes another one and does not wait for it.
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 256
    // The receiver may be ending one that was idle for longer.
    configuration.connectionPool.idleTimeout = .seconds(30)
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    return OutgoingHTTP(
      send: { try await answer(to: $0, by: client) },
      shutdown: { try await client.shutdown() })
  }

  private static func answer(to request: Request, by client: HTTPClient) async throws -> Answer {
    var outgoing = HTTPClientRequest(url: request.url)
    outgoing.method = .POST
    for field in request.fields { outgoing.headers.add(name: field.name, value: field.value) }
    outgoing.body = .bytes(request.body)
    do {
      // The time for an answer is the caller's, who cancels.
      let response = try await client.execute(outgoing, deadline: .distantFuture)
      let status = Int(response.status.code)
      guard request.longestAnswer > 0 else { return Answer(status: status) }
      let body = try await response.body.collect(upTo: request.longestAnswer)
      return Answer(status: status, body: Array(buffer: body))
    } catch let error as HTTPClientError {
      throw OutgoingHTTPError(cause: "\(error)")
    }
  }
}
