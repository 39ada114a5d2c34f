import RelyingParty
import WebAuthnModel
import WireModel

extension Service {
  /// Judges a PIN proof: the device key's signature first, uncounted; then the attempt is counted
  /// for this device, and only then the PIN key's signature is judged.
  ///
  /// - Parameters:
  ///   - proof: The proof.
  ///   - audience: Whom its challenge was issued for.
  ///   - scenarios: What it may have been issued for.
  ///   - session: Whose attempt it is; nil where nobody is signed in.
  /// - Returns: The proof, judged right. A proof that acted before is not judged again: it can
  ///   only be answered as it was.
  /// - Throws: A ``Refusal``, or ``StoreError``.
  func judge(
    _ proof: PINProof, audience: ChallengeIssuer.Audience, scenarios: [ScenarioName],
    session: AuthenticatedSession? = nil
  ) async throws -> KeyProof {
    let statement = DeviceStatement.pinProof(proof)
    let claim = DeviceClaim(
      deviceID: DeviceID(proof.deviceID), challenge: proof.challenge, statement: statement,
      signature: proof.deviceSignature)
    let device = try await identify(
      claim, audience: audience, scenarios: scenarios, session: session)
    let now = clock.now()
    let unjudged = keyProof(device, at: now, form: { .pinProof($0) })
    if try await hasActed(unjudged) { return unjudged }
    guard unjudged.isTimely else { throw Refusal.challengeExpired }
    do {
      let attempt = try await judge(
        proof.pinSignature, over: statement, of: device, generation: proof.generation,
        session: session)
      return keyProof(device, attempt, at: now, form: { .pinProof($0) })
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
    let now = clock.now()
    var refusal = refusal
    refusal.secondFactor = try await store.read { transaction in
      guard let record = try Devices.find(device.record.id, in: transaction) else { return nil }
      return try secondFactor(of: record.accountID, from: record, at: now, in: transaction)
    }
    return refusal
  }

  /// Judges the signature of a device's PIN key: reserves the attempt, then verifies.
  func judge(
    _ signature: SecretBytes, over statement: [UInt8], of device: IdentifiedDevice,
    generation: Int64, session: AuthenticatedSession?
  ) async throws -> Attempt {
    let reserved = try await reserve(device, generation, session).get()
    guard let key = try? DeviceKey(registered: reserved.pinKey),
      key.verifies(signature.exposed, over: statement)
    else { throw try await settleWrong(reserved.reservation) }
    return reserved.reservation.judgedRight
  }

  private func reserve(
    _ device: IdentifiedDevice, _ generation: Int64, _ session: AuthenticatedSession?
  ) async throws -> Decision<(reservation: AttemptReservation, pinKey: [UInt8])> {
    let id = random.bytes(16)
    let now = clock.now()
    return try await command { transaction in
      if let session, try !Self.isOpen(session, in: transaction) { throw Refusal.noSession }
      // As it stands now: it may have been revoked, or its PIN changed, since it was identified.
      guard let record = try Devices.find(device.record.id, in: transaction) else {
        throw Refusal.verificationFailed
      }
      guard let pinKey = record.pinKey else { throw Refusal.pinMissing }
      guard generation == record.pinGeneration else { throw Refusal.generationMismatch }
      let reservation = try reserveAttempt(
        id, at: .device(record.id), of: record.accountID, at: now, in: transaction)
      return (reservation: reservation, pinKey: pinKey)
    }
  }

  /// Whether something was done with the proof before.
  private func hasActed(_ proof: KeyProof) async throws -> Bool {
    try await store.read { transaction in
      try transaction.row(
        "SELECT 1 FROM spent WHERE challenge_id = ?", [.blob(proof.challengeID)]) != nil
    }
  }

  /// The proof of a device that was identified, and whose PIN was judged right where there is an
  /// attempt.
  func keyProof(
    _ device: IdentifiedDevice, _ attempt: Attempt? = nil, at now: Timestamp,
    form: (JudgedDevice) -> KeyProof.Form
  ) -> KeyProof {
    let layout = device.issued.layout
    return KeyProof(
      accountID: device.record.accountID, challengeID: layout.id, nonce: layout.nonce,
      binding: layout.binding, scenario: device.issued.scenario,
      isTimely: device.issued.isTimely(now, policy),
      form: form(
        JudgedDevice(
          id: device.record.id, pinGeneration: device.record.pinGeneration, hash: device.hash)),
      attempt: attempt)
  }
}

extension Refusal {
  /// The PIN key is another generation's: after a crash the device asks which one holds.
  static let generationMismatch = Refusal(
    .generationMismatch, "another generation of the PIN holds; see pinGeneration in GET /devices")
}
