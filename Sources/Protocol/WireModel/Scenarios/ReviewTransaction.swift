public import WebAuthnModel

/// A transaction that the host's backend wants reviewed, as it is shown, linked to and decided on.
public struct ReviewTransaction: LinkableTransaction, JSONBody, Hashable {
  /// The scenario that this is the transaction of.
  public static let scenario = ScenarioName.authorizeTransaction

  /// The transaction's id.
  public var transactionID: String
  /// What is paid, in the unit in which the deployment counts the currency.
  @MoneyAmount public var amount: Int64
  /// ISO 4217 code of the currency.
  public var currency: String
  /// Who is paid.
  public var payee: String
  /// The last four digits of the card's number; nil where no card is used.
  public var lastFourPAN: String?
  /// When it was created, RFC 3339 in UTC.
  public var createdAt: String
  /// When its time is over, RFC 3339 in UTC.
  public var expiresAt: String

  /// A transaction to review.
  public init(
    transactionID: String, amount: Int64, currency: String, payee: String, lastFourPAN: String?,
    createdAt: String, expiresAt: String
  ) {
    self.transactionID = transactionID
    self.amount = amount
    self.currency = currency
    self.payee = payee
    self.lastFourPAN = lastFourPAN
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }

  /// Appends the fields in their fixed order; without a card its digits are an empty text.
  public func write(to form: inout CanonicalForm) throws(CanonicalFormError) {
    try form.append(transactionID, field: "transactionID")
    try form.append(amount: amount, currency: currency)
    try form.append(payee, field: "payee")
    try form.append(lastFourPAN ?? "", field: "lastFourPAN")
    try form.append(createdAt, field: "createdAt")
    try form.append(expiresAt, field: "expiresAt")
  }

  private enum CodingKeys: String, CodingKey {
    case transactionID
    case amount
    case currency
    case payee
    case createdAt
    case expiresAt
    case lastFourPAN
  }
}

/// The payload of scenario AUTHORIZE_TRANSACTION: which transaction.
public struct ReviewPayload: JSONBody, Hashable {
  /// The transaction's id.
  public var transactionID: String

  /// A payload to send.
  public init(transactionID: String) { self.transactionID = transactionID }
}
