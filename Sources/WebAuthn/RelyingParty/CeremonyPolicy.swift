public import WebAuthnModel

/// The expectations of a relying party in every ceremony; the defaults are the strict ones.
public struct CeremonyPolicy: Sendable, Hashable {
  /// The domain that credentials are bound to.
  public let relyingPartyID: RelyingPartyID
  /// The origins at which ceremonies may run.
  public let origins: Set<Origin>
  /// The rule for ceremonies in frames of other pages.
  public var crossOrigin: CrossOriginPolicy
  /// The demand that the person be verified.
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

/// The attestation that a registration may bring.
public enum AttestationPolicy: Sendable, Hashable {
  /// No attestation or self attestation; either way nothing is learned about the authenticator.
  case none
}

/// The rule for ceremonies in a frame of another origin's page.
public enum CrossOriginPolicy: Sendable, Hashable {
  /// It may not.
  case refuse
  /// It may in pages of these origins.
  ///
  /// A client that does not name the top page is refused, since nothing could be checked.
  case allow(topOrigins: Set<Origin>)
}

/// The three steps about the origin of a ceremony, which both ceremonies share under their own
/// numbers.
struct OriginSteps {
  let origin: String
  let crossOrigin: String
  let topOrigin: String

  static let registration = OriginSteps(
    origin: "7.1.9", crossOrigin: "7.1.10", topOrigin: "7.1.11")
  static let assertion = OriginSteps(
    origin: "7.2.12", crossOrigin: "7.2.13", topOrigin: "7.2.14")

  /// Verifies the origin and the top origin.
  func check(
    _ client: CollectedClientData, _ policy: CeremonyPolicy
  ) throws(CeremonyRefusal) -> (origin: Origin, topOrigin: Origin?) {
    // 7.1 step 9, 7.2 step 12: the origin is expected.
    // Byte by byte with each that is: so what differs in form is none of them.
    let expected = policy.origins.first { $0.text.utf8.elementsEqual(client.origin.utf8) }
    guard let expected else { throw .refused(origin, .originNotAllowed) }

    // 7.1 step 10, 7.2 step 13: a foreign frame is expected, if it was one.
    if client.crossOrigin {
      guard case .allow = policy.crossOrigin else {
        throw .refused(crossOrigin, .crossOriginNotAllowed)
      }
      guard client.topOrigin != nil else { throw .refused(crossOrigin, .topOriginMissing) }
    }

    // 7.1 step 11, 7.2 step 14: so is the page around it. Clients name it in a foreign frame only.
    guard let text = client.topOrigin else { return (expected, nil) }
    guard client.crossOrigin, case .allow(let topOrigins) = policy.crossOrigin,
      let top = Origin(text), topOrigins.contains(top)
    else { throw .refused(topOrigin, .topOriginNotAllowed) }
    return (expected, top)
  }
}
