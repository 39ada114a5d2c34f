import CountersignServer

extension Int64 {
  /// An amount of whole units as the document of a payment writes it.
  ///
  /// - Parameters:
  ///   - currency: The code of the currency; nil where that is not known.
  ///   - language: The language of whoever reads it; nil for English.
  /// - Returns: The text.
  func text(in currency: String?, _ language: Language?) -> String {
    guard let currency else { return String(self) }
    let exponent = Currency.exponent(of: currency) ?? 0
    guard let units = Money.minorUnits(ofDecimal: String(self), exponent: exponent) else {
      return "\(self) \(currency)"
    }
    return Document.Value.money(Money(units, currency, exponent: exponent))
      .text(in: language ?? .english)
  }
}
