import WebAuthnModel

// Objects, lists, texts, flags and words, whatever they stand for.
extension ScenarioFileReader {
  /// The members of an object whose names are known.
  mutating func readMembers(
    of value: PlacedValue, at path: FieldPath, required: [String] = [], optional: [String],
    example: String = "{ name: value }"
  ) -> [String: PlacedValue]? {
    guard let members = readObject(of: value, at: path, example: example) else { return nil }
    let known = required + optional
    var found = Set(members.map(\.name))
    for member in members where !known.contains(member.name) {
      let left = known.filter { !found.contains($0) }
      report(
        member.place, path.member(member.name), "is not known",
        meant(member.name, among: left)
          ?? (left.isEmpty
            ? "leave it out" : "leave it out, or use \(left.joined(separator: ", "))"))
      // A name that was mistyped is not missing too.
      JSONNearestName.nearest(to: member.name, among: left).map { _ = found.insert($0) }
    }
    for name in required where !found.contains(name) {
      report(
        value.place, path.member(name), "is missing",
        Self.examples[name].map { "add it, as in \(name): \($0)" } ?? "add it")
    }
    return members.reduce(into: [:]) { $0[$1.name] = $1.value }
  }

  mutating func readObject(
    of value: PlacedValue, at path: FieldPath, example: String = "{ name: value }"
  ) -> [PlacedMember]? {
    switch value.content {
    case .members(let members): return members
    case .refused: return nil
    case .text, .list:
      report(value.place, path, "is no object", "write names and values, as in \(example)")
      return nil
    }
  }

  mutating func readList(of value: PlacedValue, at path: FieldPath) -> [PlacedValue]? {
    switch value.content {
    case .list(let elements): return elements
    case .refused: return nil
    case .text, .members:
      report(value.place, path, "is no list", "write it in brackets, as in [one, two]")
      return nil
    }
  }

  mutating func readText(of value: PlacedValue, at path: FieldPath) -> String? {
    switch value.content {
    case .text(let text, _): return text
    case .refused: return nil
    case .list, .members:
      report(value.place, path, "is no text", "write one text")
      return nil
    }
  }

  mutating func readFlag(of value: PlacedValue, at path: FieldPath) -> Bool {
    if case .text(let text, isQuoted: false) = value.content, text == "true" || text == "false" {
      return text == "true"
    }
    guard case .refused = value.content else {
      report(
        value.place, path, "is neither true nor false", "write one of them, without quotes")
      return false
    }
    return false
  }

  /// One of several words.
  mutating func readChoice<Choice>(
    _ value: PlacedValue, at path: FieldPath, among choices: KeyValuePairs<String, Choice>
  ) -> Choice? {
    guard let word = readText(of: value, at: path) else { return nil }
    if let choice = choices.first(where: { $0.key == word }) { return choice.value }
    let names = choices.map(\.key)
    report(
      value.place, path, "\(quoted(word)) is none of \(names.joined(separator: ", "))",
      meant(word, among: names) ?? "write one of them")
    return nil
  }

  mutating func report(
    _ place: FilePlace, _ path: FieldPath, _ problem: String, _ remedy: String
  ) {
    faults.append(
      ScenarioFile.Fault(place: place, path: path, problem: problem, remedy: remedy))
  }

  /// The question for the name that is nearest to another; nil if there is none.
  func meant(_ name: String, among known: [String]) -> String? {
    JSONNearestName.nearest(to: name, among: known).map { "did you mean \($0)?" }
  }

  /// A value as a fault shows it.
  func quoted(_ text: String) -> String {
    text.count > 64 ? "\"\(text.prefix(64))…\"" : "\"\(text)\""
  }

  private static let examples = [
    "languages": "[en, de]", "title": "{ en: Pay an invoice }", "fields": "[] for none",
    "name": "amount", "kind": "money", "label": "{ en: Amount }", "level": "biometricsOnly",
    "scheme": "IBAN", "scenarios": "{ PAY_INVOICE: { … } }",
  ]
}
