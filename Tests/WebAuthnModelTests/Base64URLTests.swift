import CountersignTesting
import Testing
import WebAuthnModel

@Suite("base64url")
struct Base64URLTests {
  /// RFC 4648 section 10, without and with padding.
  @Test(
    "the vectors of RFC 4648 hold",
    arguments: [
      ("", "", ""), ("f", "Zg", "Zg=="), ("fo", "Zm8", "Zm8="), ("foo", "Zm9v", "Zm9v"),
      ("foob", "Zm9vYg", "Zm9vYg=="), ("fooba", "Zm9vYmE", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy", "Zm9vYmFy"),
    ])
  func vectors(text: String, unpadded: String, padded: String) {
    #expect(Base64URL.encode(Array(text.utf8)) == unpadded)
    #expect(Base64URL.decode(unpadded) == Array(text.utf8))
    #expect(Base64URL.decode(padded) == Array(text.utf8))
  }

  @Test("both alphabets are read, and base64url is written")
  func alphabets() {
    #expect(Base64URL.decode("-_-_") == [0xFB, 0xFF, 0xBF])
    #expect(Base64URL.decode("+/+/") == [0xFB, 0xFF, 0xBF])
    #expect(Base64URL.encode([0xFB, 0xFF, 0xBF]) == "-_-_")
  }

  @Test(
    "a text that is not canonical is refused",
    arguments: [
      "A", "AAAAA", "AB", "A_", "AAB", "AA=", "AAA==", "AAAA=", "AAAA==", "AA==A", "=", "==", "===",
      "A===", "AA===", "A=A=", " AA", "AA ", "AA\n", "A A", "-_+/", "+A-A", "AA.A", "AAé",
      "AA\u{0}A",
      "Zg==Zg==",
    ])
  func refuses(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }

  @Test("every length survives a round trip, and every stray bit is refused")
  func roundTrip() {
    var generator = SeededGenerator(seed: 7)
    for length in 0..<70 {
      let content = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      let text = Base64URL.encode(content)
      #expect(Base64URL.decode(text) == content)
      #expect(Base64URL.encode(content[...]) == text)
      guard length % 3 != 0, let last = text.last else { continue }
      let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
      let step = length % 3 == 1 ? 16 : 4
      for (value, character) in alphabet.enumerated() where character != last {
        let changed = text.dropLast() + String(character)
        #expect((Base64URL.decode(String(changed)) == nil) == (value % step != 0))
      }
    }
  }
}
