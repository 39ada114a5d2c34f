public import DocumentModel
import HTTPTypes
public import WebAuthnModel

/// One call of a route as a transport carries it.
public struct WireRequest: Sendable {
  /// The operation.
  public var route: Route
  /// A value for each parameter in the route's path.
  public var parameters: [String: String]
  /// The query, by name.
  public var query: [String: String]
  /// The access token, where the route wants a session.
  ///
  /// Secret.
  public var accessToken: String?
  /// The thumbprint of the key that a session is opened or renewed with, where the call is made
  /// before there is an access token that is bound to it.
  public var openingKey: KeyThumbprint?
  /// The proof that whoever sends this holds the key of its access token (`DPoP`); nil for a bearer
  /// token, and before the client has made one.
  public var possessionProof: String?
  /// The idempotency key of an action.
  public var idempotencyKey: String?
  /// The secret by which the maker of a link watches, collects and ends it (`Countersign-Watch`).
  ///
  /// Secret.
  public var watchSecret: String?
  /// The JSON body, where the route takes one.
  public var body: JSONValue?
  /// The languages that the person wants to read (`Accept-Language`).
  public var languages = PreferredLanguages.none
  /// True if nobody is there who asks for it: it keeps no session alive (`X-Countersign-Activity`).
  public var isBackground = false

  /// A call of `route`.
  public init(
    _ route: Route, parameters: [String: String] = [:], query: [String: String] = [:],
    accessToken: String? = nil, idempotencyKey: String? = nil, watchSecret: String? = nil,
    body: JSONValue? = nil
  ) {
    self.route = route
    self.parameters = parameters
    self.query = query
    self.accessToken = accessToken
    self.idempotencyKey = idempotencyKey
    self.watchSecret = watchSecret
    self.body = body
  }

  /// The path and query as they stand in the request line, or nil where a parameter is missing.
  public var target: String? {
    guard let path = route.path(parameters) else { return nil }
    guard !query.isEmpty else { return path }
    let pairs = query.sorted { $0.key < $1.key }.map { name, value in
      PercentEncoding.encode(name) + "=" + PercentEncoding.encode(value)
    }
    return path + "?" + pairs.joined(separator: "&")
  }
}

extension WireRequest {
  /// The value of `Authorization`; nil without an access token (RFC 6750; RFC 9449, section 7.1).
  ///
  /// Secret.
  package var authorization: String? {
    accessToken.map { (possessionProof == nil ? "Bearer " : "DPoP ") + $0 }
  }
}

extension WireRequest: CustomStringConvertible {
  /// Method and path template only: a body or a token never reaches a log.
  public var description: String { "\(route.method.rawValue) \(route.path)" }
}

/// The answer to a ``WireRequest``, its body still to be read by whoever asked.
public struct WireResponse: Sendable {
  /// The HTTP status code.
  public var status: Int
  /// The JSON body; nil where there is none or where it is no JSON.
  public var body: JSONValue?
  /// Whole seconds of `Retry-After`, where given.
  public var retryAfterSeconds: Int?
  /// True if this is the first answer again (`Idempotent-Replayed: true`).
  public var isReplayed: Bool
  /// The nonce for the next proofs of possession (`DPoP-Nonce`); nil where the answer has none.
  public var possessionNonce: String?

  /// An answer as a transport received it.
  public init(
    status: Int, body: JSONValue? = nil, retryAfterSeconds: Int? = nil, isReplayed: Bool = false,
    possessionNonce: String? = nil
  ) {
    self.status = status
    self.body = body
    self.retryAfterSeconds = retryAfterSeconds
    self.isReplayed = isReplayed
    self.possessionNonce = possessionNonce
  }
}
