public import DocumentModel
public import WebAuthnModel

extension Document {
  /// Returns true if the fields say what a declared scenario's payload asks for: each of its names
  /// once, no other, and the same value (docs/scenarios-file.md).
  ///
  /// A client compares so before it shows the document: it need not know the declaration.
  public func answers(_ payload: JSONObject) -> Bool {
    fields.count == payload.names.count
      && payload.names.allSatisfy { name in
        guard let asked = payload[name], let shown = self[name] else { return false }
        return shown.says(asked)
      }
  }
}

extension Document.Value {
  /// Returns true if this is the value that a payload spells.
  fileprivate func says(_ asked: JSONValue) -> Bool {
    switch (self, asked) {
    case (.money(let money), .integer(let units)):
      Money.minorUnits(ofDecimal: String(units), exponent: money.exponent) == money.minorUnits
    case (.money(let money), .string(let text)): money.isSpelled(text)
    case (.account(let account), .string(let text)):
      account.scheme == BankAccount.iban
        ? account.identifier == text.replacing(" ", with: "").uppercased()
        : account.identifier == text
    case (.payee(let shown), .string(let text)), (.reference(let shown), .string(let text)),
      (.text(let shown), .string(let text)):
      shown == text
    case (.date(let date), .string(let text)): date.text == text
    case (.time(let time), .string(let text)): time == UTCMoment(text)?.text
    case (.integer(let shown), .integer(let number)): shown == number
    case (.flag(let shown), .bool(let flag)): shown == flag
    default: false
    }
  }
}

extension Money {
  /// Returns true if a decimal number, with the currency's code after it or without, is this
  /// amount.
  fileprivate func isSpelled(_ text: String) -> Bool {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard let number = parts.first, parts.count == 1 || parts.count == 2 && parts[1] == currency
    else { return false }
    return Self.minorUnits(ofDecimal: String(number), exponent: exponent) == minorUnits
  }
}
