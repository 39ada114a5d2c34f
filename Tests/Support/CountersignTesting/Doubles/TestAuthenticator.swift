public import Crypto
public import CryptoExtras
public import WebAuthnModel

/// A software authenticator for tests: it signs whatever it is asked, and can break one thing.
///
/// It holds one credential. Its answers are honest unless ``CeremonyChanges`` say otherwise, and
/// what they change is changed before it is signed, so that only the rule in question refuses.
public struct TestAuthenticator: Sendable {
  /// The credential's private key.
  public let key: TestKey
  /// The credential's id.
  public let credentialID: CredentialID
  /// The relying party that it signs for.
  public var relyingPartyID: RelyingPartyID
  /// The origin that it claims.
  public var origin: Origin
  /// The flags that it sends; AT is added to a registration.
  public var flags: AuthenticatorFlags = [.userPresent, .userVerified]
  /// The counter that it sends; zero is an authenticator without one.
  public var signCount: UInt32 = 0
  /// The attestation of its registrations.
  public var attestation: TestAttestation = .none
  /// The transports that it reports.
  public var transports: [String] = ["internal"]

  /// Makes an authenticator with a new key and a random credential id.
  public init(
    algorithm: COSEAlgorithm = .es256, relyingPartyID: RelyingPartyID, origin: Origin
  ) throws {
    key = try TestKey(algorithm)
    credentialID = CredentialID((0..<20).map { _ in UInt8.random(in: .min ... .max) })
    self.relyingPartyID = relyingPartyID
    self.origin = origin
  }

  /// Answers a registration.
  public func register(
    challenge: Challenge, user: UserHandle, changes: CeremonyChanges = CeremonyChanges()
  ) throws -> RegistrationResponse {
    let clientDataJSON = changes.clientDataJSON(.create, challenge, origin)
    let credential = AttestedCredentialData(
      aaguid: [], credentialID: changes.attestedCredentialID ?? credentialID,
      publicKey: changes.publicKey ?? key.publicKey.serialized())
    let authenticatorData = changes.authenticatorData(
      of: self, credential: changes.omitsCredentialData ? nil : credential)
    let statement: CBORMap
    switch attestation {
    case .none: statement = [:]
    case .selfSigned:
      let signature = try key.signature(
        over: authenticatorData + Array(SHA256.hash(data: clientDataJSON)))
      statement = ["alg": CBORValue(key.algorithm.rawValue), "sig": .bytes(signature)]
    }
    let object = AttestationObject(
      format: changes.attestationFormat ?? attestation.rawValue,
      statement: changes.attestationStatement ?? statement, authenticatorData: authenticatorData)
    return RegistrationResponse(
      id: changes.envelopeID ?? changes.rawID ?? credentialID,
      rawID: changes.rawID ?? credentialID, clientDataJSON: clientDataJSON,
      attestationObject: object.serialized(), transports: transports)
  }

  /// Answers registration options.
  public func register(_ options: CredentialCreationOptions) throws -> RegistrationResponse {
    try register(challenge: options.challenge, user: options.user.id)
  }

  /// Answers an assertion.
  public func assert(
    challenge: Challenge, userHandle: UserHandle? = nil,
    changes: CeremonyChanges = CeremonyChanges()
  ) throws -> AssertionResponse {
    let clientDataJSON = changes.clientDataJSON(.get, challenge, origin)
    let authenticatorData = changes.authenticatorData(of: self, credential: nil)
    let signature = try (changes.signingKey ?? key).signature(
      over: authenticatorData + Array(SHA256.hash(data: clientDataJSON)))
    return AssertionResponse(
      id: changes.envelopeID ?? changes.rawID ?? credentialID,
      rawID: changes.rawID ?? credentialID, clientDataJSON: clientDataJSON,
      authenticatorData: authenticatorData, signature: signature, userHandle: userHandle)
  }

  /// Answers assertion options.
  public func assert(_ options: CredentialRequestOptions) throws -> AssertionResponse {
    try assert(challenge: options.challenge)
  }
}

/// The attestation of a test authenticator, by the name of its format.
public enum TestAttestation: String, Sendable {
  /// No attestation.
  case none
  /// Self attestation.
  case selfSigned = "packed"
}

/// The differences of a test authenticator from an honest one.
public struct CeremonyChanges: Sendable {
  /// Members of the client data that are set; a nil value removes the member.
  public var clientData: [(name: String, value: JSONValue?)] = []
  /// The relying party whose hash is signed.
  public var relyingPartyID: RelyingPartyID?
  /// The flags in place of the authenticator's; AT and ED still follow what is sent.
  public var flags: AuthenticatorFlags?
  /// The counter in place of the authenticator's.
  public var signCount: UInt32?
  /// The `id` of the envelope.
  public var envelopeID: CredentialID?
  /// The `rawId` of the envelope, and its `id` unless that is set too.
  public var rawID: CredentialID?
  /// The id inside the authenticator data of a registration.
  public var attestedCredentialID: CredentialID?
  /// The COSE key of a registration.
  public var publicKey: [UInt8]?
  /// True if a registration has no credential in it.
  public var omitsCredentialData = false
  /// Encoded extension outputs, whatever they are; ED is set.
  public var extensionBytes: [UInt8]?
  /// Bytes after the authenticator data, without a flag for them.
  public var trailingBytes: [UInt8] = []
  /// The attestation format in place of the authenticator's.
  public var attestationFormat: String?
  /// The attestation statement in place of the authenticator's.
  public var attestationStatement: CBORMap?
  /// The key that signs an assertion in place of the credential's.
  public var signingKey: TestKey?

  /// Makes an empty set of changes.
  public init() {}

  /// Makes changes by setting some.
  public init(_ change: (inout CeremonyChanges) -> Void) {
    change(&self)
  }

  func clientDataJSON(_ type: CeremonyType, _ challenge: Challenge, _ origin: Origin) -> [UInt8] {
    let honest = CollectedClientData.serialized(
      type: type, challenge: challenge, origin: origin, crossOrigin: false)
    guard !clientData.isEmpty, case .object(var object)? = try? JSONValue(parsing: honest) else {
      return honest
    }
    for member in clientData { object[member.name] = member.value }
    return JSONValue.object(object).serialized()
  }

  func authenticatorData(
    of authenticator: TestAuthenticator, credential: AttestedCredentialData?
  ) -> [UInt8] {
    let name = relyingPartyID ?? authenticator.relyingPartyID
    var bytes = AuthenticatorData(
      relyingPartyIDHash: Array(SHA256.hash(data: Array(name.text.utf8))),
      flags: flags ?? authenticator.flags, signCount: signCount ?? authenticator.signCount,
      attestedCredentialData: credential
    ).serialized()
    if let extensionBytes {
      bytes[32] |= AuthenticatorFlags.extensionData.rawValue
      bytes += extensionBytes
    }
    return bytes + trailingBytes
  }
}

/// A private key of one of the algorithms.
public enum TestKey: Sendable {
  /// A P-256 key.
  case p256(P256.Signing.PrivateKey)
  /// An Ed25519 key.
  case ed25519(Curve25519.Signing.PrivateKey)
  /// An RSA key of 2048 bits.
  case rsa(_RSA.Signing.PrivateKey, COSEPublicKey)

  /// Makes a new key.
  public init(_ algorithm: COSEAlgorithm) throws {
    switch algorithm {
    case .es256: self = .p256(P256.Signing.PrivateKey())
    case .edDSA: self = .ed25519(Curve25519.Signing.PrivateKey())
    case .rs256:
      let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
      let numbers = try key.publicKey.getKeyPrimitives()
      let publicKey = COSEPublicKey.rs256(
        modulus: Array(numbers.modulus), exponent: Array(numbers.publicExponent))
      self = .rsa(key, publicKey)
    }
  }

  /// The key's algorithm.
  public var algorithm: COSEAlgorithm { publicKey.algorithm }

  /// The public key.
  public var publicKey: COSEPublicKey {
    switch self {
    case .p256(let key):
      let point = Array(key.publicKey.rawRepresentation)
      return .es256(x: Array(point[..<32]), y: Array(point[32...]))
    case .ed25519(let key): return .ed25519(Array(key.publicKey.rawRepresentation))
    case .rsa(_, let publicKey): return publicKey
    }
  }

  /// Signs a message in the form that WebAuthn prescribes for the algorithm.
  public func signature(over message: [UInt8]) throws -> [UInt8] {
    switch self {
    case .p256(let key): Array(try key.signature(for: message).derRepresentation)
    case .ed25519(let key): Array(try key.signature(for: message))
    case .rsa(let key, _):
      Array(
        try key.signature(
          for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5
        ).rawRepresentation)
    }
  }
}
