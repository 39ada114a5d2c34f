public import WebAuthnModel

/// Body of `POST /sessions`: what opens the session.
public enum SessionRequest: JSONBody, Hashable {
  /// A code that was mailed.
  case code(codeRequest: String, validateCode: SecretText)
  /// An assertion of a registered key (passkey sign-in).
  case assertion(AssertionResponse)

  /// Reads the body; exactly one of the two.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    if let assertion = reader.optionalValue("assertion") {
      try reader.finish()
      self = .assertion(try AssertionResponse(json: assertion))
    } else {
      let codeRequest = try reader.string("codeRequest")
      let validateCode = SecretText(try reader.string("validateCode"))
      try reader.finish()
      self = .code(codeRequest: codeRequest, validateCode: validateCode)
    }
  }

  /// The body's fields.
  public var json: JSONValue {
    switch self {
    case .code(let codeRequest, let validateCode):
      ["codeRequest": .string(codeRequest), "validateCode": .string(validateCode.exposed)]
    case .assertion(let assertion): ["assertion": assertion.json]
    }
  }
}

/// Answer of `POST /sessions`: the new session.
public struct SessionAnswer: JSONBody, Hashable {
  /// The opaque access token.
  ///
  /// Secret.
  public var accessToken: SecretText
  /// Seconds without activity after which the session ends.
  public var expiresIn: Int64
  /// The account that signed in.
  public var accountID: String

  /// An answer to send.
  public init(accessToken: SecretText, expiresIn: Int64, accountID: String) {
    self.accessToken = accessToken
    self.expiresIn = expiresIn
    self.accountID = accountID
  }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    accessToken = SecretText(try reader.string("accessToken"))
    expiresIn = try reader.integer("expiresIn")
    accountID = try reader.string("accountID")
  }

  /// The answer's fields; the token type is always `Bearer` (RFC 6750).
  public var json: JSONValue {
    [
      "accessToken": .string(accessToken.exposed), "tokenType": "Bearer",
      "expiresIn": .integer(expiresIn), "accountID": .string(accountID),
    ]
  }
}

/// Answer of `GET /sessions`.
public struct SessionList: JSONBody, Hashable {
  /// One session that is open.
  public struct Item: Sendable, Hashable {
    /// The session's id; no secret.
    public var id: String
    /// When it was opened, RFC 3339 in UTC.
    public var createdAt: String
    /// When it was last used, RFC 3339 in UTC.
    public var lastActiveAt: String
    /// Whether it is the session that asks.
    public var isCurrent: Bool

    /// A session to list.
    public init(id: String, createdAt: String, lastActiveAt: String, isCurrent: Bool) {
      self.id = id
      self.createdAt = createdAt
      self.lastActiveAt = lastActiveAt
      self.isCurrent = isCurrent
    }
  }

  /// The account's open sessions, newest first.
  public var sessions: [Item]

  /// A list to send.
  public init(sessions: [Item]) { self.sessions = sessions }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    sessions = []
    for value in try reader.array("sessions") {
      var item = try JSONObjectReader(value)
      sessions.append(
        Item(
          id: try item.string("id"), createdAt: try item.string("createdAt"),
          lastActiveAt: try item.string("lastActiveAt"), isCurrent: try item.bool("isCurrent")))
    }
  }

  /// The answer's fields.
  public var json: JSONValue {
    let items = sessions.map { item -> JSONValue in
      [
        "id": .string(item.id), "createdAt": .string(item.createdAt),
        "lastActiveAt": .string(item.lastActiveAt), "isCurrent": .bool(item.isCurrent),
      ]
    }
    return ["sessions": .array(items)]
  }
}
