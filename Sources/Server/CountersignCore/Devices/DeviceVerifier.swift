import RelyingParty
import WebAuthnModel
import WireModel

/// Verifies what devices sign: with their own key, and with the key that a PIN opens.
final class DeviceVerifier: Sendable {
  private let commands: Commands
  private let challenges: ChallengeIssuer
  private let attempts: PINAttempts
  private let strangers: StrangerAttempts
  private let secondFactors: SecondFactors
  private let refusals: RefusalLog
  private let policy: ServicePolicy

  init(
    commands: Commands, challenges: ChallengeIssuer, attempts: PINAttempts,
    strangers: StrangerAttempts, secondFactors: SecondFactors, refusals: RefusalLog,
    policy: ServicePolicy
  ) {
    self.commands = commands
    self.challenges = challenges
    self.attempts = attempts
    self.strangers = strangers
    self.secondFactors = secondFactors
    self.refusals = refusals
    self.policy = policy
  }

  /// Verifies a device that registers itself: the form of its id, its name, its keys, and their
  /// signatures over this relying party and context.
  ///
  /// The context is the account's id, or the id of the link that is confirmed with it.
  func verify(_ device: NewDevice, context: String) throws -> VerifiedDevice {
    let id = DeviceID(device.id)
    guard id.isWellFormed else {
      throw Refusal(.malformed, "id: must be dev_ and 16 random bytes in base64url")
    }
    let name = try DisplayName(device.name).text
    let key = try deviceKey(device.key, .device)
    let statement = DeviceStatement.registration(
      of: device, relyingPartyID: challenges.relyingPartyID, context: context)
    guard key.verifies(device.signature, over: statement) else {
      throw Refusal.verificationFailed
    }
    guard let bytes = device.pinKey, let signature = device.pinSignature else {
      return VerifiedDevice(id: id, name: name, key: key, pinKey: nil)
    }
    let pinKey = try newPINKey(bytes, beside: device.key)
    guard pinKey.verifies(signature.exposed, over: statement) else {
      throw Refusal.verificationFailed
    }
    return VerifiedDevice(id: id, name: name, key: key, pinKey: pinKey)
  }

  /// Takes a new PIN key: another one than the device's own.
  func newPINKey(_ bytes: [UInt8], beside deviceKey: [UInt8]) throws -> DeviceKey {
    guard bytes != deviceKey else {
      throw Refusal(.unacceptableValue, "pinKey: must be another key than the device's own")
    }
    return try self.deviceKey(bytes, .pin)
  }

  private func deviceKey(_ bytes: [UInt8], _ use: DeviceKey.Use) throws -> DeviceKey {
    do throws(DeviceKeyError) {
      return try DeviceKey(registering: bytes, for: use)
    } catch {
      let field = use == .pin ? "pinKey" : "key"
      switch error {
      case .malformed: throw Refusal(.malformed, "\(field): must be a sound COSE public key")
      case .algorithmNotAllowed:
        let algorithms = use == .pin ? "EdDSA" : "ES256 or EdDSA"
        throw Refusal(.unacceptableValue, "\(field): must be of \(algorithms)")
      }
    }
  }

  /// Verifies the device key's signature over a challenge for a PIN.
  ///
  /// No attempt at the PIN is counted: it is independent of the PIN, so nobody but the device gets
  /// any further. A signature that is none of the device's is a stranger's attempt. A device of its
  /// own account only; of that session only, where it is a session's.
  func identify(
    _ claim: DeviceClaim, audience: ChallengeIssuer.Audience, scenarios: [ScenarioName],
    from origin: AttemptOrigin
  ) async throws -> IdentifiedDevice {
    let session = origin.session
    let issued = challenges.check(
      claim.challenge, .pin, audience: audience, scenarios: scenarios)
    guard let issued else { throw Refusal.challengeUnknown }
    guard let record = try await commands.read({ try Devices.find(claim.deviceID, in: $0) }),
      audience.account.isEmpty || audience.account == record.accountID.text,
      session == nil || session?.deviceID == record.id,
      let key = try? DeviceKey(registered: record.publicKey),
      key.verifies(claim.signature, over: claim.statement)
    else { throw try await strangers.refusal(from: origin) }
    var form = CanonicalForm()
    form.append(bytes: claim.statement)
    form.append(bytes: claim.signature)
    return IdentifiedDevice(record: record, issued: issued, hash: sha256(form.bytes))
  }

  /// Verifies a device's own signature, for an account without a factor for a login.
  ///
  /// Possession alone: where the account has such a factor, that factor has to be proved.
  func verify(
    _ proof: DeviceProof, audience: ChallengeIssuer.Audience, scenarios: [ScenarioName],
    from origin: AttemptOrigin
  ) async throws -> VerifiedProof {
    let claim = DeviceClaim(
      deviceID: DeviceID(proof.deviceID), challenge: proof.challenge,
      statement: DeviceStatement.deviceProof(proof), signature: proof.deviceSignature)
    let device = try await identify(
      claim, audience: audience, scenarios: scenarios, from: origin)
    return self.proof(of: device, withPIN: false)
  }

  /// Verifies a PIN proof: the device key's signature first, uncounted; then the attempt is counted
  /// for this device, and only then the PIN key's signature is verified.
  ///
  /// - Parameters:
  ///   - proof: The proof.
  ///   - audience: Whom its challenge was issued for.
  ///   - scenarios: What it may have been issued for.
  ///   - origin: Whose attempt it is.
  /// - Returns: The proof, found right. A proof that acted before is not checked again: it can
  ///   only be answered as it was.
  /// - Throws: A ``Refusal``, or ``StoreError``.
  func verify(
    _ proof: PINProof, audience: ChallengeIssuer.Audience, scenarios: [ScenarioName],
    from origin: AttemptOrigin
  ) async throws -> VerifiedProof {
    let session = origin.session
    let statement = DeviceStatement.pinProof(proof)
    let claim = DeviceClaim(
      deviceID: DeviceID(proof.deviceID), challenge: proof.challenge, statement: statement,
      signature: proof.deviceSignature)
    let device = try await identify(
      claim, audience: audience, scenarios: scenarios, from: origin)
    let now = commands.now()
    let unchecked = self.proof(of: device, withPIN: true)
    if try await hasActed(device) { return unchecked }
    guard unchecked.isTimely(at: now) else { throw Refusal.challengeExpired }
    do {
      let attempt = try await verify(
        proof.pinSignature, over: statement, of: device, generation: proof.generation,
        session: session)
      return self.proof(of: device, withPIN: true, attempt)
    } catch let refusal as Refusal where session == nil {
      throw try await tell(device, with: refusal)
    }
  }

  /// A refusal that tells a device how its second factor stands: in no session it could ask.
  ///
  /// Its own key signed what is refused, so nobody else is told, and what is no device of an
  /// account is answered as ever.
  private func tell(
    _ device: IdentifiedDevice, with refusal: Refusal
  ) async throws -> Refusal {
    let now = commands.now()
    var refusal = refusal
    refusal.secondFactor = try await commands.read { [self] transaction in
      guard let record = try Devices.find(device.record.id, in: transaction) else { return nil }
      return try secondFactors.state(of: record.accountID, from: record, at: now, in: transaction)
    }
    return refusal
  }

  /// Verifies the signature of a device's PIN key: reserves the attempt, then verifies.
  func verify(
    _ signature: SecretBytes, over statement: [UInt8], of device: IdentifiedDevice,
    generation: Int64, session: AuthenticatedSession?
  ) async throws -> Attempt {
    let reserved = try await reserve(device, generation, session).get()
    guard let key = try? DeviceKey(registered: reserved.pinKey),
      key.verifies(signature.exposed, over: statement)
    else { throw try await attempts.settleWrong(reserved.reservation) }
    return reserved.reservation.foundRight
  }

  private func reserve(
    _ device: IdentifiedDevice, _ generation: Int64, _ session: AuthenticatedSession?
  ) async throws -> Decision<(reservation: AttemptReservation, pinKey: [UInt8])> {
    let id = commands.random.bytes(16)
    let now = commands.now()
    return try await commands.run { [self] transaction in
      if let session, try !Sessions.isOpen(session, in: transaction) { throw Refusal.noSession }
      // As it stands now: it may have been revoked, or its PIN changed, since it was identified.
      guard let record = try Devices.find(device.record.id, in: transaction) else {
        throw Refusal.verificationFailed
      }
      guard let pinKey = record.pinKey else { throw Refusal.pinMissing }
      guard generation == record.pinGeneration else { throw Refusal.generationMismatch }
      let reservation = try attempts.reserve(
        id, at: .device(record.id), of: record.accountID, at: now, in: transaction)
      return (reservation: reservation, pinKey: pinKey)
    }
  }

  /// Tells if something was done before with the challenge that a device signed.
  private func hasActed(_ device: IdentifiedDevice) async throws -> Bool {
    try await commands.read { transaction in
      try transaction.row(
        "SELECT 1 FROM spent WHERE challenge_id = ?", [.blob(device.issued.layout.id)]) != nil
    }
  }

  /// The proof of a device that was identified; with an attempt, its PIN was found right.
  func proof(
    of device: IdentifiedDevice, withPIN isPIN: Bool, _ attempt: Attempt? = nil
  ) -> VerifiedProof {
    VerifiedProof(
      device, withPIN: isPIN, validity: device.issued.validity(policy), attempt: attempt)
  }

  /// Verifies the PIN proof of a sign-in.
  ///
  /// Where the device's own key signed what is refused, the device is noted, though nobody is
  /// signed in.
  func verifySignIn(_ proof: PINProof, from requester: Requester) async throws -> VerifiedProof {
    do {
      return try await verify(
        proof, audience: .anybody, scenarios: [.signIn], from: .anybody(requester))
    } catch let refusal as Refusal {
      try await note(refusal, .pinProof, DeviceID(proof.deviceID), from: requester)
      throw refusal
    }
  }

  /// Verifies the device proof of a sign-in.
  func verifySignIn(_ proof: DeviceProof, from requester: Requester) async throws -> VerifiedProof {
    do {
      return try await verify(
        proof, audience: .anybody, scenarios: [.signIn], from: .anybody(requester))
    } catch let refusal as Refusal {
      try await note(refusal, .deviceProof, DeviceID(proof.deviceID), from: requester)
      throw refusal
    }
  }

  /// Notes a refused sign-in by whom it was aimed at; the device itself holds a right element where
  /// its own key signed, and is a source of its own then.
  private func note(
    _ refusal: Refusal, _ kind: Proof.Kind, _ id: DeviceID, from requester: Requester
  ) async throws {
    let device = try await commands.read { try Devices.find(id, in: $0) }
    try await refusals.note(
      "sign_in_refused", kind, refusal, aimedAt: device?.accountID, from: requester,
      device: refusal.secondFactor == nil ? nil : device?.id)
  }
}

/// A device that proved that it holds the keys it registers, for one account or link.
///
/// Only ``DeviceVerifier/verify(_:context:)`` makes one.
struct VerifiedDevice: Sendable {
  let id: DeviceID
  let name: String
  let key: DeviceKey
  /// The PIN key of generation 1; nil where no PIN is set.
  let pinKey: DeviceKey?

  fileprivate init(id: DeviceID, name: String, key: DeviceKey, pinKey: DeviceKey?) {
    self.id = id
    self.name = name
    self.key = key
    self.pinKey = pinKey
  }
}

/// A device that signed a statement over this server's challenge.
///
/// Only ``DeviceVerifier/identify(_:audience:scenarios:from:)`` makes one.
struct IdentifiedDevice: Sendable {
  let record: DeviceRecord
  let issued: IssuedChallenge
  /// SHA-256 over the statement and the device key's signature: by it the same proof is known
  /// again.
  ///
  /// No PIN signature is in it, so it tests no guess.
  let hash: [UInt8]

  fileprivate init(record: DeviceRecord, issued: IssuedChallenge, hash: [UInt8]) {
    self.record = record
    self.issued = issued
    self.hash = hash
  }
}

/// A statement that a device signed with its own key.
struct DeviceClaim: Sendable {
  let deviceID: DeviceID
  let challenge: Challenge
  let statement: [UInt8]
  let signature: [UInt8]
}

extension Refusal {
  /// The PIN key is another generation's: after a crash the device asks which one holds.
  static let generationMismatch = Refusal(
    .generationMismatch, "another generation of the PIN holds; see pinGeneration in GET /devices")
}
