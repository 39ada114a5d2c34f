import CountersignServer

/// A top-up whose money was taken, with all that settling it asks: none of that changes any more.
struct BookedTopUp: Sendable {
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
