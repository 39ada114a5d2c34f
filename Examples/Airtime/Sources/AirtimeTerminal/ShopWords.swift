import AirtimeClient
import CountersignCommands
import CountersignServer

/// The words of what is bought, for whoever reads the output.
struct ShopWords {
  private let isGerman: Bool
  private let language: Language?

  init(_ language: Language?) {
    self.language = language
    isGerman = language?.tag.split(separator: "-").first == "de"
  }

  /// The word behind the time by the clock here.
  var here: String { isGerman ? "hier" : "here" }
  var paid: String { isGerman ? "bezahlt" : "paid" }
  var balance: String { isGerman ? "Guthaben" : "balance" }
  var cashback: String { isGerman ? "Cashback" : "cashback" }
  var amount: String { isGerman ? "Betrag" : "amount" }
  var product: String { isGerman ? "Produkt" : "product" }
  var number: String { isGerman ? "Nummer" : "number" }
  var supplier: String { isGerman ? "Anbieter" : "supplier" }
  /// Cashback is spent before the balance.
  var first: String { isGerman ? "zuerst" : "first" }
  var earlier: String { isGerman ? "zuvor geschehen: " : "done before: " }

  var wholeAmount: String {
    of(
      "--amount is a whole number above 0, as in --amount 500",
      "--amount ist eine ganze Zahl über 0, wie in --amount 500")
  }

  func notBoth(_ one: String, _ other: String) -> String {
    of("give \(one) or \(other), not both", "geben Sie \(one) oder \(other) an, nicht beides")
  }

  /// The words for the shop's own reasons, by their codes.
  var reasons: [String: ReasonText] {
    let wallet = of(
      "airtime phone wallet shows what it holds", "airtime phone wallet zeigt das Guthaben")
    let products = of(
      "airtime phone products shows what there is, and the amounts",
      "airtime phone products zeigt, was es gibt, und die Beträge")
    return [
      Reason.insufficientFunds.code: ReasonText(
        of("the wallet does not hold the amount", "das Guthaben reicht dafür nicht"), wallet),
      Reason.productUnknown.code: ReasonText(
        of("that supplier has no such product", "dieser Anbieter hat dieses Produkt nicht"),
        products),
      Reason.amountOutOfRange.code: ReasonText(
        of(
          "the amount is too low or too high for this product",
          "der Betrag ist für dieses Produkt zu klein oder zu groß"), products),
      Reason.supplierMissing.code: ReasonText(
        of("no airtime is sold now", "zurzeit wird kein Guthaben verkauft"),
        of("try again later", "versuchen Sie es später noch einmal")),
      Reason.phoneInvalid.code: ReasonText(
        of("--to is no telephone number", "--to ist keine Telefonnummer"),
        of(
          "write it as 08012345678 or +2348012345678",
          "schreiben Sie sie wie 08012345678 oder +2348012345678")),
    ]
  }

  private func of(_ english: String, _ german: String) -> String { isGerman ? german : english }

  func status(_ status: TopUpStatus) -> String {
    guard isGerman else { return status.rawValue }
    return switch status {
    case .pending: "in Bearbeitung"
    case .completed: "abgeschlossen"
    case .failed: "fehlgeschlagen"
    }
  }

  func recipient(_ number: String) -> String { (isGerman ? "für " : "for ") + number }

  func range(_ least: String, _ most: String) -> String {
    "\(least) \(isGerman ? "bis" : "to") \(most)"
  }

  /// An amount of whole units as the document of a payment writes it.
  ///
  /// - Parameters:
  ///   - amount: The amount.
  ///   - currency: The code of the currency; nil where that is not known.
  /// - Returns: The text.
  func text(_ amount: Int64, in currency: String?) -> String {
    guard let currency else { return String(amount) }
    let exponent = Currency.exponent(of: currency) ?? 0
    guard let units = Money.minorUnits(ofDecimal: String(amount), exponent: exponent) else {
      return "\(amount) \(currency)"
    }
    return Document.Value.money(Money(units, currency, exponent: exponent))
      .text(in: language ?? .english)
  }
}
