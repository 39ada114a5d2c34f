import WebAuthnModel
import WireModel

/// The rows of operations: what each proof or idempotency key led to.
enum Operations {
  /// The operation that this idempotency key led to before; nil where it is new or none was given.
  ///
  /// - Throws: ``Refusal/alreadyUsed`` where it led to the operation of another body.
  static func earlier(
    _ key: IdempotencyKey?, of account: AccountID, bodyHash: [UInt8],
    in transaction: any ReadTransaction
  ) throws -> OperationID? {
    guard let key else { return nil }
    return try earlier(
      transaction.row(
        "SELECT id, body_hash FROM operations WHERE account_id = ? AND idempotency_key = ?",
        [.text(account.text), .text(key.text)]), bodyHash: bodyHash)
  }

  /// The operation that a host's idempotency key led to before, whoever's it was: a host has one
  /// name for one action, and not one for each account.
  ///
  /// - Throws: ``Refusal/alreadyUsed`` where it led to the operation of another body.
  static func earlier(
    ofHost key: IdempotencyKey?, bodyHash: [UInt8], in transaction: any ReadTransaction
  ) throws -> OperationID? {
    guard let key else { return nil }
    return try earlier(
      transaction.row(
        "SELECT id, body_hash FROM operations WHERE idempotency_key = ?", [.text(key.text)]),
      bodyHash: bodyHash)
  }

  private static func earlier(_ row: SQLRow?, bodyHash: [UInt8]) throws -> OperationID? {
    guard let row else { return nil }
    guard try row.blob(1) == bodyHash else { throw Refusal.alreadyUsed }
    return OperationID(try row.text(0))
  }

  /// What an operation answered that led to no record of its own.
  static func answer(
    of operation: OperationID, in transaction: any ReadTransaction
  ) throws -> JSONValue {
    let row = try transaction.row(
      "SELECT answer FROM operations WHERE id = ?", [.text(operation.text)])
    guard let text = try row?.optionalText(0),
      let answer = try? JSONValue(parsing: Array(text.utf8))
    else { throw StoreError(code: .corrupt, reason: "operation \(operation) has no answer") }
    return answer
  }

  /// Stores an operation.
  static func insert(_ operation: NewOperation, in transaction: any WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO operations (id, account_id, scenario, idempotency_key, challenge_id, body_hash,
        proof_kind, transaction_id, evidence, answer, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(operation.id.text), .text(operation.accountID.text),
        .text(operation.scenario.text), SQLValue(operation.idempotencyKey?.text),
        SQLValue(operation.challengeID), .blob(operation.bodyHash), .text(operation.proofKind),
        SQLValue(operation.transactionID), SQLValue(operation.evidence),
        SQLValue(operation.answer.map { String(decoding: $0.serialized(), as: UTF8.self) }),
        .integer(operation.at.milliseconds),
      ])
  }
}

/// An operation that is about to be stored.
struct NewOperation: Sendable {
  let id: OperationID
  let accountID: AccountID
  let scenario: ScenarioName
  let idempotencyKey: IdempotencyKey?
  /// The challenge that its proof answered; nil where it answered none.
  var challengeID: [UInt8]?
  let bodyHash: [UInt8]
  let proofKind: String
  /// The record that it led to; nil where it led to none of its own.
  var transactionID: String?
  /// What was signed, for the receipt.
  var evidence: [UInt8]?
  /// What was answered, where no record says it; never a secret.
  var answer: JSONValue?
  let at: Timestamp
}
