public import WebAuthnModel

/// The answer to a ``WireRequest``, its body still to be read by whoever asked.
public struct WireResponse: Sendable {
  /// The HTTP status code.
  public var status: Int
  /// The JSON body; nil where there is none or where it is no JSON.
  public var body: JSONValue?
  /// Whole seconds of `Retry-After`, where given.
  public var retryAfterSeconds: Int?
  /// Whether this is the first answer again (`Idempotent-Replayed: true`).
  public var isReplayed: Bool

  /// An answer as a transport received it.
  public init(
    status: Int, body: JSONValue? = nil, retryAfterSeconds: Int? = nil, isReplayed: Bool = false
  ) {
    self.status = status
    self.body = body
    self.retryAfterSeconds = retryAfterSeconds
    self.isReplayed = isReplayed
  }
}
