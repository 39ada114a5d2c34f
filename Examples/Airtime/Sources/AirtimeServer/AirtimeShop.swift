import AirtimeModel
import CAirtimeFiles
public import CountersignPage
import CountersignServer

/// The airtime shop: products that people buy from their wallets, and suppliers that send them.
public struct AirtimeShop: Module {
  /// The owner of its tables.
  public let name = "airtime"
  /// ISO 4217 code of the one currency.
  public var currency = "NGN"
  /// The balance of a new account's wallet; above 0 only in a demo.
  public var openingBalance: Int64 = 0
  /// The products; those of an earlier start stay.
  public var products: [Product] = []
  /// The sender of airtime; without one nothing is sold, and orders that an earlier one left open
  /// stay open.
  public var supplier: (any Supplier)?
  /// Orders to suppliers.
  public var supply = SupplyPolicy()

  /// A shop without products and suppliers.
  public init() {}

  /// Its tables.
  public var schema: Schema { .airtime }

  /// The purchase.
  public var scenarios: [ScenarioPolicy] { [.topUp] }

  /// The purchase may be signed without a document, as apps of before ask for it.
  public var unlinkedScenario: ScenarioName? { .topUp }

  /// The purchase, the orders that follow from it, and what routes ask for.
  public func parts(on ground: ModuleGround) -> any ModuleParts { TopUps(ground, self) }

  /// Puts the products into the catalogue, in place of those with the same codes.
  public func prepare(on ground: ModuleGround) async throws {
    let products = products
    guard !products.isEmpty else { return }
    try await ground.store.write { transaction in
      for product in products { try product.stock(in: transaction) }
    }
  }

  /// Opens the account's wallet.
  public func accountCreated(
    _ account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try Ledger.book(
      [
        Ledger.Line(account: .openingGrants, amount: -openingBalance),
        Ledger.Line(account: .wallet(account), amount: openingBalance),
      ], transfer: "opening:\(account.text)", at: now, in: transaction)
  }

  /// A fault of the ledger; nil if it is whole.
  public func fault(in transaction: any ReadTransaction) throws -> String? {
    try verifyLedger(in: transaction).map { "the ledger is not whole: \($0)" }
  }

  /// The balances with every line of the ledger that moved them, and all top-ups.
  public func export(
    _ account: AccountID, in transaction: any ReadTransaction
  ) throws -> JSONObject {
    [
      "wallet": try Ledger.statement(of: .wallet(account), in: transaction),
      "cashback": try Ledger.statement(of: .cashback(account), in: transaction),
      "history": TopUpList(topUps: try TopUps.items(of: account, in: transaction)).json,
    ]
  }

  /// A top-up that the supplier has not answered.
  public func unfinished(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> String? {
    let pending = try transaction.row(
      "SELECT id FROM topups WHERE account_id = ? AND status = 'pending' LIMIT 1",
      [.text(account.text)])
    return try pending.map { "the supplier has not answered the top-up \(try $0.text(0))" }
  }

  /// Takes the recipients' numbers out of the top-ups; money that moved stays in the books.
  public func erase(
    _ account: AccountID, in transaction: any WriteTransaction
  ) throws -> [String] {
    let count = try transaction.execute(
      "UPDATE topups SET recipient = NULL WHERE account_id = ?", [.text(account.text)])
    return ["the ledger, and \(count) top-ups without the recipients' numbers"]
  }
}

extension AirtimeShop {
  static let title = DocumentTexts.Name(ScenarioName.topUp.text)
  static let recipientPhone = DocumentTexts.Name("recipientPhone")
  static let productCode = DocumentTexts.Name("productCode")
  static let supplierSlug = DocumentTexts.Name("supplierSlug")
  static let useCashback = DocumentTexts.Name("useCashback")

  /// The words of the purchase's document.
  public var words: [Language: [DocumentTexts.Name: String]] {
    [
      .english: [
        Self.title: "Buy airtime", Self.recipientPhone: "Number", Self.productCode: "Product",
        Self.supplierSlug: "Supplier", Self.useCashback: "Spend cashback first",
      ],
      .german: [
        Self.title: "Sprechguthaben kaufen", Self.recipientPhone: "Nummer",
        Self.productCode: "Produkt", Self.supplierSlug: "Anbieter",
        Self.useCashback: "Zuerst Cashback verwenden",
      ],
    ]
  }
}

extension AirtimeShop: RoutedModule {
  /// The purchase, the wallet, its history and the catalogue.
  public var routes: [RouteHandler] {
    [
      RouteHandler(.topUp, takesBody: true) { call in
        let request: TopUpRequest = try call.read()
        return try await call.perform(
          call.parts(TopUps.self).purchase, request.payload, proof: request.proof)
      }
      .refusing { ["success": false, "message": .string($0.detail)] },
      RouteHandler(.wallet) { call in
        .json(try await call.parts(TopUps.self).wallet(try call.session))
      },
      RouteHandler(.topUps) { call in
        .json(try await call.parts(TopUps.self).list(try call.session))
      },
      RouteHandler(.products) { call in
        _ = try call.session
        return .json(try await call.parts(TopUps.self).products())
      },
    ]
  }

  /// The statuses of the shop's refusals.
  public var statuses: [Reason: Int] {
    [
      .insufficientFunds: 422, .productUnknown: 422, .amountOutOfRange: 422,
      .supplierMissing: 503,
    ]
  }

  /// The description of the shop's routes, and what it adds to those of the server.
  public var interface: String { String(cString: airtime_interface_description()) }
}

extension AirtimeShop: PagedModule {
  /// The wallet, the purchase, and its history.
  public var page: ModulePage {
    ModulePage(
      script: "airtime/main.js", styleSheets: ["airtime/airtime.css"],
      files: [PageFile](embedded: airtime_files()))
  }
}
