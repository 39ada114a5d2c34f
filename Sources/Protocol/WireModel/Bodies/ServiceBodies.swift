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
  /// A session: whose, how strong, with which methods, and when a factor was proved last; nil where
  /// none was.
  case active(accountID: String, contextClass: String?, methods: [String], authTime: Int64?)
}

extension IntrospectionAnswer {
  private enum CodingKeys: String, CodingKey {
    case active
    case accountID = "sub"
    case tokenType = "token_type"
    case methods = "amr"
    case contextClass = "acr"
    case authTime = "auth_time"
  }

  /// Reads the answer; of an inactive token nothing else is read.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard try container.decode(Bool.self, forKey: .active) else {
      self = .inactive
      return
    }
    self = .active(
      accountID: try container.decode(String.self, forKey: .accountID),
      contextClass: try container.decodeIfPresent(String.self, forKey: .contextClass),
      methods: try container.decode([String].self, forKey: .methods),
      authTime: try container.decodeIfPresent(Int64.self, forKey: .authTime))
  }

  /// Writes the answer.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .inactive: try container.encode(false, forKey: .active)
    case .active(let accountID, let contextClass, let methods, let authTime):
      try container.encode(true, forKey: .active)
      try container.encode(accountID, forKey: .accountID)
      try container.encode("Bearer", forKey: .tokenType)
      try container.encode(methods, forKey: .methods)
      try container.encodeIfPresent(contextClass, forKey: .contextClass)
      try container.encodeIfPresent(authTime, forKey: .authTime)
    }
  }
}
