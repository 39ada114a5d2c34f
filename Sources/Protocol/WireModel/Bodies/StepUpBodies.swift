public import WebAuthnModel

/// Body of `POST /biometric/auth/options`: what the challenge is to be linked to.
public struct LinkedOptionsRequest: JSONBody, Hashable {
  /// The scenario that the payload is of.
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
/// them what is shown, signed and executed.
public struct LinkedOptions: JSONBody, ExtensibleJSON, Hashable {
  /// The request options.
  @Flattened public var options: CredentialRequestOptions
  /// The document that the challenges are linked to: all that a screen shows.
  public var document: Document
  /// The payload with all that it left open filled in; nil for a scenario that has none.
  public var transaction: JSONValue?
  /// A challenge for a PIN proof, linked to the same; only where the session is a device's.
  public var pinChallenge: Challenge?
  /// The options to make a key that is registered beside the account's first PIN; only for
  /// MANAGE_FACTORS, on an account that never had a factor.
  public var creation: CredentialCreationOptions?

  /// An answer to send.
  public init(
    options: CredentialRequestOptions, document: Document, transaction: JSONValue?,
    pinChallenge: Challenge? = nil, creation: CredentialCreationOptions? = nil
  ) {
    self.options = options
    self.document = document
    self.transaction = transaction
    self.pinChallenge = pinChallenge
    self.creation = creation
  }
}

/// Body of `POST /actions/{scenario}/options`: the payload, read by the scenario.
public struct ActionOptionsRequest: JSONBody, Hashable {
  /// The payload; nil for an empty object.
  public var payload: JSONValue?

  /// A request to send.
  public init(payload: JSONValue? = nil) { self.payload = payload }
}

/// Body of `POST /actions/{scenario}`: the payload, and the proof beside it.
public struct ActionRequest: JSONBody, Hashable {
  /// The payload; nil for an empty object.
  public var payload: JSONValue?
  /// The entitlement to it.
  @Flattened public var proof: Proof

  /// A request to send.
  public init(payload: JSONValue?, proof: Proof) {
    self.payload = payload
    self.proof = proof
  }

  /// The key types of flattened members.
  public static var flattenedKeys: [any CodingKey.Type] { [Proof.CodingKeys.self] }
}

/// Body of `POST /proofs`: the scenario that is proved for its host.
public struct ProofRequest: JSONBody, Hashable {
  /// The scenario that the payload is of.
  public var scenario: ScenarioName
  /// The scenario's payload.
  public var payload: JSONValue
  /// The proof of any kind that the scenario takes.
  public var proof: Proof

  /// A request to send.
  public init(scenario: ScenarioName, payload: JSONValue, proof: Proof) {
    self.scenario = scenario
    self.payload = payload
    self.proof = proof
  }
}

extension ProofRequest {
  /// Reads the body; without a payload it is an empty object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    scenario = try container.decode(ScenarioName.self, forKey: .scenario)
    payload = try container.decodeIfPresent(JSONValue.self, forKey: .payload) ?? .object([:])
    proof = try container.decode(Proof.self, forKey: .proof)
  }
}

/// Answer of `POST /actions/{scenario}/options`: linked options, and which proofs could act.
public struct ActionOptions: JSONBody, ExtensibleJSON, Hashable {
  /// The options.
  @Flattened public var linked: LinkedOptions
  /// The kinds of proof that the scenario takes.
  public var ways: [ActionWay]
  /// The state of the second factor, before it is asked for.
  public var secondFactor: SecondFactorAnswer?

  /// An answer to send.
  public init(
    linked: LinkedOptions, ways: [ActionWay], secondFactor: SecondFactorAnswer? = nil
  ) {
    self.linked = linked
    self.ways = ways
    self.secondFactor = secondFactor
  }
}

/// A kind of proof, and whether it could act on a document now.
///
/// A way is no promise: the proof itself is still verified.
public struct ActionWay: JSONBody, ExtensibleJSON, Hashable {
  /// The kind.
  public var proof: Proof.Kind
  /// True if it could act.
  public var canAct: Bool
  /// The code of the reason against it (``Reason``); nil if it could act.
  public var reason: String?
  /// The reason in words, with what would bring the way; nil if it could act.
  public var detail: String?
  /// Until when the factor waits, RFC 3339 in UTC; nil where that is not why it could not act, and
  /// before a notice of it was handed over.
  public var until: String?

  /// True if another device of the account could give it; nil where none could.
  ///
  /// `POST /actions/{scenario}/handover` hands the action there.
  public var canHandOver: Bool?
  /// True if another device of the account could give it, where the transaction waits as well; nil
  /// where none could, and for an action that waits nowhere.
  public var canDecideElsewhere: Bool?
  /// True to a screen that is no device, if only the apps of devices use the keys that could give
  /// it: a browser has none of them; nil otherwise.
  public var hasDeviceKeysOnly: Bool?

  /// A way to send.
  public init(
    proof: Proof.Kind, reason: String? = nil, detail: String? = nil, until: String? = nil
  ) {
    self.proof = proof
    canAct = reason == nil
    self.reason = reason
    self.detail = detail
    self.until = until
  }
}

/// The answer to `POST /biometric/auth/verify`.
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

/// Body of `POST /biometric/test`: the proof alone.
public struct BiometricTestRequest: JSONBody, Hashable {
  /// The proof of any kind that the scenario takes.
  @Flattened public var proof: Proof

  /// A request to send.
  public init(proof: Proof) { self.proof = proof }

  /// The key types of flattened members.
  public static var flattenedKeys: [any CodingKey.Type] { [Proof.CodingKeys.self] }
}

/// Answer of `POST /biometric/test`: the proof holds.
public struct BiometricTestAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// The one answer there is.
  public init() {}
}

extension BiometricTestAnswer {
  private enum CodingKeys: CodingKey {
    case success
    case message
  }

  /// Reads the answer, which must say that it worked.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard try container.decode(Bool.self, forKey: .success) else {
      throw JSONShapeError(path: "success", problem: "must be true in a successful answer")
    }
  }

  /// Writes that it worked.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(true, forKey: .success)
    try container.encode("Authentication successful", forKey: .message)
  }
}

/// The progress of an operation.
public enum OperationStatus: String, Codable, Sendable, Hashable, CaseIterable {
  /// It is done.
  case completed
  /// It is executed; what follows from it is not known yet.
  case pending
  /// It came to nothing, and what it had changed is undone.
  case failed
}

/// Answer of `POST /actions/{scenario}` and of `GET /operations/{id}`: what became of an operation.
public struct OperationAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// The id by which audit rows and events name the operation.
  public var operationID: String
  /// The scenario whose action it was.
  public var scenario: ScenarioName
  /// Its progress.
  public var status: OperationStatus
  /// The action's own answer as it was stored; nil where there is no more to say.
  public var result: JSONValue?

  /// An answer to send.
  public init(
    operationID: String, scenario: ScenarioName, status: OperationStatus = .completed,
    result: JSONValue? = nil
  ) {
    self.operationID = operationID
    self.scenario = scenario
    self.status = status
    self.result = result
  }
}
