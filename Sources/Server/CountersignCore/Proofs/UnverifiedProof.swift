import RelyingParty
import WebAuthnModel
import WireModel

/// A request's proof for an action, or what takes its place: decoded, and not verified.
enum UnverifiedProof: Sendable {
  /// An assertion of a passkey.
  case assertion(AssertionResponse, UnverifiedAssertion)
  /// A verification token.
  case token(SecretText)
  /// A verification token whose signature was checked.
  case checkedToken(VerifiedProof)
  /// The PIN of a device, by its two signatures.
  case devicePIN(PINProof)
  /// The old PIN of a device, by its key's signature over the change itself.
  case oldDevicePIN(DevicePINClaim)
  /// A device's own signature.
  case device(DeviceProof)
  /// A PIN, in the body.
  case pin(SecretText)
  /// A mailed code, with a second one or without.
  case codes(GivenCodes)
  /// A mailed code, if the account has no factor to prove.
  case code(SecretText?, CodeUse)
  /// Nothing: the action takes no proof here, or a link stands for one.
  case nothing
  /// A proof that cannot be right by its form: it costs no attempt.
  case malformed(Proof.Kind, Refusal)

  /// Decodes a proof of the wire.
  init(_ proof: Proof) {
    do throws(Refusal) {
      switch proof {
      case .assertion(let response):
        self = .assertion(response, try AssertionVerifier.unverified(response))
      case .verificationToken(let token): self = .token(token)
      case .pinProof(let proof): self = .devicePIN(proof)
      case .deviceProof(let proof): self = .device(proof)
      case .pin(let pin):
        guard PINRule.isWellFormed(pin) else { throw Refusal.pinMalformed }
        self = .pin(pin)
      case .codes(let mailed, let otp, let twoFactorCode):
        self = .codes(try GivenCodes(mailed: mailed, otp: otp, twoFactorCode: twoFactorCode))
      }
    } catch {
      self = .malformed(proof.kind, error)
    }
  }

  /// Decodes a proof of the wire; without one, the code takes its place.
  init(_ proof: Proof?, or code: SecretText?, for use: CodeUse) {
    self = proof.map { UnverifiedProof($0) } ?? .code(code, use)
  }

  /// Decodes a proof of the wire; without one, nothing takes its place.
  init(_ proof: Proof?) { self = proof.map { UnverifiedProof($0) } ?? .nothing }

  /// The kind, as it was sent; nil for what takes a proof's place.
  var kind: Proof.Kind? {
    switch self {
    case .assertion: .assertion
    case .token, .checkedToken: .verificationToken
    case .devicePIN: .pinProof
    case .device: .deviceProof
    case .oldDevicePIN, .pin: .pin
    case .codes: .validateCode
    case .code, .nothing: nil
    case .malformed(let kind, _): kind
    }
  }

  /// The claim of the proof: whether it is true is not known.
  var claim: ProofClaim {
    switch self {
    case .assertion(_, let assertion):
      ProofClaim(
        kind,
        by: .passkey(
          assertion.credentialID, isBackedUp: assertion.claimedFlags.contains(.backedUp)),
        answering: ProofChallenge(assertion.claimedChallenge))
    case .devicePIN(let proof):
      ProofClaim(
        kind, by: .devicePIN(DeviceID(proof.deviceID)),
        answering: ProofChallenge(proof.challenge))
    case .device(let proof):
      ProofClaim(kind, by: nil, answering: ProofChallenge(proof.challenge))
    case .checkedToken(let proof): proof.claim
    case .oldDevicePIN(let claim): ProofClaim(kind, by: .devicePIN(claim.device.record.id))
    case .pin: ProofClaim(kind, by: .pin)
    case .codes: ProofClaim(kind, by: .codes)
    case .code(let code, _): ProofClaim(kind, by: nil, isCodeGiven: code != nil)
    case .token, .nothing, .malformed: ProofClaim(kind, by: nil)
    }
  }

  /// Refuses what cannot be right by its form, and a kind of proof that the action does not take.
  func requireTaken(by requirements: ProofRequirements) throws(Refusal) {
    if case .malformed(_, let refusal) = self { throw refusal }
    guard let kind else { return }
    guard requirements.kinds.contains(kind) else { throw Refusal.proofNotAllowed }
    guard case .codes(let codes) = self, case .mailedAndApp = requirements.codes else { return }
    guard case .app = codes.second else { throw Refusal.proofNotAllowed }
  }

  /// The name in the audit rows of refusals.
  var name: String {
    switch self {
    case .oldDevicePIN: Proof.Kind.pinProof.rawValue
    case .code: "code"
    default: kind?.rawValue ?? "none"
    }
  }
}

/// The signature of a device's PIN key over a change of that key.
struct DevicePINClaim: Sendable {
  let signature: SecretBytes
  let statement: [UInt8]
  let device: IdentifiedDevice
}

/// The claim of a proof: its kind, its factor and its challenge.
///
/// An unverified proof and the verified one make the same claim, so that the same rules decide
/// before and after the verification.
struct ProofClaim: Sendable {
  /// The kind, as it was sent; nil for what takes a proof's place.
  let kind: Proof.Kind?
  /// The challenge that it answers; nil for a PIN and codes, which answer none.
  let challenge: ProofChallenge?
  /// True if it holds for one exact document only.
  let isLinked: Bool
  /// Whether a mailed code in the place of a proof was given; nil if no code takes its place.
  let isCodeGiven: Bool?
  /// The factor; nil for none, and for a token, whose factor stands in the row of its challenge.
  private let factor: AccountFactor?
  /// The kind of the proof that a token stands for; nil for anything else.
  private let tokenOf: Proof.Kind?

  init(
    _ kind: Proof.Kind?, by factor: AccountFactor?, answering challenge: ProofChallenge? = nil,
    isCodeGiven: Bool? = nil
  ) {
    self.kind = kind
    self.challenge = challenge
    self.isCodeGiven = isCodeGiven
    self.factor = factor
    isLinked = challenge?.isLinked ?? false
    tokenOf = nil
  }

  /// The claim of a token that stands for a proof of a kind.
  ///
  /// One of a PIN or of codes is no stronger than they are, and so linked to nothing.
  init(tokenOf kind: Proof.Kind, answering challenge: ProofChallenge) {
    self.kind = .verificationToken
    self.challenge = challenge
    isLinked = kind != .pin && kind != .validateCode && challenge.isLinked
    isCodeGiven = nil
    factor = nil
    tokenOf = kind
  }

  /// The claim of a proof that answers what options give: a challenge that is linked wherever there
  /// is one.
  init(ofOptionsFor kind: Proof.Kind) {
    self.kind = kind
    challenge = nil
    isLinked = kind != .pin && kind != .validateCode
    isCodeGiven = nil
    factor = nil
    tokenOf = nil
  }

  /// The kind by which strength and limits decide: a token of a PIN or of codes is no stronger than
  /// they are.
  var provedKind: Proof.Kind? {
    tokenOf == .pin || tokenOf == .validateCode ? tokenOf : kind
  }

  /// True for a registered key's proof, a device's PIN among them.
  var isByKey: Bool {
    switch provedKind {
    case .assertion, .verificationToken, .pinProof, .deviceProof: true
    case .pin, .validateCode, nil: false
    }
  }

  /// The form of a PIN that is given as itself; nil for anything else.
  var pinForm: PINForm? {
    guard provedKind == .pin else { return nil }
    if case .devicePIN = factor { return .ofDevice }
    return .inBody
  }

  /// The name in audit rows and operations.
  var name: String {
    if let kind { return kind.rawValue }
    return isCodeGiven == nil ? "none" : "code"
  }

  /// The factor that it proves.
  ///
  /// - Parameter used: The row of its challenge, which says of a token who signed.
  /// - Returns: The factor; nil for none: possession of a device alone, a mailed code, nothing.
  func factor(_ used: SpentRow?) -> AccountFactor? {
    switch tokenOf {
    case nil: factor
    case .pin: .pin
    case .validateCode: .codes
    case .assertion, .verificationToken, .pinProof, .deviceProof: signer(used?.evidence)?.factor
    }
  }

  /// The key that signed a token's proof, by what was stored when it was verified; nil if no
  /// factor's key did: for codes, a PIN in a body, and possession of a device alone.
  func signer(_ evidence: [UInt8]?) -> ProofSigner? {
    guard var rest = evidence?[...] else { return nil }
    let id = rest.takePart()
    switch tokenOf ?? kind {
    case .pin, .validateCode, .deviceProof, nil: return nil
    case .pinProof:
      return .devicePIN(
        DeviceID(String(decoding: id, as: UTF8.self)),
        generation: rest.reduce(0) { $0 << 8 | Int64($1) })
    case .assertion, .verificationToken:
      _ = rest.takePart()
      let signed = try? AuthenticatorData(parsing: rest.takePart())
      return .passkey(
        CredentialID(id), isBackedUp: signed?.flags.contains(.backedUp) ?? true)
    }
  }
}

/// The challenge that a proof answers.
struct ProofChallenge: Sendable {
  /// The moment of its issue and a nonce: by it the proof is known again.
  let id: [UInt8]
  let nonce: [UInt8]
  /// The binding to a document; zeros if there is none.
  let binding: [UInt8]
  /// The language of the document that is signed; nil if none is.
  let language: Language?

  /// True if the proof holds for one exact document only.
  var isLinked: Bool { binding != ChallengeLayout.unlinked }

  /// The moment of its issue, in milliseconds since 1970: the first part of its id.
  var issuedAtMilliseconds: Int64 { id.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) } }
}

extension ProofChallenge {
  /// The challenge of these bytes; nil for none by its form.
  init?(_ challenge: Challenge) {
    guard let layout = ChallengeLayout(challenge.bytes) else { return nil }
    self.init(layout)
  }

  /// The challenge of a layout.
  init(_ layout: ChallengeLayout) {
    self.init(
      id: layout.id, nonce: layout.nonce, binding: layout.subject.binding,
      language: layout.subject.language)
  }
}

/// The key that signed a proof which was verified before.
enum ProofSigner: Sendable {
  case passkey(CredentialID, isBackedUp: Bool)
  case devicePIN(DeviceID, generation: Int64)

  var factor: AccountFactor {
    switch self {
    case .passkey(let id, let isBackedUp): .passkey(id, isBackedUp: isBackedUp)
    case .devicePIN(let id, generation: _): .devicePIN(id)
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

extension ArraySlice<UInt8> {
  /// Takes the first part of evidence, which stands after its length.
  fileprivate mutating func takePart() -> [UInt8] {
    let count = prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let part = Array(dropFirst(4).prefix(count))
    self = dropFirst(4 + part.count)
    return part
  }
}
