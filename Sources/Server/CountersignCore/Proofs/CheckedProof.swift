import WireModel

/// A proof that verified, or what takes its place, on which an action may be executed.
enum CheckedProof: Sendable {
  /// A registered key: an assertion, the token of one, or a device's signatures.
  case key(KeyProof)
  /// The PIN, found right.
  case pin(Attempt)
  /// Codes, to be checked in the action's own transaction.
  case codes(GivenCodes)
  /// A code in the place of a proof, to be checked there too.
  case code(SecretText?, CodeUse)
  /// Nothing: what stands for a proof is looked up there.
  case nothing

  /// The strength of the proof.
  var strength: ProofStrength {
    switch self {
    case .key(let proof): proof.strength
    case .pin(let attempt):
      if case .device = attempt.subject { .pin(.ofDevice) } else { .pin(.inBody) }
    case .codes: .codes
    case .code(let code, _): .code(isGiven: code != nil)
    case .nothing: .nothing
    }
  }

  /// The kind of proof; nil for what takes a proof's place.
  var kind: Proof.Kind? {
    switch self {
    case .key(let proof): proof.kind
    case .pin: .pin
    case .codes: .validateCode
    case .code, .nothing: nil
    }
  }

  /// The kind, as audit rows and operations have it.
  var name: String {
    switch self {
    case .key(let proof): proof.kind.rawValue
    case .pin: Proof.Kind.pin.rawValue
    case .codes: Proof.Kind.validateCode.rawValue
    case .code: "code"
    case .nothing: "none"
    }
  }

  /// The methods that it proves (RFC 8176); none where no factor was.
  var methods: [String] {
    switch self {
    case .key(let proof): proof.methods
    case .pin: ["pin"]
    case .codes: ["otp"]
    case .code, .nothing: []
    }
  }

  /// The attempt at a PIN that it ends, whatever becomes of the action; nil where it holds none.
  var pinAttempt: Attempt? {
    switch self {
    case .key(let proof): proof.pinAttempt
    case .pin(let attempt): attempt
    case .codes, .code, .nothing: nil
    }
  }

  /// The language of the document that it signs; nil if it signs none.
  var language: Language? {
    if case .key(let proof) = self { proof.language } else { nil }
  }

  /// The id of the challenge that it answers; only a key's proof answers one.
  var challengeID: [UInt8]? {
    if case .key(let proof) = self { proof.challengeID } else { nil }
  }

  /// The code beside a mailed one, as the audit log says it; nil where there was none.
  var secondCode: String? {
    guard case .codes(let codes) = self else { return nil }
    return switch codes.second {
    case .missing: nil
    case .texted: "otp"
    case .app: "two_factor"
    }
  }

  /// Refuses a proof that is linked to another document.
  func requireLinked(to document: ActionDocument) throws {
    if case .key(let proof) = self { try proof.requireLinked(to: document) }
  }
}

extension KeyProof {
  /// Refuses a proof that is linked to another document.
  func requireLinked(to document: ActionDocument) throws {
    try document.requireBinding(binding, nonce: nonce)
  }
}
