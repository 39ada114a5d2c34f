public import WebAuthnModel

/// The ceremonies of a host: one value makes the options and checks their answers.
///
/// What is asked and what is required can therefore not differ. The value is pure: the host brings
/// challenges and the time, and keeps each pending ceremony until its answer comes, once. A host of
/// one process has ``SealedCeremonies`` for that.
///
/// ```swift
/// let passkeys = try PasskeyCeremonies(relyingPartyName: "Example", origin: "https://example.com")
/// ```
///
/// The defaults are those of a sign-in by passkey alone: the person is verified, the credential is
/// found without a user name, and attestation is not asked for.
public struct PasskeyCeremonies: Sendable, Hashable {
  /// The party that credentials are for, as it is shown to the person.
  public let relyingParty: RelyingPartyEntity
  /// The expectations of every ceremony.
  public let policy: CeremonyPolicy
  /// The demand that a credential be found without its id.
  public let residentKey: ResidentKeyRequirement
  /// The time that a person has for a ceremony; an answer after it is refused.
  public let timeoutMilliseconds: Int

  /// Makes the ceremonies of a relying party, by default of one that has passkeys alone.
  ///
  /// - Parameters:
  ///   - relyingPartyName: The name that people are shown.
  ///   - policy: The expectations of every ceremony; its origins lie on its domain.
  ///   - residentKey: The demand that a credential be found without its id.
  ///   - timeoutMilliseconds: From 1 s to 600 s; WebAuthn advises 300 s or more (section 15.1).
  /// - Throws: The mistake in the configuration.
  public init(
    relyingPartyName: String, policy: CeremonyPolicy,
    residentKey: ResidentKeyRequirement = .required, timeoutMilliseconds: Int = 300_000
  ) throws(CeremonyMisuse) {
    guard !relyingPartyName.isEmpty else { throw .nameEmpty }
    guard policy.relyingPartyID.isDomain else { throw .relyingPartyIDInvalid }
    guard !policy.origins.isEmpty else { throw .originMissing }
    guard policy.origins.allSatisfy(policy.relyingPartyID.covers) else {
      throw .originElsewhere
    }
    guard !policy.algorithms.isEmpty else { throw .algorithmMissing }
    guard 1_000...600_000 ~= timeoutMilliseconds else { throw .timeoutOutOfRange }
    relyingParty = RelyingPartyEntity(id: policy.relyingPartyID, name: relyingPartyName)
    self.policy = policy
    self.residentKey = residentKey
    self.timeoutMilliseconds = timeoutMilliseconds
  }

  /// Makes the ceremonies of a site with one origin, whose host is the relying party's id.
  ///
  /// - Parameters:
  ///   - relyingPartyName: The name that people are shown.
  ///   - text: The origin, such as `https://example.com`, or `http://localhost:8080` for tests.
  /// - Throws: The mistake in the configuration.
  public init(relyingPartyName: String, origin text: String) throws(CeremonyMisuse) {
    guard let origin = Origin(text), let host = origin.host else { throw .originInvalid }
    try self.init(
      relyingPartyName: relyingPartyName,
      policy: CeremonyPolicy(relyingPartyID: RelyingPartyID(host), origins: [origin]))
  }

  /// Begins the registration of a passkey.
  ///
  /// - Parameters:
  ///   - user: The account that registers.
  ///   - existing: Its credentials so far, whose authenticators are not to make another.
  ///   - challenge: Fresh randomness, such as `Challenge(using:)` makes.
  ///   - nowMilliseconds: The time since 1970.
  /// - Returns: The options for the client, with what the server keeps until the answer.
  /// - Throws: The mistake in what was handed over.
  public func startRegistration(
    of user: UserEntity, existing: [CredentialRecord] = [], challenge: Challenge,
    nowMilliseconds: Int64
  ) throws(CeremonyMisuse) -> PendingRegistration {
    guard 1...UserHandle.maximumLength ~= user.id.bytes.count else { throw .userHandleLength }
    guard !user.name.isEmpty, !user.displayName.isEmpty else { throw .nameEmpty }
    guard existing.allSatisfy({ $0.owner == user.id }) else { throw .credentialOfAnother }
    try Self.requireLength(of: challenge)
    return PendingRegistration(
      options: CredentialCreationOptions(
        relyingParty: relyingParty, user: user, challenge: challenge,
        algorithms: COSEAlgorithm.allCases.filter(policy.algorithms.contains),
        timeoutMilliseconds: timeoutMilliseconds,
        excludeCredentials: existing.map(\.descriptor), residentKey: residentKey,
        userVerification: policy.userVerification, attestation: policy.attestation.conveyance),
      expiresAtMilliseconds: expiry(nowMilliseconds))
  }

  /// Begins a sign-in, or any other assertion.
  ///
  /// - Parameters:
  ///   - allowed: The credentials that may answer, by default any passkey of this relying party.
  ///   - challenge: Fresh randomness, such as `Challenge(using:)` makes.
  ///   - nowMilliseconds: The time since 1970.
  /// - Returns: The options for the client, with what the server keeps until the answer.
  /// - Throws: The mistake in what was handed over.
  public func startAssertion(
    by allowed: AllowedCredentials = .anyPasskey, challenge: Challenge, nowMilliseconds: Int64
  ) throws(CeremonyMisuse) -> PendingAssertion {
    try Self.requireLength(of: challenge)
    let (owner, records) = try allowed.resolved()
    return PendingAssertion(
      options: CredentialRequestOptions(
        challenge: challenge, relyingPartyID: relyingParty.id,
        allowCredentials: records.map(\.descriptor), userVerification: policy.userVerification,
        timeoutMilliseconds: timeoutMilliseconds),
      owner: owner, expiresAtMilliseconds: expiry(nowMilliseconds))
  }

  /// Verifies the answer to a registration's options.
  ///
  /// The host stores the record, unless its id is registered already
  /// (``CeremonyRefusal/credentialAlreadyRegistered``).
  ///
  /// - Parameters:
  ///   - registration: The answer.
  ///   - pending: What was kept under its challenge and is removed by now; nil for nothing.
  ///   - nowMilliseconds: The time since 1970.
  /// - Returns: The new credential.
  /// - Throws: A refusal with its step.
  public func verify(
    _ registration: UnverifiedRegistration, answering pending: PendingRegistration?,
    nowMilliseconds: Int64
  ) throws(CeremonyRefusal) -> VerifiedRegistration {
    // 7.1 step 8: a challenge that was issued, not used before, and in time.
    guard let pending else { throw .refused("7.1.8", .challengeUnknown) }
    guard nowMilliseconds < pending.expiresAtMilliseconds else {
      throw .refused("7.1.8", .challengeExpired)
    }
    var policy = policy(asked: pending.options.userVerification)
    // 7.1 step 20: one that was offered then, and is taken still.
    policy.algorithms.formIntersection(pending.options.algorithms)
    return try registration.verified(
      challenge: pending.options.challenge, user: pending.options.user.id, policy: policy)
  }

  /// Verifies the answer to an assertion's options.
  ///
  /// The host stores ``VerifiedAssertion/updatedRecord``.
  ///
  /// - Parameters:
  ///   - assertion: The answer.
  ///   - pending: What was kept under its challenge and is removed by now; nil for nothing.
  ///   - credential: The record of the credential that it names; nil where there is none.
  ///   - nowMilliseconds: The time since 1970.
  /// - Returns: What the assertion proves.
  /// - Throws: A refusal with its step.
  public func verify(
    _ assertion: UnverifiedAssertion, answering pending: PendingAssertion?,
    credential: CredentialRecord?, nowMilliseconds: Int64
  ) throws(CeremonyRefusal) -> VerifiedAssertion {
    // 7.2 step 6: a credential that is registered.
    guard let credential else { throw .refused("7.2.6", .credentialUnknown) }
    // 7.2 step 11: a challenge that was issued, not used before, and in time.
    guard let pending else { throw .refused("7.2.11", .challengeUnknown) }
    guard nowMilliseconds < pending.expiresAtMilliseconds else {
      throw .refused("7.2.11", .challengeExpired)
    }
    let owned =
      if let owner = pending.owner {
        try OwnedCredential(credential, owner: owner)
      } else {
        try OwnedCredential(credential, claimedBy: assertion)
      }
    return try assertion.verified(
      challenge: pending.options.challenge, credential: owned,
      policy: policy(asked: pending.options.userVerification),
      allowed: pending.options.allowCredentials.map(\.id))
  }

  /// The stricter of the former and the present requirement.
  private func policy(asked: UserVerificationRequirement) -> CeremonyPolicy {
    var policy = policy
    if asked == .required { policy.userVerification = .required }
    return policy
  }

  private func expiry(_ nowMilliseconds: Int64) -> Int64 {
    let (sum, isTooMuch) = nowMilliseconds.addingReportingOverflow(Int64(timeoutMilliseconds))
    return isTooMuch ? .max : sum
  }

  /// Section 13.4.3: a challenge has at least 16 bytes.
  private static func requireLength(of challenge: Challenge) throws(CeremonyMisuse) {
    guard challenge.bytes.count >= 16 else { throw .challengeTooShort }
  }
}

/// The credentials that may answer an assertion.
public enum AllowedCredentials: Sendable, Hashable {
  /// Any passkey of this relying party: the authenticator names the account.
  ///
  /// No user name is typed, and nothing is told of who has an account.
  case anyPasskey
  /// The credentials of one account, of which there is one at least.
  case ofAccount(UserHandle, [CredentialRecord])

  /// The account, where it is known, and its credentials.
  func resolved() throws(CeremonyMisuse) -> (owner: UserHandle?, records: [CredentialRecord]) {
    switch self {
    case .anyPasskey: return (nil, [])
    case .ofAccount(let owner, let records):
      // An empty list would leave the choice to the authenticator.
      guard !records.isEmpty else { throw .credentialMissing }
      guard records.allSatisfy({ $0.owner == owner }) else { throw .credentialOfAnother }
      return (owner, records)
    }
  }
}

extension CredentialRecord {
  /// The credential as options name it.
  public var descriptor: CredentialDescriptor {
    CredentialDescriptor(id: id, transports: transports)
  }
}

extension AttestationPolicy {
  /// The request that options make for what the policy accepts.
  var conveyance: AttestationConveyance {
    switch self {
    case .none: .none
    }
  }
}
