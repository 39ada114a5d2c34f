/// Writes compact JSON.
package struct JSONWriter {
  /// The bytes that were written.
  package private(set) var bytes: [UInt8] = []

  /// Nothing yet.
  // What most values take: growing there by steps would copy each.
  package init() { bytes.reserveCapacity(960) }

  /// Begins an object, to which ``add(_:_:)`` adds.
  package mutating func beginObject() { bytes.append(UInt8(ascii: "{")) }

  /// Ends it.
  package mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

  /// Adds a member to the object that was begun; whoever writes gives each name once.
  package mutating func add(_ name: String, _ value: JSONValue) {
    writeName(name)
    write(value)
  }

  /// The same for text, of which no value is made first.
  package mutating func add(_ name: String, _ text: String) {
    writeName(name)
    writeString(text)
  }

  private mutating func writeName(_ name: String) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    writeString(name)
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: writeLiteral("null")
    case .bool(let value): writeLiteral(value ? "true" : "false")
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    case .number(let text): bytes.append(contentsOf: text.utf8)
    case .string(let text): writeString(text)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      beginObject()
      for member in object.members { add(member.name, member.value) }
      endObject()
    }
  }

  private mutating func writeLiteral(_ literal: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(
        start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  private mutating func writeString(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { buffer in
      var union: UInt64 = 0
      if buffer.endOfPlainText(from: 0, union: &union) == buffer.count {
        bytes.append(contentsOf: buffer)
      } else {
        for byte in buffer { writeEscaped(byte) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func writeEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0x08: writeLiteral("\\b")
    case 0x09: writeLiteral("\\t")
    case 0x0A: writeLiteral("\\n")
    case 0x0C: writeLiteral("\\f")
    case 0x0D: writeLiteral("\\r")
    case 0..<0x20:
      writeLiteral("\\u00")
      bytes.append(Self.hexadecimalDigit(byte >> 4))
      bytes.append(Self.hexadecimalDigit(byte & 0x0F))
    default: bytes.append(byte)
    }
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
