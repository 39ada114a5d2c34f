/// A strict recursive parser that visits each byte once.
///
/// Every read goes through a comparison of `offset` with `bytes.count`, since the buffer itself
/// checks nothing in release builds.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let limits: JSONLimits
  var offset = 0

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

  func failure(_ problem: String) -> JSONError { JSONError(problem: problem, offset: offset) }

  @inline(__always)
  var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  @inline(__always)
  mutating func skipWhitespace() {
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
struct JSONMemberNames {
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
