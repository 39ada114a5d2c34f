import CountersignTesting
import Testing
import WebAuthnModel

@Suite("CBOR")
struct CBORTests {
  /// RFC 8949 appendix A, the rows whose values are used here.
  static let accepted: [(String, CBORValue)] = [
    ("00", 0), ("01", 1), ("0a", 10), ("17", 23), ("1818", 24), ("1819", 25), ("1864", 100),
    ("1903e8", 1000), ("1a000f4240", 1_000_000), ("1b000000e8d4a51000", 1_000_000_000_000),
    ("1bffffffffffffffff", .unsigned(.max)), ("3bffffffffffffffff", .negative(.max)),
    ("20", -1), ("29", -10), ("3863", -100), ("3903e7", -1000),
    ("f4", false), ("f5", true), ("f6", .null), ("f7", .undefined),
    ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])),
    ("60", ""), ("6161", "a"), ("6449455446", "IETF"), ("62225c", "\"\\"), ("62c3bc", "ü"),
    ("63e6b0b4", "水"), ("64f0908591", "𐅑"),
    ("80", []), ("83010203", [1, 2, 3]), ("8301820203820405", [1, [2, 3], [4, 5]]),
    (
      "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
      .array((1...25).map { CBORValue(Int64($0)) })
    ),
    ("a0", [:]), ("a201020304", [1: 2, 3: 4]), ("a26161016162820203", ["a": 1, "b": [2, 3]]),
    ("826161a161626163", ["a", ["b": "c"]]),
    (
      "a56161614161626142616361436164614461656145",
      ["a": "A", "b": "B", "c": "C", "d": "D", "e": "E"]
    ),
  ]

  @Test("the values of RFC 8949 appendix A are read and written", arguments: accepted)
  func vectors(text: String, value: CBORValue) throws {
    #expect(try CBORValue(parsing: bytes(hexadecimal: text)) == value)
    #expect(value.serialized() == bytes(hexadecimal: text))
  }

  @Test(
    "the other rows of RFC 8949 appendix A are refused for what they are",
    arguments: [
      // Bignums, floating-point numbers, other simple values, tags.
      ("c249010000000000000000", CBORError.Problem.unsupported), ("f90000", .unsupported),
      ("f93c00", .unsupported), ("fb3ff199999999999a", .unsupported), ("fa47c35000", .unsupported),
      ("f97e00", .unsupported), ("f0", .unsupported), ("f8ff", .unsupported),
      ("c074323031332d30332d32315432303a30343a30305a", .unsupported),
      ("c11a514b67b0", .unsupported),
      ("d74401020304", .unsupported), ("d818456449455446", .unsupported),
      // Indefinite lengths.
      ("5f42010243030405ff", .indefiniteLength), ("7f657374726561646d696e67ff", .indefiniteLength),
      ("9fff", .indefiniteLength), ("9f018202039f0405ffff", .indefiniteLength),
      ("83018202039f0405ff", .indefiniteLength), ("bf61610161629f0203ffff", .indefiniteLength),
      ("826161bf61626163ff", .indefiniteLength), ("ff", .indefiniteLength),
    ])
  func unused(text: String, problem: CBORError.Problem) {
    refuse(text, problem)
  }

  @Test(
    "what is not canonical is refused for what it is",
    arguments: [
      ("1800", CBORError.Problem.notShortest), ("1817", .notShortest), ("190018", .notShortest),
      ("1900ff", .notShortest), ("1a0000ffff", .notShortest), ("1b00000000ffffffff", .notShortest),
      ("580101", .notShortest), ("7900016161", .notShortest), ("9800", .notShortest),
      ("b800", .notShortest), ("3817", .notShortest),
      ("a201020102", .duplicateKey), ("a2616101616102", .duplicateKey), ("a203040102", .keyOrder),
      ("a2616201616102", .keyOrder), ("a262616101616202", .keyOrder), ("a220000100", .keyOrder),
      ("0000", .trailingBytes), ("a000", .trailingBytes), ("6100ff", .trailingBytes),
      ("61ff", .notUTF8), ("62c328", .notUTF8), ("63eda080", .notUTF8),
      ("1c", .reserved), ("3d", .reserved), ("5e", .reserved), ("fc", .reserved),
      ("", .truncated), ("18", .truncated), ("1901", .truncated), ("41", .truncated),
      ("6261", .truncated), ("81", .truncated), ("a1", .truncated), ("a101", .truncated),
    ])
  func notCanonical(text: String, problem: CBORError.Problem) {
    refuse(text, problem)
  }

  @Test(
    "a length past the bytes is refused before anything is allocated for it",
    arguments: [
      "5b7fffffffffffffff", "5bffffffffffffffff", "7affffffff", "9bffffffffffffffff",
      "9affffffff00", "bb7fffffffffffffff", "bbffffffffffffffff00", "ba7fffffff0000",
    ])
  func hugeLengths(text: String) {
    refuse(text, .truncated)
  }

  @Test("eight levels are read and nine are refused")
  func depth() {
    func nested(_ levels: Int) -> [UInt8] { [UInt8](repeating: 0x81, count: levels) + [0] }
    #expect(throws: Never.self) { try CBORValue(parsing: nested(8)) }
    #expect(throws: CBORError(problem: .tooDeep, offset: 8)) {
      try CBORValue(parsing: nested(9))
    }
    #expect(throws: CBORError(problem: .tooDeep, offset: 8)) {
      try CBORValue(parsing: nested(1_000_000))
    }
  }

  @Test("a prefix tells how many bytes it took")
  func prefix() throws {
    let (value, consumed) = try CBORValue.parsingPrefix(of: [0xFF, 0x82, 1, 2, 3], from: 1)
    #expect(value == [1, 2])
    #expect(consumed == 3)
    #expect(throws: CBORError.self) { try CBORValue.parsingPrefix(of: [1], from: 9) }
  }

  @Test("changed encodings are refused, or are the one encoding of what is read")
  func mutation() {
    let seed: UInt64 = 0xCB0
    var generator = SeededGenerator(seed: seed)
    let original = CBORValue.map([
      1: 2, 3: -7, -1: 1, -2: .bytes([UInt8](repeating: 9, count: 30)), "text": ["a", true, .null],
      "zeta": [:],
    ]).serialized()
    for round in 0..<20_000 {
      let changed = generator.mutated(original)
      guard let value = try? CBORValue(parsing: changed) else { continue }
      #expect(value.serialized() == changed, "seed \(seed), round \(round)")
    }
  }

  private func refuse(_ text: String, _ problem: CBORError.Problem) {
    let error = #expect(throws: CBORError.self) {
      try CBORValue(parsing: bytes(hexadecimal: text))
    }
    #expect(error?.problem == problem)
  }
}
