public import AirtimeModel
public import CountersignServer

/// The airtime shop's part of one server: the purchase, its orders, and the reads of its routes.
public final class TopUps: ModuleParts {
  private let store: any Store
  let purchase: BuyAirtime
  private let supplies: SupplyJobs
  private let currency: String

  init(_ ground: ModuleGround, _ shop: AirtimeShop) {
    store = ground.store
    purchase = BuyAirtime(sells: shop.supplier != nil, currency: shop.currency)
    supplies = SupplyJobs(ground, supplier: shop.supplier, policy: shop.supply)
    currency = shop.currency
  }

  /// The purchase.
  public var actions: [any ScenarioAction] { [purchase] }
  /// The orders.
  public var jobs: [any JobKind] { [supplies] }

  /// The catalogue, by code.
  public func products() async throws -> ProductList {
    let rows = try await store.read { try $0.rows("\(Product.columns) ORDER BY code", []) }
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
    _ topUp: TopUpTransaction, _ id: TransactionID, _ parts: TopUpParts,
    in context: ActionContext
  ) throws {
    try context.transaction.enqueue(
      """
      INSERT INTO topups (id, account_id, status, amount, currency, payee, product_code,
        recipient, supplier_slug, use_cashback, from_cashback, earned_cashback, created_at)
      VALUES (?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(id.text), .text(context.account.text), .integer(topUp.amount),
        .text(topUp.currency), .text(topUp.payee), .text(topUp.productCode),
        try context.seal(topUp.recipientPhone, at: recipientPlace(id.text)),
        .text(topUp.supplierSlug), SQLValue(topUp.useCashback), .integer(parts.fromCashback),
        .integer(parts.earnedCashback), .integer(context.now.milliseconds),
      ])
  }

  /// The place of the number to which a top-up went.
  static func recipientPlace(_ id: String) -> SealedPlace {
    SealedPlace("topups.recipient", of: id)
  }

  /// The status of an operation's top-up.
  static func status(
    of operation: StoredOperation, in transaction: any ReadTransaction
  ) throws -> TopUpStatus {
    let row = try transaction.row(
      "SELECT status FROM topups WHERE id = ? AND account_id = ?",
      [.text(operation.requireRecord()), .text(operation.account.text)])
    guard let status = try row.flatMap({ TopUpStatus(rawValue: try $0.text(0)) }) else {
      throw StoreError(code: .corrupt, reason: "operation \(operation.id) has no top-up")
    }
    return status
  }

  /// The account's top-ups, newest first, at most 100.
  public func list(_ session: AuthenticatedSession) async throws -> TopUpList {
    try await store.read {
      TopUpList(topUps: try Self.items(of: session.accountID, most: 100, in: $0))
    }
  }

  /// An account's top-ups, newest first.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - most: How many at most; nil for all.
  ///   - transaction: The snapshot to look at.
  /// - Returns: The top-ups.
  /// - Throws: `StoreError`.
  static func items(
    of account: AccountID, most: Int? = nil, in transaction: any ReadTransaction
  ) throws -> [TopUpList.Item] {
    let seal = try transaction.seal(of: account)
    return try transaction.rows(
      """
      SELECT id, status, created_at, amount, currency, payee, product_code, recipient,
        supplier_slug, use_cashback, from_cashback FROM topups
      WHERE account_id = ? ORDER BY created_at DESC, id LIMIT ?
      """, [.text(account.text), .integer(Int64(most ?? .max))]
    ).map { row in
      guard let status = TopUpStatus(rawValue: try row.text(1)) else {
        throw StoreError(code: .corrupt, reason: "a top-up has an unknown status")
      }
      let id = try row.text(0)
      let fromCashback = try row.integer(10)
      let recipient = try row.optionalBlob(7).map {
        try seal.text($0, at: recipientPlace(id))
      }
      return TopUpList.Item(
        transactionID: id, status: status,
        timestamp: Timestamp(milliseconds: try row.integer(2)).rfc3339,
        transaction: TopUpTransaction(
          amount: try row.integer(3), currency: try row.text(4), payee: try row.text(5),
          productCode: try row.text(6), recipientPhone: recipient ?? "",
          supplierSlug: try row.text(8), useCashback: try row.flag(9)),
        fromCashback: fromCashback > 0 ? fromCashback : nil)
    }
  }

  /// The account's wallet.
  public func wallet(_ session: AuthenticatedSession) async throws -> WalletAnswer {
    try await store.read { [self] transaction in
      WalletAnswer(
        balance: try Ledger.balance(of: .wallet(session.accountID), in: transaction),
        cashback: try Ledger.balance(of: .cashback(session.accountID), in: transaction),
        currency: currency)
    }
  }
}
