public import WebAuthnModel

/// What a service key may be used for.
public enum ServiceScope: String, Sendable, Hashable, CaseIterable {
  /// Opens and looks up sessions, and makes links.
  case sessions
  /// Creates transactions to review.
  case transactions
  /// Administers: accounts, unblocking, revoking, the audit log.
  case admin
}

/// Body of `POST /service/sessions`: a session for a person whom the host signed in itself.
public struct ServiceSessionRequest: JSONBody, Hashable {
  /// The account's name.
  public var userName: String
  /// The name to show, where the account is made with it.
  public var displayName: String?

  /// A request to send.
  public init(userName: String, displayName: String? = nil) {
    self.userName = userName
    self.displayName = displayName
  }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    userName = try reader.string("userName")
    displayName = try reader.optionalString("displayName")
    try reader.finish()
  }

  /// The body's fields.
  public var json: JSONValue {
    var members: JSONObject = ["userName": .string(userName)]
    members["displayName"] = displayName.map(JSONValue.string)
    return .object(members)
  }
}

/// Body of `POST /service/introspect` (RFC 7662).
public struct IntrospectionRequest: JSONBody, Hashable {
  /// The access token.
  ///
  /// Secret.
  public var token: SecretText

  /// A request to send.
  public init(token: SecretText) { self.token = token }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    token = SecretText(try reader.string("token"))
    try reader.finish()
  }

  /// The body's fields.
  public var json: JSONValue { ["token": .string(token.exposed)] }
}

/// Answer of `POST /service/introspect` (RFC 7662, with the step-up fields of RFC 9470).
public enum IntrospectionAnswer: JSONBody, Hashable {
  /// No such session, or one that is over.
  case inactive
  /// A session: whose, how strong, with which methods, and when a factor was proved last; nil where
  /// none was.
  case active(accountID: String, contextClass: String?, methods: [String], authTime: Int64?)

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    guard try reader.bool("active") else {
      self = .inactive
      return
    }
    var methods: [String] = []
    for method in try reader.array("amr") {
      if case .string(let text) = method { methods.append(text) }
    }
    self = .active(
      accountID: try reader.string("sub"), contextClass: try reader.optionalString("acr"),
      methods: methods, authTime: try reader.optionalInteger("auth_time"))
  }

  /// The answer's fields.
  public var json: JSONValue {
    switch self {
    case .inactive: return ["active": false]
    case .active(let accountID, let contextClass, let methods, let authTime):
      var members: JSONObject = [
        "active": true, "sub": .string(accountID), "token_type": "Bearer",
        "amr": .array(methods.map(JSONValue.string)),
      ]
      members["acr"] = contextClass.map(JSONValue.string)
      members["auth_time"] = authTime.map(JSONValue.integer)
      return .object(members)
    }
  }
}
