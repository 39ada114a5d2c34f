public import WebAuthnModel

/// The uses of a service key.
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
}

/// Body of `POST /service/introspect` (RFC 7662).
public struct IntrospectionRequest: JSONBody, Hashable {
  /// The access token.
  ///
  /// Secret.
  public var token: SecretText

  /// A request to send.
  public init(token: SecretText) { self.token = token }
}

/// Answer of `POST /service/introspect` (RFC 7662, with the step-up fields of RFC 9470).
public enum IntrospectionAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// No such session, or one that is over.
  case inactive
  /// A session that is open.
  case active(ActiveSession)

  /// A session, as a host is told of it.
  public struct ActiveSession: Sendable, Hashable {
    /// The id of the account that the session is of.
    public var accountID: String
    /// The authentication context class; nil where no factor was proved.
    public var contextClass: String?
    /// The methods that were proved (RFC 8176).
    public var methods: [String]
    /// The time of the last proof by a factor, in seconds since 1970; nil where there was none.
    public var authTime: Int64?
    /// The end of the session unless there is activity before, in seconds since 1970.
    public var expiresAt: Int64
    /// The key that the token is bound to; nil for a bearer token.
    public var key: KeyThumbprint?

    /// A session to tell of.
    public init(
      accountID: String, contextClass: String?, methods: [String], authTime: Int64?,
      expiresAt: Int64, key: KeyThumbprint?
    ) {
      self.accountID = accountID
      self.contextClass = contextClass
      self.methods = methods
      self.authTime = authTime
      self.expiresAt = expiresAt
      self.key = key
    }
  }
}

extension IntrospectionAnswer {
  private enum CodingKeys: String, CodingKey {
    case active
    case accountID = "sub"
    case tokenType = "token_type"
    case methods = "amr"
    case contextClass = "acr"
    case authTime = "auth_time"
    case expiresAt = "exp"
    case confirmation = "cnf"
  }

  /// The key that a token is bound to (RFC 9449, section 6.2).
  private struct Confirmation: Codable {
    let jkt: String
  }

  /// Reads the answer; of an inactive token nothing else is read.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard try container.decode(Bool.self, forKey: .active) else {
      self = .inactive
      return
    }
    let confirmation = try container.decodeIfPresent(Confirmation.self, forKey: .confirmation)
    self = .active(
      ActiveSession(
        accountID: try container.decode(String.self, forKey: .accountID),
        contextClass: try container.decodeIfPresent(String.self, forKey: .contextClass),
        methods: try container.decode([String].self, forKey: .methods),
        authTime: try container.decodeIfPresent(Int64.self, forKey: .authTime),
        expiresAt: try container.decode(Int64.self, forKey: .expiresAt),
        key: try confirmation.map { confirmation in
          guard let key = KeyThumbprint(confirmation.jkt) else {
            throw JSONShapeError(path: "cnf.jkt", problem: "must be a SHA-256 in base64url")
          }
          return key
        }))
  }

  /// Writes the answer.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .inactive: try container.encode(false, forKey: .active)
    case .active(let session):
      try container.encode(true, forKey: .active)
      try container.encode(session.accountID, forKey: .accountID)
      let type = session.key == nil ? TokenType.bearer : .dpop
      try container.encode(type, forKey: .tokenType)
      try container.encode(session.methods, forKey: .methods)
      try container.encodeIfPresent(session.contextClass, forKey: .contextClass)
      try container.encodeIfPresent(session.authTime, forKey: .authTime)
      try container.encode(session.expiresAt, forKey: .expiresAt)
      try container.encodeIfPresent(
        session.key.map { Confirmation(jkt: $0.text) }, forKey: .confirmation)
    }
  }
}

/// Body of `POST /service/redeem`: the proof of a person, for one exact action of the host's own.
public struct RedemptionRequest: JSONBody, Hashable {
  /// The token that the person's app was given.
  ///
  /// Secret.
  public var verificationToken: SecretText
  /// The host's scenario.
  public var scenario: ScenarioName
  /// The payload of the host's next action.
  public var payload: JSONValue

  /// A request to send.
  public init(verificationToken: SecretText, scenario: ScenarioName, payload: JSONValue) {
    self.verificationToken = verificationToken
    self.scenario = scenario
    self.payload = payload
  }
}

/// Answer of `POST /service/redeem`: who proved what, and when.
public struct RedemptionAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// Whose proof it was: the account as `POST /service/sessions` named it.
  public var accountID: String
  /// The authentication context class (RFC 9470).
  public var contextClass: String
  /// The methods that were proved (RFC 8176).
  public var methods: [String]
  /// The time of the proof, in seconds since 1970.
  public var authTime: Int64

  /// An answer to send.
  public init(accountID: String, contextClass: String, methods: [String], authTime: Int64) {
    self.accountID = accountID
    self.contextClass = contextClass
    self.methods = methods
    self.authTime = authTime
  }

  private enum CodingKeys: String, CodingKey {
    case accountID
    case contextClass = "acr"
    case methods = "amr"
    case authTime
  }
}

extension RedemptionRequest {
  /// Reads the body; without a payload it is an empty object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    verificationToken = try container.decode(SecretText.self, forKey: .verificationToken)
    scenario = try container.decode(ScenarioName.self, forKey: .scenario)
    payload = try container.decodeIfPresent(JSONValue.self, forKey: .payload) ?? .object([:])
  }
}
