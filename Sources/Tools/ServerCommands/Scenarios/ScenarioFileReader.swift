import CountersignCore
import WebAuthnModel
import WireModel

/// Reads the values of a file to scenarios, and collects every fault on the way.
struct ScenarioFileReader {
  let rules: ScenarioFile.Rules
  var faults: [ScenarioFile.Fault]
  /// The languages of all texts; nil if the file does not say them, so that none can be missing.
  private(set) var languages: [Language]?

  init(rules: ScenarioFile.Rules, faults: [ScenarioFile.Fault]) {
    self.rules = rules
    self.faults = faults
  }

  /// The whole file; nil if something of it is missing.
  mutating func readFile(_ root: PlacedValue) -> ScenarioFile? {
    guard
      let members = readMembers(
        of: root, at: .root, required: ["languages", "scenarios"], optional: ["texts"])
    else { return nil }
    languages = members["languages"].flatMap { readLanguages(of: $0) }
    let texts = readServerTexts(members["texts"], languagesAt: members["languages"]?.place)
    let scenarios = members["scenarios"].map { readScenarios(of: $0) }
    guard let languages, let scenarios else { return nil }
    return ScenarioFile(languages: languages, scenarios: scenarios, texts: texts)
  }

  private mutating func readLanguages(of value: PlacedValue) -> [Language]? {
    let path = FieldPath.root.member("languages")
    guard let elements = readList(of: value, at: path) else { return nil }
    var languages: [Language] = []
    for (index, element) in elements.enumerated() {
      guard let language = readLanguage(element, at: path.element(index)) else { continue }
      if languages.contains(language) {
        report(element.place, path.element(index), "stands twice", "leave one of the two out")
      } else {
        languages.append(language)
      }
    }
    if elements.isEmpty { report(value.place, path, "is empty", "name a language, as in [en, de]") }
    return languages.isEmpty ? nil : languages
  }

  private mutating func readLanguage(_ value: PlacedValue, at path: FieldPath) -> Language? {
    guard let tag = readText(of: value, at: path) else { return nil }
    if let language = Language(tag) { return language }
    report(
      value.place, path, "\(quoted(tag)) is no language",
      "write a tag of at most 8 letters, as in de or pt-br")
    return nil
  }
}

extension ScenarioFileReader {
  /// The server's own words in the languages that it does not have.
  private mutating func readServerTexts(
    _ value: PlacedValue?, languagesAt place: FilePlace?
  ) -> [Language: [String: String]] {
    let path = FieldPath.root.member("texts")
    var texts: [Language: [String: String]] = [:]
    var present = Set(rules.builtInLanguages)
    if let value {
      guard let members = readObject(of: value, at: path) else { return texts }
      for member in members {
        let inner = path.member(member.name)
        guard let language = readListedLanguage(member, at: inner) else { continue }
        if rules.builtInLanguages.contains(language) {
          report(member.place, inner, "is a language that the server has", "leave it out")
        } else if present.insert(language).inserted {
          texts[language] = readServerTexts(of: member.value, at: inner)
        } else {
          report(member.place, inner, "stands twice", "leave one of the two out")
        }
      }
    }
    guard !rules.textNames.isEmpty else { return texts }
    for language in languages ?? [] where !present.contains(language) {
      report(
        value?.place ?? place ?? .start, path.member(language.tag), "is missing",
        "add the server's own words in \(language): \(rules.textNames.joined(separator: ", "))")
    }
    return texts
  }

  private mutating func readServerTexts(
    of value: PlacedValue, at path: FieldPath
  ) -> [String: String] {
    guard let members = readMembers(of: value, at: path, optional: rules.textNames) else {
      return [:]
    }
    let missing = rules.textNames.filter { members[$0] == nil }
    if !missing.isEmpty {
      report(value.place, path, "lacks \(missing.joined(separator: ", "))", "add them")
    }
    return members.reduce(into: [:]) { texts, member in
      texts[member.key] = readWords(of: member.value, at: path.member(member.key))
    }
  }

  /// A text in each language of the file.
  mutating func readTexts(of value: PlacedValue, at path: FieldPath) -> [Language: String] {
    var texts: [Language: String] = [:]
    guard let members = readObject(of: value, at: path, example: "{ en: … }") else {
      return texts
    }
    var present: Set<Language> = []
    for member in members {
      let inner = path.member(member.name)
      guard let language = readListedLanguage(member, at: inner) else { continue }
      if !present.insert(language).inserted {
        report(member.place, inner, "stands twice", "leave one of the two out")
      }
      texts[language] = readWords(of: member.value, at: inner)
    }
    for language in languages ?? [] where !present.contains(language) {
      report(value.place, path.member(language.tag), "is missing", "add the text in \(language)")
    }
    return texts
  }

  /// The language of a member's name; nil, with a fault, if the file does not list it.
  private mutating func readListedLanguage(
    _ member: PlacedMember, at path: FieldPath
  ) -> Language? {
    guard let language = Language(member.name) else {
      report(
        member.place, path, "is no language",
        "write the text under a tag of at most 8 letters, as in de or pt-br")
      return nil
    }
    guard let languages, !languages.contains(language) else { return language }
    report(
      member.place, path, "is not among the languages of the file",
      "add \(language) to languages, or leave the text out")
    return nil
  }

  /// A text that a screen can show as a title or a label.
  private mutating func readWords(of value: PlacedValue, at path: FieldPath) -> String? {
    guard let text = readText(of: value, at: path) else { return nil }
    if !text.contains(where: { !$0.isWhitespace }) {
      report(value.place, path, "is empty", "write the text")
    } else if text.count > 64 || text.utf8.count > 256 {
      report(value.place, path, "has \(text.count) characters", "write 64 at most")
    } else if let problem = rules.documents.displayProblem(text, .text) {
      report(value.place, path, "cannot be shown truthfully: it \(problem)", "write it otherwise")
    } else {
      return text
    }
    return nil
  }
}

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
    "valueAtStake": "amount, or none if no money moves",
    "name": "amount", "kind": "money", "label": "{ en: Amount }", "level": "biometricsOnly",
    "scheme": "IBAN", "scenarios": "{ PAY_INVOICE: { … } }",
  ]
}
