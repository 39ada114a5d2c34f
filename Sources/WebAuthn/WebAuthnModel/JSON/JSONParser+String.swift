extension JSONParser {
  /// Reads a string; `offset` stands on the opening quote.
  mutating func parseString() throws(JSONError) -> String {
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
