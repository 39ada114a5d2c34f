import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// How this server posts to a host's webhook.
enum OutgoingHTTP {
  /// A client that follows no redirect: a signed message goes where it was configured
  /// to go and nowhere else.
  static func client() -> HTTPClient {
    HTTPClient(
      eventLoopGroupProvider: .singleton,
      configuration: HTTPClient.Configuration(redirectConfiguration: .disallow))
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

  /// What went wrong, for a log: the client's own codes, or else the error's type alone, since an
  /// address can hold a password.
  static func cause(_ error: any Error) -> String {
    (error as? HTTPClientError).map { "\($0)" } ?? "\(type(of: error))"
  }
}
