import WebAuthnModel
import WireModel

/// A transaction under review as the store holds it.
package struct ReviewRecord: Sendable, Equatable {
  let accountID: AccountID
  /// The host that put it before the person.
  let hostID: HostID
  let id: ReviewID
  let subject: ReviewSubject
  let createdAt: Timestamp
  fileprivate(set) var decision: ReviewDecision?
  fileprivate(set) var decidedAt: Timestamp?
  fileprivate(set) var userInput: String?
  let expiresAt: Timestamp
  /// The place of the record among the changes of its account.
  fileprivate(set) var change: Int64

  /// The status of the review at a moment: that its time is over is written nowhere.
  func status(at now: Timestamp) -> TransactionStatus {
    switch decision {
    case .approved: .approved
    case .denied: .denied
    case nil: now < expiresAt ? .pending : .expired
    }
  }

  /// The record as its person is told of it at a moment, with the document that is signed; without
  /// one where none can be made of it, so that nobody decides on it.
  func answer(
    at now: Timestamp, _ policy: ServicePolicy, in languages: PreferredLanguages
  ) -> TransactionAnswer {
    TransactionAnswer(
      transaction: transaction, document: try? document(policy, in: languages).document,
      status: status(at: now), decidedAt: decidedAt?.rfc3339, userInput: userInput)
  }

  /// The record as a host is told of it at a moment.
  func answerForHost(at now: Timestamp) -> TransactionAnswer {
    TransactionAnswer(
      transaction: transaction, document: nil, status: status(at: now),
      decidedAt: decidedAt?.rfc3339, userInput: userInput)
  }

  /// The record as its host was told of it when it was made, whatever was decided since.
  var answerToMaking: TransactionAnswer {
    TransactionAnswer(transaction: transaction, document: nil, status: .pending, decidedAt: nil)
  }

  /// The record in its plain values.
  var transaction: ReviewTransaction {
    switch subject {
    case .payment(let payment):
      ReviewTransaction(
        transactionID: id.text, amount: DecimalAmount(payment.amount.decimal),
        currency: payment.amount.currency, payee: payment.payee,
        lastFourPAN: payment.lastFourPAN, reference: payment.reference, account: payment.account,
        createdAt: createdAt.rfc3339, expiresAt: expiresAt.rfc3339)
    case .declared(let scenario, let payload):
      ReviewTransaction(
        transactionID: id.text, scenario: scenario, payload: payload,
        createdAt: createdAt.rfc3339, expiresAt: expiresAt.rfc3339)
    case .handed(let action):
      ReviewTransaction(
        transactionID: id.text, handed: action.scenario, payload: action.payload,
        number: action.number, createdAt: createdAt.rfc3339, expiresAt: expiresAt.rfc3339)
    }
  }

  /// The record with a decision, as the account's newest change.
  func decided(
    _ decision: ReviewDecision, userInput: String?, as change: Int64, at now: Timestamp
  ) -> ReviewRecord {
    var decided = self
    (decided.decision, decided.decidedAt) = (decision, now)
    (decided.userInput, decided.change) = (userInput, change)
    return decided
  }

  /// Refuses a transaction on which nobody can decide any more.
  func requirePending(at now: Timestamp) throws(Refusal) {
    switch status(at: now) {
    case .pending: return
    case .approved: throw Refusal(.alreadyApproved, "the transaction was approved before")
    case .denied: throw Refusal(.alreadyDenied, "the transaction was denied before")
    case .expired:
      throw Refusal(.transactionExpired, "the time to decide on the transaction is over")
    }
  }
}

/// The decision on a transaction.
enum ReviewDecision: String, Sendable {
  case approved
  case denied
}

/// The rows of transactions under review.
enum ReviewRecords {
  /// A transaction, whoever reviews it.
  static func find(
    _ id: ReviewID, in transaction: any ReadTransaction
  ) throws -> ReviewRecord? {
    try transaction.row(query(of: id)).map {
      try read($0, by: transaction.seal(of: AccountID(try $0.text(1))))
    }
  }

  /// The query for a transaction.
  static func query(of id: ReviewID) -> SQLStatement {
    SQLStatement("\(columns) WHERE id = ?", [.text(id.text)])
  }

  /// The query for a transaction that is to be decided on, with its account's newest change.
  static func queryToDecide(on id: ReviewID) -> SQLStatement {
    SQLStatement(
      """
      SELECT \(names), (SELECT n.changed_at FROM transactions n
        WHERE n.account_id = t.account_id ORDER BY n.changed_at DESC LIMIT 1)
      FROM transactions t WHERE id = ?
      """, [.text(id.text)])
  }

  /// Reads the row of ``queryToDecide(on:)`` by the account's key.
  ///
  /// - Throws: ``Refusal/transactionNotFound``, whether there is none or it is another account's.
  static func toDecide(
    _ row: SQLRow?, of account: AccountID, by key: SQLRow?, _ seals: StoreSeals
  ) throws -> (record: ReviewRecord, newestChange: Int64) {
    guard let row, let key, try row.text(1) == account.text else {
      throw Refusal.transactionNotFound
    }
    let seal = try seals.unwrap(key.blob(0), of: account)
    return (try read(row, by: seal), try row.integer(14))
  }

  /// A transaction of an account.
  ///
  /// - Throws: ``Refusal/transactionNotFound``, whether there is none or it is another account's.
  static func find(
    _ id: ReviewID, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> ReviewRecord {
    guard let record = try find(id, in: transaction), record.accountID == account else {
      throw Refusal.transactionNotFound
    }
    return record
  }

  /// The account's transactions: those to be decided first, in the order of their time; then the
  /// newest first.
  ///
  /// What was handed over and taken back before anybody decided came to nothing, and is none.
  static func all(
    of account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> [ReviewRecord] {
    let undecided = try pending(of: account, at: now, in: transaction)
    let others = try transaction.rows(
      """
      \(columns) WHERE account_id = ?
        AND (status <> 'pending' OR (expires_at <= ? AND withdrawn_at IS NULL))
      ORDER BY changed_at DESC LIMIT 100
      """, [.text(account.text), .integer(now.milliseconds)])
    let seal = try transaction.seal(of: account)
    return undecided + (try others.map { try read($0, by: seal) })
  }

  /// The account's transactions that can be decided on, the one whose time ends first at the head.
  ///
  /// What a session handed over is over with that session.
  static func pending(
    of account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> [ReviewRecord] {
    let seal = try transaction.seal(of: account)
    return try transaction.rows(
      """
      \(columns) WHERE account_id = ? AND status = 'pending' AND expires_at > ?
        AND (session_id IS NULL OR EXISTS (
          SELECT 1 FROM sessions s WHERE s.id = transactions.session_id AND s.ended_at IS NULL))
      ORDER BY expires_at, changed_at
      """, [.text(account.text), .integer(now.milliseconds)]
    ).map { try read($0, by: seal) }
  }

  /// The times at which an account's person declined transactions of a host, the newest first.
  ///
  /// What was denied after failed tries is none of theirs.
  static func declines(
    of host: HostID, by account: AccountID, since moment: Timestamp, most: Int,
    in transaction: any ReadTransaction
  ) throws -> [Timestamp] {
    // No decision is later than its change, by which the rows of an account are found.
    try transaction.rows(
      """
      SELECT t.decided_at FROM transactions t JOIN operations o ON o.id = t.operation_id
      WHERE t.account_id = ? AND t.changed_at > ? AND t.host_id = ? AND t.status = 'denied'
        AND o.proof_kind = ?
      ORDER BY t.changed_at DESC LIMIT ?
      """,
      [
        .text(account.text), .integer(moment.milliseconds), .text(host.text),
        .text(Reviews.proofKind(of: .person)), SQLValue(most),
      ]
    ).map { Timestamp(milliseconds: try $0.integer(0)) }
  }

  /// Reads the changes after a change, in the order in which they were committed.
  static func changes(
    of account: AccountID, after change: Int64, in transaction: any ReadTransaction
  ) throws -> [ReviewRecord] {
    let seal = try transaction.seal(of: account)
    return try transaction.rows(
      "\(columns) WHERE account_id = ? AND changed_at > ? ORDER BY changed_at LIMIT 100",
      [.text(account.text), .integer(change)]
    ).map { try read($0, by: seal) }
  }

  /// The account's undecided transactions whose time ended after one moment and by another.
  static func expired(
    of account: AccountID, after start: Timestamp, by end: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> [ReviewRecord] {
    let seal = try transaction.seal(of: account)
    return try transaction.rows(
      """
      \(columns) WHERE account_id = ? AND status = 'pending' AND expires_at > ? AND expires_at <= ?
      ORDER BY expires_at, changed_at LIMIT 100
      """,
      [.text(account.text), .integer(start.milliseconds), .integer(end.milliseconds)]
    ).map { try read($0, by: seal) }
  }

  /// The account's newest change; 0 where there is none.
  static func newestChange(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> Int64 {
    try transaction.row(
      "SELECT changed_at FROM transactions WHERE account_id = ? ORDER BY changed_at DESC LIMIT 1",
      [.text(account.text)])?.integer(0) ?? 0
  }

  /// Stores a new transaction.
  static func insert(_ draft: ReviewDraft, in transaction: any WriteTransaction) throws {
    let change = try nextChange(of: draft.accountID, at: draft.now, in: transaction)
    let seal = try transaction.seal(of: draft.accountID)
    let subject: [SQLValue] =
      switch draft.subject {
      case .payment(let payment):
        [
          .integer(payment.amount.minorUnits), .text(payment.amount.currency),
          .integer(Int64(payment.amount.exponent)), .null,
        ]
      case .declared(let scenario, payload: _): [.null, .null, .null, .text(scenario.text)]
      case .handed(let action): [.null, .null, .null, .text(action.scenario.text)]
      }
    try transaction.execute(
      """
      INSERT INTO transactions (id, account_id, status, amount, currency, exponent, scenario,
        content, created_at, expires_at, changed_at, idempotency_key, body_hash, host_id,
        session_id)
      VALUES (?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [.text(draft.id.text), .text(draft.accountID.text)] + subject
        + [
          try SealedReview(draft.subject).sealed(by: seal, draft.id),
          .integer(draft.now.milliseconds), .integer(draft.expiresAt.milliseconds),
          .integer(change), SQLValue(draft.idempotencyKey?.text),
          .blob(try seal.hash(draft.bodyHash)), .text(draft.hostID.text),
          SQLValue(draft.record.handed?.asking),
        ])
  }

  /// Stores the decision on a record that this transaction has read as pending.
  static func store(
    _ record: ReviewRecord, by operation: StoredOperationID, seal: Seal,
    in transaction: any WriteTransaction
  ) throws {
    try transaction.enqueue(
      """
      UPDATE transactions SET status = ?, decided_at = ?, operation_id = ?, user_input = ?,
        changed_at = ? WHERE id = ? AND status = 'pending'
      """,
      [
        SQLValue(record.decision?.rawValue), SQLValue(record.decidedAt?.milliseconds),
        .text(operation.text), try seal.seal(record.userInput, at: inputPlace(record.id)),
        .integer(record.change), .text(record.id.text),
      ])
  }

  /// The place of an account's next change: after all before it, even if a clock was set
  /// back or two nodes' clocks differ, so that a stream that goes on after one misses none.
  static func nextChange(
    of account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Int64 {
    change(after: try newestChange(of: account, in: transaction), at: now)
  }

  /// The place of the change that follows on an account's newest one.
  static func change(after newest: Int64, at now: Timestamp) -> Int64 {
    max(now.milliseconds, newest + 1)
  }

  /// The place of a person's input beside a decision.
  static func inputPlace(_ id: ReviewID) -> SealedPlace {
    SealedPlace("transactions.user_input", of: id.text)
  }

  private static func read(_ row: SQLRow, by seal: Seal) throws -> ReviewRecord {
    let id = ReviewID(try row.text(0))
    let status = try row.text(2)
    let decision = ReviewDecision(rawValue: status)
    guard decision != nil || status == "pending" else {
      throw StoreError(code: .corrupt, reason: "a transaction has an unknown status")
    }
    return ReviewRecord(
      accountID: AccountID(try row.text(1)), hostID: HostID(try row.text(3)), id: id,
      subject: try subject(row, SealedReview(opening: try row.blob(8), by: seal, id)),
      createdAt: Timestamp(milliseconds: try row.integer(9)), decision: decision,
      decidedAt: try row.optionalInteger(11).map { Timestamp(milliseconds: $0) },
      userInput: try row.optionalBlob(12).map { try seal.text($0, at: inputPlace(id)) },
      expiresAt: Timestamp(milliseconds: try row.integer(10)), change: try row.integer(13))
  }

  private static func subject(
    _ row: SQLRow, _ content: SealedReview
  ) throws -> ReviewSubject {
    if let action = content.handed { return .handed(action) }
    if let scenario = try row.optionalText(7) {
      return .declared(ScenarioName(scenario), payload: content.payload ?? .object([:]))
    }
    return .payment(
      ReviewedPayment(
        amount: Money(
          try row.integer(4), try row.text(5), exponent: UInt8(clamping: try row.integer(6))),
        payee: content.payee ?? "", lastFourPAN: content.lastFourPAN,
        reference: content.reference, account: content.account))
  }

  private static let names = """
    id, account_id, status, host_id, amount, currency, exponent, scenario, content, created_at,
      expires_at, decided_at, user_input, changed_at
    """
  private static let columns = "SELECT \(names) FROM transactions"
}

extension Refusal {
  /// The account has no such transaction.
  static let transactionNotFound = Refusal(
    .notFound, "the account has no such transaction; list them with GET /transactions")
}
