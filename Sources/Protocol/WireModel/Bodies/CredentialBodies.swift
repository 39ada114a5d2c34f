public import WebAuthnModel

/// Body of `POST /biometric/register/options`: what entitles to a new credential.
///
/// A mailed code alone where the account has no factor yet; otherwise a proof of this very change.
public struct RegistrationOptionsRequest: JSONBody, Hashable {
  /// The code mailed for purpose `register`.
  public var validateCode: SecretText?
  /// A proof by a factor that the account has.
  public var proof: Proof?

  /// A request to send.
  public init(validateCode: SecretText? = nil, proof: Proof? = nil) {
    self.validateCode = validateCode
    self.proof = proof
  }

  /// Refuses two ways at once.
  public func checkMembers() throws(JSONShapeError) {
    guard validateCode == nil || proof == nil else {
      throw JSONShapeError(path: "", problem: "must not hold both validateCode and proof")
    }
  }
}

/// Answer of `POST /biometric/register/verify`.
public struct RegisteredCredential: JSONBody, ExtensibleJSON, Hashable {
  /// The credential's id, base64url.
  public var credentialID: String

  /// An answer to send.
  public init(credentialID: String) { self.credentialID = credentialID }

  private enum CodingKeys: String, CodingKey {
    case credentialID = "credentialId"
  }
}

/// Answer of `GET /biometric/credentials`.
public struct CredentialList: JSONBody, ExtensibleJSON, Hashable {
  /// One credential that is registered.
  public struct Item: Codable, ExtensibleJSON, Sendable, Hashable {
    /// The credential's id, base64url.
    public var id: String
    /// The name that its person gave it; nil for none.
    public var name: String?
    /// The time of the registration, RFC 3339 in UTC.
    public var createdAt: String
    /// The time of its last signature, RFC 3339 in UTC; nil for none.
    @Nullable public var lastUsedAt: String?
    /// The transports of the authenticator, as it reported them at registration.
    public var transports: [String]
    /// True if the authenticator keeps a copy of the key elsewhere.
    public var isBackedUp: Bool
    /// True if it acts on low amounts only for now, since it is new and the person can stop it.
    public var isWaiting: Bool
    /// Until when, RFC 3339 in UTC; nil where it does not wait, and before a notice of it was
    /// handed over.
    public var waitsUntil: String?
    /// True for one that so far approves one action alone, in this session; nil for any other.
    public var isOnTheWay: Bool?
    /// True for the one that opened the session that asks; nil for any other.
    ///
    /// Where it confirms its own removal, that session ends.
    public var openedSession: Bool?
    /// The device that it was registered with, and goes with; nil for none.
    public var deviceID: String?

    /// A credential to list.
    public init(
      id: String, name: String? = nil, createdAt: String, lastUsedAt: String?,
      transports: [String], isBackedUp: Bool, isWaiting: Bool = false, waitsUntil: String? = nil,
      isOnTheWay: Bool? = nil, openedSession: Bool? = nil, deviceID: String? = nil
    ) {
      self.id = id
      self.name = name
      self.createdAt = createdAt
      self.lastUsedAt = lastUsedAt
      self.transports = transports
      self.isBackedUp = isBackedUp
      self.isWaiting = isWaiting
      self.waitsUntil = waitsUntil
      self.isOnTheWay = isOnTheWay
      self.openedSession = openedSession
      self.deviceID = deviceID
    }

    private enum CodingKeys: String, CodingKey {
      case id, name, createdAt, lastUsedAt, transports, isBackedUp, isWaiting, waitsUntil
      case isOnTheWay, openedSession
      case deviceID = "deviceId"
    }
  }

  /// The account's credentials, oldest first.
  public var credentials: [Item]

  /// A list to send.
  public init(credentials: [Item]) { self.credentials = credentials }
}

/// Body of `PUT /biometric/credentials/{id}/name` and `PUT /devices/{id}/name`.
public struct NameRequest: JSONBody, Hashable {
  /// The name, 1 to 64 characters that a screen can show.
  public var name: String

  /// A request to send.
  public init(name: String) { self.name = name }
}

/// Body of the routes that take a factor away, or stop a recovery.
public struct RevocationRequest: JSONBody, Hashable {
  /// A proof by a factor that the account has, over the document of this very change.
  ///
  /// Nil on an account that never had a factor, and where a device puts its own passkey aside.
  public var proof: Proof?

  /// A request to send.
  public init(proof: Proof? = nil) { self.proof = proof }
}

/// Answer of the routes that revoke more than one thing.
public struct RevocationAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// The number of revoked things.
  public var revoked: Int64

  /// An answer to send.
  public init(revoked: Int64) { self.revoked = revoked }
}
