import WebAuthnModel
import WireModel

extension Service {
  /// Orders a top-up from its supplier once and books what it said.
  ///
  /// A definite refusal gives each part of the money back to where it came from; an unknown outcome
  /// leaves it where it is.
  func supply(_ order: SupplyOrder) async throws -> TopUpAnswer {
    let outcome = await supplier.supply(order)
    let now = clock.now()
    return try await store.write { transaction in
      try settle(order.transactionID, outcome, at: now, in: transaction)
    }
  }

  private func settle(
    _ id: TransactionID, _ outcome: SupplyOutcome, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> TopUpAnswer {
    let row = try transaction.row(
      """
      SELECT t.account_id, t.amount, t.from_cashback, t.supplier_slug, o.id, t.status
      FROM topups t JOIN operations o ON o.transaction_id = t.id WHERE t.id = ?
      """, [.text(id.text)])
    guard let row else {
      throw StoreError(code: .corrupt, reason: "top-up \(id) has no operation")
    }
    let account = AccountID(try row.text(0))
    // Only a pending top-up is settled: a second answer to the same order changes nothing.
    if try row.text(5) == TopUpStatus.pending.rawValue {
      let amount = try row.integer(1)
      let fromCashback = try row.integer(2)
      switch outcome {
      case .supplied(let reference):
        try Ledger.book(
          [
            Ledger.Line(account: .topUpsInFlight, amount: -amount),
            Ledger.Line(account: .supplier(try row.text(3)), amount: amount),
          ], transfer: "\(id.text):supply", at: now, in: transaction)
        try close(id, .completed, reference: reference, at: now, in: transaction)
      case .refused:
        try Ledger.book(
          [
            Ledger.Line(account: .topUpsInFlight, amount: -amount),
            Ledger.Line(account: .wallet(account), amount: amount - fromCashback),
            Ledger.Line(account: .cashback(account), amount: fromCashback),
          ], transfer: "\(id.text):refund", at: now, in: transaction)
        try close(id, .failed, reference: nil, at: now, in: transaction)
      case .unknown: break
      }
      try audit.append(
        AuditEvent("topup_answered", subject: account, outcome.auditDetails(of: id)), at: now,
        in: transaction)
    }
    return try topUpAnswer(OperationID(try row.text(4)), of: account, in: transaction)
  }

  private func close(
    _ id: TransactionID, _ status: TopUpStatus, reference: String?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE topups SET status = ?, supplier_reference = ?, settled_at = ? WHERE id = ?",
      [
        .text(status.rawValue), SQLValue(reference), .integer(now.milliseconds), .text(id.text),
      ])
    try Outbox.finish("supply:\(id.text)", at: now, in: transaction)
  }
}

extension SupplyOutcome {
  fileprivate func auditDetails(of id: TransactionID) -> JSONObject {
    var details: JSONObject = ["transaction": .string(id.text)]
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
