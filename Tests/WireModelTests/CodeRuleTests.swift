import Testing
import WireModel

@Suite("Codes as people type them")
struct CodeRuleTests {
  @Test("spaces, hyphens and invisible characters of a pasted code are left out, and no others")
  func pasted() {
    for (typed, code) in [
      ("123456", "123456"), ("123 456", "123456"), (" 123\u{a0}456\n", "123456"),
      ("123-456", "123456"), ("123\u{2011}456", "123456"), ("\u{200b}123\u{202f}456", "123456"),
      ("12a456", "12a456"), ("123.456", "123.456"), ("12 345", "12345"), ("", ""),
    ] {
      #expect(CodeRule.code(typed: SecretText(typed)).exposed == code)
    }
    #expect(!CodeRule.isWellFormed(SecretText("123 456")))
  }
}
