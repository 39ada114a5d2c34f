import AirtimeModel
public import CountersignServer

/// Orders top-ups from their supplier, until it has definitely answered.
///
/// A definite refusal gives each part of the money back to where it came from. An unknown outcome
/// leaves it where it is, to be asked again: it is never refunded by a timeout, since the airtime
/// may have been sent.
final class SupplyJobs: JobKind {
  private let ground: ModuleGround
  /// Nil where nothing is sold: orders that an earlier supplier left open stay open.
  private let supplier: (any Supplier)?
  private let policy: SupplyPolicy

  init(_ ground: ModuleGround, supplier: (any Supplier)?, policy: SupplyPolicy) {
    self.ground = ground
    self.supplier = supplier
    self.policy = policy
  }

  var name: JobName { .supply }

  var terms: JobTerms {
    JobTerms(pace: policy.pace, end: .never, alarm: .fromTry(policy.alarmAtAttempt))
  }

  /// The job that orders a top-up.
  static func job(of id: TransactionID, from supplier: String) -> NewJob {
    NewJob(.supply, id: "supply:\(id.text)", target: supplier, ["topUp": .string(id.text)])
  }

  func run(_ job: LeasedJob) async throws -> JobResult {
    var content = try job.read()
    let id = TransactionID(try content.string("topUp"))
    let topUp = try await ground.store.read { try BookedTopUp(id, in: $0) }
    let outcome =
      await supplier?.supply(topUp.order) ?? .unknown(reason: "no supplier is configured")
    return result(of: topUp, outcome, try: job.attempts)
  }

  /// Books an outcome.
  private func result(
    of topUp: BookedTopUp, _ outcome: SupplyOutcome, try attempt: Int64
  ) -> JobResult {
    let verdict: JobResult.Verdict =
      switch outcome {
      case .supplied, .refused: .done
      case .unknown(let reason):
        .again(reason: "top-up \(topUp.id) has no definite answer: \(reason)")
      }
    return JobResult(verdict) { [audit = ground.audit] transaction, now in
      try Self.book(outcome, topUp, at: now, in: transaction)
      try audit.append(
        AuditEvent(
          "topup_answered", subject: topUp.account,
          outcome.auditDetails(of: topUp, try: attempt)), at: now, in: transaction)
    }
  }

  /// Books what the supplier said.
  private static func book(
    _ outcome: SupplyOutcome, _ topUp: BookedTopUp, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    switch outcome {
    case .supplied(let reference):
      try Ledger.book(
        [
          Ledger.Line(account: .topUpsInFlight, amount: -topUp.amount),
          Ledger.Line(account: .supplier(topUp.order.supplierSlug), amount: topUp.amount),
          Ledger.Line(account: .cashbackCosts, amount: -topUp.earnedCashback),
          Ledger.Line(account: .cashback(topUp.account), amount: topUp.earnedCashback),
        ], transfer: "\(topUp.id.text):supply", at: now, in: transaction)
      try close(topUp, outcome.status, reference: reference, at: now, in: transaction)
    case .refused:
      try Ledger.book(
        [
          Ledger.Line(account: .topUpsInFlight, amount: -topUp.amount),
          Ledger.Line(
            account: .wallet(topUp.account), amount: topUp.amount - topUp.fromCashback),
          Ledger.Line(account: .cashback(topUp.account), amount: topUp.fromCashback),
        ], transfer: "\(topUp.id.text):refund", at: now, in: transaction)
      try close(topUp, outcome.status, reference: nil, at: now, in: transaction)
    case .unknown: break
    }
  }

  private static func close(
    _ topUp: BookedTopUp, _ status: TopUpStatus, reference: String?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE topups SET status = ?, supplier_reference = ?, settled_at = ? WHERE id = ?",
      [
        .text(status.rawValue), SQLValue(reference), .integer(now.milliseconds),
        .text(topUp.id.text),
      ])
  }
}

extension JobName {
  /// Orders airtime from a supplier.
  public static let supply = JobName("supply")
}

extension SupplyOutcome {
  /// The status of a top-up after it.
  fileprivate var status: TopUpStatus {
    switch self {
    case .supplied: .completed
    case .refused: .failed
    case .unknown: .pending
    }
  }

  fileprivate func auditDetails(of topUp: BookedTopUp, try attempt: Int64) -> JSONObject {
    var details: JSONObject = [
      "transaction": .string(topUp.id.text), "attempt": .integer(attempt),
    ]
    switch self {
    case .supplied(let reference):
      details["outcome"] = "supplied"
      details["reference"] = .string(reference)
    case .refused(let reason):
      details["outcome"] = "refused"
      details["reason"] = .string(reason)
    case .unknown(let reason):
      details["outcome"] = "unknown"
      details["reason"] = .string(reason)
    }
    return details
  }
}

/// A top-up whose money was taken, with all that settling it asks: none of that changes any more.
private struct BookedTopUp: Sendable {
  let order: SupplyOrder
  let account: AccountID
  let operation: StoredOperationID
  let fromCashback: Int64
  let earnedCashback: Int64
  let createdAt: Timestamp

  var id: TransactionID { order.transactionID }
  var amount: Int64 { order.amount }
}

extension BookedTopUp {
  /// The top-up with an id, as it is stored.
  init(_ id: TransactionID, in transaction: any ReadTransaction) throws {
    let row = try transaction.row(
      """
      SELECT t.account_id, o.id, t.amount, t.from_cashback, t.earned_cashback, t.supplier_slug,
        t.created_at, t.product_code, t.currency, t.recipient
      FROM topups t JOIN operations o ON o.transaction_id = t.id WHERE t.id = ?
      """, [.text(id.text)])
    guard let row else {
      throw StoreError(code: .corrupt, reason: "the outbox orders \(id), which is no top-up")
    }
    let account = AccountID(try row.text(0))
    let recipient = try transaction.seal(of: account).text(
      try row.blob(9), at: TopUps.recipientPlace(id.text))
    self.init(
      order: SupplyOrder(
        transactionID: id, supplierSlug: try row.text(5), productCode: try row.text(7),
        amount: try row.integer(2), currency: try row.text(8), recipientPhone: recipient),
      account: account, operation: StoredOperationID(try row.text(1)),
      fromCashback: try row.integer(3), earnedCashback: try row.integer(4),
      createdAt: Timestamp(milliseconds: try row.integer(6)))
  }
}
