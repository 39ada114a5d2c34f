import DocumentModel
import Testing
import WebAuthnModel
import WireModel

@Suite("A declared payload and its document")
struct DeclaredPayloadTests {
  @Test(
    "a value is what was asked for in any spelling that the server takes",
    arguments: [
      (.money(Money(1250, "EUR", exponent: 2)), "12.50"),
      (.money(Money(1250, "EUR", exponent: 2)), "12.5"),
      (.money(Money(1250, "EUR", exponent: 2)), "12.50 EUR"),
      (.money(Money(1200, "EUR", exponent: 2)), 12),
      (.account(DeclaredPayloadTests.iban), "DE89 3704 0044 0532 0130 00"),
      (.account(DeclaredPayloadTests.iban), "de89370400440532013000"),
      (.account(BankAccount(scheme: "UK_SORT", identifier: "20-00-00 1")), "20-00-00 1"),
      (.payee("Example Ltd"), "Example Ltd"), (.reference("17"), "17"), (.text("a"), "a"),
      (.date(CalendarDate("2026-11-30")!), "2026-11-30"),
      (.time("2026-11-30T13:05:00Z"), "2026-11-30T14:05:00+01:00"), (.integer(17), 17),
      (.flag(true), true),
    ] as [(Document.Value, JSONValue)])
  func answered(_ shown: Document.Value, _ asked: JSONValue) {
    #expect(document(shown).answers(["value": asked]))
  }

  @Test(
    "another value, or one of another kind, is not what was asked for",
    arguments: [
      (.money(Money(1250, "EUR", exponent: 2)), "12.51"),
      (.money(Money(1250, "EUR", exponent: 2)), "12.50 USD"),
      (.money(Money(1250, "EUR", exponent: 2)), "12.50 EUR EUR"),
      (.money(Money(1250, "EUR", exponent: 2)), 1250),
      (.money(Money(-1250, "EUR", exponent: 2)), "12.50"),
      (.account(DeclaredPayloadTests.iban), "GB82WEST12345698765432"),
      (.account(BankAccount(scheme: "UK_SORT", identifier: "20-00-00 1")), "20-00-001"),
      (.payee("Example Ltd"), "Example Inc"), (.reference("17"), 17), (.text("a"), "A"),
      (.date(CalendarDate("2026-11-30")!), "2026-12-01"),
      (.time("2026-11-30T14:05:00Z"), "2026-11-30T14:05:00+01:00"), (.integer(17), 18),
      (.integer(17), "17"), (.flag(true), false), (.flag(true), "true"), (.text("a"), .null),
    ] as [(Document.Value, JSONValue)])
  func other(_ shown: Document.Value, _ asked: JSONValue) {
    #expect(!document(shown).answers(["value": asked]))
  }

  @Test("a field more, a field less, or one of another name is another document")
  func names() {
    #expect(!document(.text("a")).answers([:]))
    #expect(!document(.text("a")).answers(["value": "a", "other": "b"]))
    #expect(!document(.text("a")).answers(["other": "a"]))
    #expect(
      Document(scenario: Self.scenario, language: .english, title: "Open the door").answers([:]))
  }

  private func document(_ value: Document.Value) -> Document {
    Document(
      scenario: Self.scenario, language: .english, title: "Act",
      fields: [Document.Field("value", label: "Value", value)])
  }

  private static let scenario = ScenarioName("ACT")
  fileprivate static let iban = BankAccount(
    scheme: BankAccount.iban, identifier: "DE89370400440532013000")
}
