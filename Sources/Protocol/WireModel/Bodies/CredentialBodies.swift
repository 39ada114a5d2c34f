public import WebAuthnModel

/// Body of `POST /biometric/register/options`: what entitles to a new credential.
///
/// A mailed code alone where the account has no factor yet; otherwise a fresh proof by one.
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

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    validateCode = try reader.optionalSecret("validateCode")
    proof = try reader.optionalProof("proof")
    try reader.finish()
    guard validateCode == nil || proof == nil else {
      throw JSONShapeError(path: "", problem: "must not hold both validateCode and proof")
    }
  }

  /// The body's fields.
  public var json: JSONValue {
    var members: JSONObject = [:]
    members["validateCode"] = validateCode.map { .string($0.exposed) }
    members["proof"] = proof.map { .object($0.members) }
    return .object(members)
  }
}

extension JSONObjectReader {
  /// Reads a proof that stands in an object of its own, or nothing.
  mutating func optionalProof(_ name: String) throws(JSONShapeError) -> Proof? {
    guard var inner = try optionalObject(name) else { return nil }
    let proof = try Proof(reading: &inner)
    try inner.finish()
    return proof
  }
}

/// Answer of `POST /biometric/register/verify`.
public struct RegisteredCredential: JSONBody, Hashable {
  /// The credential's id, base64url.
  public var credentialID: String

  /// An answer to send.
  public init(credentialID: String) { self.credentialID = credentialID }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    credentialID = try reader.string("credentialId")
  }

  /// The answer's fields.
  public var json: JSONValue { ["credentialId": .string(credentialID)] }
}

/// Answer of `GET /biometric/credentials`.
public struct CredentialList: JSONBody, Hashable {
  /// One credential that is registered.
  public struct Item: Sendable, Hashable {
    /// The credential's id, base64url.
    public var id: String
    /// When it was registered, RFC 3339 in UTC.
    public var createdAt: String
    /// When it last signed, RFC 3339 in UTC; nil for never.
    public var lastUsedAt: String?
    /// How the authenticator can be reached, as it reported at registration.
    public var transports: [String]
    /// Whether the authenticator keeps a copy of the key elsewhere.
    public var isBackedUp: Bool

    /// A credential to list.
    public init(
      id: String, createdAt: String, lastUsedAt: String?, transports: [String], isBackedUp: Bool
    ) {
      self.id = id
      self.createdAt = createdAt
      self.lastUsedAt = lastUsedAt
      self.transports = transports
      self.isBackedUp = isBackedUp
    }
  }

  /// The account's credentials, oldest first.
  public var credentials: [Item]

  /// A list to send.
  public init(credentials: [Item]) { self.credentials = credentials }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    credentials = []
    for value in try reader.array("credentials") {
      var item = try JSONObjectReader(value)
      var transports: [String] = []
      for transport in try item.array("transports") {
        if case .string(let text) = transport { transports.append(text) }
      }
      credentials.append(
        Item(
          id: try item.string("id"), createdAt: try item.string("createdAt"),
          lastUsedAt: try item.optionalString("lastUsedAt"), transports: transports,
          isBackedUp: try item.bool("isBackedUp")))
    }
  }

  /// The answer's fields.
  public var json: JSONValue {
    let items = credentials.map { item -> JSONValue in
      [
        "id": .string(item.id), "createdAt": .string(item.createdAt),
        "lastUsedAt": item.lastUsedAt.map(JSONValue.string) ?? .null,
        "transports": .array(item.transports.map(JSONValue.string)),
        "isBackedUp": .bool(item.isBackedUp),
      ]
    }
    return ["credentials": .array(items)]
  }
}

/// Body of the routes that revoke credentials.
public struct RevocationRequest: JSONBody, Hashable {
  /// A proof by a factor that the account has; nil where the session has proved one lately.
  public var proof: Proof?

  /// A request to send.
  public init(proof: Proof? = nil) { self.proof = proof }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    proof = try reader.optionalProof("proof")
    try reader.finish()
  }

  /// The body's fields.
  public var json: JSONValue {
    .object(proof.map { ["proof": .object($0.members)] } ?? [:])
  }
}

/// Answer of the routes that revoke more than one thing.
public struct RevocationAnswer: JSONBody, Hashable {
  /// How many were revoked.
  public var revoked: Int64

  /// An answer to send.
  public init(revoked: Int64) { self.revoked = revoked }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    revoked = try reader.integer("revoked")
  }

  /// The answer's fields.
  public var json: JSONValue { ["revoked": .integer(revoked)] }
}
