import AsyncHTTPClient

/// How this server posts to a host's webhook.
enum OutgoingHTTP {
  /// A client that follows no redirect: a signed message goes where it was configured
  /// to go and nowhere else.
  static func client() -> HTTPClient {
    HTTPClient(
      eventLoopGroupProvider: .singleton,
      configuration: HTTPClient.Configuration(redirectConfiguration: .disallow))
  }

  /// What went wrong, for a log: the client's own codes, or else the error's type alone, since an
  /// address can hold a password.
  static func cause(_ error: any Error) -> String {
    (error as? HTTPClientError).map { "\($0)" } ?? "\(type(of: error))"
  }
}
