public import WebAuthnModel

/// Body of `POST /recovery`: the code mailed for purpose `recover`.
public struct RecoveryRequest: JSONBody, Hashable {
  /// The code.
  ///
  /// Secret.
  public var validateCode: SecretText

  /// A request to send.
  public init(validateCode: SecretText) { self.validateCode = validateCode }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    validateCode = SecretText(try reader.string("validateCode"))
    try reader.finish()
  }

  /// The body's fields.
  public var json: JSONValue { ["validateCode": .string(validateCode.exposed)] }
}

/// Answer of `POST /recovery` and `GET /recovery`.
public struct RecoveryAnswer: JSONBody, Hashable {
  /// How far a recovery has come.
  public enum Status: String, Sendable, Hashable, CaseIterable {
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
  public var readyAt: String?

  /// An answer to send.
  public init(status: Status, readyAt: String?) {
    self.status = status
    self.readyAt = readyAt
  }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    status = try reader.choice("status")
    readyAt = try reader.optionalString("readyAt")
  }

  /// The answer's fields.
  public var json: JSONValue {
    ["status": .string(status.rawValue), "readyAt": readyAt.map(JSONValue.string) ?? .null]
  }
}
