import CountersignCore
import FlowModel
import Foundation
import Testing
import ToolSupport
import WebAuthnModel
import WireModel

@testable import ServerCommands

@Suite("A file of scenarios")
struct ScenarioFileTests {
  @Test("JSON is read as every writer in ASCII writes it, and its places are those of the file")
  func surrogates() throws {
    let backslash = "\\"
    func json(_ title: String, _ rest: String = "") -> String {
      #"{"languages":["en"],"scenarios":{"PAY":{"title":{"en":"\#(title)"},"#
        + #""valueAtStake":"none","fields":[]\#(rest)}}}"#
    }
    for (title, meant) in [
      (#"Pay \u00e9"#, "Pay \u{e9}"), (#"Pay \ud842\udfb7!"#, "Pay \u{20BB7}!"),
      (#"\uD842\uDFB7\ud842\udfb8"#, "\u{20BB7}\u{20BB8}"),
      (#"a\\ud83d\\ude00"#, "a\(backslash)ud83d\(backslash)ude00"),
    ] {
      let file = try read(json(title))
      #expect(file.scenarios.first?.titles[.english] == meant, "\(title)")
    }
    // Elsewhere than in double quotes, a backslash is one.
    let plain = try read(
      #"""
      languages: [en]
      scenarios:
        PAY: { title: { en: 'a \ud83d\ude00 "\ud83d\ude00' }, valueAtStake: none, fields: [] }
      """#)
    #expect(plain.scenarios.first?.titles[.english]?.hasPrefix(#"a \ud83d\ude00 "\ud83d"#) == true)
    // A half alone is no character.
    #expect(throws: (any Error).self) { try read(json(#"\ud83d"#)) }
    // What is wrong behind an escape stands where it stands in the file.
    let text = json(#"\ud842\udfb7"#, #","colour":1"#)
    let place =
      text.utf8.count - text[try #require(text.range(of: "\"colour")).lowerBound...].utf8.count
    do {
      _ = try read(text)
      Issue.record("it was read")
    } catch {
      #expect("\(error)".contains("1:\(place + 1)"), "\(error)")
    }
  }

  @Test("each key is read, and those that may be left out have strict defaults")
  func right() throws {
    let file = try read(
      """
      languages: [de, EN, fr]
      texts:
        FR: { TOP_UP: Recharger, amount: Montant, payee: "À" }
      scenarios:
        PAY_2:
          title: { en: Pay, de: Zahlen, fr: Payer }
          policy: { level: biometricsWithFallback, fallback: [codes, pin] }
          valueAtStake: price
          fields:
            - { name: price, kind: money, currency: JPY, label: { en: P, de: Q, fr: R } }
            - { name: fee, kind: money, optional: true, label: { en: P, de: Q, fr: R } }
            - { name: by, kind: account, scheme: UK_SORT, label: { en: P, de: Q, fr: R } }
            - { name: express, kind: flag, optional: false, label: { en: P, de: Q, fr: R } }
        OPEN_DOOR:
          host: shop
          title: { en: Open the door, de: Tür öffnen, fr: Ouvrir }
          valueAtStake: none
          fields: []
        BY_PIN:
          title: { en: A, de: B, fr: C }
          policy: { level: fallbackOnly, fallback: [pin] }
          valueAtStake: none
          fields: []
      """)
    let french = try #require(Language("fr"))
    #expect(file.languages == [.german, .english, french])
    #expect(file.texts == [french: ["TOP_UP": "Recharger", "amount": "Montant", "payee": "À"]])
    #expect(file.scenarios.map(\.name.text) == ["PAY_2", "OPEN_DOOR", "BY_PIN"])
    #expect(file.scenarios.map(\.host.text) == ["default", "shop", "default"])
    let pay = file.scenarios[0]
    #expect(pay.titles == [.english: "Pay", .german: "Zahlen", french: "Payer"])
    #expect(pay.policy.level == .biometricsWithFallback && pay.policy.name == pay.name)
    #expect(pay.policy.fallback == [.pin, .codes])
    #expect(pay.valueAtStake == .field("price"))
    #expect(
      pay.fields.map(\.kind) == [
        .money(DeclaredField.FixedCurrency(code: "JPY", exponent: 0)), .money(nil),
        .account(scheme: "UK_SORT"), .flag,
      ])
    #expect(pay.fields.map(\.isOptional) == [false, true, false, false])
    #expect(pay.fields[0].labels == [.english: "P", .german: "Q", french: "R"])
    #expect(file.scenarios[1].policy.level == .biometricsOnly)
    #expect(file.scenarios[1].policy.fallback == [] && file.scenarios[1].valueAtStake == .none)
    #expect(file.scenarios[2].policy.level == .fallbackOnly)
  }

  @Test("every kind of field can be declared", arguments: Document.Kind.allCases)
  func kinds(_ kind: Document.Kind) throws {
    let scheme = kind == .account ? ", scheme: IBAN" : ""
    let file = try read(
      """
      languages: [en]
      scenarios:
        TRY:
          title: { en: T }
          valueAtStake: none
          fields: [{ name: v, kind: \(kind)\(scheme), label: { en: V } }]
      """)
    #expect(file.scenarios.first?.fields.first?.kind.documentKind == kind)
  }

  @Test("the same file as JSON, dense or indented with tabs, reads the same")
  func json() throws {
    let dense = #"""
      {"languages":["en","de"],"scenarios":{"PAY":{"title":{"en":"Pay \"now\"",\#
      "de":"F\u00e4llig"},"policy":{"level":"biometricsOnly"},"valueAtStake":"amount",\#
      "fields":[{"name":"amount","kind":"money","currency":"EUR","optional":false,\#
      "label":{"en":"A\/B","de":"C"}}]}}}
      """#
    let yaml = """
      languages: [en, de]
      scenarios:
        PAY:
          title:
            en: Pay "now"
            de: Fällig
          policy: { level: biometricsOnly }
          valueAtStake: amount
          fields:
          - name: amount
            kind: money
            currency: EUR
            label: { en: A/B, de: C }
      """
    #expect(try read(dense) == read(yaml))
    let indented = dense.replacing(",\"", with: ",\r\n\t\t\"").replacing(":{", with: ": {\r\n\t")
    #expect(try read("\u{feff}" + indented) == read(yaml))
  }

  @Test("texts that look like other things of YAML are texts")
  func texts() throws {
    let file = try read(
      """
      languages: [en, no]  # Norwegian is no flag.
      texts: { no: { TOP_UP: no, amount: ~, payee: 1.50 } }
      scenarios:
        A: { title: { en: "*: 5 & more *", no: 5 *fees & 'taxes' }, valueAtStake: none, fields: [] }
        B: { title: { en: 2026-11-30, no: null }, valueAtStake: none, fields: [] }
        C:
          title:
            en: >-
              Pay * all
              of it
            no: !!str 'yes'
          valueAtStake: none
          fields: []
      """)
    let norwegian = try #require(Language("no"))
    #expect(file.texts == [norwegian: ["TOP_UP": "no", "amount": "~", "payee": "1.50"]])
    #expect(
      file.scenarios.map { $0.titles[.english] } == [
        "*: 5 & more *", "2026-11-30", "Pay * all of it",
      ]
    )
    #expect(
      file.scenarios.map { $0.titles[norwegian] } == ["5 *fees & 'taxes'", "null", "yes"])
  }

  @Test("a text of 64 characters and 16 fields are taken")
  func limits() throws {
    let text = String(repeating: "é", count: 64)
    let fields = (0..<16).map { "{ name: f\($0), kind: flag, label: { en: F } }" }
    let name = "P" + String(repeating: "_", count: 63)
    let file = try read(
      """
      languages: [en]
      scenarios:
        \(name):
          title: { en: \(text) }
          valueAtStake: none
          fields: [\(fields.joined(separator: ", "))]
      """)
    #expect(file.scenarios.first?.fields.count == 16)
    #expect(file.scenarios.first?.titles[.english] == text)
  }

  @Test("the example of the documentation has no fault, its payload and a fault are as it shows")
  func example() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../..").standardizedFileURL
    let page = try String(
      contentsOf: root.appending(path: "docs/scenarios-file.md"), encoding: .utf8)
    let yaml = try #require(page.firstMatch(of: /```yaml\n(?<file>[\s\S]*?)```/)).output.file
    let file = try read(String(yaml))
    #expect(file.languages == [.english, .german])
    let scenario = try file.scenario(named: "PAY_INVOICE")
    let json = try #require(page.firstMatch(of: /```json\n(?<payload>[\s\S]*?)```/)).output.payload
    let document = try scenario.document(
      for: JSONValue(parsing: Array(json.utf8)), in: .german,
      rules: ScenarioFile.Rules.sample().documents)
    #expect(document.fields.map(\.name) == ["amount", "account", "payee", "reference", "due"])
    let shown = try #require(page.firstMatch(of: /```text\n(?<shown>Rechnung[\s\S]*?)```/))
    let lines =
      ["\(document.title) (de)"]
      + document.fields.map { "  \($0.label): \($0.value.text(in: .german))" }
    #expect(lines.joined(separator: "\n") + "\n" == String(shown.output.shown))
    let wrong = yaml.replacing("kind: money", with: "kind: mony")
    let faults = #expect(throws: ScenarioFile.Faults.self) { try read(String(wrong)) }
    let descriptions = faults?.faults.map { "scenarios.yaml:\($0)" } ?? []
    #expect(descriptions.count == 1 && page.contains(descriptions.joined()))
  }

  private func read(_ text: String) throws -> ScenarioFile {
    try ScenarioFile.read(Array(text.utf8), rules: .sample()).get()
  }
}
