/// A strict recursive parser that visits each byte once.
///
/// Every read goes through a comparison of `offset` with `bytes.count`, since the buffer itself
/// checks nothing in release builds.
struct JSONParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let limits: JSONLimits
  private var offset = 0

  init(bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func parseText() throws(JSONError) -> JSONValue {
    skipWhitespace()
    let value = try parseValue(depth: 0)
    skipWhitespace()
    guard offset == bytes.count else { throw failure("bytes after the value") }
    return value
  }

  private func failure(_ problem: String) -> JSONError {
    JSONError(problem: problem, offset: offset)
  }

  @inline(__always)
  private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  @inline(__always)
  private mutating func skipWhitespace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  private mutating func parseValue(depth: Int) throws(JSONError) -> JSONValue {
    guard let first = current else { throw failure("the text ends where a value is expected") }
    switch first {
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "{"): return .object(try parseObject(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try parseArray(depth: depth + 1))
    case UInt8(ascii: "t"): return try parseLiteral("true", .bool(true))
    case UInt8(ascii: "f"): return try parseLiteral("false", .bool(false))
    case UInt8(ascii: "n"): return try parseLiteral("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
    default: throw failure("no value begins with this byte")
    }
  }

  private mutating func parseLiteral(
    _ literal: StaticString, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    let length = literal.utf8CodeUnitCount
    guard bytes.count - offset >= length else { throw failure("not a JSON literal") }
    for index in 0..<length where bytes[offset + index] != literal.utf8Start[index] {
      throw failure("not a JSON literal")
    }
    offset += length
    return value
  }

  private mutating func parseArray(depth: Int) throws(JSONError) -> [JSONValue] {
    guard depth <= limits.maximumDepth else { throw failure("nested too deep") }
    offset += 1
    skipWhitespace()
    var elements: [JSONValue] = []
    if current == UInt8(ascii: "]") {
      offset += 1
      return elements
    }
    while true {
      skipWhitespace()
      elements.append(try parseValue(depth: depth))
      skipWhitespace()
      switch current {
      case UInt8(ascii: ","): offset += 1
      case UInt8(ascii: "]"):
        offset += 1
        return elements
      default: throw failure("expected , or ] in an array")
      }
    }
  }

  private mutating func parseObject(depth: Int) throws(JSONError) -> JSONObject {
    guard depth <= limits.maximumDepth else { throw failure("nested too deep") }
    offset += 1
    skipWhitespace()
    var members: [JSONObject.Member] = []
    if current == UInt8(ascii: "}") {
      offset += 1
      return JSONObject()
    }
    members.reserveCapacity(8)
    var seen = JSONMemberNames()
    while true {
      skipWhitespace()
      guard current == UInt8(ascii: "\"") else { throw failure("expected a member name") }
      let name = try parseString()
      guard seen.insert(name, after: members) else { throw failure("duplicate member name") }
      skipWhitespace()
      guard current == UInt8(ascii: ":") else { throw failure("expected : after a name") }
      offset += 1
      skipWhitespace()
      members.append(JSONObject.Member(name: name, value: try parseValue(depth: depth)))
      skipWhitespace()
      switch current {
      case UInt8(ascii: ","): offset += 1
      case UInt8(ascii: "}"):
        offset += 1
        return JSONObject(uniqueMembers: members)
      default: throw failure("expected , or } in an object")
      }
    }
  }
}

/// Finds duplicate names: by comparison while there are few, by a set afterwards, so that a
/// hostile object of many members costs linear time.
private struct JSONMemberNames {
  private var set: Set<[UInt8]> = []
  private static let fewMembers = 16

  @inline(__always)
  mutating func insert(_ name: String, after members: [JSONObject.Member]) -> Bool {
    if members.count < Self.fewMembers {
      return !members.contains { $0.name.isSameBytes(as: name) }
    }
    if set.isEmpty {
      for member in members { set.insert(Array(member.name.utf8)) }
    }
    return set.insert(Array(name.utf8)).inserted
  }
}

extension JSONParser {
  /// Reads a string; `offset` stands on the opening quote.
  private mutating func parseString() throws(JSONError) -> String {
    offset += 1
    let start = offset
    var union: UInt64 = 0
    let end = bytes.endOfPlainText(from: start, union: &union)
    offset = end
    switch current {
    case UInt8(ascii: "\""):
      let text = UnsafeBufferPointer(rebasing: bytes[start..<end])
      let string = try makeString(text, union & 0x8080_8080_8080_8080 == 0)
      offset += 1
      return string
    case UInt8(ascii: "\\"): return try parseEscapedString(from: start)
    case nil: throw failure("the text ends inside a string")
    default: throw failure("a raw control character in a string")
    }
  }

  private func makeString(
    _ text: UnsafeBufferPointer<UInt8>, _ isASCII: Bool
  ) throws(JSONError) -> String {
    if isASCII { return String(decoding: text, as: UTF8.self) }
    guard let string = String(validating: text, as: UTF8.self) else {
      throw failure("a string that is not UTF-8")
    }
    return string
  }

  /// The slow way for a string with escapes; `offset` stands on the first backslash.
  private mutating func parseEscapedString(from start: Int) throws(JSONError) -> String {
    var text = [UInt8](bytes[start..<offset])
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\""):
        let string = try text.withUnsafeBufferPointer { buffer throws(JSONError) in
          try makeString(buffer, false)
        }
        offset += 1
        return string
      case UInt8(ascii: "\\"):
        offset += 1
        try parseEscape(into: &text)
      case 0..<0x20:
        throw failure("a raw control character in a string")
      default:
        text.append(byte)
        offset += 1
      }
    }
    throw failure("the text ends inside a string")
  }

  private mutating func parseEscape(into text: inout [UInt8]) throws(JSONError) {
    guard let kind = current else { throw failure("the text ends inside a string") }
    offset += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(kind)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      guard let scalar = Unicode.Scalar(try parseCodePoint()) else {
        throw failure("a lone surrogate")
      }
      // No text of PostgreSQL holds it, and to C it is a text's end.
      guard scalar != "\0" else { throw failure("the character U+0000 in a string") }
      text.append(contentsOf: Unicode.UTF8.encode(scalar).map(Array.init) ?? [])
    default: throw failure("an unknown escape")
    }
  }

  /// Reads the digits after `\u`, and the second half of a surrogate pair where one is due.
  private mutating func parseCodePoint() throws(JSONError) -> UInt32 {
    let first = try parseFourHexadecimalDigits()
    switch first {
    case 0xD800...0xDBFF:
      guard bytes.count - offset >= 2, bytes[offset] == UInt8(ascii: "\\"),
        bytes[offset + 1] == UInt8(ascii: "u")
      else { throw failure("a lone surrogate") }
      offset += 2
      let second = try parseFourHexadecimalDigits()
      guard 0xDC00...0xDFFF ~= second else { throw failure("a lone surrogate") }
      return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
    case 0xDC00...0xDFFF:
      throw failure("a lone surrogate")
    default:
      return first
    }
  }

  private mutating func parseFourHexadecimalDigits() throws(JSONError) -> UInt32 {
    guard bytes.count - offset >= 4 else { throw failure("an unfinished escape") }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = hexadecimalDigit(bytes[offset]) else {
        throw failure("not a hexadecimal digit")
      }
      value = value << 4 | digit
      offset += 1
    }
    return value
  }

  private func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}

extension JSONParser {
  /// Reads a number by the grammar of RFC 8259 section 6.
  ///
  /// A fraction of zeros changes no value: `12.0` is the integer 12, as in JSON Schema.
  private mutating func parseNumber() throws(JSONError) -> JSONValue {
    let start = offset
    let isNegative = current == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    let digitsStart = offset
    try parseDigits()
    if bytes[digitsStart] == UInt8(ascii: "0"), offset - digitsStart > 1 {
      throw failure("a number with a leading zero")
    }
    let digitsEnd = offset
    var isInteger = true
    if current == UInt8(ascii: ".") {
      offset += 1
      let fractionStart = offset
      try parseDigits()
      isInteger = bytes[fractionStart..<offset].allSatisfy { $0 == UInt8(ascii: "0") }
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      isInteger = false
      offset += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
      try parseDigits()
    }
    if isInteger, let value = integer(in: digitsStart..<digitsEnd, isNegative: isNegative) {
      return .integer(value)
    }
    return .number(String(decoding: bytes[start..<offset], as: UTF8.self))
  }

  private mutating func parseDigits() throws(JSONError) {
    let start = offset
    while offset < bytes.count, bytes[offset] &- UInt8(ascii: "0") < 10 { offset += 1 }
    guard offset > start else { throw failure("expected a digit") }
  }

  /// The value if it fits 64 bits, counted downwards, which reaches the smallest integer too.
  private func integer(in range: Range<Int>, isNegative: Bool) -> Int64? {
    var value: Int64 = 0
    for index in range {
      let digit = Int64(bytes[index] &- UInt8(ascii: "0"))
      let (product, productOverflow) = value.multipliedReportingOverflow(by: 10)
      let (difference, differenceOverflow) = product.subtractingReportingOverflow(digit)
      if productOverflow || differenceOverflow { return nil }
      value = difference
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }
}

/// A fault of bytes that are no JSON text.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problem in words; it never quotes the input.
  public let problem: String
  /// The byte at which it was noticed, counted from zero.
  public let offset: Int

  /// Makes an error.
  public init(problem: String, offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  /// The problem with its place.
  public var description: String { "\(problem) at byte \(offset)" }
}
