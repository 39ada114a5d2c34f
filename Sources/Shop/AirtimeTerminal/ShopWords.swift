import AirtimeClient
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
  var earlier: String { isGerman ? "zuvor geschehen: " : "done before: " }

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
