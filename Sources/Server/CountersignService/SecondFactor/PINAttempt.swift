import WebAuthnModel
import WireModel

/// A PIN that was judged right, to be cleared by the action that it is for.
struct PINAttempt: Sendable {
  let accountID: AccountID
}

/// An attempt that is counted and not judged yet.
private struct PINReservation: Sendable {
  let id: [UInt8]
  let accountID: AccountID
  let failures: Int64
  let stored: PINHashing.Stored
}

extension Service {
  /// Judges a PIN in the seed's form.
  ///
  /// Reserve, then judge: one durable transaction counts the attempt, sets the penalty and marks it
  /// in flight; only then is the PIN compared. So guesses sent at once never get more answers than
  /// the limit, and a crash leaves the attempt counted.
  func judge(_ pin: SecretText, of session: AuthenticatedSession) async throws -> PINAttempt {
    // What is no PIN by its form cannot be right: refused before it costs an attempt.
    guard NewPIN.isWellFormed(pin) else { throw Refusal.pinMalformed }
    let ticket = try pins.admit()
    let reservation: PINReservation
    do {
      reservation = try await reserveAttempt(session)
    } catch {
      pins.giveUp(ticket)
      throw error
    }
    guard try await pins.matches(pin, reservation.stored, ticket) else {
      throw try await settleWrong(reservation)
    }
    return PINAttempt(accountID: session.accountID)
  }

  private func reserveAttempt(_ session: AuthenticatedSession) async throws -> PINReservation {
    let id = random.bytes(16)
    let now = clock.now()
    return try await command { transaction in
      guard try Self.isOpen(session, in: transaction) else { throw Refusal.noSession }
      let row = try transaction.row(
        """
        SELECT failed_attempts, penalised_until, in_flight_until, salt, hash, rounds FROM pins
        WHERE account_id = ?
        """, [.text(session.accountID.text)])
      guard let row else { throw Refusal(.pinMissing, "the account has no PIN; use a passkey") }
      let inFlight = try row.integer(2) - now.milliseconds
      if inFlight > 0 {
        throw Refusal(.attemptInProgress, "another attempt is being judged; wait for its answer")
          .retry(afterMilliseconds: inFlight)
      }
      let failures = try row.integer(0) + 1
      guard failures <= policy.pin.maxAttempts else { throw Refusal.pinBlocked }
      let penalty = try row.integer(1) - now.milliseconds
      if penalty > 0 {
        throw Refusal(.penalised, "after a wrong PIN the next one is taken only later")
          .retry(afterMilliseconds: penalty)
      }
      let penaltySeconds = policy.pin.penaltySeconds(afterFailures: failures)
      try transaction.execute(
        """
        UPDATE pins SET failed_attempts = ?, penalised_until = ?, in_flight_until = ?,
          in_flight_attempt = ? WHERE account_id = ?
        """,
        [
          .integer(failures), .integer(now.adding(seconds: penaltySeconds).milliseconds),
          .integer(now.adding(seconds: policy.pin.inFlightSeconds).milliseconds), .blob(id),
          .text(session.accountID.text),
        ])
      return PINReservation(
        id: id, accountID: session.accountID, failures: failures,
        stored: PINHashing.Stored(
          salt: try row.blob(3), hash: try row.blob(4), rounds: Int(try row.integer(5))))
    }.get()
  }

  /// Records that the PIN was wrong; the attempt is counted already.
  private func settleWrong(_ reservation: PINReservation) async throws -> Refusal {
    let now = clock.now()
    let failures = reservation.failures
    let isBlocked = failures >= policy.pin.maxAttempts
    let noticeID = "\(reservation.accountID.text):\(Base64URL.encode(reservation.id))"
    try await store.write { transaction in
      try transaction.execute(
        """
        UPDATE pins SET in_flight_until = 0, in_flight_attempt = NULL
        WHERE account_id = ? AND in_flight_attempt = ?
        """, [.text(reservation.accountID.text), .blob(reservation.id)])
      try audit.append(
        AuditEvent(
          "pin_refused", subject: reservation.accountID, ["failures": .integer(failures)]),
        at: now, in: transaction)
      if isBlocked || failures == policy.pin.noticeAtAttempt {
        try Outbox.put(
          notice: isBlocked ? .pinBlocked : .pinAlmostBlocked, to: reservation.accountID,
          id: noticeID, at: now, in: transaction)
      }
    }
    outboxBell.ring()
    return isBlocked ? .pinBlocked : .verificationFailed
  }

  /// Clears the count after a right PIN, in the transaction of the action that it is for.
  func clear(_ attempt: PINAttempt, in transaction: any WriteTransaction) throws {
    try transaction.execute(
      """
      UPDATE pins SET failed_attempts = 0, penalised_until = 0, in_flight_until = 0,
        in_flight_attempt = NULL WHERE account_id = ?
      """, [.text(attempt.accountID.text)])
  }
}

extension Refusal {
  /// The PIN is blocked.
  static let pinBlocked = Refusal(
    .secondFactorBlocked, "the PIN is blocked after too many wrong ones; use a passkey"
  ).concerningSecret()
}
