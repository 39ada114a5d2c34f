import WebAuthnModel
import WireModel

/// Orders top-ups from their supplier, until it has definitely answered.
///
/// A definite refusal gives each part of the money back to where it came from. An unknown outcome
/// leaves it where it is, to be asked again: it is never refunded by a timeout, since the airtime
/// may have been sent.
final class SupplyJobs: JobKind {
  private let store: any Store
  /// Nil where nothing is sold: orders that an earlier supplier left open stay open.
  let supplier: (any Supplier)?
  private let audit: AuditTrail
  let policy: SupplyPolicy

  init(store: any Store, supplier: (any Supplier)?, audit: AuditTrail, policy: SupplyPolicy) {
    self.store = store
    self.supplier = supplier
    self.audit = audit
    self.policy = policy
  }

  var name: JobName { .supply }

  var terms: JobTerms {
    JobTerms(pace: policy.pace, end: .never, alarm: .fromTry(policy.alarmAtAttempt))
  }

  func run(_ job: LeasedJob) async throws -> JobResult {
    var content = try JSONObjectReader(JSONValue(parsing: Array(job.content.utf8)))
    let id = TransactionID(try content.string("topUp"))
    let topUp = try await store.read { try BookedTopUp(id, in: $0) }
    return result(of: topUp, await order(topUp), try: job.lease.attempts)
  }

  /// Asks the supplier once.
  func order(_ topUp: BookedTopUp) async -> SupplyOutcome {
    await supplier?.supply(topUp.order) ?? .unknown(reason: "no supplier is configured")
  }

  /// What follows from an outcome, with all that it books.
  func result(
    of topUp: BookedTopUp, _ outcome: SupplyOutcome, try attempt: Int64
  ) -> JobResult {
    let verdict: JobResult.Verdict =
      switch outcome {
      case .supplied, .refused: .done
      case .unknown(let reason):
        .again(reason: "top-up \(topUp.id) has no definite answer: \(reason)")
      }
    return JobResult(verdict) { [audit] transaction, now in
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

extension BuyAirtime {
  /// Orders a top-up for the request that bought it, under the lease that it wrote.
  func supply(_ topUp: BookedTopUp, _ lease: JobLease) async throws -> TopUpAnswer {
    let outcome = await supplies.order(topUp)
    let result = supplies.result(of: topUp, outcome, try: lease.attempts)
    return try await leases.settle(lease, result, supplies.terms) { transaction, isHeld in
      guard isHeld else {
        return try TopUps.answer(topUp.operation, of: topUp.account, in: transaction)
      }
      return TopUpAnswer(
        transactionID: topUp.id.text, status: outcome.status, amount: topUp.amount,
        balance: try Ledger.balance(of: .wallet(topUp.account), in: transaction),
        timestamp: topUp.createdAt.rfc3339)
    }
  }
}

extension Outbox {
  /// Puts in that a top-up is to be supplied, leased to the request that put it in: a worker takes
  /// it over only when that request has had its time.
  static func put(
    supply transactionID: TransactionID, from supplier: String, leased token: [UInt8],
    until end: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try put(
      .supply, id: supplyID(transactionID), ["topUp": .string(transactionID.text)],
      target: supplier, due: end, leased: token, in: transaction)
  }

  /// The entry of a top-up that is to be supplied.
  static func supplyID(_ transactionID: TransactionID) -> String {
    "supply:\(transactionID.text)"
  }
}

extension SupplyOutcome {
  /// How a top-up stands after it.
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
