public import DocumentModel
public import WebAuthnModel
public import WireModel

/// The rows of operations: what each proof or idempotency key led to.
enum Operations {
  /// The operation that this idempotency key led to before; nil where it is new or none was given.
  ///
  /// - Throws: ``Refusal`` where the session may not know of it, or where it is the operation of
  ///   another body.
  static func earlier(
    _ key: IdempotencyKey?, for session: AuthenticatedSession, bodyHash: [UInt8],
    in transaction: any ReadTransaction
  ) throws -> StoredOperationID? {
    guard let key else { return nil }
    return try earlier(
      "account_id = ? AND idempotency_key = ?", [.text(session.accountID.text), .text(key.text)],
      for: session, bodyHash: bodyHash, in: transaction)
  }

  /// Refuses a session that may not know of an operation.
  ///
  /// Where there is more to prove, a session that has proved nothing knows of its own operations
  /// alone. A host is known by its key, and whoever confirms a link by the whole confirmation.
  ///
  /// - Parameters:
  ///   - session: The session that asks; nil for a host and for a link.
  ///   - proving: The session in which the operation was asked for; nil where it was none.
  ///   - transaction: The snapshot to look at.
  /// - Throws: ``Refusal`` (`insufficient_user_authentication`), or ``StoreError``.
  static func requireKnown(
    to session: AuthenticatedSession?, provedIn proving: SessionID?,
    in transaction: any ReadTransaction
  ) throws {
    guard try isKnown(to: session, provedIn: proving, in: transaction) else {
      throw Refusal.unproved(below: .weak)
    }
  }

  private static func isKnown(
    to session: AuthenticatedSession?, provedIn proving: SessionID?,
    in transaction: any ReadTransaction
  ) throws -> Bool {
    guard let session, session.level < .weak, session.id != proving else { return true }
    return try Sessions.hasNothingToProve(in: session.id, reading: transaction)
  }

  /// The operation that a host's idempotency key led to before, whoever's it was: a host has one
  /// name for one action, and not one for each account.
  ///
  /// - Throws: ``Refusal/alreadyUsed`` where it led to the operation of another body.
  static func earlier(
    ofHost key: IdempotencyKey?, bodyHash: [UInt8], in transaction: any ReadTransaction
  ) throws -> StoredOperationID? {
    guard let key else { return nil }
    return try earlier(
      "idempotency_key = ?", [.text(key.text)], for: nil, bodyHash: bodyHash, in: transaction)
  }

  private static func earlier(
    _ condition: String, _ values: [SQLValue], for session: AuthenticatedSession?,
    bodyHash: [UInt8], in transaction: any ReadTransaction
  ) throws -> StoredOperationID? {
    let row = try transaction.row(
      "SELECT id, body_hash, account_id, session_id FROM operations WHERE \(condition)", values)
    guard let row else { return nil }
    try requireKnown(
      to: session, provedIn: row.optionalText(3).map { SessionID($0) }, in: transaction)
    let seal = try transaction.seal(of: AccountID(try row.text(2)))
    guard try row.blob(1) == seal.hash(bodyHash) else { throw Refusal.alreadyUsed }
    return StoredOperationID(try row.text(0))
  }

  /// An operation, as it is answered again.
  static func stored(
    _ id: StoredOperationID, in transaction: any ReadTransaction
  ) throws -> StoredOperation {
    let row = try transaction.row(
      """
      SELECT scenario, transaction_id, answer, account_id, session_id FROM operations WHERE id = ?
      """, [.text(id.text)])
    guard let row else { throw StoreError(code: .corrupt, reason: "there is no operation \(id)") }
    let account = AccountID(try row.text(3))
    var answer: JSONValue?
    if let sealed = try row.optionalBlob(2) {
      let seal = try transaction.seal(of: account)
      answer = try JSONValue(parsing: seal.bytes(sealed, at: answerPlace(id)))
    }
    return StoredOperation(
      id: id, account: account, scenario: ScenarioName(try row.text(0)),
      record: try row.optionalText(1), answer: answer,
      session: try row.optionalText(4).map { SessionID($0) })
  }

  /// Refuses a possible duplicate of an account's operation after a moment.
  ///
  /// The hash of the body is the one that the rows of operations have.
  ///
  /// - Throws: ``Refusal`` (`possible_duplicate`) with the id of the operation's record, or the
  ///   operation's own where it has none, unless the session may not know of it: codes are verified
  ///   later; or ``StoreError``.
  static func requireNone(
    of bodyHash: [UInt8], _ scenario: ScenarioName, by caller: Caller, after moment: Timestamp,
    in transaction: any ReadTransaction
  ) throws {
    let first = try transaction.row(
      """
      SELECT COALESCE(transaction_id, id), session_id FROM operations
      WHERE account_id = ? AND at > ? AND scenario = ? AND body_hash = ?
      ORDER BY at DESC LIMIT 1
      """,
      [
        .text(caller.account.text), .integer(moment.milliseconds), .text(scenario.text),
        .blob(bodyHash),
      ])
    guard let first else { return }
    var refusal = Refusal(
      .possibleDuplicate,
      "the same was done a moment ago; send an Idempotency-Key where it is meant as another")
    let proving = try first.optionalText(1).map { SessionID($0) }
    if try isKnown(to: caller.session, provedIn: proving, in: transaction) {
      refusal.firstTransactionID = try first.text(0)
    }
    throw refusal
  }

  static func answerPlace(_ id: StoredOperationID) -> SealedPlace {
    SealedPlace("operations.answer", of: id.text)
  }

  static func evidencePlace(_ id: StoredOperationID) -> SealedPlace {
    SealedPlace("operations.evidence", of: id.text)
  }

  /// Stores an operation, by what seals the rows of its account.
  static func insert(
    _ operation: NewOperation, by seal: Seal, in transaction: any WriteTransaction
  ) throws {
    if let replaced = operation.replaces {
      try transaction.enqueue(
        "UPDATE operations SET idempotency_key = NULL WHERE id = ?", [.text(replaced.text)])
    }
    try transaction.enqueue(
      """
      INSERT INTO operations (id, account_id, scenario, idempotency_key, challenge_id, body_hash,
        proof_kind, transaction_id, evidence, answer, session_id, at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(operation.id.text), .text(operation.accountID.text),
        .text(operation.scenario.text), SQLValue(operation.idempotencyKey?.text),
        SQLValue(operation.challengeID), .blob(operation.bodyHash),
        .text(operation.proofKind), SQLValue(operation.transactionID),
        try seal.seal(operation.evidence, at: evidencePlace(operation.id)),
        try seal.seal(operation.answer?.serialized(), at: answerPlace(operation.id)),
        SQLValue(operation.session?.text), .integer(operation.at.milliseconds),
      ])
  }
}

/// An operation that was executed.
public struct StoredOperation: Sendable {
  /// Its id.
  public let id: StoredOperationID
  /// The account that is concerned.
  public let account: AccountID
  /// In whose name it was proved.
  public let scenario: ScenarioName
  /// The id of the record that it led to; nil where it led to none of its own.
  public let record: String?
  /// The answer, as it was stored.
  public let answer: JSONValue?
  /// The session in which it was asked for; nil where it was none.
  let session: SessionID?
  /// Its status now.
  public internal(set) var status = OperationStatus.completed

  /// The answer.
  ///
  /// - Throws: ``StoreError`` where nothing was stored.
  public func requireAnswer() throws -> JSONValue {
    guard let answer else {
      throw StoreError(code: .corrupt, reason: "operation \(id) has no answer")
    }
    return answer
  }

  /// The record that it led to.
  ///
  /// - Throws: ``StoreError`` where it led to none.
  public func requireRecord() throws -> String {
    guard let record else {
      throw StoreError(code: .corrupt, reason: "operation \(id) has no record")
    }
    return record
  }
}

/// An operation that is about to be stored.
struct NewOperation: Sendable {
  let id: StoredOperationID
  let accountID: AccountID
  let scenario: ScenarioName
  let idempotencyKey: IdempotencyKey?
  /// The challenge that its proof answered; nil where it answered none.
  var challengeID: [UInt8]?
  /// The hash of the body, keyed by what seals the rows of the account.
  let bodyHash: [UInt8]
  let proofKind: String
  /// The record that it led to; nil where it led to none of its own.
  var transactionID: String?
  /// The bytes that were signed, for the receipt.
  var evidence: [UInt8]?
  /// The answer; never a secret.
  var answer: JSONValue?
  /// The session in which it was asked for; nil where it was none.
  var session: SessionID?
  /// The operation that had its idempotency key before, and whose place it takes.
  var replaces: StoredOperationID?
  let at: Timestamp
}

/// A caller's own name for one operation (`Idempotency-Key`): 1 to 64 visible ASCII characters.
public struct IdempotencyKey: Sendable, Hashable {
  /// The key.
  public let text: String

  /// Takes a key as it was sent.
  ///
  /// - Throws: A ``Refusal`` where it is empty, too long, or holds anything but visible ASCII.
  public init(_ sent: String) throws(Refusal) {
    guard (1...64).contains(sent.utf8.count), sent.utf8.allSatisfy({ 0x21...0x7e ~= $0 }) else {
      throw Refusal(
        .malformed,
        "Idempotency-Key must be 1 to 64 visible ASCII characters, a random one for each action")
    }
    text = sent
  }

  private init(stored text: String) { self.text = text }

  /// The key as one of a host's: no account's own key, and no other host's, is the same.
  func of(_ host: AuthenticatedServiceKey) -> IdempotencyKey {
    // A space stands in no key that was sent.
    IdempotencyKey(stored: "\(host.host.text) \(text)")
  }
}

/// The hash by which two bodies of one action are told apart: over what was asked for, so that
/// neither the proof nor the spelling of the JSON counts, and no secret is in it.
public enum BodyHash {
  /// The hash of an action's own form, which begins with a text of its own.
  public static func of(_ form: CanonicalForm) -> [UInt8] { sha256(form.bytes) }

  /// The hash of an action's name and its values in their fixed order.
  public static func of(_ action: String, _ values: [SQLValue]) -> [UInt8] {
    var form = CanonicalForm()
    form.append(bytes: Array("countersign/action/v1".utf8))
    form.append(bytes: Array(action.utf8))
    for value in values {
      switch value {
      // A missing value differs from an empty one.
      case .null: form.append(false)
      case .integer(let integer):
        form.append(true)
        form.append(integer)
      case .text(let text):
        form.append(true)
        form.append(bytes: Array(text.utf8))
      case .blob(let bytes):
        form.append(true)
        form.append(bytes: bytes)
      }
    }
    return sha256(form.bytes)
  }
}

/// A change that a code confirms, as it is known again: by its idempotency key alone.
struct RepeatableChange: Sendable {
  let id: StoredOperationID
  let session: AuthenticatedSession
  let idempotencyKey: IdempotencyKey?
  let bodyHash: [UInt8]

  /// A change that a code is about to confirm.
  init(
    _ name: String, _ key: IdempotencyKey?, _ session: AuthenticatedSession,
    _ commands: Commands
  ) {
    id = StoredOperationID.new("op_", at: commands.now(), commands.random)
    self.session = session
    idempotencyKey = key
    bodyHash = BodyHash.of(name, [])
  }

  /// Tells if it was made before.
  ///
  /// - Throws: ``Refusal/alreadyUsed`` where the key led to another change.
  func wasMade(in transaction: any ReadTransaction) throws -> Bool {
    try Operations.earlier(
      idempotencyKey, for: session, bodyHash: bodyHash, in: transaction) != nil
  }

  /// Stores it, where it has a key by which it can be asked for.
  func store(at now: Timestamp, in transaction: any WriteTransaction) throws {
    guard idempotencyKey != nil else { return }
    let seal = try transaction.seal(of: session.accountID)
    try Operations.insert(
      NewOperation(
        id: id, accountID: session.accountID, scenario: .manageFactors,
        idempotencyKey: idempotencyKey, bodyHash: try seal.hash(bodyHash), proofKind: "none",
        answer: .object([:]), session: session.id, at: now), by: seal, in: transaction)
  }
}
