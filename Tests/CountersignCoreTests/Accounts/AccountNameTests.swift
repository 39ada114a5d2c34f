import Testing

@testable import CountersignCore

@Suite("Names of accounts")
struct AccountNameTests {
  @Test(
    "a name is an e-mail address in lower case, a telephone number, or a handle as it is",
    arguments: [
      ("Ada@Example.COM", "ada@example.com", "mail"), ("+2348012345678", "+2348012345678", "phone"),
      ("4711", "4711", "handle"), ("2348012345678", "2348012345678", "handle"),
      ("9F1B2C3D-0A1B-4C5D-8E9F-0123456789AB", "9F1B2C3D-0A1B-4C5D-8E9F-0123456789AB", "handle"),
      ("auth0|5f7c8Ec7", "auth0|5f7c8Ec7", "handle"),
      // Standard base64, as hosts make opaque ids; and the shortest numbers that there are.
      ("9+sYX/dwJA==", "9+sYX/dwJA==", "handle"), ("+sYX/dwJA==", "+sYX/dwJA==", "handle"),
      ("ada+1", "ada+1", "handle"), ("+2902501", "+2902501", "phone"),
      ("urn:bank:person=7", "urn:bank:person=7", "handle"),
      ("https://id.bank.example/~ada_l", "https://id.bank.example/~ada_l", "handle"),
    ])
  func forms(_ typed: String, _ text: String, _ form: String) throws {
    let name = try AccountName(typed)
    #expect(name.text == text)
    #expect(Self.form(of: name) == form)
    // It is read again as it was stored.
    #expect(AccountName(stored: text) == name)
    #expect((name.address == nil) == (form == "handle"))
  }

  @Test("a handle has 128 characters at most, and ids that differ in a letter's case are two")
  func handles() throws {
    #expect(try AccountName(String(repeating: "x", count: 128)).text.count == 128)
    #expect(throws: Refusal.self) { try AccountName(String(repeating: "x", count: 129)) }
    #expect(try AccountName("Qx7") != AccountName("qx7"))
  }

  @Test(
    "what could be taken for an address, or that no screen shows as it is, is no name",
    arguments: [
      "", " ", "ada lovelace", "ada@", "@example.com", "a@b@c", "ada@exa mple.com", "+", "+123",
      "+0123456789", "+234 801 234 5678", "+290250", "+1234567890123456", "\u{430}da", "a\u{202E}b",
      "ada\n", "<ada>",
      "\"ada\"", "ada;", "a,b", "a\\b",
    ])
  func refused(_ typed: String) {
    let refusal = #expect(throws: Refusal.self) { try AccountName(typed) }
    #expect(refusal?.reason == .unacceptableValue)
  }

  private static func form(of name: AccountName) -> String {
    switch name {
    case .email: "mail"
    case .phone: "phone"
    case .handle: "handle"
    }
  }
}
