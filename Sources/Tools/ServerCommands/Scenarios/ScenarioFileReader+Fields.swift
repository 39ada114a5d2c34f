import CountersignCore
import WireModel

// The fields of a scenario.

/// A field as far as it could be read.
struct FieldReading {
  let name: String?
  let kind: Document.Kind?
  let isOptional: Bool
  /// The field; nil if something of it is missing.
  let declared: DeclaredField?
}

extension ScenarioFileReader {
  mutating func readFields(of value: PlacedValue, at path: FieldPath) -> [FieldReading]? {
    guard let elements = readList(of: value, at: path) else { return nil }
    var fields: [FieldReading] = []
    for (index, element) in elements.enumerated() {
      let inner = path.element(index)
      if index == Self.mostFields {
        report(
          element.place, inner, "is one field too many",
          "declare \(Self.mostFields) at most")
      }
      fields.append(readField(element, at: inner, after: fields))
    }
    return fields
  }

  private mutating func readField(
    _ value: PlacedValue, at path: FieldPath, after others: [FieldReading]
  ) -> FieldReading {
    guard
      let members = readMembers(
        of: value, at: path, required: ["name", "kind", "label"],
        optional: ["optional", "currency", "scheme"],
        example: "{ name: amount, kind: money, … }")
    else { return FieldReading(name: nil, kind: nil, isOptional: false, declared: nil) }
    let name = members["name"].flatMap { readFieldName($0, at: path.member("name"), after: others) }
    let word = members["kind"].flatMap {
      readChoice($0, at: path.member("kind"), among: Self.kinds)
    }
    let labels = members["label"].map { readTexts(of: $0, at: path.member("label")) }
    let isOptional =
      members["optional"].map { readFlag(of: $0, at: path.member("optional")) } ?? false
    let kind = word.flatMap { readKind($0, members, of: value, at: path) }
    var declared: DeclaredField?
    if let name, let kind, let labels {
      declared = DeclaredField(name: name, kind: kind, labels: labels, isOptional: isOptional)
    }
    return FieldReading(name: name, kind: word, isOptional: isOptional, declared: declared)
  }

  private mutating func readFieldName(
    _ value: PlacedValue, at path: FieldPath, after others: [FieldReading]
  ) -> String? {
    guard let name = readText(of: value, at: path) else { return nil }
    guard Document.Field.isName(name) else {
      report(
        value.place, path, "\(quoted(name)) is no name of a field",
        "write 1 to 64 ASCII letters, digits or underscores")
      return nil
    }
    if let index = others.firstIndex(where: { $0.name == name }) {
      report(value.place, path, "is the name of fields[\(index)] already", "give it another")
    }
    return name
  }

  /// The kind with the currency or the scheme that it has.
  private mutating func readKind(
    _ kind: Document.Kind, _ members: [String: PlacedValue], of field: PlacedValue,
    at path: FieldPath
  ) -> DeclaredField.Kind? {
    if kind != .money, let currency = members["currency"] {
      report(
        currency.place, path.member("currency"), "is for kind money only", "leave it out")
    }
    if kind != .account, let scheme = members["scheme"] {
      report(scheme.place, path.member("scheme"), "is for kind account only", "leave it out")
    }
    switch kind {
    case .money:
      guard let currency = members["currency"] else { return .money(nil) }
      return readCurrency(currency, at: path.member("currency")).map { .money($0) }
    case .account:
      guard let scheme = members["scheme"] else {
        report(
          field.place, path.member("scheme"), "is missing", "add it, as in scheme: IBAN")
        return nil
      }
      return readScheme(scheme, at: path.member("scheme")).map { .account(scheme: $0) }
    case .payee: return .payee
    case .reference: return .reference
    case .text: return .text
    case .date: return .date
    case .time: return .time
    case .integer: return .integer
    case .flag: return .flag
    }
  }

  private mutating func readCurrency(
    _ value: PlacedValue, at path: FieldPath
  ) -> DeclaredField.FixedCurrency? {
    guard let code = readText(of: value, at: path) else { return nil }
    if let exponent = rules.documents.exponent(code) {
      return DeclaredField.FixedCurrency(code: code, exponent: exponent)
    }
    let capitals = code.uppercased()
    report(
      value.place, path, "\(quoted(code)) is no currency of ISO 4217 with a minor unit",
      rules.documents.exponent(capitals) == nil
        ? "write a code as in EUR, or leave it out for amounts such as \"12.50 EUR\""
        : "write \(capitals)")
    return nil
  }

  private mutating func readScheme(_ value: PlacedValue, at path: FieldPath) -> String? {
    guard let scheme = readText(of: value, at: path) else { return nil }
    let isScheme =
      1...16 ~= scheme.utf8.count
      && scheme.utf8.allSatisfy { 0x41...0x5a ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5f }
    if isScheme { return scheme }
    report(
      value.place, path, "\(quoted(scheme)) is no scheme of accounts",
      "write IBAN, or another's name in 1 to 16 capital letters, digits or underscores")
    return nil
  }

  private static let mostFields = 16
  private static let kinds: KeyValuePairs<String, Document.Kind> = [
    "money": .money, "payee": .payee, "account": .account, "reference": .reference,
    "text": .text, "date": .date, "time": .time, "integer": .integer, "flag": .flag,
  ]
}
