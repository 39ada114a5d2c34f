import CountersignTesting
import Testing
import WebAuthnModel

@Suite("JSON parser")
struct JSONParserTests {
  @Test(
    "well-formed texts are read and written back",
    arguments: [
      ("null", "null"), (" true ", "true"), ("[ ]", "[]"), ("{}", "{}"), ("-0", "0"),
      (#"{"b":1,"a":[2,{"c":null}]}"#, #"{"b":1,"a":[2,{"c":null}]}"#),
      ("9223372036854775807", "9223372036854775807"),
      ("-9223372036854775808", "-9223372036854775808"),
      ("9223372036854775808", "9223372036854775808"), ("1.50", "1.50"), ("1E+2", "1E+2"),
      (#""\u0041\n\/\ud83d\ude00é""#, #""A\n/😀é""#),
      (#""\u0001\u001f\"\\""#, #""\u0001\u001f\"\\""#),
    ])
  func reads(text: String, expected: String) throws {
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(String(decoding: value.serialized(), as: UTF8.self) == expected)
  }

  @Test(
    "malformed texts are refused",
    arguments: [
      "", " ", "nul", "nulll", "True", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", "{}}",
      #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{a:1}"#, #"{"a":1 "b":2}"#, #"{1:2}"#, "01", "-01",
      "-", "+1", "1.", ".5", "1e", "1e+", "0x1", "NaN", "Infinity", "1 2", "\"", "\"a", #""\"#,
      #""\x""#, #""\u12""#, #""\u12g4""#, #""\ud800""#, #""\udc00""#, #""\ud800\u0041""#,
      #""\ud800x""#, #""\ud83d\ud83d""#, #""\u0000""#, #""a\u0000b""#,
      #"{"a\u0000":1}"#, "\"\u{0}\"", "\"\n\"", "\"\u{1F}\"", "'a'", "// x", "[1]//",
      "\u{FEFF}null", "\u{A0}null", "nu\u{0}ll", "null\u{0}",
    ])
  func refuses(text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
  }

  @Test(
    "bytes that are no UTF-8 are refused",
    arguments: [
      "22ff22", "22c328 22", "22c0af22", "22eda08022", "22f490808022", "22e28222", "22c2",
    ])
  func refusesBytes(text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: bytes(hexadecimal: text)) }
  }

  @Test("a duplicate name is refused, however it is written and however many members there are")
  func duplicates() {
    let few = #"{"a":1,"\u0061":2}"#
    #expect(throws: JSONError(problem: "duplicate member name", offset: 15)) {
      try JSONValue(parsing: Array(few.utf8))
    }
    let names = (0..<40).map { "\"n\($0)\":0" }
    for last in [0, 15, 16, 39] {
      let text = "{" + (names + ["\"n\(last)\":1"]).joined(separator: ",") + "}"
      #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
    }
    #expect(throws: Never.self) {
      try JSONValue(parsing: Array(("{" + names.joined(separator: ",") + "}").utf8))
    }
  }

  @Test("names that are only canonically equivalent are two names")
  func equivalentNames() throws {
    let value = try JSONValue(parsing: Array("{\"K\":1,\"\u{212A}\":2}".utf8))
    guard case .object(let object) = value else { throw JSONError(problem: "", offset: 0) }
    #expect(object.count == 2)
    #expect(object["K"] == 1)
    #expect(object["\u{212A}"] == 2)
  }

  @Test("sixteen levels are read and seventeen are refused")
  func depth() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let inner = open == "[" ? "" : "1"
      func text(_ levels: Int) -> [UInt8] {
        Array(
          (String(repeating: open, count: levels) + inner
            + String(repeating: close, count: levels)).utf8)
      }
      #expect(throws: Never.self) { try JSONValue(parsing: text(16)) }
      #expect(throws: JSONError.self) { try JSONValue(parsing: text(17)) }
      #expect(throws: JSONError.self) { try JSONValue(parsing: text(100_000)) }
    }
  }

  @Test("an error tells its place and never quotes the input")
  func errorPlace() {
    #expect(throws: JSONError(problem: "no value begins with this byte", offset: 6)) {
      try JSONValue(parsing: Array(#"{"a": secret}"#.utf8))
    }
  }

  @Test("a byte that may not stand in a string as it is is seen wherever it stands")
  func specialBytes() throws {
    for length in 1...20 {
      for place in 0..<length {
        for byte in UInt8(0)..<0x80 {
          var text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
          text[place] = byte
          let string = String(decoding: text, as: UTF8.self)
          // Written, it is escaped where it must be; so it survives, but for what no text holds.
          let written = JSONValue.string(string).serialized()
          if byte == 0 {
            #expect(throws: JSONError.self) { try JSONValue(parsing: written) }
          } else {
            #expect(try JSONValue(parsing: written) == .string(string))
          }
          let raw = [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
          if byte < 0x20 || byte == UInt8(ascii: "\"") {
            #expect(throws: JSONError.self) { try JSONValue(parsing: raw) }
          } else if byte != UInt8(ascii: "\\") {
            #expect(try JSONValue(parsing: raw) == .string(string))
          }
        }
        // What is not ASCII is checked as UTF-8 wherever it stands.
        let before = String(repeating: "a", count: place)
        let string = before + "é" + String(repeating: "a", count: length - place)
        #expect(try JSONValue(parsing: Array("\"\(string)\"".utf8)) == .string(string))
        let half = Array(before.utf8) + [0xC3] + Array("\"".utf8)
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array("\"".utf8) + half) }
      }
    }
  }

  @Test("changed texts are refused or read, and what is read survives a round trip")
  func mutation() throws {
    let seed: UInt64 = 0xC0FFEE
    var generator = SeededGenerator(seed: seed)
    let original = Array(
      #"{"id":"AQID","n":[1,-2.5e3,true,null],"o":{"k":"v\u00e9\ud83d\ude00","é":{}}}"#.utf8)
    for round in 0..<20_000 {
      guard let value = try? JSONValue(parsing: generator.mutated(original)) else { continue }
      let written = value.serialized()
      #expect(try JSONValue(parsing: written) == value, "seed \(seed), round \(round)")
    }
  }
}
