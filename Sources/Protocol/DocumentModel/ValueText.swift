extension Document.Value {
  /// The value as a person reads it, the same on every screen: no formatter of a platform decides
  /// on a digit (`docs/challenge-and-canonical-form.md`, with test vectors).
  public func text(in language: Language) -> String {
    switch self {
    case .money(let money):
      Self.grouped(money.decimal, mark: language.decimalMark) + "\u{a0}" + money.currency
    case .payee(let text), .reference(let text), .text(let text): NormalText.of(text)
    case .account(let account): account.text
    case .date(let date): date.text
    case .time(let time): Self.minutes(of: time)
    case .integer(let integer): Self.grouped(String(integer), mark: language.decimalMark)
    case .flag(let flag): language.text(of: flag)
    }
  }

  /// A decimal number with its whole units in groups of three, a narrow space between.
  private static func grouped(_ decimal: String, mark: String) -> String {
    let parts = decimal.split(separator: ".", maxSplits: 1)
    let whole = parts.first ?? "0"
    let sign = whole.hasPrefix("-") ? "-" : ""
    let digits = Array(whole.dropFirst(sign.count))
    var text = sign
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "\u{202f}" }
      text.append(digit)
    }
    return parts.count == 2 ? text + mark + parts[1] : text
  }

  /// `2026-11-30 14:05 UTC` of an RFC 3339 moment in UTC; any other text as it is.
  private static func minutes(of time: String) -> String {
    let bytes = Array(time.utf8)
    guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T"), bytes.last == UInt8(ascii: "Z") else {
      return NormalText.of(time)
    }
    return time.prefix(10) + " " + time.dropFirst(11).prefix(5) + " UTC"
  }
}

extension BankAccount {
  /// The account as a person reads it: an IBAN in groups of four (ISO 13616).
  public var text: String {
    guard scheme == Self.iban else { return "\(scheme) \(NormalText.of(identifier))" }
    var text = ""
    for (index, character) in identifier.enumerated() {
      if index > 0, index.isMultiple(of: 4) { text += "\u{a0}" }
      text.append(character)
    }
    return text
  }
}

extension Language {
  /// The mark before decimals.
  fileprivate var decimalMark: String { Self.withComma.contains(primary) ? "," : "." }

  fileprivate func text(of flag: Bool) -> String {
    switch primary {
    case "en": flag ? "yes" : "no"
    case "de": flag ? "ja" : "nein"
    default: flag ? "\u{2713}" : "\u{2717}"
    }
  }

  private var primary: Substring { tag.prefix { $0 != "-" } }

  private static let withComma: Set<Substring> = [
    "cs", "da", "de", "es", "fi", "fr", "hu", "id", "is", "it", "nb", "nl", "nn", "no", "pl", "pt",
    "ro", "ru", "sk", "sl", "sv", "tr", "uk", "vi",
  ]
}
