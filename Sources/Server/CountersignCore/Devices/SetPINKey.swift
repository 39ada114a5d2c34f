import RelyingParty
import WebAuthnModel
public import WireModel

extension Service {
  /// Sets the PIN of the device whose session asks, or changes it: one request, with the old key
  /// and the new one over the new key (ASVS 6.2.3).
  ///
  /// The same request again, because its answer was lost, changes nothing more. A key that comes
  /// along is registered with the PIN, or neither is.
  public func setPINKey(
    of deviceID: DeviceID, _ request: PINKeyRequest, idempotencyKey: IdempotencyKey? = nil,
    session: AuthenticatedSession
  ) async throws -> Decision<FactorChange<Void>> {
    let operation = factorOperation(
      "setPINKey",
      [.text(deviceID.text), .integer(request.generation), .blob(request.pinKey)]
        + SQLValue.asked(request.registration), idempotencyKey, session)
    return try await decision {
      if try await store.read({ try earlierAnswer(to: operation, in: $0) }) != nil {
        return .again
      }
      guard session.deviceID == deviceID else { throw Refusal.deviceUnknown }
      let claim = DeviceClaim(
        deviceID: deviceID, challenge: request.challenge,
        statement: DeviceStatement.pinKey(request, deviceID: deviceID.text),
        signature: request.deviceSignature)
      let device = try await noting("proof_refused", .deviceProof, of: session) {
        try await identify(
          claim, audience: ChallengeIssuer.Audience(session), scenarios: [.manageFactors],
          session: session)
      }
      let signer = keyProof(device, at: clock.now(), form: { .deviceProof($0) })
      if try await wasMade(operation, signer) { return .again }
      guard signer.isTimely else { throw Refusal.challengeExpired }
      let key = try judgeNewKey(request, over: claim.statement, of: device.record)
      let credential = try await judgeKey(besidePIN: request.registration, session: session)
      let proved = try await proveChange(
        request, over: claim.statement, of: device, session: session)
      let now = clock.now()
      let change = try await factorCommand(session, proved) { transaction in
        try store(
          PINKeyChange(
            key: key, credential: credential, request: request, proved: proved, signer: signer,
            operation: operation),
          of: device.record, session: session, at: now, in: transaction)
      }.get()
      outboxBell.ring()
      return change
    }
  }

  /// Whether this very request made its change before.
  private func wasMade(_ operation: FactorOperation, _ signer: KeyProof) async throws -> Bool {
    try await store.read { transaction in
      let row = try transaction.row(
        "SELECT assertion_hash, body_hash FROM spent WHERE challenge_id = ?",
        [.blob(signer.challengeID)])
      guard let row else { return false }
      // What the device signed does not name a key that comes along.
      guard try row.blob(0) == signer.hash, try row.optionalBlob(1) == operation.bodyHash else {
        throw Refusal.alreadyUsed
      }
      return true
    }
  }

  private func judgeNewKey(
    _ request: PINKeyRequest, over statement: [UInt8], of device: DeviceRecord
  ) throws -> DeviceKey {
    guard request.generation == device.pinGeneration + 1 else { throw Refusal.generationMismatch }
    let key = try newPINKey(request.pinKey, beside: device.publicKey)
    guard key.encoded != device.pinKey else {
      throw Refusal(.unacceptableValue, "pinKey: is the old one; each generation has its own")
    }
    guard key.verifies(request.pinSignature.exposed, over: statement) else {
      throw Refusal.verificationFailed
    }
    return key
  }

  /// Judges what entitles to the change, as far as it can be outside the transaction: the old PIN
  /// where the device has one, and nothing else.
  private func proveChange(
    _ request: PINKeyRequest, over statement: [UInt8], of device: IdentifiedDevice,
    session: AuthenticatedSession
  ) async throws -> ActionProof? {
    switch (request.entitlement, device.record.pinKey) {
    case (.oldPIN(let signature), .some):
      .pin(
        try await judge(
          signature, over: statement, of: device, generation: device.record.pinGeneration,
          session: session))
    case (.oldPIN, nil): throw Refusal.pinMissing
    case (_, .some):
      throw Refusal(
        .insufficientUserAuthentication, "the PIN is replaced with the old PIN; sign with its key")
    case (.validateCode, nil): nil
    case (.proof(let proof), nil): try await proveFactor(proof, session: session)
    }
  }

  private func store(
    _ change: PINKeyChange, of device: DeviceRecord, session: AuthenticatedSession,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> FactorChange<Void> {
    if try earlierAnswer(to: change.operation, in: transaction) != nil { return .again }
    let state = try requireUnspent(change.signer, at: now, in: transaction)
    // What refuses comes before what is used up.
    try useCredential(of: change.signer, state, at: now, in: transaction)
    try requireRoom(forKey: change.credential, of: device.accountID, at: now, in: transaction)
    if case .validateCode(let code) = change.request.entitlement {
      // A recovery revokes this device: it is completed by registering another.
      guard try !Self.hadFactor(session.accountID, in: transaction) else {
        throw Refusal.factorRequired
      }
      let judged = try judgeCode(
        code, session: session, purposes: [.setPIN], at: now, in: transaction)
      try closeCode(judged.id, at: now, in: transaction)
    } else if let proved = change.proved {
      try use(proved, session: session, at: now, in: transaction)
    }
    let operation = change.operation
    try spend(
      change.signer, on: (operation.id, operation.bodyHash), at: now, in: transaction)
    try insert(operation, .key(change.signer), at: now, in: transaction)
    try transaction.execute(
      "UPDATE devices SET pin_key = ?, pin_generation = ?, pin_key_id = ? WHERE id = ?",
      [
        .blob(change.key.encoded), .integer(change.request.generation),
        .blob(change.signer.challengeID), .text(device.id.text),
      ])
    try Attempts.clear(.device(device.id), in: transaction)
    try Devices.endSeedPIN(of: device.accountID, in: transaction)
    try noteFactor(device.accountID, at: now, in: transaction)
    try store(
      key: change.credential, of: device.accountID, from: device.id, at: now, in: transaction)
    try Self.noteProof(
      by: KeyProof.pinMethods, in: session.id, at: now, in: transaction)
    let details: JSONObject = [
      "device": .string(device.id.text), "generation": .integer(change.request.generation),
    ]
    try audit.append(
      AuditEvent(
        device.pinKey == nil ? "pin_set" : "pin_changed", subject: device.accountID, details),
      at: now, in: transaction)
    try Outbox.put(
      notice: .pinChanged, to: device.accountID,
      id: "\(device.id.text):\(change.request.generation)", at: now, in: transaction)
    return .made
  }
}

/// A PIN key that is about to be stored, with what was judged before.
private struct PINKeyChange: Sendable {
  let key: DeviceKey
  let credential: JudgedRegistration?
  let request: PINKeyRequest
  let proved: ActionProof?
  /// The device's own signature over the change.
  let signer: KeyProof
  let operation: FactorOperation
}
