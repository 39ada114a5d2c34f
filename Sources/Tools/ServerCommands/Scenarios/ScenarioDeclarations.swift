import CountersignCore
import FlowModel
import WireModel

// Scenarios, their policies and their values at stake.
extension ScenarioFileReader {
  mutating func readScenarios(of value: PlacedValue) -> [DeclaredScenario] {
    let path = FieldPath.root.member("scenarios")
    let example = "{ PAY_INVOICE: … }"
    guard let members = readObject(of: value, at: path, example: example) else { return [] }
    if members.isEmpty { report(value.place, path, "is empty", "declare a scenario") }
    var tags: [[UInt8]: ScenarioName] = [:]
    for name in rules.serverScenarios { tags[tag(of: name)] = name }
    var scenarios: [DeclaredScenario] = []
    for member in members {
      let inner = path.member(member.name)
      let name = ScenarioName(member.name)
      if acceptName(member, at: inner) {
        if let other = tags[tag(of: name)] {
          report(
            member.place, inner, "has the same tag in challenges as \(other)",
            "give it another name")
        }
        tags[tag(of: name)] = name
      }
      if let scenario = readScenario(name, member.value, at: inner) { scenarios.append(scenario) }
    }
    return scenarios
  }

  private mutating func acceptName(_ member: PlacedMember, at path: FieldPath) -> Bool {
    let name = member.name
    guard !rules.serverScenarios.contains(ScenarioName(name)) else {
      report(member.place, path, "is a scenario of the server's own", "give it another name")
      return false
    }
    guard Self.isName(name) else {
      let capitals = String(name.uppercased().map { $0 == "-" || $0 == " " ? "_" : $0 })
      report(
        member.place, path, "is no name of a scenario",
        Self.isName(capitals)
          ? "write \(capitals)"
          : "write 1 to 64 capital letters, digits and underscores, a letter first")
      return false
    }
    return true
  }

  private static func isName(_ text: String) -> Bool {
    1...64 ~= text.utf8.count && text.utf8.first.map { 0x41...0x5a ~= $0 } == true
      && text.utf8.allSatisfy { 0x41...0x5a ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5f }
  }

  private func tag(of name: ScenarioName) -> [UInt8] {
    Array(rules.hash(Array(name.text.utf8)).prefix(4))
  }

  private mutating func readScenario(
    _ name: ScenarioName, _ value: PlacedValue, at path: FieldPath
  ) -> DeclaredScenario? {
    guard
      let members = readMembers(
        of: value, at: path, required: ["title", "valueAtStake", "fields"],
        optional: ["host", "policy"],
        example: "{ title: …, fields: … }")
    else { return nil }
    let host = members["host"].flatMap { readHost(of: $0, at: path.member("host")) }
    let titles = members["title"].map { readTexts(of: $0, at: path.member("title")) }
    let policy =
      members["policy"].map { readPolicy(of: name, $0, at: path.member("policy")) }
      ?? ScenarioPolicy(name, level: .biometricsOnly)
    let fields = members["fields"].flatMap { readFields(of: $0, at: path.member("fields")) }
    let valueAtStake = members["valueAtStake"].flatMap {
      readValueAtStake(of: $0, at: path.member("valueAtStake"), among: fields, policy)
    }
    return DeclaredScenario(
      name: name, host: host ?? .default, languages: languages ?? [], titles: titles ?? [:],
      policy: policy, fields: (fields ?? []).compactMap(\.declared),
      valueAtStake: valueAtStake ?? .none)
  }

  private mutating func readHost(of value: PlacedValue, at path: FieldPath) -> HostName? {
    guard let text = readText(of: value, at: path) else { return nil }
    if let name = HostName(text) { return name }
    report(
      value.place, path, "\(quoted(text)) is no name of a host",
      "write 1 to 64 small letters, digits, hyphens, full stops and underscores")
    return nil
  }

  private mutating func readPolicy(
    of name: ScenarioName, _ value: PlacedValue, at path: FieldPath
  ) -> ScenarioPolicy {
    let strict = ScenarioPolicy(name, level: .biometricsOnly)
    guard
      let members = readMembers(
        of: value, at: path, required: ["level"], optional: ["fallback"],
        example: "{ level: biometricsOnly }")
    else { return strict }
    let fallback =
      members["fallback"].map { readFallback(of: $0, at: path.member("fallback")) } ?? []
    guard let place = members["level"]?.place,
      let level = members["level"].flatMap({
        readChoice($0, at: path.member("level"), among: Self.levels)
      })
    else { return strict }
    if level == .biometricsOnly, !fallback.isEmpty {
      report(
        members["fallback"]?.place ?? place, path.member("fallback"),
        "contradicts biometricsOnly", "leave it out, or write level: biometricsWithFallback")
    }
    // A list with a fault of its own is not called empty.
    if level != .biometricsOnly, members["fallback"].map(\.isEmptyList) ?? true {
      report(
        place, path.member("level"), "needs a fallback, and has none",
        "add fallback: [pin], [codes] or both"
          + (level == .fallbackOnly ? "" : ", or write biometricsOnly"))
    }
    return ScenarioPolicy(name, level: level, fallback: fallback)
  }

  private mutating func readFallback(
    of value: PlacedValue, at path: FieldPath
  ) -> Set<ScenarioPolicy.Fallback> {
    var fallback: Set<ScenarioPolicy.Fallback> = []
    for (index, element) in (readList(of: value, at: path) ?? []).enumerated() {
      let inner = path.element(index)
      guard let factor = readChoice(element, at: inner, among: Self.fallbacks) else { continue }
      if !fallback.insert(factor).inserted {
        report(element.place, inner, "stands twice", "leave one of the two out")
      }
    }
    return fallback
  }

  /// The money field that limits look at, or that no money moves.
  ///
  /// If a field could not be read, a name that is not found may be its name, and it has a fault
  /// of its own.
  private mutating func readValueAtStake(
    of value: PlacedValue, at path: FieldPath, among fields: [FieldReading]?,
    _ policy: ScenarioPolicy
  ) -> DeclaredScenario.ValueAtStake? {
    guard let name = readText(of: value, at: path), let fields else { return nil }
    guard name != Self.noValue else {
      let money = fields.first { $0.kind == .money }?.name
      if let money, policy.level != .biometricsOnly {
        report(
          value.place, path, "is none, but \(money) is money, and a fallback is taken",
          "write \(money), or level: biometricsOnly")
      }
      return DeclaredScenario.ValueAtStake.none
    }
    let field = fields.first { $0.name == name }
    guard let field, field.kind == .money else {
      let isUnread = field.map { $0.kind == nil } ?? fields.contains { $0.name == nil }
      let amounts = fields.filter { $0.kind ?? .money == .money }.compactMap(\.name)
      if !isUnread {
        report(
          value.place, path,
          "\(quoted(name)) is \(field == nil ? "no field" : "no field of kind money")",
          amounts.isEmpty
            ? "write none if no money moves, or declare a field of kind money"
            : meant(name, among: amounts) ?? "use \(amounts.joined(separator: " or "))")
      }
      return nil
    }
    if field.isOptional {
      report(
        value.place, path, "names a field that payloads may leave out",
        "leave out optional: true of \(name)")
    }
    return .field(name)
  }

  /// The value at stake of a scenario by which no money moves; no field has this name.
  private static let noValue = "none"

  private static let levels: KeyValuePairs<String, SecurityLevel> = [
    "biometricsOnly": .biometricsOnly, "biometricsWithFallback": .biometricsWithFallback,
    "fallbackOnly": .fallbackOnly,
  ]
  private static let fallbacks: KeyValuePairs<String, ScenarioPolicy.Fallback> = [
    "pin": .pin, "codes": .codes,
  ]
}

extension PlacedValue {
  /// Tells a list without elements.
  fileprivate var isEmptyList: Bool {
    guard case .list(let elements) = content else { return false }
    return elements.isEmpty
  }
}

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
    if name == Self.noValue {
      report(value.place, path, "is the word for no value at stake", "give it another")
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
