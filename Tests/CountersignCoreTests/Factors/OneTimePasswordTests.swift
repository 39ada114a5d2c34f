import Testing

@testable import CountersignCore

@Suite("One-time passwords")
struct OneTimePasswordTests {
  /// RFC 4226, appendix D: the secret and the codes of counters 0 to 9.
  private static let secret = Array("12345678901234567890".utf8)

  @Test("RFC 4226, appendix D: the codes of counters 0 to 9")
  func counters() {
    let codes = [
      "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871",
      "520489",
    ]
    for (counter, code) in codes.enumerated() {
      #expect(OneTimePassword.code(Self.secret, counter: Int64(counter)) == code)
    }
  }

  @Test(
    "RFC 6238, appendix B: the SHA-1 codes of its six moments, 8 digits",
    arguments: [
      (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"),
      (1_234_567_890, "89005924"), (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ] as [(Int64, String)])
  func moments(_ seconds: Int64, _ code: String) {
    let step = OneTimePassword.step(at: Timestamp(milliseconds: seconds * 1000))
    #expect(OneTimePassword.code(Self.secret, counter: step, digits: 8) == code)
  }

  @Test("a code holds one step before and after its own, and only after the last that was used")
  func window() {
    let code = OneTimePassword.code(Self.secret, counter: 100)
    func step(at seconds: Int64, after last: Int64 = 0) -> Int64? {
      OneTimePassword.step(
        of: code, Self.secret, at: Timestamp(milliseconds: seconds * 1000), after: last)
    }
    #expect(step(at: 2969) == nil)
    #expect(step(at: 2970) == 100)
    #expect(step(at: 3000) == 100)
    #expect(step(at: 3059) == 100)
    #expect(step(at: 3060) == nil)
    #expect(step(at: 3000, after: 99) == 100)
    #expect(step(at: 3000, after: 100) == nil)
    #expect(step(at: 3000, after: 101) == nil)
  }

  @Test(
    "RFC 4648, section 10: base32, its padding left out",
    arguments: [
      ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"),
      ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
    ])
  func base32(_ text: String, _ encoded: String) {
    #expect(Base32.encode(Array(text.utf8)) == encoded)
  }
}
