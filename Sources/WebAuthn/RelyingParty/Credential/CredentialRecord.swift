public import WebAuthnModel

/// What is kept of a registered credential (section 4, "credential record").
public struct CredentialRecord: Sendable, Hashable {
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
  /// Whether the credential may be backed up; never changes.
  public let backupEligible: Bool
  /// Whether it was backed up when last seen.
  public var backedUp: Bool
  /// Whether the person has been verified with it at least once.
  public var userVerified: Bool
  /// How the authenticator can be reached, as it reported at registration.
  public let transports: [String]
  /// Where it was registered; it is refused at origins of another kind.
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
