import CountersignCore
import Crypto
import Testing
import WebAuthnModel

@Suite("Compact signatures")
struct CompactSignatureTests {
  private static let header = #"{"alg":"HS256","typ":"countersign-verification+jwt"}"#
  private static let key = SymmetricKey(data: (0..<32).map { UInt8($0) })
  private static let form = CompactSignature(header: Array(header.utf8), key: key)
  private static let payload = Array(#"{"sub":"somebody"}"#.utf8)

  @Test("the example of RFC 7515, appendix A.1, verifies and is signed to the letter")
  func publishedExample() throws {
    let header = try #require(Base64URL.decode("eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"))
    let key = try #require(
      Base64URL.decode(
        "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"))
    let payload = try #require(
      Base64URL.decode(
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0"
          + "cnVlfQ"))
    let token =
      "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
      + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0"
      + "cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    let form = CompactSignature(header: header, key: SymmetricKey(data: key))
    #expect(form.sign(payload) == token)
    #expect(form.payload(of: token) == payload)
  }

  @Test("what is signed is given back, and no token of another key is")
  func roundTrip() {
    let token = Self.form.sign(Self.payload)
    #expect(Self.form.payload(of: token) == Self.payload)
    let other = CompactSignature(
      header: Array(Self.header.utf8), key: SymmetricKey(data: [UInt8](repeating: 7, count: 32)))
    #expect(other.payload(of: token) == nil)
  }

  @Test(
    "a right code under any other header is refused",
    arguments: [
      #"{"alg":"none","typ":"countersign-verification+jwt"}"#,
      #"{"alg":"HS512","typ":"countersign-verification+jwt"}"#,
      #"{"alg":"HS256","typ":"JWT"}"#, #"{"alg":"HS256"}"#, "{}", "",
      #"{"alg":"HS256","typ":"countersign-verification+jwt","kid":"0"}"#,
      #"{"alg":"HS256","typ":"countersign-verification+jwt","crit":["exp"]}"#,
      #"{"typ":"countersign-verification+jwt","alg":"HS256"}"#,
      #"{"alg":"HS256", "typ":"countersign-verification+jwt"}"#,
    ])
  func otherHeaders(header: String) {
    let token = CompactSignature(header: Array(header.utf8), key: Self.key).sign(Self.payload)
    #expect(Self.form.payload(of: token) == nil)
  }

  @Test("no other spelling of a token is one")
  func spellings() {
    let token = Self.form.sign(Self.payload)
    let parts = token.split(separator: ".").map(String.init)
    let (header, payload, code) = (parts[0], parts[1], parts[2])
    var spellings = [
      "", ".", "..", "...", token + ".", "." + token, token + "=", token + " ", token + "\n",
      "\(header).\(payload)", "\(header).\(payload).", "\(header)..\(code)", ".\(payload).\(code)",
      "\(header).\(payload).\(code.dropLast())", "\(header).\(payload).\(code)A",
      "\(header).\(payload).\(code).\(code)", "\(header)=.\(payload).\(code)",
      "\(payload).\(header).\(code)",
      // The last character's stray bits, which a lax decoder drops.
      "\(header).\(payload).\(code.dropLast())\(neighbour(of: code.last))",
    ]
    let base64 = code.replacing("-", with: "+").replacing("_", with: "/")
    if base64 != code { spellings.append("\(header).\(payload).\(base64)") }
    for spelling in spellings {
      #expect(Self.form.payload(of: spelling) == nil, "\(spelling)")
    }
  }

  @Test("a payload whose signed text is padded, or in the other alphabet, is refused")
  func payloadSpellings() {
    // Signed as they stand, so that only their spelling is wrong.
    for text in ["e30=", "e30 ", "+/+/", "e31"] {
      let signed = Base64URL.encode(Array(Self.header.utf8)) + "." + text
      let code = HMAC<SHA256>.authenticationCode(for: Array(signed.utf8), using: Self.key)
      let token = signed + "." + Base64URL.encode(Array(code))
      #expect(Self.form.payload(of: token) == nil, "\(text)")
    }
  }

  @Test("a token with any bit of its code or payload changed is refused")
  func changedBits() {
    let token = Self.form.sign(Self.payload)
    let parts = token.split(separator: ".").map(String.init)
    for part in [1, 2] {
      guard let bytes = Base64URL.decode(parts[part]) else { continue }
      for bit in 0..<bytes.count * 8 {
        var changed = bytes
        changed[bit / 8] ^= 1 << (bit % 8)
        var forged = parts
        forged[part] = Base64URL.encode(changed)
        #expect(Self.form.payload(of: forged.joined(separator: ".")) == nil)
      }
    }
  }

  @Test("a token that is longer than any of ours is refused unread")
  func length() {
    #expect(
      Self.form.payload(of: Self.form.sign([UInt8](repeating: 0x20, count: 4096))) == nil)
  }

  /// The next character of the alphabet: it differs in the last bit alone.
  private func neighbour(of character: Character?) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    guard let index = character.flatMap(alphabet.firstIndex) else { return "" }
    return String(alphabet[index ^ 1])
  }
}
