import RelyingParty
import WebAuthnModel
import WireModel

/// The record of used proofs: the one row of each that decides.
enum SpentProofs {
  /// Refuses a proof with which anything was done, or that is past its time: for what gives no
  /// operation that could be answered again.
  ///
  /// - Returns: Whether it was verified before.
  /// - Throws: `already_used` where another assertion answered the same challenge, or the proof was
  ///   used up; `token_expired` where the row is pruned.
  static func requireUnspent(
    _ proof: VerifiedProof, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> SpentState {
    guard let challenge = proof.challenge else { return .unused }
    let row = try SpentRow.find(
      challenge.id, of: proof.account, by: transaction.seal(of: proof.account), in: transaction)
    let state = try SpentRow.state(of: proof, row)
    if case .acted = state { throw Refusal.usedUp }
    let notBefore = try transaction.row("SELECT value FROM settings WHERE name = 'not_before'")
    try proof.requireTimely(at: now, notBefore: notBefore?.integer(0) ?? .min)
    return state
  }

  /// Clears the count of a PIN that was found right, whatever becomes of the action: else right
  /// ones for actions that are refused would block it.
  static func clearPIN(of proof: VerifiedProof, in transaction: any WriteTransaction) throws {
    if let attempt = proof.pinAttempt { try Attempts.clear(attempt.subject, in: transaction) }
  }

  /// Uses up all proofs of an account that were verified and have not acted: their tokens are void.
  static func useUpAllVerified(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE spent SET stage = 'acted' WHERE account_id = ? AND stage = 'verified'",
      [.text(account.text)])
  }

  /// Forgets the proofs of an account by a PIN in a body and by codes that have not acted: their
  /// tokens are void.
  ///
  /// The key of any other proof is looked at when its token acts. These have none, so that nothing
  /// says later whether the PIN, the app or the number is still the one that it was.
  static func forgetVerifiedOfNoKey(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "DELETE FROM spent WHERE account_id = ? AND stage = 'verified' AND assertion_hash = ?",
      [.text(account.text), .blob([])])
  }

  /// Marks a proof as verified: a token for it goes out.
  ///
  /// - Parameters:
  ///   - proof: The proof.
  ///   - tokenID: The id of the token, if it is not that of the proof's challenge: of a PIN and
  ///     codes, which answer none, and of another device's proof.
  ///   - scenario: The scenario of the token.
  ///   - seal: What seals the rows of the account.
  ///   - now: The present moment.
  ///   - transaction: The transaction.
  /// - Throws: ``StoreError``.
  static func markVerified(
    _ proof: VerifiedProof, as tokenID: [UInt8], for scenario: ScenarioName, by seal: Seal,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.enqueue(
      """
      INSERT INTO spent (challenge_id, account_id, assertion_hash, scenario, stage, evidence, at)
      VALUES (?, ?, ?, ?, 'verified', ?, ?) ON CONFLICT (challenge_id) DO NOTHING
      """,
      [
        .blob(tokenID), .text(proof.account.text), .blob(proof.hash ?? []), .text(scenario.text),
        .blob(try seal.seal(proof.verifiedEvidence, at: SpentRow.place(tokenID))),
        .integer(now.milliseconds),
      ])
  }

  /// Uses the proof up: by the operation that it led to, or by what is no operation.
  ///
  /// What is stored of the assertion since it was verified stays. A PIN and codes answer no
  /// challenge, and leave no row.
  ///
  /// - Parameters:
  ///   - proof: The proof.
  ///   - operation: The operation, with the hash of its body as operations hold it; nil for none.
  ///   - seal: What seals the rows of the account.
  ///   - now: The present moment.
  ///   - transaction: The transaction.
  /// - Throws: ``StoreError``.
  static func spend(
    _ proof: VerifiedProof, on operation: (id: StoredOperationID, bodyHash: [UInt8])? = nil,
    by seal: Seal, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    guard let challenge = proof.challenge, let scenario = proof.scenario else { return }
    try transaction.enqueue(
      """
      INSERT INTO spent (challenge_id, account_id, assertion_hash, scenario, stage, body_hash,
        operation_id, evidence, at) VALUES (?, ?, ?, ?, 'acted', ?, ?, ?, ?)
      ON CONFLICT (challenge_id) DO UPDATE SET stage = 'acted', body_hash = excluded.body_hash,
        operation_id = excluded.operation_id, at = excluded.at
      """,
      [
        .blob(challenge.id), .text(proof.account.text), .blob(proof.hash ?? []),
        .text(scenario.text), SQLValue(operation?.bodyHash), SQLValue(operation?.id.text),
        .blob(try seal.seal(proof.evidence, at: SpentRow.place(challenge.id))),
        .integer(now.milliseconds),
      ])
  }

  /// Uses up one proof that was verified, unless it has acted or is void already: its token is
  /// void.
  ///
  /// - Returns: Whether there was something to use up.
  static func useUpVerified(
    _ challengeID: [UInt8], at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> Bool {
    try transaction.execute(
      "UPDATE spent SET stage = 'acted', at = ? WHERE challenge_id = ? AND stage = 'verified'",
      [.integer(now.milliseconds), .blob(challengeID)]) == 1
  }

  /// Tells if what was verified was used up without anything being done with it.
  static func isVoid(
    _ challengeID: [UInt8], in transaction: any ReadTransaction
  ) throws -> Bool {
    try transaction.row(
      """
      SELECT 1 FROM spent WHERE challenge_id = ? AND stage = 'acted' AND operation_id IS NULL
      """, [.blob(challengeID)]) != nil
  }

  /// Uses up what was verified and has not acted, without anything being done with it.
  ///
  /// - Throws: ``Refusal/usedUp`` for what has acted.
  static func void(
    _ challengeID: [UInt8], at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let row = try transaction.row(
      "SELECT stage FROM spent WHERE challenge_id = ?", [.blob(challengeID)])
    guard try row?.text(0) != "acted" else { throw Refusal.usedUp }
    try transaction.execute(
      "UPDATE spent SET stage = 'acted', at = ? WHERE challenge_id = ?",
      [.integer(now.milliseconds), .blob(challengeID)])
  }

  /// The bytes of a proof that were sent and signed: as they were stored, or as they came.
  static func evidence(of proof: VerifiedProof, _ state: SpentState) -> [UInt8] {
    if case .verified(let evidence) = state { evidence } else { proof.evidence }
  }
}

/// The use of a proof by the one row that decides.
enum SpentState: Sendable, Hashable {
  /// Nothing was done with it yet, or it is a token that is void.
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
