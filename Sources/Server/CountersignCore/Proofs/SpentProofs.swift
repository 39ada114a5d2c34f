import RelyingParty
import WebAuthnModel
import WireModel

/// The record of used proofs: the one row of each that decides, and the use of its key.
final class SpentProofs: Sendable {
  private let audit: AuditTrail

  init(audit: AuditTrail) {
    self.audit = audit
  }

  /// The use of a proof so far.
  ///
  /// - Throws: `already_used` where another assertion answered the same challenge, or the proof was
  ///   used up by something that is not an operation; `token_expired` where the row is pruned.
  static func state(
    of proof: KeyProof, in transaction: any ReadTransaction
  ) throws -> SpentState {
    try SpentRow.state(
      of: proof,
      SpentRow.find(
        proof.challengeID, of: proof.accountID, by: transaction.seal(of: proof.accountID),
        in: transaction))
  }

  /// Refuses a proof that is past its time, or older than what the store has forgotten.
  static func requireTimely(_ proof: KeyProof, in transaction: any ReadTransaction) throws {
    guard proof.isTimely else { throw proof.lateness }
    let notBefore = try transaction.row("SELECT value FROM settings WHERE name = 'not_before'")
    if let notBefore = try notBefore?.integer(0), proof.issuedAtMilliseconds < notBefore {
      throw proof.lateness
    }
  }

  /// Refuses a proof with which anything was done, or that is past its time: for what gives no
  /// operation that could be answered again.
  ///
  /// - Returns: Whether it was verified before.
  static func requireUnspent(
    _ proof: KeyProof, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> SpentState {
    let state = try state(of: proof, in: transaction)
    if case .acted = state { throw Refusal.usedUp }
    try requireTimely(proof, in: transaction)
    return state
  }

  /// Clears the count of a PIN that was found right, whatever becomes of the action: else right
  /// ones for actions that are refused would block it.
  static func clearPIN(of proof: CheckedProof, in transaction: any WriteTransaction) throws {
    if let attempt = proof.pinAttempt { try Attempts.clear(attempt.subject, in: transaction) }
  }

  /// Notes that the key of a proof signed.
  func noteKey(
    of proof: CheckedProof, _ state: SpentState, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    if case .key(let key) = proof {
      try useCredential(of: key, state, at: now, in: transaction)
    }
  }

  /// Notes that the key signed: checks the sign count against the row as it stands now.
  ///
  /// An assertion that was verified before, for a token or on its own, was noted then: its own
  /// count is the one that is stored.
  func useCredential(
    of proof: KeyProof, _ state: SpentState, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    if let device = proof.device {
      if let attempt = proof.attempt {
        try Attempts.clear(attempt.subject, in: transaction)
        try CodePath.clearAll(of: proof.accountID, in: transaction)
      }
      return try use(device, of: proof.accountID, state, at: now, in: transaction)
    }
    if case .verified(let evidence) = state {
      return try requireUnrevoked(proof, evidence, in: transaction)
    }
    guard case .assertion(let checked) = proof.form, case .unused = state else {
      throw Refusal.alreadyUsed
    }
    let row = try transaction.row(
      """
      SELECT sign_count, backup_eligible FROM credentials
      WHERE id = ? AND account_id = ? AND revoked_at IS NULL
      """, [.blob(checked.verified.credentialID.bytes), .text(proof.accountID.text)])
    guard let row else { throw Refusal.verificationFailed }
    let stored = UInt32(clamping: try row.integer(0))
    let verdict = SignCountVerdict(
      stored: stored, received: checked.verified.signCount, backupEligible: try row.flag(1))
    if verdict.isBehind {
      let details: JSONObject = [
        "credential": .string(checked.verified.credentialID.base64URL),
        "stored": .integer(Int64(stored)), "received": .integer(Int64(checked.verified.signCount)),
        "refused": .bool(verdict == .refused),
      ]
      guard verdict != .refused else {
        throw Refusal.verificationFailed.counting(
          .signCount(proof.accountID, details, proof.refusalsCountAt))
      }
      try audit.append(
        AuditEvent("sign_count_behind", subject: proof.accountID, details), at: now,
        in: transaction)
    }
    if let attempt = proof.attempt { try Attempts.clear(attempt.subject, in: transaction) }
    if proof.endsCodeFailures { try CodePath.clearAll(of: proof.accountID, in: transaction) }
    try transaction.execute(
      "UPDATE credentials SET sign_count = ?, backed_up = ?, last_used_at = ? WHERE id = ?",
      [
        .integer(Int64(max(stored, checked.verified.signCount))),
        SQLValue(checked.verified.backedUp), .integer(now.milliseconds),
        .blob(checked.verified.credentialID.bytes),
      ])
  }

  /// Notes that the device signed: it is neither revoked nor its PIN another by now.
  private func use(
    _ device: CheckedDevice, of accountID: AccountID, _ state: SpentState, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    guard case .unused = state else { throw Refusal.alreadyUsed }
    let used = try transaction.execute(
      """
      UPDATE devices SET last_used_at = ?
      WHERE id = ? AND account_id = ? AND pin_generation = ? AND revoked_at IS NULL
      """,
      [
        .integer(now.milliseconds), .text(device.id.text), .text(accountID.text),
        .integer(device.pinGeneration),
      ])
    guard used == 1 else { throw Refusal.verificationFailed }
  }

  /// Refuses a proof that was verified before its key was revoked: the id of the key, or of the
  /// device whose PIN it was, is the first part of the evidence that was stored then.
  private func requireUnrevoked(
    _ proof: KeyProof, _ evidence: [UInt8], in transaction: any ReadTransaction
  ) throws {
    let count = evidence.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let id = Array(evidence.dropFirst(4).prefix(count))
    let row: SQLRow?
    switch proof.form {
    case .token(of: .pin, methods: _), .token(of: .validateCode, methods: _): return
    case .token(of: .pinProof, methods: _):
      let generation = evidence.dropFirst(4 + count).reduce(Int64(0)) { $0 << 8 | Int64($1) }
      row = try transaction.row(
        """
        SELECT 1 FROM devices
        WHERE id = ? AND account_id = ? AND pin_generation = ? AND revoked_at IS NULL
        """,
        [
          .text(String(decoding: id, as: UTF8.self)), .text(proof.accountID.text),
          .integer(generation),
        ])
    case .token, .assertion, .pinProof, .deviceProof:
      row = try transaction.row(
        "SELECT 1 FROM credentials WHERE id = ? AND account_id = ? AND revoked_at IS NULL",
        [.blob(id), .text(proof.accountID.text)])
    }
    guard row != nil else { throw Refusal.verificationFailed }
  }

  /// Marks the proof as verified: a token for it goes out.
  static func markVerified(
    _ proof: KeyProof, _ checked: CheckedAssertion, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let seal = try transaction.seal(of: proof.accountID)
    try transaction.execute(
      """
      INSERT INTO spent (challenge_id, account_id, assertion_hash, scenario, stage, evidence, at)
      VALUES (?, ?, ?, ?, 'verified', ?, ?)
      """,
      [
        .blob(proof.challengeID), .text(proof.accountID.text), .blob(checked.hash),
        .text(proof.scenario.text),
        .blob(try seal.seal(checked.evidence, at: SpentRow.place(proof.challengeID))),
        .integer(now.milliseconds),
      ])
  }

  /// Marks a proof as verified: a token for it goes out, under the id of its challenge or, for a
  /// PIN and codes, under one that the server made.
  static func markVerified(
    _ proof: CheckedProof, _ made: [UInt8], for scenario: ScenarioName, of account: AccountID,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    var (id, hash, evidence): ([UInt8], [UInt8], [UInt8]) = (made, [], [])
    if case .key(let key) = proof {
      (id, hash, evidence) = (key.challengeID, key.hash ?? [], key.verifiedEvidence)
    }
    let seal = try transaction.seal(of: account)
    try transaction.execute(
      """
      INSERT INTO spent (challenge_id, account_id, assertion_hash, scenario, stage, evidence, at)
      VALUES (?, ?, ?, ?, 'verified', ?, ?) ON CONFLICT (challenge_id) DO NOTHING
      """,
      [
        .blob(id), .text(account.text), .blob(hash), .text(scenario.text),
        .blob(try seal.seal(evidence, at: SpentRow.place(id))), .integer(now.milliseconds),
      ])
  }

  /// Marks the proof of another device as verified under the id of a token, which the session that
  /// handed the action over gets.
  static func markVerified(
    _ proof: KeyProof, _ tokenID: [UInt8], for scenario: ScenarioName, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let seal = try transaction.seal(of: proof.accountID)
    try transaction.execute(
      """
      INSERT INTO spent (challenge_id, account_id, assertion_hash, scenario, stage, evidence, at)
      VALUES (?, ?, ?, ?, 'verified', ?, ?)
      """,
      [
        .blob(tokenID), .text(proof.accountID.text), .blob(proof.hash ?? []), .text(scenario.text),
        .blob(try seal.seal(proof.verifiedEvidence, at: SpentRow.place(tokenID))),
        .integer(now.milliseconds),
      ])
  }

  /// Uses the proof up: by the operation that it led to, or by what is no operation.
  ///
  /// What is stored of the assertion since it was verified stays.
  ///
  /// - Parameters:
  ///   - proof: The proof.
  ///   - operation: The operation, with the hash of its body as operations hold it; nil for none.
  ///   - seal: What seals the rows of the account.
  ///   - now: The present moment.
  ///   - transaction: The transaction.
  /// - Throws: ``StoreError``.
  static func spend(
    _ proof: KeyProof, on operation: (id: StoredOperationID, bodyHash: [UInt8])? = nil,
    by seal: Seal, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO spent (challenge_id, account_id, assertion_hash, scenario, stage, body_hash,
        operation_id, evidence, at) VALUES (?, ?, ?, ?, 'acted', ?, ?, ?, ?)
      ON CONFLICT (challenge_id) DO UPDATE SET stage = 'acted', body_hash = excluded.body_hash,
        operation_id = excluded.operation_id, at = excluded.at
      """,
      [
        .blob(proof.challengeID), .text(proof.accountID.text), .blob(proof.hash ?? []),
        .text(proof.scenario.text), SQLValue(operation?.bodyHash),
        SQLValue(operation?.id.text),
        .blob(try seal.seal(proof.evidence, at: SpentRow.place(proof.challengeID))),
        .integer(now.milliseconds),
      ])
  }

  /// The bytes of a proof that were sent and signed: as they were stored, or as they came.
  static func evidence(of proof: KeyProof, _ state: SpentState) -> [UInt8] {
    if case .verified(let evidence) = state { evidence } else { proof.evidence }
  }
}

/// The use of a proof by the one row that decides.
enum SpentState: Sendable {
  /// Nothing was done with it yet.
  case unused
  /// It was verified and gave a token; nothing acted on it. What was stored then comes along.
  case verified(evidence: [UInt8])
  /// An action was executed on it.
  case acted(StoredOperationID, bodyHash: [UInt8])
}

extension Refusal {
  /// The proof or the key was used with something else.
  static let alreadyUsed = Refusal(
    .alreadyUsed, "this was used before, with another body; ask for new options and prove again")

  /// The refusal of a proof whose use cannot be answered again, whatever the body.
  static let usedUp = Refusal(
    .alreadyUsed, "what entitles to this was used up before; ask for new options and prove again")
}
