import RelyingParty
import WebAuthnModel
import WireModel

/// The use of keys: whether the key of a proof may act, and that it signed.
///
/// It is checked before the action writes and noted after it, so that a store elsewhere answers
/// all that is read in one round trip.
final class KeyUses: Sendable {
  private let audit: AuditTrail

  init(audit: AuditTrail) {
    self.audit = audit
  }

  /// The query for the row of the key that a proof was made with; nil where no key's row counts.
  ///
  /// Which factor a token proves, the row of its proof says.
  static func query(of proof: KeyProof, _ factor: ProvingFactor) -> SQLStatement? {
    if let device = proof.device { return query(of: device.id, of: proof.accountID) }
    return switch factor {
    case .passkey(let id):
      SQLStatement(
        """
        SELECT sign_count, backup_eligible FROM credentials
        WHERE id = ? AND account_id = ? AND revoked_at IS NULL
        """, [.blob(id.bytes), .text(proof.accountID.text)])
    case .devicePIN(let id): query(of: id, of: proof.accountID)
    case .pin, .codes, .none: nil
    }
  }

  private static func query(of device: DeviceID, of account: AccountID) -> SQLStatement {
    SQLStatement(
      """
      SELECT pin_generation FROM devices
      WHERE id = ? AND account_id = ? AND revoked_at IS NULL
      """, [.text(device.text), .text(account.text)])
  }

  /// Checks that the key may act: that it is not revoked, nor a device's PIN another by now, and
  /// the sign count against the row as it stands.
  ///
  /// An assertion that was verified before, for a token or on its own, was noted then: its own
  /// count is the one that is stored.
  ///
  /// - Returns: What is to be noted where it acts.
  func check(
    _ proof: KeyProof, _ state: SpentState, in transaction: any ReadTransaction
  ) throws -> KeyUse {
    var verified: [UInt8]?
    if case .verified(let evidence) = state { verified = evidence }
    guard let query = Self.query(of: proof, proof.factor(verified)) else {
      guard verified != nil else { throw Refusal.alreadyUsed }
      return .ofToken
    }
    guard let row = try transaction.row(query) else { throw Refusal.verificationFailed }
    if let device = proof.device {
      guard case .unused = state else { throw Refusal.alreadyUsed }
      guard try row.integer(0) == device.pinGeneration else { throw Refusal.verificationFailed }
      return .ofDevice(proof, device)
    }
    if let verified {
      if case .token(of: .pinProof, methods: _) = proof.form {
        let generation = Self.generation(verified)
        guard try row.integer(0) == generation else { throw Refusal.verificationFailed }
      }
      return .ofToken
    }
    guard case .assertion(let checked) = proof.form, case .unused = state else {
      throw Refusal.alreadyUsed
    }
    return .ofPasskey(
      proof, checked.verified, try signCount(proof, checked.verified, row))
  }

  private func signCount(
    _ proof: KeyProof, _ verified: VerifiedAssertion, _ row: SQLRow
  ) throws -> SignCountChange {
    let stored = UInt32(clamping: try row.integer(0))
    let verdict = SignCountVerdict(
      stored: stored, received: verified.signCount, backupEligible: try row.flag(1))
    let next = max(stored, verified.signCount)
    guard verdict.isBehind else { return SignCountChange(next: next, behind: nil) }
    let details: JSONObject = [
      "credential": .string(verified.credentialID.base64URL), "stored": .integer(Int64(stored)),
      "received": .integer(Int64(verified.signCount)), "refused": .bool(verdict == .refused),
    ]
    guard verdict != .refused else {
      throw Refusal.verificationFailed.counting(
        .signCount(proof.accountID, details, proof.refusalsCountAt))
    }
    return SignCountChange(next: next, behind: details)
  }

  /// The generation of the PIN key that a token's proof was made with: the second part of the
  /// evidence that was stored then.
  private static func generation(_ evidence: [UInt8]) -> Int64 {
    let count = evidence.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    return evidence.dropFirst(4 + count).reduce(0) { $0 << 8 | Int64($1) }
  }

  /// Notes that the key of a checked proof signed: the failures that it ends, its count, when it
  /// was used last.
  func note(_ use: KeyUse, at now: Timestamp, in transaction: any WriteTransaction) throws {
    switch use {
    case .ofToken: return
    case .ofDevice(let proof, let device):
      if let attempt = proof.attempt {
        try Attempts.clear(attempt.subject, in: transaction)
        try CodePath.clearAll(of: proof.accountID, in: transaction)
      }
      try transaction.enqueue(
        "UPDATE devices SET last_used_at = ? WHERE id = ?",
        [.integer(now.milliseconds), .text(device.id.text)])
    case .ofPasskey(let proof, let verified, let count):
      if let details = count.behind {
        try audit.append(
          AuditEvent("sign_count_behind", subject: proof.accountID, details), at: now,
          in: transaction)
      }
      if let attempt = proof.attempt { try Attempts.clear(attempt.subject, in: transaction) }
      if proof.endsCodeFailures { try CodePath.clearAll(of: proof.accountID, in: transaction) }
      try transaction.enqueue(
        "UPDATE credentials SET sign_count = ?, backed_up = ?, last_used_at = ? WHERE id = ?",
        [
          .integer(Int64(count.next)), SQLValue(verified.backedUp), .integer(now.milliseconds),
          .blob(verified.credentialID.bytes),
        ])
    }
  }

  /// Checks that the key may act and notes that it signed, where nothing is written in between.
  func use(
    _ proof: KeyProof, _ state: SpentState, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try note(check(proof, state, in: transaction), at: now, in: transaction)
  }
}

/// The use of a key that may act, to be noted where it does.
enum KeyUse: Sendable {
  /// It signed before, for a token, and was noted then.
  case ofToken
  /// A device's own key, and its PIN's where there is one.
  case ofDevice(KeyProof, CheckedDevice)
  case ofPasskey(KeyProof, VerifiedAssertion, SignCountChange)
}

/// The sign count that is stored next, and what the audit log says of one that is behind.
struct SignCountChange: Sendable {
  let next: UInt32
  let behind: JSONObject?
}
