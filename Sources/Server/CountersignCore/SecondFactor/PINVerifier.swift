import WebAuthnModel
import WireModel

/// Verifies PINs that are sent to the server.
final class PINVerifier: Sendable {
  private let commands: Commands
  let hashing: PINHashing
  private let attempts: PINAttempts

  init(commands: Commands, hashing: PINHashing, attempts: PINAttempts) {
    self.commands = commands
    self.hashing = hashing
    self.attempts = attempts
  }

  /// Verifies a PIN in a body: reserves the attempt, then compares.
  func verify(_ pin: SecretText, of session: AuthenticatedSession) async throws -> Attempt {
    let ticket = try hashing.admit(session)
    let reserved: (reservation: AttemptReservation, stored: PINHashing.Stored)
    do {
      reserved = try await reserve(session)
    } catch {
      hashing.giveUp(ticket)
      throw error
    }
    let match = try await hashing.match(
      pin, reserved.stored, renewingWith: commands.random.bytes(16), ticket)
    switch match {
    case .wrong:
      throw try await attempts.settleWrong(reserved.reservation)
    case .right(let renewed):
      if let renewed {
        try await commands.write {
          try FactorStore.renew(
            reserved.stored, of: session.accountID, by: renewed, in: $0)
        }
      }
      return reserved.reservation.foundRight
    }
  }

  private func reserve(
    _ session: AuthenticatedSession
  ) async throws -> (reservation: AttemptReservation, stored: PINHashing.Stored) {
    let id = commands.random.bytes(16)
    let now = commands.now()
    return try await commands.run { [self] transaction in
      guard try Sessions.isOpen(session, in: transaction) else { throw Refusal.noSession }
      let account = session.accountID
      try PINVerifier.requireNoDevicePIN(of: account, at: now, in: transaction)
      let row = try transaction.row(
        "SELECT salt, hash, rounds, pepper FROM pins WHERE account_id = ?",
        [.text(account.text)])
      guard let row else { throw Refusal.pinMissing }
      let pepper = UInt8(clamping: try row.integer(3))
      try hashing.requirePepper(pepper)
      let reservation = try attempts.reserve(
        id, at: .pin(account), of: account, at: now, in: transaction)
      let stored = PINHashing.Stored(
        salt: try row.blob(0), hash: try row.blob(1), rounds: Int(try row.integer(2)),
        pepper: pepper)
      return (reservation: reservation, stored: stored)
    }.get()
  }

  /// The query for the wait of an account's PIN; there is no row without a PIN.
  static func waitQuery(of account: AccountID) -> SQLStatement {
    SQLStatement("SELECT wait_id FROM pins WHERE account_id = ?", [.text(account.text)])
  }

  /// Refuses a PIN in a body on an account that has one on a device; one that waits takes no place.
  static func requireNoDevicePIN(
    of account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws {
    guard try !isReplacedByDevice(of: account, at: now, in: transaction) else {
      throw Refusal(
        .pinOnDevice, "the account's PIN is on its devices and is never sent; use a device")
    }
  }

  /// Tells if a device's PIN has taken the place of one in a body; one that waits takes no place.
  ///
  /// The row of the former goes with the claim of the device, or is left over where the new PIN
  /// waited for longer.
  static func isReplacedByDevice(
    of account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Bool {
    let onDevice = try transaction.row(
      """
      SELECT 1 FROM devices AS d LEFT JOIN waits AS w ON w.id = d.wait_id
      WHERE d.account_id = ? AND d.revoked_at IS NULL AND d.pin_key IS NOT NULL
        AND (d.wait_id IS NULL
          OR (w.ends_at <= ? AND w.is_unclaimed = 0 AND w.stopped_at IS NULL)) LIMIT 1
      """, [.text(account.text), .integer(now.milliseconds)])
    return onDevice != nil
  }
}

extension Refusal {
  /// The account or the device has no PIN.
  static let pinMissing = Refusal(.pinMissing, "there is no PIN; use a passkey")
}
