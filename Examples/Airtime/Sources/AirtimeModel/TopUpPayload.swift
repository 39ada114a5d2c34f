public import WireModel

/// The payload of scenario TOP_UP: airtime for a telephone number.
public struct TopUpPayload: JSONBody, Hashable {
  /// The amount, in the unit in which the deployment counts its currency; 1 to 2^53.
  @MoneyAmount public var amount: Int64
  /// The product's code.
  public var productCode: String
  /// The telephone number that receives the airtime.
  public var recipientPhone: String
  /// The supplier; nil for the product's first one.
  public var supplierSlug: String?
  /// True if cashback is spent first; nil for no.
  public var useCashback: Bool?

  /// A payload to send.
  public init(
    amount: Int64, productCode: String, recipientPhone: String, supplierSlug: String? = nil,
    useCashback: Bool? = nil
  ) {
    self.amount = amount
    self.productCode = productCode
    self.recipientPhone = recipientPhone
    self.supplierSlug = supplierSlug
    self.useCashback = useCashback
  }

  enum CodingKeys: CodingKey {
    case amount
    case productCode
    case recipientPhone
    case supplierSlug
    case useCashback
  }
}

extension TopUpPayload {
  /// True if a document says what this asks for: every field that is given is the same there.
  ///
  /// A device checks this before it shows or signs anything (what you see is what you sign).
  public func isAnswered(by document: Document) -> Bool {
    guard case .money(let money)? = document["amount"],
      Money.minorUnits(ofDecimal: String(amount), exponent: money.exponent) == money.minorUnits
    else { return false }
    return document.scenario == .topUp && document["productCode"] == .reference(productCode)
      && document["recipientPhone"] == .text(recipientPhone)
      && (supplierSlug.map { document["supplierSlug"] == .reference($0) } ?? true)
      && document["useCashback"] == (useCashback == true ? .flag(true) : nil)
  }
}

/// An amount of money: read as a whole number from 1 to 2^53, past which not every JSON reader is
/// exact.
@propertyWrapper
public struct MoneyAmount: Codable, Sendable, Hashable {
  /// The amount, in the unit in which the deployment counts its currency.
  public var wrappedValue: Int64

  /// Takes an amount as it is.
  public init(wrappedValue: Int64) { self.wrappedValue = wrappedValue }

  /// Reads an amount and refuses one out of bounds.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Int64.self)
    guard 1...(1 << 53) ~= wrappedValue else {
      throw JSONShapeError(path: "", problem: "must be a whole number from 1 to 2^53")
    }
  }

  /// Writes the amount.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// One top-up exactly as the server will execute it, in whole units of its currency.
///
/// Made by the server from a ``TopUpPayload``, with all that the payload left open filled in.
public struct TopUpTransaction: JSONBody, Hashable {
  /// The amount, in the unit in which the deployment counts its currency.
  @MoneyAmount public var amount: Int64
  /// ISO 4217 code of the currency.
  public var currency: String
  /// The payee and the product, as shown.
  public var payee: String
  /// The product's code.
  public var productCode: String
  /// The telephone number that receives the airtime.
  public var recipientPhone: String
  /// The supplier.
  public var supplierSlug: String
  /// True if cashback is spent first.
  public var useCashback: Bool

  /// A transaction, all of it decided.
  public init(
    amount: Int64, currency: String, payee: String, productCode: String, recipientPhone: String,
    supplierSlug: String, useCashback: Bool
  ) {
    self.amount = amount
    self.currency = currency
    self.payee = payee
    self.productCode = productCode
    self.recipientPhone = recipientPhone
    self.supplierSlug = supplierSlug
    self.useCashback = useCashback
  }
}
