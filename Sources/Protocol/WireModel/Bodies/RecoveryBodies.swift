public import WebAuthnModel

/// Body of `POST /recovery`: the code mailed for purpose `recover`.
public struct RecoveryRequest: JSONBody, Hashable {
  /// The code.
  ///
  /// Secret.
  public var validateCode: SecretText

  /// A request to send.
  public init(validateCode: SecretText) { self.validateCode = validateCode }
}

/// Answer of `POST /recovery` and `GET /recovery`.
public struct RecoveryAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// How far a recovery has come.
  public enum Status: String, Codable, Sendable, Hashable, CaseIterable {
    /// None is under way.
    case none
    /// It waits; it can be cancelled from any session.
    case waiting
    /// The wait is over: a mailed code entitles to the first new factor, once.
    case ready
  }

  /// How far it has come.
  public var status: Status
  /// When the wait is over, RFC 3339 in UTC; nil where none is under way.
  @Nullable public var readyAt: String?

  /// An answer to send.
  public init(status: Status, readyAt: String?) {
    self.status = status
    self.readyAt = readyAt
  }
}
