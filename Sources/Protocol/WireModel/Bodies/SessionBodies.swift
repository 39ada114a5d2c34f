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
}

extension SessionRequest {
  private enum CodingKeys: CodingKey, CaseIterable {
    case codeRequest
    case validateCode
    case assertion
    case pinProof
    case deviceProof
  }

  /// Reads the body; without another way it must hold both parts of a code.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var found: [SessionRequest] = []
    if let assertion = try container.decodeIfPresent(AssertionResponse.self, forKey: .assertion) {
      found.append(.assertion(assertion))
    }
    if let proof = try container.decodeIfPresent(PINProof.self, forKey: .pinProof) {
      found.append(.pinProof(proof))
    }
    if let proof = try container.decodeIfPresent(DeviceProof.self, forKey: .deviceProof) {
      found.append(.deviceProof(proof))
    }
    if found.isEmpty || container.contains(.codeRequest) || container.contains(.validateCode) {
      found.append(
        .code(
          codeRequest: try container.decode(String.self, forKey: .codeRequest),
          validateCode: try container.decode(SecretText.self, forKey: .validateCode)))
    }
    guard found.count == 1 else {
      throw JSONShapeError(
        path: "",
        problem: "must hold exactly one of assertion, pinProof, deviceProof, or a code")
    }
    self = found[0]
  }

  /// Writes the body.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .code(let codeRequest, let validateCode):
      try container.encode(codeRequest, forKey: .codeRequest)
      try container.encode(validateCode, forKey: .validateCode)
    case .assertion(let assertion): try container.encode(assertion, forKey: .assertion)
    case .pinProof(let proof): try container.encode(proof, forKey: .pinProof)
    case .deviceProof(let proof): try container.encode(proof, forKey: .deviceProof)
    }
  }
}

/// Body of `POST /sessions/options`: nothing, or the device that is about to log itself in.
public struct SessionOptionsRequest: JSONBody, Hashable {
  /// The device; nil for a passkey, which names its own account.
  public var deviceID: String?

  /// A request to send.
  public init(deviceID: String? = nil) { self.deviceID = deviceID }

  private enum CodingKeys: String, CodingKey {
    case deviceID = "deviceId"
  }
}

/// Answer of `POST /sessions/options`: request options as browsers parse them, and for a device
/// what it may sign in their place.
public struct SessionOptions: JSONBody, ExtensibleJSON, Hashable {
  /// The request options; for a device with the credentials that were registered from it.
  @Flattened public var options: CredentialRequestOptions
  /// The document that the challenges are linked to: a title alone.
  public var document: Document
  /// A challenge for a PIN proof or a device proof; nil without a device.
  public var pinChallenge: Challenge?
  /// The proof that the device has to give; nil without a device.
  public var demand: LinkOptions.Demand?
  /// The state of the device's second factor, before it is asked for; nil without a device.
  public var secondFactor: SecondFactorAnswer?

  /// An answer to send.
  public init(
    options: CredentialRequestOptions, document: Document, pinChallenge: Challenge? = nil,
    demand: LinkOptions.Demand? = nil, secondFactor: SecondFactorAnswer? = nil
  ) {
    self.options = options
    self.document = document
    self.pinChallenge = pinChallenge
    self.demand = demand
    self.secondFactor = secondFactor
  }
}

/// The scheme of an access token.
public enum TokenType: String, Codable, Sendable, Hashable, CaseIterable {
  /// By itself: whoever has it can use it (RFC 6750).
  case bearer = "Bearer"
  /// With a proof by the key that it is bound to (RFC 9449).
  case dpop = "DPoP"
}

/// Answer of `POST /sessions`: the new session.
public struct SessionAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// The opaque access token.
  ///
  /// Secret.
  public var accessToken: SecretText
  /// The scheme of the token.
  public var tokenType: TokenType
  /// Seconds after which the session ends: without activity, or whatever is done in it, whichever
  /// comes first.
  public var expiresIn: Int64
  /// The account that signed in.
  public var accountID: String

  /// An answer to send.
  public init(
    accessToken: SecretText, tokenType: TokenType, expiresIn: Int64, accountID: String
  ) {
    self.accessToken = accessToken
    self.tokenType = tokenType
    self.expiresIn = expiresIn
    self.accountID = accountID
  }
}

/// Body of `POST /sessions/current/key`: a stored session, whose key ended with its process.
///
/// The key that takes its place proves itself by the request's own proof of possession.
public struct SessionKeyRequest: JSONBody, Hashable {
  /// The session's access token.
  ///
  /// Secret.
  public var accessToken: SecretText
  /// The signature of the session's device over a challenge whose document names the new key.
  public var deviceProof: DeviceProof

  /// A request to send.
  public init(accessToken: SecretText, deviceProof: DeviceProof) {
    self.accessToken = accessToken
    self.deviceProof = deviceProof
  }
}

/// Body of `POST /sessions/current/proof`: a proof of any kind, of scenario SIGN_IN.
public struct SessionProofRequest: JSONBody, Hashable {
  /// The proof, of scenario SIGN_IN.
  @Flattened public var proof: Proof

  /// A request to send.
  public init(proof: Proof) { self.proof = proof }

  /// The key types of flattened members.
  public static var flattenedKeys: [any CodingKey.Type] { [Proof.CodingKeys.self] }
}

/// Answer of `POST /sessions/current/proof`.
public struct RaisedSession: JSONBody, ExtensibleJSON, Hashable {
  /// The token that takes the place of the one before; nil where the session is worth as much
  /// already.
  ///
  /// Secret.
  public var accessToken: SecretText?

  /// An answer to send.
  public init(accessToken: SecretText?) { self.accessToken = accessToken }
}

/// Answer of `GET /sessions`.
public struct SessionList: JSONBody, ExtensibleJSON, Hashable {
  /// One session that is open.
  public struct Item: Codable, ExtensibleJSON, Sendable, Hashable {
    /// The session's id; no secret.
    public var id: String
    /// The time at which it was opened, RFC 3339 in UTC.
    public var createdAt: String
    /// The time of its last activity, RFC 3339 in UTC.
    public var lastActiveAt: String
    /// True if it is the session that asks.
    public var isCurrent: Bool
    /// The device whose session it is; nil for a browser's and any other client's.
    public var deviceID: String?

    /// A session to list.
    public init(
      id: String, createdAt: String, lastActiveAt: String, isCurrent: Bool, deviceID: String? = nil
    ) {
      self.id = id
      self.createdAt = createdAt
      self.lastActiveAt = lastActiveAt
      self.isCurrent = isCurrent
      self.deviceID = deviceID
    }

    private enum CodingKeys: String, CodingKey {
      case id
      case createdAt
      case lastActiveAt
      case isCurrent
      case deviceID = "deviceId"
    }
  }

  /// The account of the asking session; nil for its administration, which asks in none.
  public var account: SessionLinkDescription.AccountSummary?
  /// The account's open sessions, newest first.
  public var sessions: [Item]

  /// A list to send.
  public init(account: SessionLinkDescription.AccountSummary? = nil, sessions: [Item]) {
    self.account = account
    self.sessions = sessions
  }
}
