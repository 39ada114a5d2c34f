import WebAuthnModel
import WireModel

extension DeclaredField {
  /// Reads the value of this field from a payload.
  ///
  /// - Throws: A ``Refusal`` that names the field's path and the form that it takes.
  func value(
    of json: JSONValue, rules: DocumentRules
  ) throws(Refusal) -> Document.Value {
    switch (kind, json) {
    case (_, .null): throw refusal("must not be null; \(isOptional ? "leave it out" : "give it")")
    case (.money(let fixed), _): return .money(try money(json, fixed: fixed, rules: rules))
    case (.payee, .string(let text)): return .payee(try checked(text, most: 140, rules))
    case (.reference, .string(let text)): return .reference(try checked(text, most: 140, rules))
    case (.text, .string(let text)): return .text(try checked(text, most: 256, rules))
    case (.account(let scheme), .string(let text)):
      return .account(try account(text, scheme: scheme))
    case (.date, .string(let text)):
      if let date = CalendarDate(text) { return .date(date) }
    case (.time, .string(let text)):
      if let moment = UTCMoment(text) { return .time(moment.text) }
      if Self.isLeapSecond(text) {
        throw refusal("must be no leap second, of which no table is kept: give second 59")
      }
    case (.integer, .integer(let integer)) where integer.magnitude <= 1 << 53:
      return .integer(integer)
    case (.flag, .bool(let flag)): return .flag(flag)
    default: break
    }
    throw refusal(kind.requirement)
  }

  /// A text that is not blank, not longer than its limit, and that a screen can show.
  private func checked(
    _ text: String, most: Int, _ rules: DocumentRules
  ) throws(Refusal) -> String {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw refusal("must not be empty\(isOptional ? "; leave it out instead" : "")")
    }
    guard text.count <= most, text.utf8.count <= 4 * most else {
      throw refusal("must have at most \(most) characters")
    }
    if let problem = rules.displayProblem(text, kind.documentKind) {
      throw refusal("cannot be shown truthfully: it \(problem)")
    }
    return text
  }

  private static func isLeapSecond(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count > 19, bytes[17..<19].elementsEqual("60".utf8) else { return false }
    let before = bytes[..<17] + Array("59".utf8) + bytes[19...]
    return UTCMoment(String(decoding: before, as: UTF8.self)) != nil
  }

  private func account(_ text: String, scheme: String) throws(Refusal) -> BankAccount {
    if scheme == BankAccount.iban {
      let iban = try IBAN(text, field: "payload.\(name)")
      return BankAccount(scheme: scheme, identifier: iban.identifier)
    }
    // Spaces at an end or in a run would not be seen, and two identifiers would look like one.
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard 1...64 ~= text.utf8.count, text.utf8.allSatisfy({ 0x20...0x7e ~= $0 }),
      words.allSatisfy({ !$0.isEmpty })
    else { throw refusal(kind.requirement) }
    return BankAccount(scheme: scheme, identifier: text)
  }

  private func refusal(_ problem: String) -> Refusal {
    Refusal(.unacceptableValue, "payload.\(name): \(problem)")
  }
}

extension DeclaredField {
  /// An amount: a decimal number, with its currency behind it if the declaration fixes none.
  private func money(
    _ json: JSONValue, fixed: FixedCurrency?, rules: DocumentRules
  ) throws(Refusal) -> Money {
    let written: String
    switch json {
    case .string(let text): written = text
    case .integer(let units) where fixed != nil: written = String(units)
    default: throw refusal(kind.requirement)
    }
    let words = written.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count < 2 || !words.prefix(2).allSatisfy(Self.isNumber) else {
      throw refusal("must have a point before its decimals, and no other mark or space")
    }
    // The number comes first: a word in its place is no wrong currency behind it.
    guard 1...2 ~= words.count, words.allSatisfy({ !$0.isEmpty }),
      words.count == 1 || words[0].utf8.contains(where: \.isASCIIDigit)
    else { throw refusal(kind.requirement) }
    let currency = try currency(words.count == 2 ? String(words[1]) : nil, fixed, rules)
    return Money(
      try minorUnits(String(words[0]), of: currency), currency.code, exponent: currency.exponent)
  }

  private static func isNumber(_ word: Substring) -> Bool {
    word.utf8.first?.isASCIIDigit == true
  }

  private func currency(
    _ code: String?, _ fixed: FixedCurrency?, _ rules: DocumentRules
  ) throws(Refusal) -> FixedCurrency {
    if let fixed {
      guard code == nil || code == fixed.code else {
        throw refusal("must be in \(fixed.code), the only currency of this field")
      }
      return fixed
    }
    guard let code else {
      throw refusal("must name its currency behind the amount, as in \"12.50 EUR\"")
    }
    guard let exponent = rules.exponent(code) else {
      throw refusal(
        "must be in a currency of ISO 4217 that has a minor unit, by its code in capitals, as in "
          + "\"12.50 EUR\"")
    }
    return FixedCurrency(code: code, exponent: exponent)
  }

  private func minorUnits(
    _ number: String, of currency: FixedCurrency
  ) throws(Refusal) -> Int64 {
    guard !number.hasPrefix("-") else { throw refusal("must be above 0") }
    guard !number.contains(",") else {
      throw refusal("must have a point before its decimals, and no other mark")
    }
    let exponent = currency.exponent
    guard let units = Money.minorUnits(ofDecimal: number, exponent: exponent) else {
      throw refusal(Self.problem(of: number, in: currency) ?? kind.requirement)
    }
    guard units > 0 else { throw refusal("must be above 0") }
    return units
  }

  /// The reason why digits with at most one point among them are no amount; nil for another form.
  private static func problem(of number: String, in currency: FixedCurrency) -> String? {
    let parts = number.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isDecimal = parts.allSatisfy { digits in
      !digits.isEmpty && digits.allSatisfy(\.isASCIIDigit)
    }
    guard isDecimal, 1...2 ~= parts.count else { return nil }
    if parts.count == 2, parts[1].count > Int(currency.exponent) {
      return currency.exponent == 0
        ? "must have no decimals, as amounts in \(currency.code) have none"
        : "must have at most \(currency.exponent) decimals, as amounts in \(currency.code) have"
    }
    guard parts[0].count == 1 || parts[0].first != UInt8(ascii: "0") else {
      return "must not begin with a zero that counts nothing"
    }
    return "must be at most 2^53 of the smallest unit"
  }
}

extension DeclaredField.Kind {
  /// The form of a value in a payload, in words.
  var requirement: String {
    switch self {
    case .money(let fixed?):
      let example = Money(
        Self.units[Int(min(fixed.exponent, 4))], fixed.code, exponent: fixed.exponent)
      return "must be an amount such as \"\(example.decimal)\", or whole units as a number"
    case .money(nil): return "must be an amount with its currency, such as \"12.50 EUR\""
    case .payee, .reference: return "must be a text of at most 140 characters"
    case .account(BankAccount.iban): return "must be an IBAN as a text"
    case .account(let scheme):
      return "must be an account of \(scheme): a text of 1 to 64 ASCII characters, with single "
        + "spaces inside only"
    case .text: return "must be a text of at most 256 characters"
    case .date: return "must be a day that there is, such as \"2026-11-30\""
    case .time: return "must be a moment of RFC 3339 such as \"2026-11-30T14:05:00Z\""
    case .integer: return "must be a whole number from -2^53 to 2^53"
    case .flag: return "must be true or false"
    }
  }

  /// Twelve and a half in minor units, by exponent; twelve without decimals.
  private static let units: [Int64] = [12, 125, 1250, 12_500, 125_000]
}
