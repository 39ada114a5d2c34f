public import DocumentModel
public import WebAuthnModel

extension Document: JSONBody {
  private enum CodingKeys: CodingKey {
    case scenario
    case language
    case title
    case fields
  }

  /// Reads a document strictly: what a client does not know it cannot show, and does not sign.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      scenario: try container.decode(ScenarioName.self, forKey: .scenario),
      language: try container.decode(Language.self, forKey: .language),
      title: try container.decode(String.self, forKey: .title),
      fields: try container.decode([Field].self, forKey: .fields))
    guard Set(fields.map(\.name)).count == fields.count else {
      throw JSONShapeError(path: "fields", problem: "must have names of their own")
    }
  }

  /// Writes the document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(scenario, forKey: .scenario)
    try container.encode(language, forKey: .language)
    try container.encode(title, forKey: .title)
    try container.encode(fields, forKey: .fields)
  }
}

extension Document.Field: Codable {
  private enum CodingKeys: CodingKey {
    case name
    case kind
    case label
    case value
  }

  /// Reads a field, whose kind says what its value is.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .name)
    guard Self.isName(name) else {
      throw JSONShapeError(
        path: "name", problem: "must be 1 to 64 ASCII letters, digits or underscores")
    }
    let value: Document.Value =
      switch try container.decode(Document.Kind.self, forKey: .kind) {
      case .money: .money(try container.decode(Money.self, forKey: .value))
      case .payee: .payee(try container.decode(String.self, forKey: .value))
      case .account: .account(try container.decode(BankAccount.self, forKey: .value))
      case .reference: .reference(try container.decode(String.self, forKey: .value))
      case .text: .text(try container.decode(String.self, forKey: .value))
      case .date: .date(try container.decode(CalendarDate.self, forKey: .value))
      case .time: .time(try Self.time(container))
      case .integer: .integer(try Self.integer(container))
      case .flag: .flag(try container.decode(Bool.self, forKey: .value))
      }
    self.init(name, label: try container.decode(String.self, forKey: .label), value)
  }

  private static func integer(_ container: KeyedDecodingContainer<CodingKeys>) throws -> Int64 {
    let integer = try container.decode(Int64.self, forKey: .value)
    guard integer.magnitude <= 1 << 53 else {
      throw JSONShapeError(path: "value", problem: "must be from -2^53 to 2^53")
    }
    return integer
  }

  private static func time(_ container: KeyedDecodingContainer<CodingKeys>) throws -> String {
    let time = try container.decode(String.self, forKey: .value)
    guard Document.Value.isTime(time) else {
      throw JSONShapeError(path: "value", problem: "must be a moment as in 2026-11-30T14:05:00Z")
    }
    return time
  }

  /// Writes the field.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(value.kind, forKey: .kind)
    try container.encode(label, forKey: .label)
    switch value {
    case .money(let money): try container.encode(money, forKey: .value)
    case .payee(let text), .reference(let text), .text(let text), .time(let text):
      try container.encode(text, forKey: .value)
    case .account(let account): try container.encode(account, forKey: .value)
    case .date(let date): try container.encode(date, forKey: .value)
    case .integer(let integer): try container.encode(integer, forKey: .value)
    case .flag(let flag): try container.encode(flag, forKey: .value)
    }
  }
}

extension Money: Codable {
  private enum CodingKeys: CodingKey {
    case minorUnits
    case currency
    case exponent
  }

  /// Reads an amount.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let exponent = try container.decode(Int64.self, forKey: .exponent)
    guard 0...4 ~= exponent else {
      throw JSONShapeError(path: "exponent", problem: "must be from 0 to 4")
    }
    let minorUnits = try container.decode(Int64.self, forKey: .minorUnits)
    guard minorUnits.magnitude <= 1 << 53 else {
      throw JSONShapeError(path: "minorUnits", problem: "must be from -2^53 to 2^53")
    }
    let currency = try container.decode(String.self, forKey: .currency)
    guard currency.utf8.count == 3, currency.utf8.allSatisfy({ 0x41...0x5a ~= $0 }) else {
      throw JSONShapeError(path: "currency", problem: "must be three capital letters")
    }
    self.init(minorUnits, currency, exponent: UInt8(exponent))
  }

  /// Writes the amount.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(minorUnits, forKey: .minorUnits)
    try container.encode(currency, forKey: .currency)
    try container.encode(Int64(exponent), forKey: .exponent)
  }
}

extension BankAccount: Codable {
  private enum CodingKeys: CodingKey {
    case scheme
    case identifier
  }

  /// Reads an account.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let scheme = try container.decode(String.self, forKey: .scheme)
    guard Self.isScheme(scheme) else {
      throw JSONShapeError(
        path: "scheme", problem: "must be 1 to 16 capital letters, digits or underscores")
    }
    let identifier = try container.decode(String.self, forKey: .identifier)
    guard scheme != Self.iban || Self.isIBANForm(identifier) else {
      throw JSONShapeError(path: "identifier", problem: "must be an IBAN without spaces")
    }
    self.init(scheme: scheme, identifier: identifier)
  }

  /// Writes the account.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(scheme, forKey: .scheme)
    try container.encode(identifier, forKey: .identifier)
  }
}

extension CalendarDate: Codable {
  /// Reads a day.
  public init(from decoder: any Decoder) throws {
    guard let date = Self(try decoder.singleValueContainer().decode(String.self)) else {
      throw JSONShapeError(path: "", problem: "must be a day as in 2026-11-30")
    }
    self = date
  }

  /// Writes the day.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Language: Codable {
  /// Reads a tag, in lower case.
  public init(from decoder: any Decoder) throws {
    let tag = try decoder.singleValueContainer().decode(String.self)
    guard let language = Self(tag), language.tag == tag else {
      throw JSONShapeError(
        path: "", problem: "must be a language's tag of 2 to 8 bytes in lower case")
    }
    self = language
  }

  /// Writes the tag.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(tag)
  }
}
