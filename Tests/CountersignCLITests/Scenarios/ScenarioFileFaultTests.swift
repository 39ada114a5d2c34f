import CountersignCore
import Foundation
import Testing
import WebAuthnModel
import WireModel

@testable import ServerCommands

@Suite("Faults of a file of scenarios")
struct ScenarioFileFaultTests {
  /// A file with one fault, and all that is said of it.
  struct Sample: Sendable, CustomTestStringConvertible {
    let rule: String
    let file: String
    let faults: [String]

    var testDescription: String { rule }
  }

  @Test("each is found with its place, its field, and what to do", arguments: samples)
  func faults(sample: Sample) {
    #expect(descriptions(sample.file) == sample.faults)
  }

  @Test("the file that the samples change has none")
  func unchanged() { #expect(descriptions(Self.unchanged) == []) }

  @Test("the samples are all there")
  func count() { #expect(Self.samples.count == 97) }

  @Test("all faults of a file are found at once, in the order of its lines")
  func allAtOnce() {
    let file = """
      languages: [en, de]
      scenarios:
        TOP_UP: { title: { en: A, de: B }, valueAtStake: none, fields: [] }
        PAY_INVOICE:
          title: { en: A }
          title: { en: A, de: B }
          policy: { level: fallbackOnly }
          valueAtStake: amuont
          fields:
            - { name: amount, kind: money, name: amount, label: { en: *a, de: "" } }
        PAY_INVOICE: { title: { en: A, de: B }, valueAtStake: none, fields: [] }
      colour: &red red
      """
    #expect(
      descriptions(file).map { $0.prefix { $0 != ";" } } == [
        "3:3: scenarios.TOP_UP: is a scenario of the server's own",
        "5:12: scenarios.PAY_INVOICE.title.de: is missing",
        "6:5: scenarios.PAY_INVOICE.title: stands in line 5 already",
        "7:22: scenarios.PAY_INVOICE.policy.level: needs a fallback, and has none",
        "8:19: scenarios.PAY_INVOICE.valueAtStake: \"amuont\" is no field",
        "10:38: scenarios.PAY_INVOICE.fields[0].name: stands in line 10 already",
        "10:65: scenarios.PAY_INVOICE.fields[0].label.en: begins with *, which makes it an alias",
        "10:73: scenarios.PAY_INVOICE.fields[0].label.de: is empty",
        "11:3: scenarios.PAY_INVOICE: stands in line 4 already",
        "12:1: colour: is not known",
        "12:9: colour: begins with &, which makes it an anchor",
      ])
  }

  @Test("names that stand twice are found beside YAML that is none")
  func repeatedNamesAndSyntax() {
    let file = "a: { b: 1, b: 2 }\nc: [\n"
    #expect(
      descriptions(file) == [
        "1:6: \"b\" stands twice in one object; leave one of the two out",
        "3:1: no YAML: did not find expected node content (while parsing a flow node, from line 3 "
          + "on); correct it here or in the lines before",
      ])
  }

  @Test(
    "names that stand twice and cannot be told apart end the reading, and not the process",
    arguments: [
      ("\"\": 1\n\"\": 2\n", "1:1: \"\" stands twice in one object; leave one of the two out"),
      (
        "\"\\u0061\": 1\n\"\\u0061\": 2\n",
        "1:1: \"a\" stands twice in one object; leave one of the two out"
      ),
    ])
  func repeatedNames(_ file: String, _ fault: String) {
    #expect(descriptions(file).contains(fault))
  }

  @Test("a file of many names that stand twice has a fault for the first ones at least")
  func manyRepeatedNames() {
    let file = (0..<60).map { "x\($0): 1\nx\($0): 1\n" }.joined()
    let found = descriptions(file)
    #expect(found.first == "1:1: \"x0\" stands twice in one object; leave one of the two out")
    #expect(found.count == 51)
  }

  @Test("two scenarios whose tags are the same are refused, the server's own among them")
  func tags() {
    let two = """
      languages: [en]
      scenarios:
        PAY_A: { title: { en: A }, valueAtStake: none, fields: [] }
        PAY_B: { title: { en: B }, valueAtStake: none, fields: [] }
      """
    #expect(descriptions(two) == [])
    // Of a hash the first 4 bytes count, and no others.
    #expect(
      descriptions(two, hash: { Array($0.prefix(3)) + [0] + $0.reversed() }) == [
        "4:3: scenarios.PAY_B: has the same tag in challenges as PAY_A; give it another name"
      ])
    #expect(descriptions(two, hash: { [1, 2, 3, $0[4]] + [7] }) == [])
    #expect(
      descriptions(
        two.replacing("PAY_B", with: "TOPPLE"), hash: { Array($0.prefix(3)) + [0] }
      ) == [
        "4:3: scenarios.TOPPLE: has the same tag in challenges as TOP_UP; give it another name"
      ])
  }

  @Test("a language that the server does not have needs all of the server's words")
  func serverWords() {
    func file(_ texts: String) -> String {
      """
      languages: [en, fr]
      \(texts)
      scenarios:
        OPEN_DOOR: { title: { en: Open, fr: Ouvrir }, valueAtStake: none, fields: [] }
      """
    }
    #expect(
      descriptions(file("")) == [
        "1:12: texts.fr: is missing; add the server's own words in fr: TOP_UP, amount, payee"
      ])
    #expect(
      descriptions(file("texts: {}")) == [
        "2:8: texts.fr: is missing; add the server's own words in fr: TOP_UP, amount, payee"
      ])
    #expect(
      descriptions(file("texts: { fr: { amuont: Montant, TOP_UP: \"\" } }")) == [
        "2:14: texts.fr: lacks amount, payee; add them",
        "2:16: texts.fr.amuont: is not known; did you mean amount?",
        "2:41: texts.fr.TOP_UP: is empty; write the text",
      ])
    #expect(
      descriptions(file("texts: { fr: { amount: M, TOP_UP: R, payee: P }, en: { amount: A } }"))
        == ["2:50: texts.en: is a language that the server has; leave it out"])
    let words = "{ amount: M, TOP_UP: R, payee: P }"
    #expect(
      descriptions(file("texts: { fr: \(words), FR: \(words) }")) == [
        "2:50: texts.FR: stands twice; leave one of the two out"
      ])
    #expect(descriptions(file("texts: { fr: \(words) }")) == [])
  }

  @Test("bytes that are no text of at most 256 KiB in UTF-8 are refused")
  func bytes() {
    #expect(
      descriptions(bytes: Array("languages: [en]\r\nx: ".utf8) + [0xc3, 0x28]) == [
        "2:4: the file is not UTF-8; save the file in that encoding"
      ])
    #expect(
      descriptions(bytes: [0xff, 0xfe, 0x61, 0]) == [
        "1:1: the file is not UTF-8; save the file in that encoding"
      ])
    let comment = [UInt8](repeating: UInt8(ascii: "#"), count: 256 * 1024)
    #expect(
      descriptions(bytes: comment) == ["1:1: the file is empty; declare a scenario"])
    #expect(
      descriptions(bytes: comment + [0x23]) == [
        "1:1: the file has more than 256 KiB; declare less in it"
      ])
    // The characters that stand for others while YAML is read.
    #expect(
      descriptions("x: \u{100000}\u{10ffff}\n") == [
        "1:4: the file holds the character U+100000; delete it",
        "1:5: the file holds the character U+10FFFF; delete it",
      ])
  }

  @Test(
    "nesting past all measure ends in a fault, and not the process",
    arguments: ["[", "{a: ", "- ", "? "], [13, 990, 40_000])
  func nesting(_ opening: String, _ levels: Int) {
    let closing = ["[": "]", "{a: ": "}"][opening] ?? ""
    let file =
      String(repeating: opening, count: levels) + "a" + String(repeating: closing, count: levels)
    let fault = opening == "? " && levels < 1000 ? "a name is no text" : "more than 12 levels"
    #expect(descriptions(file).contains { $0.contains(fault) })
  }

  @Test("aliases that stand for ever more cost nothing", .timeLimit(.minutes(10)))
  func aliases() {
    var file = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...40 {
      let inner = [String](repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      file += "a\(level): &a\(level) [\(inner)]\n"
    }
    // As a name, Yams would compare what it stands for.
    file += "? *a40\n: 1\n? *a40\n: 2\n"
    #expect(descriptions(file).contains { $0.contains("makes it an alias") })
  }

  @Test("whatever a file holds, the reading ends with scenarios or with faults of places in it")
  func randomEdits() {
    let pieces = Array("&*!?-[]{}:,'\"\\|>%@`#~ \n\t\r0aé\u{feff}\u{2028}\u{10ffff}".utf8)
    let original = Array(Self.unchanged.utf8)
    var random = SplitMix(state: 20_261_130)
    for _ in 0..<500 {
      var file = original
      for _ in 0...random.next() % 4 {
        let index = Int(random.next() % UInt64(file.count))
        switch random.next() % 4 {
        case 0: file.remove(at: index)
        case 1: file.insert(pieces[Int(random.next() % UInt64(pieces.count))], at: index)
        case 2: file[index] = pieces[Int(random.next() % UInt64(pieces.count))]
        default:
          let end = min(file.count, index + Int(random.next() % 64))
          file.insert(contentsOf: file[index..<end], at: Int(random.next() % UInt64(file.count)))
        }
      }
      let lines = 2 + file.count { $0 == 0x0a || $0 == 0x0d }
      if case .failure(let faults) = ScenarioFile.read(file, rules: .sample()) {
        #expect(!faults.faults.isEmpty)
        #expect(faults.faults.allSatisfy { 1...lines ~= $0.place.line && $0.place.column > 0 })
      }
    }
  }

  private func descriptions(
    _ file: String, hash: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0.reversed() }
  ) -> [String] { descriptions(bytes: Array(file.utf8), hash: hash) }

  private func descriptions(
    bytes: [UInt8], hash: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0.reversed() }
  ) -> [String] {
    switch ScenarioFile.read(bytes, rules: .sample(hash: hash)) {
    case .success: []
    case .failure(let faults): faults.faults.map(\.description)
    }
  }

  private static let fixture = JSONFixture("scenario-faults.json")
  private static let unchanged = fixture.texts("lines").joined(separator: "\n") + "\n"
  static let samples: [Sample] = fixture.objects("cases").map { sample in
    Sample(
      rule: sample.text("rule") ?? "",
      file: sample.text("file")
        ?? unchanged.replacing(
          sample.text("replace") ?? "", with: sample.text("by") ?? "", maxReplacements: 1),
      faults: sample.texts("faults"))
  }
}

/// Random numbers that are the same in each run (SplitMix64).
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// An object of a file beside the tests.
private struct JSONFixture {
  private let object: JSONObject

  init(_ name: String) {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let content = try? Data(contentsOf: folder.appending(path: "Fixtures/\(name)"))
    let json = try? JSONValue(parsing: Array(content ?? Data()))
    if case .object(let object)? = json { self.object = object } else { object = JSONObject() }
  }

  private init(_ object: JSONObject) { self.object = object }

  func text(_ name: String) -> String? {
    if case .string(let text)? = object[name] { text } else { nil }
  }

  func texts(_ name: String) -> [String] {
    elements(name).compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  func objects(_ name: String) -> [JSONFixture] {
    elements(name).compactMap {
      if case .object(let object) = $0 { JSONFixture(object) } else { nil }
    }
  }

  private func elements(_ name: String) -> [JSONValue] {
    if case .array(let elements)? = object[name] { elements } else { [] }
  }
}

extension ScenarioFile.Rules {
  /// Rules of few words and currencies.
  static func sample(
    hash: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0.reversed() }
  ) -> ScenarioFile.Rules {
    ScenarioFile.Rules(
      documents: DocumentRules(
        exponent: { ["EUR": 2, "JPY": 0][$0] },
        displayProblem: { text, _ in
          CanonicalForm.isShowable(text)
            ? nil : "holds a character that changes how it is read"
        }),
      serverScenarios: ScenarioName.ofServer.union([ScenarioName("TOP_UP")]),
      builtInLanguages: [.english, .german],
      textNames: ["TOP_UP", "amount", "payee"], hash: hash)
  }
}
