/// The options for a client to sign a challenge (section 5.5), in the form that browsers parse.
///
/// Members beyond these are tolerated, as browsers do: a server's answer may carry more.
public struct CredentialRequestOptions: JSONBody, ExtensibleJSON, Hashable {
  /// The challenge that the assertion answers.
  public let challenge: Challenge
  /// The domain that the credentials are bound to.
  public let relyingPartyID: RelyingPartyID
  /// The credentials that may answer; empty leaves the choice to the authenticator.
  public let allowCredentials: [CredentialDescriptor]
  /// The demand that the person be verified.
  public let userVerification: UserVerificationRequirement
  /// The time for the ceremony.
  public let timeoutMilliseconds: Int

  /// Makes options.
  public init(
    challenge: Challenge, relyingPartyID: RelyingPartyID, allowCredentials: [CredentialDescriptor],
    userVerification: UserVerificationRequirement = .required, timeoutMilliseconds: Int = 60_000
  ) {
    self.challenge = challenge
    self.relyingPartyID = relyingPartyID
    self.allowCredentials = allowCredentials
    self.userVerification = userVerification
    self.timeoutMilliseconds = timeoutMilliseconds
  }
}

extension CredentialRequestOptions {
  private enum CodingKeys: String, CodingKey {
    case challenge
    case relyingPartyID = "rpId"
    case allowCredentials
    case userVerification
    case timeoutMilliseconds = "timeout"
  }

  /// Reads `{challenge, rpId, allowCredentials?, userVerification?, timeout?}`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    challenge = try container.decode(Challenge.self, forKey: .challenge)
    relyingPartyID = try container.decode(RelyingPartyID.self, forKey: .relyingPartyID)
    allowCredentials =
      try container.decodeIfPresent([CredentialDescriptor].self, forKey: .allowCredentials) ?? []
    userVerification =
      try container.decodeIfPresent(UserVerificationRequirement.self, forKey: .userVerification)
      ?? .preferred
    timeoutMilliseconds =
      try container.decodeIfPresent(UInt32.self, forKey: .timeoutMilliseconds).map(Int.init)
      ?? 60_000
  }
}

/// The demand that the authenticator verify the person (section 5.8.6).
public enum UserVerificationRequirement: String, Codable, Sendable, Hashable, CaseIterable {
  /// An answer without user verification is refused.
  case required
  /// The client is to verify where it can.
  case preferred
  /// The client is not to bother the person.
  case discouraged
}
