public import WebAuthnModel

/// A refusal as it travels: `application/problem+json` (RFC 9457) with a ``Reason``.
public struct Problem: JSONBody, ExtensibleJSON, Hashable {
  /// The HTTP status code, repeated for logs and screens.
  public var status: Int
  /// The kind of problem, for a person.
  public var title: String
  /// The person's way on.
  public var detail: String
  /// The stable code.
  public var reason: Reason
  /// Members that a route adds: `verified` and `message` of a refused assertion,
  /// `transactionId` of the first operation, and the like.
  public var extensions: JSONObject

  /// A problem to send.
  public init(
    status: Int, title: String, detail: String, reason: Reason, extensions: JSONObject = [:]
  ) {
    self.status = status
    self.title = title
    self.detail = detail
    self.reason = reason
    self.extensions = extensions
  }

  /// The state of the second factor, for a device whose PIN was refused and which has no session;
  /// nil elsewhere.
  public var secondFactor: SecondFactorAnswer? {
    extensions["secondFactor"].flatMap { try? SecondFactorAnswer(json: $0) }
  }

  /// Until when the factor waits or is blocked that was refused, RFC 3339 in UTC; nil elsewhere.
  ///
  /// Of `factor_waits` and `recovered_limit`, once a notice of it was handed over; and of codes, or
  /// of strangers of a network, that wrong tries have blocked for a time.
  public var until: String? {
    guard case .string(let until)? = extensions["until"] else { return nil }
    return until
  }

  /// The number of wrong codes after which the account's are blocked; nil where no wrong code of an
  /// account was counted.
  public var triesLeft: Int64? {
    guard case .integer(let left)? = extensions["triesLeft"] else { return nil }
    return left
  }

  private static let ownNames: Set<String> = ["type", "title", "status", "detail", "reason"]
}

extension Problem {
  /// Reads a problem; members beyond those of RFC 9457 are its extensions.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    status = Int(try reader.integer("status"))
    title = try reader.string("title")
    detail = try reader.optionalString("detail") ?? title
    reason = Reason(code: try reader.string("reason"))
    extensions = [:]
    guard case .object(let members) = json else { return }
    for name in members.names where !Self.ownNames.contains(name) {
      extensions[name] = members[name]
    }
  }

  /// The problem's members, its extensions last.
  public var json: JSONValue {
    var members: JSONObject = [
      "type": .string("urn:countersign:problem:\(reason.code)"),
      "title": .string(title),
      "status": .integer(Int64(status)),
      "detail": .string(detail),
      "reason": .string(reason.code),
    ]
    for name in extensions.names { members[name] = extensions[name] }
    return .object(members)
  }

  /// Reads a problem as a member of another body.
  public init(from decoder: any Decoder) throws {
    try self.init(json: JSONValue(from: decoder))
  }

  /// Writes the problem as a member of another body.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
