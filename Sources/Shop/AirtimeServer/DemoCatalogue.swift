/// What a demo sells.
public enum DemoCatalogue {
  /// What each new account's wallet holds.
  public static let openingBalance: Int64 = 5000

  /// Its products.
  public static let products: [Product] = [
    Product(
      code: "AIRTIME_MTN", name: "MTN airtime", minimumAmount: 50, maximumAmount: 50_000,
      suppliers: ["mtn", "resale"], cashbackRate: 250),
    Product(
      code: "AIRTIME_AIRTEL", name: "Airtel airtime", minimumAmount: 50, maximumAmount: 50_000,
      suppliers: ["airtel", "resale"]),
    Product(
      code: "AIRTIME_GLO", name: "Glo airtime", minimumAmount: 50, maximumAmount: 50_000,
      suppliers: ["glo", "resale"]),
    Product(
      code: "AIRTIME_9MOBILE", name: "9mobile airtime", minimumAmount: 50, maximumAmount: 50_000,
      suppliers: ["9mobile", "resale"]),
  ]
}
