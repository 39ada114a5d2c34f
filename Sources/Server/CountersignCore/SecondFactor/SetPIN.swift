import WebAuthnModel
public import WireModel

extension Service {
  /// Sets or changes the PIN in the seed's form.
  ///
  /// The old PIN replaces itself; without one, a proof by another factor, or, on an account that
  /// never had a factor, a mailed code (ASVS 6.2.3).
  public func setPIN(
    _ request: SetPINRequest, idempotencyKey: IdempotencyKey? = nil,
    session: AuthenticatedSession
  ) async throws -> Decision<FactorChange<Void>> {
    let operation = factorOperation(
      "setPIN", SQLValue.asked(request.registration), idempotencyKey, session)
    return try await decision {
      if try await store.read({ try earlierAnswer(to: operation, in: $0) }) != nil {
        return .again
      }
      let pin = try NewPIN(request.pin)
      let credential = try await judgeKey(besidePIN: request.registration, session: session)
      let salt = random.bytes(16)
      let proved: ActionProof?
      var code: SecretText?
      // The place in the queue comes first: a busy server counts no attempt. Then what entitles is
      // judged, and only then the costly hash is made.
      let ticket = try pins.admit()
      do {
        switch request.entitlement {
        case .validateCode(let given):
          (proved, code) = (nil, given)
          try await requireEntitling(given, session: session)
        case .oldPIN(let old): proved = .pin(try await judge(old, of: session))
        case .proof(let proof):
          // Refused before the proof is used up.
          try await store.read { try Self.requireNoDevicePIN(of: session.accountID, in: $0) }
          proved = try await proveFactor(proof, session: session)
        }
      } catch {
        pins.giveUp(ticket)
        throw error
      }
      let hashed = try await pins.hash(pin.text, salt: salt, ticket)
      let now = clock.now()
      let entitlement = Entitled(
        proved: proved, code: code, credential: credential, operation: operation)
      let change = try await factorCommand(session, proved) { transaction in
        try store(hashed, entitlement, session: session, at: now, in: transaction)
      }.get()
      outboxBell.ring()
      return change
    }
  }

  /// Judges a code before the PIN is hashed; a right one stays open for the command that stores.
  private func requireEntitling(_ code: SecretText, session: AuthenticatedSession) async throws {
    let now = clock.now()
    try await command { transaction in
      if try !isRecoverable(session.accountID, at: now, in: transaction) {
        try Self.requireNoDevicePIN(of: session.accountID, in: transaction)
      }
      _ = try entitle(
        nil, code: code, purpose: .setPIN, session: session, at: now, in: transaction)
    }.get()
  }

  private func store(
    _ pin: PINHashing.Stored, _ entitlement: Entitled, session: AuthenticatedSession,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> FactorChange<Void> {
    let operation = entitlement.operation
    if try earlierAnswer(to: operation, entitlement.proved, in: transaction) != nil {
      return .again
    }
    let recovers =
      try entitlement.code != nil && isRecoverable(session.accountID, at: now, in: transaction)
    if !recovers { try Self.requireNoDevicePIN(of: session.accountID, in: transaction) }
    try requireRoom(
      forKey: entitlement.credential, of: session.accountID, at: now, in: transaction)
    let hasPIN =
      try transaction.row(
        "SELECT 1 FROM pins WHERE account_id = ?", [.text(session.accountID.text)]) != nil
    if hasPIN, !recovers {
      guard case .pin = entitlement.proved else {
        throw Refusal(
          .insufficientUserAuthentication, "the PIN is replaced with the old PIN; send oldPin")
      }
    }
    let codeRequest = try entitle(
      entitlement.proved, code: entitlement.code, purpose: .setPIN, session: session,
      on: operation, at: now, in: transaction)
    try insert(operation, entitlement.proved, at: now, in: transaction)
    try settle(codeRequest, session: session, at: now, in: transaction)
    try transaction.execute(
      """
      INSERT INTO pins (account_id, salt, hash, rounds) VALUES (?, ?, ?, ?)
      ON CONFLICT (account_id) DO UPDATE SET salt = excluded.salt, hash = excluded.hash,
        rounds = excluded.rounds
      """,
      [.text(session.accountID.text), .blob(pin.salt), .blob(pin.hash), SQLValue(pin.rounds)])
    try Attempts.clear(.pin(session.accountID), in: transaction)
    try noteFactor(session.accountID, at: now, in: transaction)
    try store(
      key: entitlement.credential, of: session.accountID, from: session.deviceID, at: now,
      in: transaction)
    try audit.append(
      AuditEvent(hasPIN ? "pin_changed" : "pin_set", subject: session.accountID), at: now,
      in: transaction)
    try Outbox.put(
      notice: .pinChanged, to: session.accountID, id: Base64URL.encode(pin.salt), at: now,
      in: transaction)
    return .made
  }
}

/// What entitles to the new PIN, judged as far as it can be outside the transaction.
private struct Entitled: Sendable {
  let proved: ActionProof?
  let code: SecretText?
  /// A key that is registered with it.
  let credential: JudgedRegistration?
  let operation: FactorOperation
}
