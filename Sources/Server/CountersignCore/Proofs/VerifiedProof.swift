import RelyingParty
import WebAuthnModel
import WireModel

/// A proof that verified, or what takes its place, on which an action may be executed.
///
/// That it verified says who signed, and what. Whether it may act now is decided by the store's
/// facts, in the transaction of the action.
struct VerifiedProof: Sendable {
  let account: AccountID
  /// The claim, which is true.
  let claim: ProofClaim
  let method: Method
  /// The scenario of its challenge; nil if it answers none.
  let scenario: ScenarioName?
  /// The time in which its challenge or its token may act; nil if it answers none.
  private let validity: ClosedRange<Timestamp>?
  /// The attempts that it ends when it acts; nil if there are none.
  var attempt: Attempt?
  /// By what a refusal counts after its signature was found right; nil if none counts.
  var refusalsCountAt: AttemptSubject?
  /// True if its account has refused codes, whose count a key's proof ends.
  var endsCodeFailures = false

  /// The method by which it was verified.
  enum Method: Sendable {
    /// The signature of a passkey.
    case assertion(VerifiedAssertion, hash: [UInt8], evidence: [UInt8])
    /// The signatures of a device and of its PIN's key.
    case devicePIN(SigningDevice)
    /// The signature of a device alone.
    case device(SigningDevice)
    /// This server's signature of a token, with the methods of the proof that it stands for.
    case token(methods: [String])
    /// The comparison of a PIN, or the signature of a device's PIN key that is replaced.
    case pin
    /// Codes, which are checked in the transaction of the action.
    case codes(GivenCodes)
    /// A code in the place of a proof, which is checked there too.
    case code(SecretText?, CodeUse)
    /// None: what stands for a proof is a fact of the store.
    case none
  }

  private init(
    account: AccountID, claim: ProofClaim, method: Method, scenario: ScenarioName?,
    validity: ClosedRange<Timestamp>? = nil, attempt: Attempt? = nil
  ) {
    self.account = account
    self.claim = claim
    self.method = method
    self.scenario = scenario
    self.validity = validity
    self.attempt = attempt
  }

  /// The proof of a passkey whose assertion was verified over a challenge of this server.
  init(
    _ verified: VerifiedAssertion, _ response: AssertionResponse, hash: [UInt8],
    over issued: IssuedChallenge, validity: ClosedRange<Timestamp>, of account: AccountID
  ) {
    var evidence = CanonicalForm()
    evidence.append(bytes: response.rawID.bytes)
    evidence.append(bytes: response.clientDataJSON)
    evidence.append(bytes: response.authenticatorData)
    evidence.append(bytes: response.signature)
    self.init(
      account: account,
      claim: ProofClaim(
        .assertion, by: .passkey(verified.credentialID, isBackedUp: verified.backedUp),
        answering: ProofChallenge(issued.layout)),
      method: .assertion(verified, hash: hash, evidence: evidence.bytes),
      scenario: issued.scenario, validity: validity)
  }

  /// The proof of a device that was identified; without an attempt, its PIN was not checked.
  init(
    _ device: IdentifiedDevice, withPIN isPIN: Bool, validity: ClosedRange<Timestamp>,
    attempt: Attempt? = nil
  ) {
    let signing = SigningDevice(
      id: device.record.id, pinGeneration: device.record.pinGeneration, hash: device.hash)
    self.init(
      account: device.record.accountID,
      claim: ProofClaim(
        isPIN ? .pinProof : .deviceProof, by: isPIN ? .devicePIN(signing.id) : nil,
        answering: ProofChallenge(device.issued.layout)),
      method: isPIN ? .devicePIN(signing) : .device(signing),
      scenario: device.issued.scenario, validity: validity, attempt: attempt)
  }

  /// The proof that a token stands for.
  init(
    tokenOf kind: Proof.Kind, methods: [String], answering challenge: ProofChallenge,
    _ scenario: ScenarioName, until end: Timestamp, of account: AccountID
  ) {
    self.init(
      account: account, claim: ProofClaim(tokenOf: kind, answering: challenge),
      method: .token(methods: methods), scenario: scenario,
      validity: Timestamp(milliseconds: .min)...end)
  }

  /// A PIN that was found right.
  init(pin claim: ProofClaim, _ attempt: Attempt, of account: AccountID) {
    self.init(
      account: account, claim: claim, method: .pin, scenario: nil, attempt: attempt)
  }

  /// Codes, or what takes the place of a proof: nothing of it is verified before the transaction.
  init(unverified claim: ProofClaim, _ method: Method, of account: AccountID) {
    self.init(account: account, claim: claim, method: method, scenario: nil)
  }
}

extension VerifiedProof {
  /// The kind, as it was sent; nil for what takes a proof's place.
  var kind: Proof.Kind? { claim.kind }

  /// The challenge that it answers; nil for a PIN and codes.
  var challenge: ProofChallenge? { claim.challenge }

  /// Tells if its challenge or its token is within its time, or it answers none.
  func isTimely(at now: Timestamp) -> Bool { validity?.contains(now) ?? true }

  /// The refusal of a proof past its time.
  var lateness: Refusal {
    if case .token = method {
      Refusal(.tokenExpired, "the verification token has expired; prove again")
    } else {
      .challengeExpired
    }
  }

  /// Refuses a proof past its time, or one whose use the store may have forgotten.
  ///
  /// - Parameters:
  ///   - now: The present moment.
  ///   - notBefore: The issue of the oldest challenge whose use is still stored, in milliseconds
  ///     since 1970.
  /// - Throws: `token_expired` for a token, `challenge_expired` for any other proof.
  func requireTimely(at now: Timestamp, notBefore: Int64) throws(Refusal) {
    guard let challenge else { return }
    guard isTimely(at: now), challenge.issuedAtMilliseconds >= notBefore else { throw lateness }
  }

  /// By what the same proof is known again; empty for one that its challenge alone identifies.
  var hash: [UInt8]? {
    switch method {
    case .assertion(_, let hash, evidence: _): hash
    case .devicePIN(let device), .device(let device): device.hash
    case .token, .pin, .codes, .code, .none: nil
    }
  }

  /// The evidence for the receipt: of an assertion all, of a device's signatures nothing.
  var evidence: [UInt8] {
    if case .assertion(_, hash: _, let evidence) = method { evidence } else { [] }
  }

  /// The evidence while it is verified and has not acted: of a device its id and the generation of
  /// its PIN key, so that neither may be revoked meanwhile.
  var verifiedEvidence: [UInt8] {
    guard let device else { return evidence }
    var form = CanonicalForm()
    form.append(bytes: Array(device.id.text.utf8))
    form.append(device.pinGeneration)
    return form.bytes
  }

  /// True if it holds only as the repetition of a proof that acted: a PIN proof whose PIN was not
  /// checked again.
  var isRepetition: Bool {
    if case .devicePIN = method { attempt == nil } else { false }
  }

  /// The device that signed, where it did so itself.
  var device: SigningDevice? {
    switch method {
    case .devicePIN(let device), .device(let device): device
    case .assertion, .token, .pin, .codes, .code, .none: nil
    }
  }

  /// The attempt at a PIN that it ends, whatever becomes of the action; nil for a passkey.
  var pinAttempt: Attempt? {
    if case .assertion = method { nil } else { attempt }
  }

  /// The methods that it proves (RFC 8176); none if no factor was proved.
  ///
  /// Without a verified attestation, every key counts as software-held.
  var methods: [String] {
    switch method {
    case .assertion: Self.passkeyMethods
    case .devicePIN: Self.devicePINMethods
    case .device: ["swk"]
    case .token(let methods): methods
    case .pin: ["pin"]
    case .codes: ["otp"]
    case .code, .none: []
    }
  }

  /// The methods of a passkey with user verification.
  static let passkeyMethods = ["swk", "user", "mfa"]
  /// The methods of a device's PIN, the device with it.
  static let devicePINMethods = ["swk", "pin", "mfa"]

  /// The code beside a mailed one, as the audit log has it; nil if there was none.
  var secondCode: String? {
    guard case .codes(let codes) = method else { return nil }
    return switch codes.second {
    case .missing: nil
    case .texted: "otp"
    case .app: "two_factor"
    }
  }

  /// Refuses a proof that is linked to another document.
  func requireLinked(to document: ActionDocument) throws(Refusal) {
    guard let challenge else { return }
    try document.requireBinding(challenge.binding, nonce: challenge.nonce)
  }
}

/// A device whose own signature over a challenge of this server verified.
struct SigningDevice: Sendable {
  let id: DeviceID
  /// The generation of the PIN key that held when it was checked.
  let pinGeneration: Int64
  let hash: [UInt8]
}

extension Refusal {
  /// The challenge is past its time.
  static let challengeExpired = Refusal(
    .challengeExpired, "the challenge has expired; ask for new options and sign again")
}
