import CountersignCore
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("Documents of declared scenarios")
struct DeclaredScenarioTests {
  @Test("a payload becomes a document in each language, its fields in the order of the declaration")
  func documents() throws {
    let scenario = Self.payInvoice
    let payload: JSONValue = [
      "reference": "Invoice 17", "payee": "Example Ltd", "due": "2026-11-30",
      "account": "de89 3704 0044 0532 0130 00", "amount": "12.50",
    ]
    let english = try scenario.document(for: payload, in: .english, rules: Self.rules)
    let account = BankAccount(scheme: "IBAN", identifier: "DE89370400440532013000")
    let due = try #require(CalendarDate("2026-11-30"))
    #expect(
      english
        == Document(
          scenario: ScenarioName("PAY_INVOICE"), language: .english, title: "Pay an invoice",
          fields: [
            Document.Field("amount", label: "Amount", .money(Money(1250, "EUR", exponent: 2))),
            Document.Field("account", label: "Account", .account(account)),
            Document.Field("payee", label: "To", .payee("Example Ltd")),
            Document.Field("reference", label: "Reference", .reference("Invoice 17")),
            Document.Field("due", label: "Due", .date(due)),
          ]))
    let german = try scenario.document(for: payload, in: .german, rules: Self.rules)
    #expect(german.title == "Rechnung bezahlen" && german.language == .german)
    #expect(
      german.fields.map(\.label) == ["Betrag", "Konto", "An", "Verwendungszweck", "Fällig"])
    #expect(try german.valueBytes() == english.valueBytes())
    #expect(scenario.amountAtStake(in: german) == Money(1250, "EUR", exponent: 2))
  }

  @Test("optional fields that are absent are left out")
  func optionalFields() throws {
    let payload: JSONValue = [
      "amount": 12, "account": "DE89370400440532013000", "payee": "Example Ltd",
    ]
    let document = try Self.payInvoice.document(for: payload, in: .english, rules: Self.rules)
    #expect(document.fields.map(\.name) == ["amount", "account", "payee"])
    #expect(document["amount"] == .money(Money(1200, "EUR", exponent: 2)))
  }

  @Test("a language without texts is refused, and no other takes its place")
  func languages() throws {
    let french = try #require(Language("fr"))
    let refusal = #expect(throws: Refusal.self) {
      try Self.payInvoice.document(for: [:], in: french, rules: Self.rules)
    }
    #expect(refusal?.detail == "language: PAY_INVOICE has no texts in fr")
  }

  @Test(
    "a payload that has not each field, or has another, is refused",
    arguments: [
      ([], "payload: must be an object with the fields of PAY_INVOICE"),
      (nil, "payload: must be an object with the fields of PAY_INVOICE"),
      (
        ["amout": "12.50"],
        "payload: unknown field \"amout\"; did you mean \"amount\"?"
      ),
      (
        ["colour": "red"],
        "payload: unknown field \"colour\"; PAY_INVOICE has amount, account, payee, reference, due"
      ),
      (
        // The Kelvin sign, which Unicode calls equivalent to K.
        ["\u{212a}": "red"],
        "payload: unknown field \"\u{212a}\"; PAY_INVOICE has amount, account, payee, reference, "
          + "due"
      ),
      (
        [:],
        "payload.amount: is missing; it must be an amount such as \"12.50\", or whole units as a "
          + "number"
      ),
      (["amount": 1], "payload.account: is missing; it must be an IBAN as a text"),
      (
        ["amount": 1, "account": "DE89370400440532013000"],
        "payload.payee: is missing; it must be a text of at most 140 characters"
      ),
      (["amount": nil], "payload.amount: must not be null; give it"),
      (
        [
          "amount": 1, "account": "DE89370400440532013000", "payee": "Example Ltd",
          "reference": nil,
        ], "payload.reference: must not be null; leave it out"
      ),
      (
        [
          "amount": 1, "account": "DE89370400440532013000", "payee": "Example Ltd",
          "reference": "",
        ], "payload.reference: must not be empty; leave it out instead"
      ),
      (
        ["amount": 1, "account": "DE88370400440532013000"],
        "payload.account: must be an IBAN whose check digits fit; compare it with the original"
      ),
    ] as [(JSONValue, String)])
  func refusals(_ payload: JSONValue, _ expected: String) {
    let refusal = #expect(throws: Refusal.self) {
      try Self.payInvoice.document(for: payload, in: .english, rules: Self.rules)
    }
    #expect(refusal == Refusal(.unacceptableValue, expected))
  }

  @Test("a scenario without fields takes an empty object alone")
  func noFields() throws {
    let name = ScenarioName("OPEN_DOOR")
    let scenario = DeclaredScenario(
      name: name, languages: [.english], titles: [.english: "Open the door"],
      policy: ScenarioPolicy(name, level: .biometricsOnly), fields: [], valueAtStake: .none)
    let document = try scenario.document(for: [:], in: .english, rules: Self.rules)
    #expect(document.fields.isEmpty && document.title == "Open the door")
    #expect(scenario.amountAtStake(in: document) == nil)
    let refusal = #expect(throws: Refusal.self) {
      try scenario.document(for: ["door": 1], in: .english, rules: Self.rules)
    }
    #expect(refusal?.detail == "payload: unknown field \"door\"; OPEN_DOOR has none")
  }

  static let rules = DocumentRules(
    exponent: { ["EUR": 2, "JPY": 0, "KWD": 3, "CLF": 4][$0] },
    displayProblem: { text, kind in
      kind == .payee && text.contains("\u{430}")
        ? "mixes scripts"
        : DisplayRule.fault(of: text, as: .text).map { "holds \($0)" }
    })

  private static let name = ScenarioName("PAY_INVOICE")
  static let payInvoice = DeclaredScenario(
    name: name, languages: [.english, .german],
    titles: [.english: "Pay an invoice", .german: "Rechnung bezahlen"],
    policy: ScenarioPolicy(name, level: .biometricsWithFallback, fallback: [.pin, .codes]),
    fields: [
      field("amount", .money(euro), "Amount", "Betrag"),
      field("account", .account(scheme: "IBAN"), "Account", "Konto"),
      field("payee", .payee, "To", "An"),
      field("reference", .reference, "Reference", "Verwendungszweck", isOptional: true),
      field("due", .date, "Due", "Fällig", isOptional: true),
    ], valueAtStake: .field("amount"))

  static let euro = DeclaredField.FixedCurrency(code: "EUR", exponent: 2)

  private static func field(
    _ name: String, _ kind: DeclaredField.Kind, _ english: String, _ german: String,
    isOptional: Bool = false
  ) -> DeclaredField {
    DeclaredField(
      name: name, kind: kind, labels: [.english: english, .german: german],
      isOptional: isOptional)
  }
}
