import CountersignCore
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("Values of declared fields")
struct DeclaredValueTests {
  typealias Kind = DeclaredField.Kind

  @Test(
    "a value of each kind becomes that of a document",
    arguments: [
      (.money(euro), "12.50", .money(Money(1250, "EUR", exponent: 2))),
      (.money(euro), "12", .money(Money(1200, "EUR", exponent: 2))),
      (.money(euro), "0.01", .money(Money(1, "EUR", exponent: 2))),
      (.money(euro), "12.5 EUR", .money(Money(1250, "EUR", exponent: 2))),
      (.money(euro), 12, .money(Money(1200, "EUR", exponent: 2))),
      (.money(euro), "90071992547409.92", .money(Money(1 << 53, "EUR", exponent: 2))),
      (.money(yen), 1250, .money(Money(1250, "JPY", exponent: 0))),
      (.money(nil), "1250 JPY", .money(Money(1250, "JPY", exponent: 0))),
      (.money(nil), "12.505 KWD", .money(Money(12_505, "KWD", exponent: 3))),
      (.payee, "Example Ltd", .payee("Example Ltd")),
      (.payee, .string(characters(140)), .payee(characters(140))),
      (.reference, "Invoice 17", .reference("Invoice 17")),
      (.text, .string(characters(256)), .text(characters(256))),
      (
        .account(scheme: "UK_SORT"), "20-00-00 55779911",
        .account(BankAccount(scheme: "UK_SORT", identifier: "20-00-00 55779911"))
      ),
      (.time, "2026-11-30T15:05:00+01:00", .time("2026-11-30T14:05:00Z")),
      (.integer, -9_007_199_254_740_992, .integer(-9_007_199_254_740_992)),
      (.integer, 9_007_199_254_740_992, .integer(9_007_199_254_740_992)),
      (.flag, false, .flag(false)),
    ] as [(Kind, JSONValue, Document.Value)])
  func right(_ kind: Kind, _ json: JSONValue, _ expected: Document.Value) throws {
    #expect(try document(kind, json)["value"] == expected)
  }

  @Test(
    "a wrong value is refused with what would be right",
    arguments: [
      (.money(euro), "12.505", "must have at most 2 decimals, as amounts in EUR have"),
      (.money(yen), "12.5", "must have no decimals, as amounts in JPY have none"),
      (.money(yen), "12.0", "must have no decimals, as amounts in JPY have none"),
      (.money(euro), "0", "must be above 0"), (.money(euro), "0.00", "must be above 0"),
      (.money(euro), 0, "must be above 0"), (.money(euro), "-12.50", "must be above 0"),
      (.money(euro), -12, "must be above 0"),
      (.money(euro), "12,50", "must have a point before its decimals, and no other mark"),
      (.money(euro), "1,234.50", "must have a point before its decimals, and no other mark"),
      (.money(euro), "012.50", "must not begin with a zero that counts nothing"),
      (.money(euro), "90071992547409.93", "must be at most 2^53 of the smallest unit"),
      (.money(euro), 90_071_992_547_410, "must be at most 2^53 of the smallest unit"),
      (.money(euro), .integer(.max), "must be at most 2^53 of the smallest unit"),
      (.money(euro), "12.50 USD", "must be in EUR, the only currency of this field"),
      (.money(euro), "12.50 eur", "must be in EUR, the only currency of this field"),
      (.money(euro), .number("12.5"), euroForm), (.money(euro), true, euroForm),
      (.money(euro), "", euroForm), (.money(euro), "12.", euroForm),
      (.money(euro), ".5", euroForm), (.money(euro), "1e3", euroForm),
      (.money(euro), "+12", euroForm), (.money(euro), "12.50  EUR", euroForm),
      (.money(euro), "1 250.50", spaced), (.money(euro), "1 250 000", spaced),
      (.money(euro), "1 250,50 EUR", spaced), (.money(nil), "1 250.50 EUR", spaced),
      (.money(euro), "1\u{a0}250,50", "must have a point before its decimals, and no other mark"),
      (.money(euro), "EUR 12.50", euroForm), (.money(euro), "USD 12.50", euroForm),
      (
        .money(nil), "EUR 12.50", "must be an amount with its currency, such as \"12.50 EUR\""
      ),
      (.money(euro), " 12.50", euroForm), (.money(euro), "1.2.3", euroForm),
      (.money(euro), "1\u{ff12}.50", euroForm), (.money(euro), "12.50 EUR please", euroForm),
      (
        .money(nil), "12.50", "must name its currency behind the amount, as in \"12.50 EUR\""
      ),
      (.money(nil), 12, "must be an amount with its currency, such as \"12.50 EUR\""),
      (.money(nil), "12.50 XTS", unknownCurrency), (.money(nil), "12.50 eur", unknownCurrency),
      (.payee, "", "must not be empty"), (.payee, " \u{a0}", "must not be empty"),
      (.payee, .string(characters(141)), "must have at most 140 characters"),
      (.payee, .string("e" + marks(600)), "must have at most 140 characters"),
      (.payee, 17, "must be a text of at most 140 characters"),
      (.payee, "P\u{430}ypal", "cannot be shown truthfully: it mixes scripts"),
      (.reference, "17\u{7}", "cannot be shown truthfully: it holds control U+0007"),
      (.reference, .string(characters(141)), "must have at most 140 characters"),
      (.text, .string(characters(257)), "must have at most 256 characters"),
      (.account(scheme: "IBAN"), 17, "must be an IBAN as a text"),
      (
        .account(scheme: "IBAN"), "DE8937040044053201300",
        "must have 22 characters, as an IBAN of DE has"
      ),
      (.account(scheme: "UK_SORT"), "", otherScheme),
      (.account(scheme: "UK_SORT"), " 1", otherScheme),
      (.account(scheme: "UK_SORT"), "1  2", otherScheme),
      (.account(scheme: "UK_SORT"), "1\u{e9}", otherScheme),
      (.account(scheme: "UK_SORT"), .string(characters(65)), otherScheme),
      (.date, "2026-02-30", "must be a day that there is, such as \"2026-11-30\""),
      (.date, "30.11.2026", "must be a day that there is, such as \"2026-11-30\""),
      (.date, 20_261_130, "must be a day that there is, such as \"2026-11-30\""),
      (
        .time, "2026-11-30 14:05",
        "must be a moment of RFC 3339 such as \"2026-11-30T14:05:00Z\""
      ),
      (
        .time, "2016-12-31T23:59:60Z",
        "must be no leap second, of which no table is kept: give second 59"
      ),
      (
        .time, "2016-12-31T24:59:60Z",
        "must be a moment of RFC 3339 such as \"2026-11-30T14:05:00Z\""
      ),
      (.integer, 9_007_199_254_740_993, "must be a whole number from -2^53 to 2^53"),
      (.integer, .integer(.min), "must be a whole number from -2^53 to 2^53"),
      (.integer, "17", "must be a whole number from -2^53 to 2^53"),
      (.integer, .number("1.5"), "must be a whole number from -2^53 to 2^53"),
      (.flag, "true", "must be true or false"), (.flag, 1, "must be true or false"),
      (.text, [], "must be a text of at most 256 characters"),
      (.text, [:], "must be a text of at most 256 characters"),
    ] as [(Kind, JSONValue, String)])
  func wrong(_ kind: Kind, _ json: JSONValue, _ problem: String) {
    let refusal = #expect(throws: Refusal.self) { try document(kind, json) }
    #expect(refusal == Refusal(.unacceptableValue, "payload.value: \(problem)"))
  }

  @Test("the example of an amount has the decimals of its currency")
  func examples() {
    let currencies = [("JPY", 0, "12"), ("X", 1, "12.5"), ("KWD", 3, "12.500")]
    for (code, exponent, example) in currencies {
      let currency = DeclaredField.FixedCurrency(code: code, exponent: UInt8(exponent))
      let refusal = #expect(throws: Refusal.self) { try document(.money(currency), true) }
      #expect(refusal?.detail.contains("such as \"\(example)\",") == true)
    }
  }

  private func document(_ kind: Kind, _ json: JSONValue) throws(Refusal) -> Document {
    let name = ScenarioName("TRY")
    let scenario = DeclaredScenario(
      name: name, languages: [.english], titles: [.english: "Try"],
      policy: ScenarioPolicy(name, level: .biometricsOnly),
      fields: [
        DeclaredField(name: "value", kind: kind, labels: [.english: "Value"], isOptional: false)
      ], valueAtStake: .none)
    return try scenario.document(
      for: ["value": json], in: .english, rules: DeclaredScenarioTests.rules)
  }

  private static let euro = DeclaredScenarioTests.euro
  private static let yen = DeclaredField.FixedCurrency(code: "JPY", exponent: 0)
  private static let euroForm = "must be an amount such as \"12.50\", or whole units as a number"
  private static let spaced = "must have a point before its decimals, and no other mark or space"
  private static let unknownCurrency =
    "must be in a currency of ISO 4217 that has a minor unit, by its code in capitals, as in "
    + "\"12.50 EUR\""
  private static let otherScheme =
    "must be an account of UK_SORT: a text of 1 to 64 ASCII characters, with single spaces inside "
    + "only"

  private static func characters(_ count: Int) -> String { String(repeating: "x", count: count) }
  private static func marks(_ count: Int) -> String {
    String(repeating: "\u{301}", count: count)
  }
}
