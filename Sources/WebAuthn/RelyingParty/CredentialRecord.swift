public import WebAuthnModel

/// The record of a registered credential (section 4, "credential record").
public struct CredentialRecord: JSONBody, Hashable {
  /// The credential's id.
  public let id: CredentialID
  /// The account that registered it.
  public let owner: UserHandle
  /// The public key as canonical COSE.
  public let publicKey: [UInt8]
  /// The key's algorithm.
  public let algorithm: COSEAlgorithm
  /// The signature counter as last accepted.
  public var signCount: UInt32
  /// The flag BE, which never changes: the credential may be backed up.
  public let backupEligible: Bool
  /// The flag BS as last seen: the credential is backed up.
  public var backedUp: Bool
  /// True if the person has been verified with it at least once.
  public var userVerified: Bool
  /// The transports of the authenticator, as it reported at registration.
  public let transports: [String]
  /// The origin of the registration; it is refused at origins of another kind.
  public let origin: Origin

  /// Makes a record, as a store does when it reads one back.
  public init(
    id: CredentialID, owner: UserHandle, publicKey: [UInt8], algorithm: COSEAlgorithm,
    signCount: UInt32, backupEligible: Bool, backedUp: Bool, userVerified: Bool,
    transports: [String], origin: Origin
  ) {
    self.id = id
    self.owner = owner
    self.publicKey = publicKey
    self.algorithm = algorithm
    self.signCount = signCount
    self.backupEligible = backupEligible
    self.backedUp = backedUp
    self.userVerified = userVerified
    self.transports = transports
    self.origin = origin
  }
}

extension CredentialRecord {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case id
    case owner
    case publicKey
    case algorithm
    case signCount
    case backupEligible
    case backedUp
    case userVerified
    case transports
    case origin
  }

  /// Reads a record as a store keeps it; its text comes from no client.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(CredentialID.self, forKey: .id),
      owner: try container.decode(UserHandle.self, forKey: .owner),
      publicKey: try container.decode(Base64URLBytes.self, forKey: .publicKey).bytes,
      algorithm: try container.decode(COSEAlgorithm.self, forKey: .algorithm),
      signCount: try container.decode(UInt32.self, forKey: .signCount),
      backupEligible: try container.decode(Bool.self, forKey: .backupEligible),
      backedUp: try container.decode(Bool.self, forKey: .backedUp),
      userVerified: try container.decode(Bool.self, forKey: .userVerified),
      transports: try container.decode([String].self, forKey: .transports),
      origin: try container.decode(Origin.self, forKey: .origin))
  }

  /// Writes the record, its bytes as base64url.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(owner, forKey: .owner)
    try container.encode(Base64URLBytes(publicKey), forKey: .publicKey)
    try container.encode(algorithm, forKey: .algorithm)
    try container.encode(signCount, forKey: .signCount)
    try container.encode(backupEligible, forKey: .backupEligible)
    try container.encode(backedUp, forKey: .backedUp)
    try container.encode(userVerified, forKey: .userVerified)
    try container.encode(transports, forKey: .transports)
    try container.encode(origin, forKey: .origin)
  }
}

/// A credential of the very account that signs in.
///
/// The only ways to one compare the owner, so that no verification can run with somebody else's
/// credential.
public struct OwnedCredential: Sendable, Hashable {
  /// The credential.
  public let record: CredentialRecord

  /// For an account known beforehand: refuses a record of another owner.
  public init(_ record: CredentialRecord, owner: UserHandle) throws(CeremonyRefusal) {
    // 7.2 step 6, first case: the identified account contains the record.
    guard record.owner == owner else { throw .refused("7.2.6", .ownerMismatch) }
    self.record = record
  }

  /// For an account that the authenticator names: refuses if it names none or another.
  public init(
    _ record: CredentialRecord, claimedBy assertion: UnverifiedAssertion
  ) throws(CeremonyRefusal) {
    // 7.2 step 6, second case: the user handle is present, and its account contains the record.
    guard let owner = assertion.userHandle else { throw .refused("7.2.6", .userHandleMissing) }
    try self.init(record, owner: owner)
  }
}
