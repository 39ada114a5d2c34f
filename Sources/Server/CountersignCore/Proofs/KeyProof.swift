import RelyingParty
import WebAuthnModel
import WireModel

/// A proof by a registered key that verified: an assertion, or the token that one gave.
///
/// That it verified says who signed and what. Whether it may still act is decided in the
/// transaction of the action.
struct KeyProof: Sendable {
  let accountID: AccountID
  let challengeID: [UInt8]
  let nonce: [UInt8]
  let binding: [UInt8]
  /// The language of the document that it signs; nil if it signs none.
  let language: Language?
  let scenario: ScenarioName
  /// True if it is within its time.
  let isTimely: Bool
  /// The form of the proof.
  let form: Form
  /// The attempts that it ends when it acts; nil where there are none.
  var attempt: Attempt?
  /// By what its refusal is counted once its signature was right; nil where it is not.
  var refusalsCountAt: AttemptSubject?
  /// True if its account has codes that were refused, whose count a key's proof ends.
  var endsCodeFailures = false

  /// The form in which a proof came.
  enum Form: Sendable {
    /// The assertion itself.
    case assertion(CheckedAssertion)
    /// The token of a proof that was verified before, of its kind and methods.
    case token(of: Proof.Kind, methods: [String])
    /// The PIN of a device, by its two signatures.
    case pinProof(CheckedDevice)
    /// A device's own signature.
    case deviceProof(CheckedDevice)
  }

  /// The moment of its challenge, in milliseconds since 1970: the first part of its id.
  var issuedAtMilliseconds: Int64 {
    challengeID.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
  }

  /// True if the proof holds for one exact transaction only.
  var isLinked: Bool { binding != ChallengeLayout.unlinked }

  /// The refusal of a proof past its time.
  var lateness: Refusal {
    switch form {
    case .assertion, .pinProof, .deviceProof: .challengeExpired
    case .token: Refusal(.tokenExpired, "the verification token has expired; prove again")
    }
  }

  /// The kind, as it is recorded.
  var kind: Proof.Kind {
    switch form {
    case .assertion: .assertion
    case .token: .verificationToken
    case .pinProof: .pinProof
    case .deviceProof: .deviceProof
    }
  }

  /// The strength: of a token that of the proof that it stands for.
  var strength: ProofStrength {
    switch form {
    case .token(of: .pin, methods: _): .pin(.inBody)
    case .token(of: .validateCode, methods: _): .codes
    case .token, .assertion, .pinProof, .deviceProof: .key(kind, isLinked: isLinked)
    }
  }

  /// By what the same proof is known again; nil for a token, whose challenge says it.
  var hash: [UInt8]? {
    switch form {
    case .assertion(let checked): checked.hash
    case .pinProof(let device), .deviceProof(let device): device.hash
    case .token: nil
    }
  }

  /// The evidence for the receipt: of an assertion all, of a device's signatures nothing.
  var evidence: [UInt8] {
    if case .assertion(let checked) = form { checked.evidence } else { [] }
  }

  /// The evidence while it is verified and has not acted: of a device which one, and which of
  /// its PIN keys, so that neither may be revoked meanwhile.
  var verifiedEvidence: [UInt8] {
    guard let device else { return evidence }
    var form = CanonicalForm()
    form.append(bytes: Array(device.id.text.utf8))
    form.append(device.pinGeneration)
    return form.bytes
  }

  /// The key that signed, as ``verifiedEvidence`` begins; nil where no factor's key did: for codes,
  /// a PIN in a body, and possession of a device alone.
  func signer(_ verified: [UInt8]) -> Signer? {
    var rest = verified[...]
    let id = rest.takePart()
    switch form {
    case .token(of: .pin, methods: _), .token(of: .validateCode, methods: _), .deviceProof:
      return nil
    case .token(of: .pinProof, methods: _), .pinProof:
      return .devicePIN(
        DeviceID(String(decoding: id, as: UTF8.self)),
        generation: rest.reduce(0) { $0 << 8 | Int64($1) })
    case .token, .assertion:
      _ = rest.takePart()
      let signed = try? AuthenticatorData(parsing: rest.takePart())
      return .passkey(
        CredentialID(id), isBackedUp: signed?.flags.contains(.backedUp) ?? true)
    }
  }

  /// The key that signed a proof which was verified before.
  enum Signer: Sendable {
    case passkey(CredentialID, isBackedUp: Bool)
    case devicePIN(DeviceID, generation: Int64)
  }

  /// True if it holds only as the repetition of a proof that acted: a PIN proof whose PIN was not
  /// checked again.
  var isRepetition: Bool {
    switch form {
    case .pinProof: attempt == nil
    case .assertion, .token, .deviceProof: false
    }
  }

  /// The device that signed, where it did so itself.
  var device: CheckedDevice? {
    switch form {
    case .pinProof(let device), .deviceProof(let device): device
    case .assertion, .token: nil
    }
  }

  /// The methods of a device's PIN, the device with it.
  static let pinMethods = ["swk", "pin", "mfa"]

  /// The attempt at a PIN that it ends, whatever becomes of the action; nil for a key.
  var pinAttempt: Attempt? { device == nil ? nil : attempt }

  /// The methods that it proves (RFC 8176): without a verified attestation every key counts as
  /// software-held.
  var methods: [String] {
    switch form {
    case .assertion: AssertionVerifier.methods
    case .token(of: _, let methods): methods
    case .pinProof: Self.pinMethods
    case .deviceProof: ["swk"]
    }
  }
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

/// A device whose own signature over a challenge of this server verified.
struct CheckedDevice: Sendable {
  let id: DeviceID
  /// The generation of the PIN key that held when it was checked.
  let pinGeneration: Int64
  let hash: [UInt8]
}

/// An assertion of one of the account's keys, over a challenge that this server issued for it.
struct CheckedAssertion: Sendable {
  let verified: VerifiedAssertion
  let hash: [UInt8]
  /// The bytes that were sent and signed, each part with its length, for the receipt.
  let evidence: [UInt8]
}

extension Refusal {
  /// The challenge is past its time.
  static let challengeExpired = Refusal(
    .challengeExpired, "the challenge has expired; ask for new options and sign again")
}
