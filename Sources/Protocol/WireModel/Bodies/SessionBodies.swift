public import WebAuthnModel

/// Body of `POST /sessions`: what opens the session.
public enum SessionRequest: JSONBody, Hashable {
  /// A code that was mailed.
  case code(codeRequest: String, validateCode: SecretText)
  /// An assertion of a registered key (passkey sign-in).
  case assertion(AssertionResponse)
  /// The PIN of a device (app login).
  case pinProof(PINProof)
  /// The device key alone, for an account without a second factor.
  case deviceProof(DeviceProof)

  /// Reads the body; exactly one of them.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    if let assertion = reader.optionalValue("assertion") {
      try reader.finish()
      self = .assertion(try AssertionResponse(json: assertion))
    } else if let proof = reader.optionalValue("pinProof") {
      try reader.finish()
      self = .pinProof(try PINProof(json: proof))
    } else if let proof = reader.optionalValue("deviceProof") {
      try reader.finish()
      self = .deviceProof(try DeviceProof(json: proof))
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
    case .pinProof(let proof): ["pinProof": proof.json]
    case .deviceProof(let proof): ["deviceProof": proof.json]
    }
  }
}

/// Body of `POST /sessions/options`: nothing, or the device that is about to log itself in.
public struct SessionOptionsRequest: JSONBody, Hashable {
  /// The device; nil for a passkey, which says itself whose it is.
  public var deviceID: String?

  /// A request to send.
  public init(deviceID: String? = nil) { self.deviceID = deviceID }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    deviceID = try reader.optionalString("deviceId")
    try reader.finish()
  }

  /// The body's fields.
  public var json: JSONValue {
    var members: JSONObject = [:]
    members["deviceId"] = deviceID.map(JSONValue.string)
    return .object(members)
  }
}

/// Answer of `POST /sessions/options`: request options as browsers parse them, and for a device
/// what it may sign in their place.
public struct SessionOptions: JSONBody, Hashable {
  /// The request options; for a device with the credentials that were registered from it.
  public var options: CredentialRequestOptions
  /// A challenge for a PIN proof or a device proof; nil without a device.
  public var pinChallenge: Challenge?
  /// What the device has to prove; nil without a device.
  public var demand: LinkOptions.Demand?

  /// An answer to send.
  public init(
    options: CredentialRequestOptions, pinChallenge: Challenge? = nil,
    demand: LinkOptions.Demand? = nil
  ) {
    self.options = options
    self.pinChallenge = pinChallenge
    self.demand = demand
  }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    options = try CredentialRequestOptions(json: json)
    var reader = try JSONObjectReader(json)
    pinChallenge = try reader.optionalBytes("pinChallenge").map(Challenge.init)
    demand = try reader.optionalChoice("demand")
  }

  /// The answer's fields.
  public var json: JSONValue {
    guard case .object(var members) = options.json else { return options.json }
    members["pinChallenge"] = pinChallenge.map { .string($0.base64URL) }
    members["demand"] = demand.map { .string($0.rawValue) }
    return .object(members)
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
