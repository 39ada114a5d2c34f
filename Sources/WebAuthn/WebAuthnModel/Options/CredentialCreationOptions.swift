/// The options for a client to create a credential (section 5.4), in the form that browsers parse.
///
/// Members beyond these are tolerated, as browsers do, and so are algorithms not known here.
public struct CredentialCreationOptions: JSONBody, ExtensibleJSON, Hashable {
  /// The party that the credential is for.
  public let relyingParty: RelyingPartyEntity
  /// The account that the credential is for.
  public let user: UserEntity
  /// The challenge that the registration answers.
  public let challenge: Challenge
  /// The algorithms, the most wanted first.
  public let algorithms: [COSEAlgorithm]
  /// The time for the ceremony.
  public let timeoutMilliseconds: Int
  /// Credentials whose authenticator is not to create another.
  public let excludeCredentials: [CredentialDescriptor]
  /// The demand that the credential be found without its id.
  public let residentKey: ResidentKeyRequirement
  /// The demand that the person be verified.
  public let userVerification: UserVerificationRequirement
  /// The wish that the authenticator tell its make.
  public let attestation: AttestationConveyance

  /// Makes options.
  public init(
    relyingParty: RelyingPartyEntity, user: UserEntity, challenge: Challenge,
    algorithms: [COSEAlgorithm] = COSEAlgorithm.allCases, timeoutMilliseconds: Int = 60_000,
    excludeCredentials: [CredentialDescriptor] = [],
    residentKey: ResidentKeyRequirement = .preferred,
    userVerification: UserVerificationRequirement = .required,
    attestation: AttestationConveyance = .none
  ) {
    self.relyingParty = relyingParty
    self.user = user
    self.challenge = challenge
    self.algorithms = algorithms
    self.timeoutMilliseconds = timeoutMilliseconds
    self.excludeCredentials = excludeCredentials
    self.residentKey = residentKey
    self.userVerification = userVerification
    self.attestation = attestation
  }
}

extension CredentialCreationOptions {
  private enum CodingKeys: String, CodingKey {
    case relyingParty = "rp"
    case user
    case challenge
    case parameters = "pubKeyCredParams"
    case timeoutMilliseconds = "timeout"
    case excludeCredentials
    case authenticatorSelection
    case attestation
  }

  /// An algorithm, or one that is not known here.
  private struct Parameter: Codable, ExtensibleJSON {
    var type = CredentialType.publicKey
    var alg: Int64
  }

  private struct Selection: Codable, ExtensibleJSON {
    var residentKey: ResidentKeyRequirement?
    var requireResidentKey: Bool?
    var userVerification: UserVerificationRequirement?
  }

  /// Reads the options of `navigator.credentials.create` in JSON form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    relyingParty = try container.decode(RelyingPartyEntity.self, forKey: .relyingParty)
    user = try container.decode(UserEntity.self, forKey: .user)
    challenge = try container.decode(Challenge.self, forKey: .challenge)
    algorithms = try container.decode([Parameter].self, forKey: .parameters)
      .compactMap { COSEAlgorithm(rawValue: $0.alg) }
    timeoutMilliseconds =
      try container.decodeIfPresent(UInt32.self, forKey: .timeoutMilliseconds).map(Int.init)
      ?? 60_000
    excludeCredentials =
      try container.decodeIfPresent([CredentialDescriptor].self, forKey: .excludeCredentials) ?? []
    let selection = try container.decodeIfPresent(Selection.self, forKey: .authenticatorSelection)
    residentKey = selection?.residentKey ?? .discouraged
    userVerification = selection?.userVerification ?? .preferred
    attestation =
      try container.decodeIfPresent(AttestationConveyance.self, forKey: .attestation) ?? .none
  }

  /// Writes the options as browsers parse them.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(relyingParty, forKey: .relyingParty)
    try container.encode(user, forKey: .user)
    try container.encode(challenge, forKey: .challenge)
    try container.encode(algorithms.map { Parameter(alg: $0.rawValue) }, forKey: .parameters)
    try container.encode(timeoutMilliseconds, forKey: .timeoutMilliseconds)
    try container.encode(excludeCredentials, forKey: .excludeCredentials)
    try container.encode(
      Selection(
        residentKey: residentKey, requireResidentKey: residentKey == .required,
        userVerification: userVerification),
      forKey: .authenticatorSelection)
    try container.encode(attestation, forKey: .attestation)
  }
}

/// The party that a credential is for, as it is shown to the person.
public struct RelyingPartyEntity: Codable, ExtensibleJSON, Sendable, Hashable {
  /// The domain.
  public let id: RelyingPartyID
  /// The name shown.
  public let name: String

  /// Makes an entity.
  public init(id: RelyingPartyID, name: String) {
    self.id = id
    self.name = name
  }
}

/// The account that a credential is for, as it is shown to the person.
public struct UserEntity: Codable, ExtensibleJSON, Sendable, Hashable {
  /// The opaque handle.
  public let id: UserHandle
  /// The name by which accounts are told apart.
  public let name: String
  /// The name for people.
  public let displayName: String

  /// Makes an entity.
  public init(id: UserHandle, name: String, displayName: String) {
    self.id = id
    self.name = name
    self.displayName = displayName
  }
}

/// The demand that an authenticator find a credential without its id (section 5.4.6).
public enum ResidentKeyRequirement: String, Codable, Sendable, Hashable, CaseIterable {
  /// It need not.
  case discouraged
  /// It should if the authenticator can.
  case preferred
  /// It must.
  case required
}

/// The wish that the authenticator tell its make (section 5.4.7).
public enum AttestationConveyance: String, Codable, Sendable, Hashable, CaseIterable {
  /// It is not asked.
  case none
  /// The client may replace what the authenticator said.
  case indirect
  /// As the authenticator said it.
  case direct
  /// With what names the single device, for managed fleets.
  case enterprise
}
