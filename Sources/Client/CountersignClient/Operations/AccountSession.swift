import WebAuthnModel
public import WireModel

/// A session of one account; the operations that need one hang on it.
public struct AccountSession: Sendable {
  /// The server.
  public let connection: ServerConnection
  /// Whose session it is.
  public let accountID: String
  /// The opaque access token.
  ///
  /// Secret.
  public let accessToken: SecretText
  /// Whether what is asked in it is asked by nobody who is there.
  private var isBackground = false

  /// A session that was opened before.
  public init(connection: ServerConnection, accountID: String, accessToken: SecretText) {
    self.connection = connection
    self.accountID = accountID
    self.accessToken = accessToken
  }

  func request(
    _ route: Route, parameters: [String: String] = [:], query: [String: String] = [:],
    idempotencyKey: String? = nil, body: JSONValue? = nil
  ) -> WireRequest {
    var request = WireRequest(
      route, parameters: parameters, query: query, accessToken: accessToken.exposed,
      idempotencyKey: idempotencyKey, body: body)
    request.isBackground = isBackground
    return request
  }

  /// The session for what is asked without anybody being there: that is no activity, which would
  /// keep it alive.
  var inBackground: AccountSession {
    var session = self
    session.isBackground = true
    return session
  }
}
