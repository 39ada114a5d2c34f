public import WebAuthnModel

/// One top-up exactly as the server will execute it and a screen shows it.
///
/// Made by the server from a ``TopUpPayload``, with all that the payload left open filled in.
public struct TopUpTransaction: LinkableTransaction, JSONBody, Hashable {
  /// The scenario that this is the transaction of.
  public static let scenario = ScenarioName.topUp

  /// What is paid, in the unit in which the deployment counts its currency.
  @MoneyAmount public var amount: Int64
  /// ISO 4217 code of the currency.
  public var currency: String
  /// Who is paid and for what, as shown.
  public var payee: String
  /// The product's code.
  public var productCode: String
  /// Who receives the airtime.
  public var recipientPhone: String
  /// Who supplies it.
  public var supplierSlug: String
  /// Whether cashback is spent first.
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

  /// Appends the fields in their fixed order.
  public func write(to form: inout CanonicalForm) throws(CanonicalFormError) {
    try form.append(amount: amount, currency: currency)
    try form.append(payee, field: "payee")
    try form.append(productCode, field: "productCode")
    try form.append(recipientPhone, field: "recipientPhone")
    try form.append(supplierSlug, field: "supplierSlug")
    form.append(useCashback)
  }

  /// Whether this is what `payload` asked for: every field that the payload gives is the same here.
  ///
  /// A device checks this before it shows or signs anything (what you see is what you sign).
  public func answers(_ payload: TopUpPayload) -> Bool {
    amount == payload.amount && productCode == payload.productCode
      && recipientPhone == payload.recipientPhone
      && (payload.supplierSlug == nil || payload.supplierSlug == supplierSlug)
      && useCashback == (payload.useCashback ?? false)
  }
}
