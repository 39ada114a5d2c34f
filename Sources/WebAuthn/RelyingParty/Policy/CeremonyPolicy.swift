public import WebAuthnModel

/// What a relying party expects of every ceremony; the defaults are the strict ones.
public struct CeremonyPolicy: Sendable, Hashable {
  /// The domain that credentials are bound to.
  public let relyingPartyID: RelyingPartyID
  /// The origins at which ceremonies may run.
  public let origins: Set<Origin>
  /// Whether they may run in frames of other pages.
  public var crossOrigin: CrossOriginPolicy
  /// Whether the person must be verified.
  public var userVerification: UserVerificationRequirement
  /// The algorithms that were offered.
  public var algorithms: Set<COSEAlgorithm>
  /// The attestation that is accepted.
  public var attestation: AttestationPolicy

  /// SHA-256 of the domain, computed once.
  let relyingPartyIDHash: [UInt8]

  /// Makes a policy with strict defaults.
  public init(relyingPartyID: RelyingPartyID, origins: Set<Origin>) {
    self.relyingPartyID = relyingPartyID
    self.origins = origins
    crossOrigin = .refuse
    userVerification = .required
    algorithms = Set(COSEAlgorithm.allCases)
    attestation = .none
    relyingPartyIDHash = sha256(Array(relyingPartyID.text.utf8))
  }
}

/// Which attestation a registration may bring.
public enum AttestationPolicy: Sendable, Hashable {
  /// No attestation or self attestation; either way nothing is learned about the authenticator.
  case none
}

/// Whether a ceremony may run in a frame of another origin's page.
public enum CrossOriginPolicy: Sendable, Hashable {
  /// It may not.
  case refuse
  /// It may in pages of these origins.
  ///
  /// A client that does not name the top page is refused, since nothing could be checked.
  case allow(topOrigins: Set<Origin>)
}
