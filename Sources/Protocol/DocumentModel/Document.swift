/// A protected action as a person reads it, word for word: what is shown, signed and executed
/// (PSD2 RTS, Article 5: dynamic linking).
///
/// The server makes it, with all its labels, in the language that the request asked for. A client
/// renders from it alone, in its order, and signs ``canonicalBytes()``.
///
/// ```swift
/// let document = Document(
///   scenario: ScenarioName("PAY_INVOICE"), language: .english, title: "Pay an invoice",
///   fields: [
///     Document.Field("amount", label: "Amount", .money(Money(1250, "EUR", exponent: 2))),
///     Document.Field("payee", label: "To", .payee("Example Ltd")),
///   ])
/// ```
public struct Document: Sendable, Hashable {
  /// The scenario in whose name it is signed.
  public let scenario: ScenarioName
  /// The language of the title and all labels.
  public let language: Language
  /// The action in the person's words.
  public let title: String
  /// The fields, in the order in which they are shown; no two have one name.
  public let fields: [Field]

  /// A document of these parts.
  public init(scenario: ScenarioName, language: Language, title: String, fields: [Field] = []) {
    self.scenario = scenario
    self.language = language
    self.title = title
    self.fields = fields
  }

  /// The value of a field; nil if there is no field of that name.
  public subscript(name: String) -> Value? { fields.first { $0.name == name }?.value }

  /// One value with its name and the label that the person reads.
  public struct Field: Sendable, Hashable {
    /// The name in payloads: 1 to 64 ASCII letters, digits or underscores.
    public let name: String
    /// The words before the value on the screen.
    public let label: String
    /// The value.
    public let value: Value

    /// A field of these parts.
    public init(_ name: String, label: String, _ value: Value) {
      self.name = name
      self.label = label
      self.value = value
    }

    /// Tells a name that a field can have.
    public static func isName(_ name: String) -> Bool {
      (1...64).contains(name.utf8.count)
        && name.utf8.allSatisfy { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x5f: true
          default: false
          }
        }
    }
  }

  /// The value of a field, by its kind.
  public enum Value: Sendable, Hashable {
    /// An amount of money.
    case money(Money)
    /// The name of who is paid.
    case payee(String)
    /// An account of who is paid.
    case account(BankAccount)
    /// A reference by which payer and payee know the payment again.
    case reference(String)
    /// Any other text.
    case text(String)
    /// A day.
    case date(CalendarDate)
    /// A moment, RFC 3339 in UTC.
    case time(String)
    /// A whole number from -2^53 to 2^53.
    case integer(Int64)
    /// Yes or no.
    case flag(Bool)

    /// The kind of this value.
    public var kind: Kind {
      switch self {
      case .money: .money
      case .payee: .payee
      case .account: .account
      case .reference: .reference
      case .text: .text
      case .date: .date
      case .time: .time
      case .integer: .integer
      case .flag: .flag
      }
    }
  }

  /// The kinds of values, by their names on the wire and in the canonical form.
  public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    /// An amount of money.
    case money
    /// The name of who is paid.
    case payee
    /// An account of who is paid.
    case account
    /// A reference.
    case reference
    /// Any other text.
    case text
    /// A day.
    case date
    /// A moment.
    case time
    /// A whole number.
    case integer
    /// Yes or no.
    case flag
  }
}

extension Document {
  /// The bytes that a challenge is linked to, form 2: scenario, language, title, and of each field
  /// in its order name, kind, label and value (`docs/challenge-and-canonical-form.md`).
  ///
  /// - Throws: ``CanonicalFormError`` if a text holds what a screen cannot show truthfully.
  public func canonicalBytes() throws(CanonicalFormError) -> [UInt8] {
    var form = CanonicalForm()
    form.append(utf8: "countersign/document/v2")
    form.append(utf8: scenario.text)
    form.append(unlengthed: language.paddedBytes)
    try form.append(title, field: "title", as: .label)
    form.append(Int64(fields.count))
    for field in fields {
      form.append(utf8: field.name)
      form.append(utf8: field.value.kind.rawValue)
      try form.append(field.label, field: field.name, as: .label)
      try field.value.append(to: &form, field: field.name)
    }
    return form.bytes
  }

  /// The bytes of the values without their words: the same in each language.
  ///
  /// Codes are bound to them, and possible duplicates are known by them.
  ///
  /// - Throws: ``CanonicalFormError`` if a text holds what a screen cannot show truthfully.
  public func valueBytes() throws(CanonicalFormError) -> [UInt8] {
    var form = CanonicalForm()
    form.append(utf8: "countersign/document-values/v2")
    form.append(utf8: scenario.text)
    form.append(Int64(fields.count))
    for field in fields {
      form.append(utf8: field.name)
      form.append(utf8: field.value.kind.rawValue)
      try field.value.append(to: &form, field: field.name)
    }
    return form.bytes
  }
}

extension Document.Value {
  fileprivate func append(
    to form: inout CanonicalForm, field: String
  ) throws(CanonicalFormError) {
    switch self {
    case .money(let money):
      form.append(money.minorUnits)
      form.append(utf8: money.currency)
      form.append(unlengthed: [money.exponent])
    case .payee(let text): try form.append(text, field: field, as: .payee)
    case .reference(let text): try form.append(text, field: field, as: .reference)
    case .text(let text): try form.append(text, field: field, as: .text)
    case .account(let account):
      form.append(utf8: account.scheme)
      try form.append(account.identifier, field: field, as: .reference)
    case .date(let date): form.append(utf8: date.text)
    case .time(let time): try form.append(time, field: field, as: .text)
    case .integer(let integer): form.append(integer)
    case .flag(let flag): form.append(flag)
    }
  }
}
