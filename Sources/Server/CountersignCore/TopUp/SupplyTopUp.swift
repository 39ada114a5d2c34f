import WebAuthnModel
import WireModel

/// An order that one try holds: a result of any other try is dropped.
struct LeasedSupply: Sendable {
  let topUp: BookedTopUp
  let lease: [UInt8]
  /// How many tries there were, with this one.
  let attempts: Int64
}

extension Service {
  /// Orders a top-up from its supplier once and books what it said.
  ///
  /// A definite refusal gives each part of the money back to where it came from. An unknown outcome
  /// leaves it where it is, to be asked again: it is never refunded by a timeout, since the airtime
  /// may have been sent.
  @discardableResult
  func supply(_ supply: LeasedSupply) async throws -> TopUpAnswer {
    let outcome =
      await supplier?.supply(supply.topUp.order) ?? .unknown(reason: "no supplier is configured")
    let now = clock.now()
    let chance = random.bytes(1).first ?? 0
    return try await store.write { transaction in
      try settle(supply, outcome, at: now, chance: chance, in: transaction)
    }
  }

  /// Orders a top-up once, under the lease that its execution wrote.
  func supplyOnce(_ id: TransactionID, lease: [UInt8]) async throws -> TopUpAnswer {
    let topUp = try await store.read { try BookedTopUp(id, in: $0) }
    return try await supply(LeasedSupply(topUp: topUp, lease: lease, attempts: 1))
  }

  private func settle(
    _ supply: LeasedSupply, _ outcome: SupplyOutcome, at now: Timestamp, chance: UInt8,
    in transaction: any WriteTransaction
  ) throws -> TopUpAnswer {
    let topUp = supply.topUp
    let pause = policy.supply.pauseMilliseconds(afterAttempts: supply.attempts, chance: chance)
    // The fence: whoever lost the lease, or comes after a definite answer, changes nothing.
    let held = try transaction.execute(
      """
      UPDATE outbox SET lease = NULL, due_at = ?, done_at = ?
      WHERE id = ? AND lease = ? AND done_at IS NULL
      """,
      [
        .integer(now.milliseconds + pause), SQLValue(outcome.isDefinite ? now.milliseconds : nil),
        .text(Outbox.supplyID(topUp.id)), .blob(supply.lease),
      ])
    guard held == 1 else {
      return try topUpAnswer(topUp.operation, of: topUp.account, in: transaction)
    }
    let status = try book(outcome, topUp, at: now, in: transaction)
    try audit.append(
      AuditEvent("topup_answered", subject: topUp.account, outcome.auditDetails(of: supply)),
      at: now, in: transaction)
    return TopUpAnswer(
      transactionID: topUp.id.text, status: status, amount: topUp.amount,
      balance: try Ledger.balance(of: .wallet(topUp.account), in: transaction),
      timestamp: topUp.createdAt.rfc3339)
  }

  /// Books what the supplier said; gives the status that follows from it.
  private func book(
    _ outcome: SupplyOutcome, _ topUp: BookedTopUp, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> TopUpStatus {
    switch outcome {
    case .supplied(let reference):
      try Ledger.book(
        [
          Ledger.Line(account: .topUpsInFlight, amount: -topUp.amount),
          Ledger.Line(account: .supplier(topUp.order.supplierSlug), amount: topUp.amount),
          Ledger.Line(account: .cashbackCosts, amount: -topUp.earnedCashback),
          Ledger.Line(account: .cashback(topUp.account), amount: topUp.earnedCashback),
        ], transfer: "\(topUp.id.text):supply", at: now, in: transaction)
      try close(topUp, .completed, reference: reference, at: now, in: transaction)
      return .completed
    case .refused:
      try Ledger.book(
        [
          Ledger.Line(account: .topUpsInFlight, amount: -topUp.amount),
          Ledger.Line(
            account: .wallet(topUp.account), amount: topUp.amount - topUp.fromCashback),
          Ledger.Line(account: .cashback(topUp.account), amount: topUp.fromCashback),
        ], transfer: "\(topUp.id.text):refund", at: now, in: transaction)
      try close(topUp, .failed, reference: nil, at: now, in: transaction)
      return .failed
    case .unknown: return .pending
    }
  }

  private func close(
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

extension SupplyOutcome {
  fileprivate var isDefinite: Bool {
    if case .unknown = self { false } else { true }
  }

  fileprivate func auditDetails(of supply: LeasedSupply) -> JSONObject {
    var details: JSONObject = [
      "transaction": .string(supply.topUp.id.text),
      "attempt": .integer(supply.attempts),
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
