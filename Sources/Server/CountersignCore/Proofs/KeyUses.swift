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
    let account = proof.accountID
    switch (proof.form, state) {
    case (.assertion(let checked), .unused):
      let verified = checked.verified
      guard let row = try PasskeyRow.find(verified.credentialID, of: account, in: transaction)
      else { throw Refusal.verificationFailed }
      return .ofPasskey(proof, verified, try signCount(proof, verified, row))
    case (.pinProof(let device), .unused), (.deviceProof(let device), .unused):
      guard let row = try DeviceRow.find(device.id, of: account, in: transaction),
        row.pinGeneration == device.pinGeneration
      else { throw Refusal.verificationFailed }
      return .ofDevice(proof, device)
    case (.assertion, .verified(let evidence)), (.token, .verified(let evidence)):
      switch proof.signer(evidence) {
      case .passkey(let id):
        guard try PasskeyRow.find(id, of: account, in: transaction) != nil
        else { throw Refusal.verificationFailed }
      case .devicePIN(let id, let generation):
        guard try DeviceRow.find(id, of: account, in: transaction)?.pinGeneration == generation
        else { throw Refusal.verificationFailed }
      case nil: break
      }
      return .ofToken
    case (_, .verified), (_, .acted), (.token, .unused): throw Refusal.alreadyUsed
    }
  }

  private func signCount(
    _ proof: KeyProof, _ verified: VerifiedAssertion, _ row: PasskeyRow
  ) throws -> SignCountChange {
    let stored = row.signCount
    let verdict = SignCountVerdict(
      stored: stored, received: verified.signCount, backupEligible: row.isBackupEligible)
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
