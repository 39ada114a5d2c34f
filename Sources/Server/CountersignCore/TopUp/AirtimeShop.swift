public import WireModel

/// The airtime shop: products that people buy from their wallets, and suppliers that send them.
public struct AirtimeShop: Module {
  /// The owner of its tables.
  public let name = "airtime"
  /// ISO 4217 code of the one currency.
  public var currency = "NGN"
  /// What a new account's wallet holds at first; above 0 only in a demo.
  public var openingBalance: Int64 = 0
  /// What is sold; products of an earlier start stay.
  public var products: [Product] = []
  /// Who sends the airtime; without one nothing is sold, and orders that an earlier one left open
  /// stay open.
  public var supplier: (any Supplier)?
  /// Orders to suppliers.
  public var supply = SupplyPolicy()

  /// A shop without products and suppliers.
  public init() {}

  /// Its tables.
  public var schema: Schema { .airtime }

  /// The purchase may be signed without a document, as apps of before ask for it.
  public var unlinkedScenario: ScenarioName? { .topUp }

  /// The purchase, the orders that follow from it, and what routes ask for.
  public func parts(on ground: ModuleGround) -> any ModuleParts {
    let commands = ground.commands
    let action = BuyAirtime(
      commands: commands,
      supplies: SupplyJobs(
        store: commands.store, supplier: supplier, audit: ground.audit, policy: supply),
      leases: ground.leases, currency: currency)
    return TopUps(
      commands: commands, action: action, pipeline: ground.pipeline, currency: currency)
  }

  /// Puts the products into the catalogue, in place of those with the same codes.
  public func prepare(on ground: ModuleGround) async throws {
    let products = products
    guard !products.isEmpty else { return }
    try await ground.commands.write { transaction in
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

  /// What is wrong with the ledger.
  public func fault(in transaction: any ReadTransaction) throws -> String? {
    try verifyLedger(in: transaction).map { "the ledger is not whole: \($0)" }
  }
}

extension TopUps: ModuleParts {
  /// The purchase.
  public var actions: [any ScenarioAction] { [action] }
  /// The orders.
  public var jobs: ModuleJobs { ModuleJobs([action.supplies]) }
}

extension Service {
  /// What the airtime shop of this server does.
  ///
  /// - Throws: A ``Refusal`` where this server has none.
  public var topUps: TopUps {
    get throws(Refusal) {
      guard let shop = modules.lazy.compactMap({ $0 as? TopUps }).first else {
        throw Refusal(.notFound, "this server sells no airtime")
      }
      return shop
    }
  }
}
