public import WireModel

/// The airtime shop: products, wallets and top-ups.
public final class TopUps: Sendable {
  private let commands: Commands
  let action: BuyAirtime
  private let pipeline: ActionPipeline
  private let currency: String

  init(commands: Commands, action: BuyAirtime, pipeline: ActionPipeline, currency: String) {
    self.commands = commands
    self.action = action
    self.pipeline = pipeline
    self.currency = currency
  }

  /// Buys airtime.
  ///
  /// The same proof or idempotency key with the same body again gives the first operation as it
  /// stands now.
  ///
  /// - Parameters:
  ///   - request: The payload and the proof.
  ///   - idempotencyKey: The caller's name for this operation, where it gave one.
  ///   - session: Who asks.
  /// - Returns: The answer and whether it is the first one again, or that a code was texted; or why
  ///   nothing was bought.
  /// - Throws: ``StoreError``; what became of the request is then asked by its proof or key.
  public func buy(
    _ request: TopUpRequest, idempotencyKey: IdempotencyKey?, session: AuthenticatedSession
  ) async throws -> Decision<ActionOutcome<TopUpAnswer>> {
    try await pipeline.perform(
      action,
      ActionCall(
        caller: .session(session), request: request.payload, proof: .proof(request.proof),
        idempotencyKey: idempotencyKey))
  }

  /// Puts products into the catalogue, in place of those with the same codes.
  public func stock(_ products: [Product]) async throws {
    try await commands.write { transaction in
      for product in products { try product.stock(in: transaction) }
    }
  }

  /// What can be bought, by code.
  public func products() async throws -> ProductList {
    let rows = try await commands.read { try $0.rows("\(Product.columns) ORDER BY code", []) }
    return ProductList(
      products: try rows.map(Product.init).map { product in
        ProductList.Item(
          productCode: product.code, name: product.name, suppliers: product.suppliers,
          minimumAmount: product.minimumAmount, maximumAmount: product.maximumAmount,
          currency: currency)
      })
  }

  /// Stores the transaction record, pending until the supplier has answered.
  static func insert(
    _ topUp: TopUpTransaction, _ id: TransactionID, of account: AccountID, _ parts: TopUpParts,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO topups (id, account_id, status, amount, currency, payee, product_code,
        recipient_phone, supplier_slug, use_cashback, from_cashback, earned_cashback, created_at)
      VALUES (?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(id.text), .text(account.text), .integer(topUp.amount), .text(topUp.currency),
        .text(topUp.payee), .text(topUp.productCode), .text(topUp.recipientPhone),
        .text(topUp.supplierSlug), SQLValue(topUp.useCashback), .integer(parts.fromCashback),
        .integer(parts.earnedCashback), .integer(now.milliseconds),
      ])
  }

  /// The answer for an operation's top-up as it stands now.
  static func answer(
    _ operation: StoredOperationID, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> TopUpAnswer {
    let row = try transaction.row(
      """
      SELECT t.id, t.status, t.amount, t.created_at FROM topups t
      JOIN operations o ON o.transaction_id = t.id WHERE o.id = ? AND o.account_id = ?
      """, [.text(operation.text), .text(account.text)])
    guard let row, let status = TopUpStatus(rawValue: try row.text(1)) else {
      throw StoreError(code: .corrupt, reason: "operation \(operation) has no top-up")
    }
    return TopUpAnswer(
      transactionID: try row.text(0), status: status, amount: try row.integer(2),
      balance: try Ledger.balance(of: .wallet(account), in: transaction),
      timestamp: Timestamp(milliseconds: try row.integer(3)).rfc3339)
  }

  /// The account's top-ups, newest first, at most 100.
  public func list(_ session: AuthenticatedSession) async throws -> TopUpList {
    let rows = try await commands.read { transaction in
      try transaction.rows(
        """
        SELECT id, status, created_at, amount, currency, payee, product_code, recipient_phone,
          supplier_slug, use_cashback FROM topups
        WHERE account_id = ? ORDER BY created_at DESC, id LIMIT 100
        """, [.text(session.accountID.text)])
    }
    return TopUpList(
      topUps: try rows.map { row in
        guard let status = TopUpStatus(rawValue: try row.text(1)) else {
          throw StoreError(code: .corrupt, reason: "a top-up has an unknown status")
        }
        return TopUpList.Item(
          transactionID: try row.text(0), status: status,
          timestamp: Timestamp(milliseconds: try row.integer(2)).rfc3339,
          transaction: TopUpTransaction(
            amount: try row.integer(3), currency: try row.text(4), payee: try row.text(5),
            productCode: try row.text(6), recipientPhone: try row.text(7),
            supplierSlug: try row.text(8), useCashback: try row.flag(9)))
      })
  }

  /// What the account's wallet holds.
  public func wallet(_ session: AuthenticatedSession) async throws -> WalletAnswer {
    try await commands.read { [self] transaction in
      WalletAnswer(
        balance: try Ledger.balance(of: .wallet(session.accountID), in: transaction),
        cashback: try Ledger.balance(of: .cashback(session.accountID), in: transaction),
        currency: currency)
    }
  }
}
