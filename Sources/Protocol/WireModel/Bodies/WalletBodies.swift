public import WebAuthnModel

/// Answer of `GET /user/wallet`.
public struct WalletAnswer: JSONBody, Hashable {
  /// What the wallet holds, in the unit in which the deployment counts its currency.
  public var balance: Int64
  /// What of cashback can be spent.
  public var cashback: Int64
  /// ISO 4217 code of the currency.
  public var currency: String

  /// An answer to send.
  public init(balance: Int64, cashback: Int64, currency: String) {
    self.balance = balance
    self.cashback = cashback
    self.currency = currency
  }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    balance = try reader.integer("balance")
    cashback = try reader.integer("cashback")
    currency = try reader.string("currency")
  }

  /// The answer's fields.
  public var json: JSONValue {
    [
      "balance": .integer(balance), "cashback": .integer(cashback), "currency": .string(currency),
    ]
  }
}

/// Answer of `GET /user/topups`.
public struct TopUpList: JSONBody, Hashable {
  /// One top-up of the account.
  public struct Item: Sendable, Hashable {
    /// The transaction's id.
    public var transactionID: String
    /// How far it has come.
    public var status: TopUpStatus
    /// When it was paid, RFC 3339 in UTC.
    public var timestamp: String
    /// What was executed.
    public var transaction: TopUpTransaction

    /// A top-up to list.
    public init(
      transactionID: String, status: TopUpStatus, timestamp: String, transaction: TopUpTransaction
    ) {
      self.transactionID = transactionID
      self.status = status
      self.timestamp = timestamp
      self.transaction = transaction
    }
  }

  /// The top-ups, newest first, at most 100.
  public var topUps: [Item]

  /// A list to send.
  public init(topUps: [Item]) { self.topUps = topUps }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    topUps = []
    for value in try reader.array("topups") {
      var item = try JSONObjectReader(value)
      topUps.append(
        Item(
          transactionID: try item.string("transactionId"), status: try item.choice("status"),
          timestamp: try item.string("timestamp"),
          transaction: try TopUpTransaction(
            json: item.optionalValue("transaction") ?? .null)))
    }
  }

  /// The answer's fields.
  public var json: JSONValue {
    let items = topUps.map { item -> JSONValue in
      [
        "transactionId": .string(item.transactionID), "status": .string(item.status.rawValue),
        "timestamp": .string(item.timestamp), "transaction": item.transaction.json,
      ]
    }
    return ["topups": .array(items)]
  }
}

/// Answer of `GET /products`.
public struct ProductList: JSONBody, Hashable {
  /// One product.
  public struct Item: Sendable, Hashable {
    /// The product's code.
    public var productCode: String
    /// Its name, as shown.
    public var name: String
    /// Who supplies it, the default first.
    public var suppliers: [String]
    /// The smallest amount.
    public var minimumAmount: Int64
    /// The largest amount.
    public var maximumAmount: Int64
    /// ISO 4217 code of the currency.
    public var currency: String

    /// A product to list.
    public init(
      productCode: String, name: String, suppliers: [String], minimumAmount: Int64,
      maximumAmount: Int64, currency: String
    ) {
      self.productCode = productCode
      self.name = name
      self.suppliers = suppliers
      self.minimumAmount = minimumAmount
      self.maximumAmount = maximumAmount
      self.currency = currency
    }
  }

  /// The products, by code.
  public var products: [Item]

  /// A list to send.
  public init(products: [Item]) { self.products = products }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    products = []
    for value in try reader.array("products") {
      var item = try JSONObjectReader(value)
      var suppliers: [String] = []
      for supplier in try item.array("suppliers") {
        if case .string(let slug) = supplier { suppliers.append(slug) }
      }
      products.append(
        Item(
          productCode: try item.string("productCode"), name: try item.string("name"),
          suppliers: suppliers, minimumAmount: try item.integer("minimumAmount"),
          maximumAmount: try item.integer("maximumAmount"), currency: try item.string("currency")))
    }
  }

  /// The answer's fields.
  public var json: JSONValue {
    let items = products.map { item -> JSONValue in
      [
        "productCode": .string(item.productCode), "name": .string(item.name),
        "suppliers": .array(item.suppliers.map(JSONValue.string)),
        "minimumAmount": .integer(item.minimumAmount),
        "maximumAmount": .integer(item.maximumAmount), "currency": .string(item.currency),
      ]
    }
    return ["products": .array(items)]
  }
}
