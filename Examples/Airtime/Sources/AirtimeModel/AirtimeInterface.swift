public import WireModel

extension ScenarioName {
  /// Buys airtime.
  public static let topUp = ScenarioName("TOP_UP")
}

extension ScenarioPolicy {
  /// Buys airtime.
  public static let topUp = ScenarioPolicy(
    .topUp, level: .biometricsWithFallback, fallback: [.pin])
}

extension Route {
  /// Buys airtime: the protected action of scenario TOP_UP.
  public static let topUp = Route(.post, "/user/topup", .session(atLeast: .unproved))
  /// The wallet's balances.
  public static let wallet = Route(.get, "/user/wallet", .session(atLeast: .weak))
  /// The account's top-ups, newest first.
  public static let topUps = Route(.get, "/user/topups", .session(atLeast: .weak))
  /// The catalogue.
  public static let products = Route(.get, "/products", .session(atLeast: .unproved))

  /// The shop's routes.
  public static let ofAirtime: [Route] = [topUp, wallet, topUps, products]
}

extension Reason {
  /// The wallet does not hold the amount.
  public static let insufficientFunds = Reason(code: "insufficient_funds")
  /// No such product, or not from this supplier.
  public static let productUnknown = Reason(code: "product_unknown")
  /// The amount is outside the product's limits.
  public static let amountOutOfRange = Reason(code: "amount_out_of_range")
  /// Nobody sends airtime for this server now.
  public static let supplierMissing = Reason(code: "supplier_missing")

  /// The shop's reasons.
  public static let ofAirtime: [Reason] = [
    insufficientFunds, productUnknown, amountOutOfRange, supplierMissing,
  ]
}
