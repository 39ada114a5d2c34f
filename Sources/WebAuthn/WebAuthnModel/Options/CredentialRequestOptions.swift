/// What a client is asked to sign (section 5.5), in the form that browsers parse.
///
/// Members beyond these are tolerated, as browsers do: a server's answer may carry more.
public struct CredentialRequestOptions: JSONBody, Hashable {
  /// What the assertion answers.
  public let challenge: Challenge
  /// The domain that the credentials are bound to.
  public let relyingPartyID: RelyingPartyID
  /// The credentials that may answer; empty leaves the choice to the authenticator.
  public let allowCredentials: [CredentialDescriptor]
  /// Whether the person must be verified.
  public let userVerification: UserVerificationRequirement
  /// How long the client may take.
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

  /// Reads `{challenge, rpId, allowCredentials, userVerification, timeout}`.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    challenge = Challenge(try reader.bytes("challenge"))
    relyingPartyID = RelyingPartyID(try reader.string("rpId"))
    allowCredentials = try reader.descriptors("allowCredentials")
    userVerification = try UserVerificationRequirement(
      readingOptional: "userVerification", of: &reader)
    timeoutMilliseconds = try reader.optionalMilliseconds("timeout") ?? 60_000
  }

  /// The options as `{challenge, rpId, allowCredentials, userVerification, timeout}`.
  public var json: JSONValue {
    [
      "challenge": .string(challenge.base64URL),
      "rpId": .string(relyingPartyID.text),
      "allowCredentials": .array(allowCredentials.map(\.json)),
      "userVerification": .string(userVerification.rawValue),
      "timeout": .integer(Int64(timeoutMilliseconds)),
    ]
  }
}
