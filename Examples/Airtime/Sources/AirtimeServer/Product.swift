import CountersignServer

/// Something that can be bought.
public struct Product: Sendable, Hashable {
  /// The product's code.
  public let code: String
  /// Its name, as shown.
  public let name: String
  /// The smallest amount.
  public let minimumAmount: Int64
  /// The largest amount.
  public let maximumAmount: Int64
  /// The slugs of its suppliers, the default first.
  public let suppliers: [String]
  /// The part of the amount paid from the wallet that comes back, in hundredths of a percent.
  public let cashbackRate: Int64

  /// A product for the catalogue.
  public init(
    code: String, name: String, minimumAmount: Int64, maximumAmount: Int64, suppliers: [String],
    cashbackRate: Int64 = 0
  ) {
    self.code = code
    self.name = name
    self.minimumAmount = minimumAmount
    self.maximumAmount = maximumAmount
    self.suppliers = suppliers
    self.cashbackRate = cashbackRate
  }

  init(_ row: SQLRow) throws {
    self.init(
      code: try row.text(0), name: try row.text(1), minimumAmount: try row.integer(2),
      maximumAmount: try row.integer(3),
      suppliers: try row.text(4).utf8.split(separator: UInt8(ascii: " "))
        .map { String(Substring($0)) },
      cashbackRate: try row.integer(5))
  }

  /// The cashback of a payment from the wallet, rounded down.
  func cashback(on amount: Int64) -> Int64 {
    // Split so that no amount up to 2^53 overflows on the way.
    amount / 10_000 * cashbackRate + amount % 10_000 * cashbackRate / 10_000
  }

  static let columns = """
    SELECT code, name, minimum_amount, maximum_amount, suppliers, cashback_rate FROM products
    """

  /// The query for the product of a code.
  static func query(of code: String) -> SQLStatement {
    SQLStatement("\(columns) WHERE code = ?", [.text(code)])
  }

  /// Puts the product into the catalogue, in place of the one with its code.
  func stock(in transaction: any WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO products (code, name, minimum_amount, maximum_amount, suppliers, cashback_rate)
        VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (code) DO UPDATE SET name = excluded.name,
        minimum_amount = excluded.minimum_amount, maximum_amount = excluded.maximum_amount,
        suppliers = excluded.suppliers, cashback_rate = excluded.cashback_rate
      """,
      [
        .text(code), .text(name), .integer(minimumAmount), .integer(maximumAmount),
        .text(suppliers.joined(separator: " ")), .integer(cashbackRate),
      ])
  }
}

/// The catalogue of a demo.
public enum DemoCatalogue {
  /// The balance of each new account's wallet.
  public static let openingBalance: Int64 = 5000

  /// Its products, with names that are the same in each language.
  public static let products: [Product] = [
    Product(
      code: "AIRTIME_MTN", name: "MTN", minimumAmount: 50, maximumAmount: 50_000,
      suppliers: ["mtn", "resale"], cashbackRate: 250),
    Product(
      code: "AIRTIME_AIRTEL", name: "Airtel", minimumAmount: 50, maximumAmount: 50_000,
      suppliers: ["airtel", "resale"]),
    Product(
      code: "AIRTIME_GLO", name: "Glo", minimumAmount: 50, maximumAmount: 50_000,
      suppliers: ["glo", "resale"]),
    Product(
      code: "AIRTIME_9MOBILE", name: "9mobile", minimumAmount: 50, maximumAmount: 50_000,
      suppliers: ["9mobile", "resale"]),
  ]
}
