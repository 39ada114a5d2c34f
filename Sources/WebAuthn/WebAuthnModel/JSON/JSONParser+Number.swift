extension JSONParser {
  /// Reads a number by the grammar of RFC 8259 section 6.
  ///
  /// A fraction of zeros changes no value: `12.0` is the integer 12, as in JSON Schema.
  mutating func parseNumber() throws(JSONError) -> JSONValue {
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
