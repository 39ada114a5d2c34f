public import WebAuthnModel

/// Body of `POST /biometric/auth/options`: what the challenge is to be linked to.
public struct LinkedOptionsRequest: JSONBody, Hashable {
  /// The scenario.
  public var scenario: ScenarioName
  /// The scenario's payload, read by the scenario.
  public var payload: JSONValue

  /// A request to send.
  public init(scenario: ScenarioName, payload: JSONValue) {
    self.scenario = scenario
    self.payload = payload
  }
}

extension LinkedOptionsRequest {
  /// Reads the body; without a payload it is an empty object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    scenario = try container.decode(ScenarioName.self, forKey: .scenario)
    payload = try container.decodeIfPresent(JSONValue.self, forKey: .payload) ?? .object([:])
  }
}

/// Answer of `POST /biometric/auth/options`: request options as browsers parse them, and beside
/// them the transaction as the server will execute and show it.
public struct LinkedOptions: JSONBody, ExtensibleJSON, Hashable {
  /// The request options.
  @Flattened public var options: CredentialRequestOptions
  /// The transaction; nil for a scenario that has none.
  public var transaction: JSONValue?
  /// A challenge for a PIN proof, linked to the same; only where the session is a device's.
  public var pinChallenge: Challenge?
  /// How to make a key that is registered beside the account's first PIN; only for MANAGE_FACTORS,
  /// on an account that never had a factor.
  public var creation: CredentialCreationOptions?

  /// An answer to send.
  public init(
    options: CredentialRequestOptions, transaction: JSONValue?, pinChallenge: Challenge? = nil,
    creation: CredentialCreationOptions? = nil
  ) {
    self.options = options
    self.transaction = transaction
    self.pinChallenge = pinChallenge
    self.creation = creation
  }
}

/// Answer of `POST /biometric/auth/verify`, as seed 002 gives it.
public struct VerificationAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// The verification token.
  ///
  /// Secret.
  public var verificationToken: SecretText
  /// Seconds for which it is good.
  public var expiresIn: Int64

  /// An answer to send.
  public init(verificationToken: SecretText, expiresIn: Int64) {
    self.verificationToken = verificationToken
    self.expiresIn = expiresIn
  }
}

extension VerificationAnswer {
  private enum CodingKeys: CodingKey {
    case verified
    case verificationToken
    case expiresIn
    case message
  }

  /// Reads the answer, which must say that it worked.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard try container.decode(Bool.self, forKey: .verified) else {
      throw JSONShapeError(path: "verified", problem: "must be true in a successful answer")
    }
    verificationToken = try container.decode(SecretText.self, forKey: .verificationToken)
    expiresIn = try container.decode(Int64.self, forKey: .expiresIn)
  }

  /// Writes the answer.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(true, forKey: .verified)
    try container.encode(verificationToken, forKey: .verificationToken)
    try container.encode(expiresIn, forKey: .expiresIn)
    try container.encode("Authentication successful", forKey: .message)
  }
}
