public import WireModel

/// Answer of `GET /user/wallet`.
public struct WalletAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// The balance of the wallet, in the unit in which the deployment counts its currency.
  public var balance: Int64
  /// The cashback that can be spent.
  public var cashback: Int64
  /// ISO 4217 code of the currency.
  public var currency: String

  /// An answer to send.
  public init(balance: Int64, cashback: Int64, currency: String) {
    self.balance = balance
    self.cashback = cashback
    self.currency = currency
  }
}

/// Answer of `GET /user/topups`.
public struct TopUpList: JSONBody, ExtensibleJSON, Hashable {
  /// One top-up of the account.
  public struct Item: Codable, ExtensibleJSON, Sendable, Hashable {
    /// The transaction's id.
    public var transactionID: String
    /// The status of the top-up.
    public var status: TopUpStatus
    /// The time of the payment, RFC 3339 in UTC.
    public var timestamp: String
    /// The transaction that was executed.
    public var transaction: TopUpTransaction
    /// The part of its amount that cashback paid; nil where it paid none.
    public var fromCashback: Int64?

    /// A top-up to list.
    public init(
      transactionID: String, status: TopUpStatus, timestamp: String, transaction: TopUpTransaction,
      fromCashback: Int64? = nil
    ) {
      self.transactionID = transactionID
      self.status = status
      self.timestamp = timestamp
      self.transaction = transaction
      self.fromCashback = fromCashback
    }

    private enum CodingKeys: String, CodingKey {
      case transactionID = "transactionId"
      case status
      case timestamp
      case transaction
      case fromCashback
    }
  }

  /// The top-ups, newest first, at most 100.
  public var topUps: [Item]

  /// A list to send.
  public init(topUps: [Item]) { self.topUps = topUps }

  private enum CodingKeys: String, CodingKey {
    case topUps = "topups"
  }
}

/// Answer of `GET /products`.
public struct ProductList: JSONBody, ExtensibleJSON, Hashable {
  /// One product.
  public struct Item: Codable, ExtensibleJSON, Sendable, Hashable {
    /// The product's code.
    public var productCode: String
    /// Its name, as shown.
    public var name: String
    /// The slugs of its suppliers, the default first.
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
}
