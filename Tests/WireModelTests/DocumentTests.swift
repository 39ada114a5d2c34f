import Testing
import WebAuthnModel
import WireModel

@Suite("Documents")
struct DocumentTests {
  @Test(
    "the canonical form and the values agree with the vectors of the independent implementation")
  func vectors() throws {
    var file = try JSONObjectReader(fixture("document-vectors.json"))
    let accepted = try file.array("accepted")
    #expect(accepted.count > 20)
    for value in accepted {
      var vector = try JSONObjectReader(value)
      let name = try vector.string("name")
      let document = try Self.document(&vector)
      let canonical = try vector.string("canonical")
      let values = try vector.string("values")
      #expect(try Self.hexadecimal(document.canonicalBytes()) == canonical, "\(name)")
      #expect(try Self.hexadecimal(document.valueBytes()) == values, "\(name)")
      #expect(try Document(json: document.json) == document, "\(name)")
    }
  }

  @Test("each text that a screen cannot show truthfully is refused")
  func refusals() throws {
    var file = try JSONObjectReader(fixture("document-vectors.json"))
    let refused = try file.array("refused")
    #expect(refused.count >= 10)
    for value in refused {
      var vector = try JSONObjectReader(value)
      let name = try vector.string("name")
      let document = try Self.document(&vector)
      #expect(throws: CanonicalFormError.self, "\(name)") { try document.canonicalBytes() }
    }
  }

  // Holds: RTS-5.1
  @Test("RTS-5.1: every word and every value has its own place: no two documents share their bytes")
  func injective() throws {
    let document = Self.invoice
    var others: [Document] = []
    for (index, field) in document.fields.enumerated() {
      var fields = document.fields
      fields[index] = Document.Field(field.name + "2", label: field.label, field.value)
      others.append(Self.document(fields))
      fields[index] = Document.Field(field.name, label: field.label + "!", field.value)
      others.append(Self.document(fields))
      fields[index] = Document.Field(field.name, label: field.label, Self.changed(field.value))
      others.append(Self.document(fields))
      fields.remove(at: index)
      others.append(Self.document(fields))
    }
    others.append(Self.document(document.fields.reversed()))
    others.append(
      Document(
        scenario: ScenarioName("PAY_INVOICE2"), language: document.language, title: document.title,
        fields: document.fields))
    others.append(
      Document(
        scenario: document.scenario, language: .german, title: document.title,
        fields: document.fields))
    others.append(
      Document(
        scenario: document.scenario, language: document.language, title: document.title + "!",
        fields: document.fields))
    let forms = try ([document] + others).map { try $0.canonicalBytes() }
    #expect(Set(forms).count == forms.count)
  }

  // Holds: RTS-5.1
  @Test("the values are the same in each language and with other words, and differ with each value")
  func values() throws {
    let document = Self.invoice
    let german = Document(
      scenario: document.scenario, language: .german, title: "Guthaben",
      fields: document.fields.map { Document.Field($0.name, label: "…" + $0.label, $0.value) })
    #expect(try german.valueBytes() == document.valueBytes())
    for (index, field) in document.fields.enumerated() {
      var fields = document.fields
      fields[index] = Document.Field(field.name, label: field.label, Self.changed(field.value))
      #expect(try Self.document(fields).valueBytes() != document.valueBytes(), "\(field.name)")
    }
  }

  // Holds: RTS-5.2
  @Test("a value is written the same on every screen")
  func formats() throws {
    guard case .array(let vectors) = try fixture("format-vectors.json") else {
      Issue.record("the fixture is no list")
      return
    }
    #expect(vectors.count > 30)
    for value in vectors {
      var vector = try JSONObjectReader(value)
      let language = try #require(Language(try vector.string("language")))
      guard case .object(var field)? = vector.optionalValue("value") else {
        Issue.record("a vector has no value")
        continue
      }
      (field["name"], field["label"]) = ("a", "A")
      let document = try Document(
        json: [
          "scenario": "A", "language": "en", "title": "A", "fields": .array([.object(field)]),
        ])
      let text = try vector.string("text")
      #expect(document["a"]?.text(in: language) == text)
    }
  }

  // Holds: RTS-5.2
  @Test("a document of another shape is not read: what is not shown is not signed")
  func strictness() throws {
    var file = try JSONObjectReader(fixture("document-vectors.json"))
    let malformed = try file.array("malformed")
    #expect(malformed.count > 50)
    for value in malformed {
      var vector = try JSONObjectReader(value)
      let name = try vector.string("name")
      let json = vector.optionalValue("document")
      let document = try #require(json)
      #expect(throws: JSONShapeError.self, "\(name)") { try Document(json: document) }
    }
  }

  static let invoice = document([
    Document.Field("amount", label: "Amount", .money(Money(50_000, "NGN", exponent: 2))),
    Document.Field("payee", label: "To", .payee("Ikeja Books")),
    Document.Field("reference", label: "Reference", .reference("Order 17")),
    Document.Field("note", label: "Note", .text("books")),
    Document.Field("isGift", label: "Gift", .flag(false)),
  ])

  private static func document(_ fields: [Document.Field]) -> Document {
    Document(
      scenario: BodySamples.payInvoice, language: .english, title: "Pay an invoice", fields: fields)
  }

  private static func changed(_ value: Document.Value) -> Document.Value {
    switch value {
    case .money(let money):
      .money(Money(money.minorUnits + 1, money.currency, exponent: money.exponent))
    case .payee(let text): .payee(text + "x")
    case .text(let text): .text(text + "x")
    case .reference(let text): .reference(text + "x")
    case .flag(let flag): .flag(!flag)
    default: value
    }
  }

  private static func document(_ vector: inout JSONObjectReader) throws -> Document {
    let json = vector.optionalValue("document")
    return try Document(json: try #require(json))
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

@Suite("Money, days and languages")
struct DocumentValueTests {
  @Test("a decimal number becomes minor units, or nothing at all")
  func decimals() {
    let read = Money.minorUnits(ofDecimal:exponent:)
    #expect(read("12.50", 2) == 1250)
    #expect(read("12.5", 2) == 1250)
    #expect(read("12", 2) == 1200)
    #expect(read("0.05", 2) == 5)
    #expect(read("12", 0) == 12)
    #expect(read("1.2345", 4) == 12_345)
    #expect(read("90071992547409.92", 2) == 1 << 53)
    for text in [
      "", ".", "12.", ".5", "12.505", "-1", "+1", "1e2", "01", "1,50", "1 000", "90071992547409.93",
      "99999999999999999999", "١٢",
    ] {
      #expect(read(text, 2) == nil, "\(text)")
    }
    #expect(read("12.0", 0) == nil)
  }

  @Test("an amount is written with all its decimals")
  func writes() {
    #expect(Money(1250, "EUR", exponent: 2).decimal == "12.50")
    #expect(Money(5, "EUR", exponent: 2).decimal == "0.05")
    #expect(Money(-5, "KWD", exponent: 3).decimal == "-0.005")
    #expect(Money(1250, "JPY", exponent: 0).decimal == "1250")
  }

  @Test("a day is one that a month has")
  func days() {
    for text in ["2026-11-30", "2024-02-29", "2000-02-29"] { #expect(CalendarDate(text) != nil) }
    for text in [
      "2026-11-31", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-1-1",
      "0000-01-01",
      "2026-11-30T", "２０２６-11-30",
    ] {
      #expect(CalendarDate(text) == nil, "\(text)")
    }
  }

  @Test("a language is a tag of at most 8 bytes, padded in a challenge")
  func languages() {
    #expect(Language("DE")?.tag == "de")
    #expect(Language("pt-BR")?.paddedBytes == Array("pt-br".utf8) + [0, 0, 0])
    for tag in ["", "d", "de_DE", "de-", "-de", "1e", "deutsch", "sr-latn-x", "dé"] {
      #expect(Language(tag) == nil, "\(tag)")
    }
    #expect(Language(paddedBytes: Language.german.paddedBytes) == .german)
    #expect(Language(paddedBytes: [UInt8](repeating: 0, count: 8)) == nil)
    #expect(Language(paddedBytes: Array("de".utf8) + [0, 0, 0, 0, 0, 1]) == nil)
    #expect(Language(paddedBytes: Array("DE".utf8) + [0, 0, 0, 0, 0, 0]) == nil)
  }

  @Test(
    "the best of the languages that there are is chosen (RFC 9110, section 12.5.4)",
    arguments: [
      ("de", "de"), ("de-AT, en;q=0.5", "de"), ("en;q=0.5, de", "de"), ("fr, *", "en"),
      ("fr", "en"), ("", "en"), ("de;q=0, en", "en"), ("DE", "de"), ("fr, de;q=0.1", "de"),
      ("de;q=2", "en"), (";;;,,q=", "en"), ("en, de", "en"),
    ])
  func choice(header: String, chosen: String) {
    let languages = PreferredLanguages(acceptLanguage: header)
    #expect(languages.choice(among: [.english, .german])?.tag == chosen)
  }
}
