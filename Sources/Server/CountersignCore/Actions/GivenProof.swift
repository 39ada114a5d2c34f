import RelyingParty
import WebAuthnModel
import WireModel

/// A request's proof for an action, or a substitute.
enum GivenProof: Sendable {
  /// A proof as the wire has it.
  case proof(Proof)
  /// A token that a host redeems, its signature checked.
  case redeemed(KeyProof)
  /// The old PIN of a device, by its key's signature over the change itself.
  case devicePIN(DevicePINClaim)
  /// A mailed code, where the account has no factor to prove.
  case code(SecretText?, CodeUse)
  /// Nothing: what is asked for takes no proof, or a link stands for one.
  case nothing

  /// The proof where one was given, else the code.
  init(_ proof: Proof?, or code: SecretText?, for use: CodeUse) {
    self = proof.map(GivenProof.proof) ?? .code(code, use)
  }

  /// The proof where one was given.
  init(_ proof: Proof?) { self = proof.map(GivenProof.proof) ?? .nothing }

  /// The kind of proof; nil for what takes a proof's place.
  var kind: Proof.Kind? {
    switch self {
    case .proof(let proof): proof.kind
    case .redeemed: .verificationToken
    case .devicePIN: .pinProof
    case .code, .nothing: nil
    }
  }

  /// The kind, as audit rows have it.
  var name: String {
    if let kind { return kind.rawValue }
    if case .code = self { return "code" }
    return "none"
  }
}

/// The signature of a device's PIN key over a change of that key.
struct DevicePINClaim: Sendable {
  let signature: SecretBytes
  let statement: [UInt8]
  let device: IdentifiedDevice
}

/// A proof that was read, and is not checked: it says which challenge it claims to answer.
enum ReadProof: Sendable {
  case assertion(AssertionResponse, UnverifiedAssertion, ChallengeLayout?)
  case token(KeyProof)
  case pinProof(PINProof, ChallengeLayout?)
  case deviceProof(DeviceProof, ChallengeLayout?)
  case pin(SecretText)
  case devicePIN(DevicePINClaim)
  case codes(GivenCodes)
  case code(SecretText?, CodeUse)
  case nothing

  /// The id of the challenge that it claims to answer.
  var challengeID: [UInt8]? {
    switch self {
    case .token(let proof): proof.challengeID
    case .assertion, .pinProof, .deviceProof: layout?.id
    case .pin, .devicePIN, .codes, .code, .nothing: nil
    }
  }

  /// The language of the document that it claims to sign.
  var language: Language? {
    if case .token(let proof) = self { proof.language } else { layout?.subject.language }
  }

  private var layout: ChallengeLayout? {
    switch self {
    case .assertion(_, _, let layout), .pinProof(_, let layout), .deviceProof(_, let layout): layout
    case .token, .pin, .devicePIN, .codes, .code, .nothing: nil
    }
  }

  /// The kind; nil for what takes a proof's place.
  var kind: Proof.Kind? {
    if case .token = self { .verificationToken } else { strength.kind }
  }

  /// Refuses a kind of proof that the action does not take.
  func requireTaken(by terms: ActionTerms) throws {
    guard let kind else { return }
    guard terms.kinds.contains(kind) else { throw Refusal.proofNotAllowed }
    guard case .codes(let codes) = self, case .mailedAndApp = terms.codes else { return }
    guard case .app = codes.second else { throw Refusal.proofNotAllowed }
  }

  /// The strength of a proof that is right.
  var strength: ProofStrength {
    let isLinked = layout?.isLinked ?? false
    return switch self {
    case .assertion: .key(.assertion, isLinked: isLinked)
    case .token(let proof): proof.strength
    case .pinProof: .key(.pinProof, isLinked: isLinked)
    case .deviceProof: .key(.deviceProof, isLinked: isLinked)
    case .pin: .pin(.inBody)
    case .devicePIN: .pin(.ofDevice)
    case .codes: .codes
    case .code(let code, _): .code(isGiven: code != nil)
    case .nothing: .nothing
    }
  }
}

/// The form of a PIN.
enum PINForm: Sendable, Hashable {
  /// Typed into a body, checked by the server.
  case inBody
  /// A key of a device.
  case ofDevice
}

/// The strength of a proof, whatever its bytes, as strength and limits look at it.
enum ProofStrength: Sendable, Hashable {
  /// A registered key's, a device's PIN among them.
  case key(Proof.Kind, isLinked: Bool)
  /// A PIN: as itself, or as the key that is replaced by another.
  case pin(PINForm)
  /// Codes.
  case codes
  /// A code in the place of a proof.
  case code(isGiven: Bool)
  /// Nothing.
  case nothing

  /// The kind; nil for what takes a proof's place.
  var kind: Proof.Kind? {
    switch self {
    case .key(let kind, isLinked: _): kind
    case .pin: .pin
    case .codes: .validateCode
    case .code, .nothing: nil
    }
  }

  /// True if it holds for one exact document only.
  var isLinked: Bool {
    if case .key(_, let isLinked) = self { isLinked } else { false }
  }
}
