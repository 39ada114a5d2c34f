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

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    scenario = ScenarioName(try reader.string("scenario"))
    payload = reader.optionalValue("payload") ?? .object([:])
    try reader.finish()
  }

  /// The body's fields.
  public var json: JSONValue { ["scenario": .string(scenario.text), "payload": payload] }
}

/// Answer of `POST /biometric/auth/options`: request options as browsers parse them, and beside
/// them the transaction as the server will execute and show it.
public struct LinkedOptions: JSONBody, Hashable {
  /// The request options.
  public var options: CredentialRequestOptions
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

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    options = try CredentialRequestOptions(json: json)
    var reader = try JSONObjectReader(json)
    transaction = reader.optionalValue("transaction")
    pinChallenge = try reader.optionalBytes("pinChallenge").map(Challenge.init)
    let creation = reader.optionalValue("creation")
    self.creation = if let creation { try CredentialCreationOptions(json: creation) } else { nil }
  }

  /// The answer's fields.
  public var json: JSONValue {
    guard case .object(var members) = options.json else { return options.json }
    members["transaction"] = transaction
    members["pinChallenge"] = pinChallenge.map { .string($0.base64URL) }
    members["creation"] = creation?.json
    return .object(members)
  }
}

/// Answer of `POST /biometric/auth/verify`, as seed 002 gives it.
public struct VerificationAnswer: JSONBody, Hashable {
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

  /// Reads the answer; `verified` must be true.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    guard try reader.bool("verified") else {
      throw JSONShapeError(path: "verified", problem: "must be true in a successful answer")
    }
    verificationToken = SecretText(try reader.string("verificationToken"))
    expiresIn = try reader.integer("expiresIn")
  }

  /// The answer's fields.
  public var json: JSONValue {
    [
      "verified": true, "verificationToken": .string(verificationToken.exposed),
      "expiresIn": .integer(expiresIn), "message": "Authentication successful",
    ]
  }
}
