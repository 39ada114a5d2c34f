/// Writes canonical CBOR: shortest forms, and maps in the order that ``CBORMap`` keeps.
struct CBORWriter {
  var bytes: [UInt8] = []

  mutating func write(_ value: CBORValue) {
    switch value {
    case .unsigned(let magnitude): writeHeader(major: 0, magnitude)
    case .negative(let magnitude): writeHeader(major: 1, magnitude)
    case .bytes(let content):
      writeHeader(major: 2, UInt64(content.count))
      bytes.append(contentsOf: content)
    case .text(let text):
      writeHeader(major: 3, UInt64(text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    case .array(let elements):
      writeHeader(major: 4, UInt64(elements.count))
      for element in elements { write(element) }
    case .map(let map):
      writeHeader(major: 5, UInt64(map.count))
      for entry in map.entries {
        write(entry.key)
        write(entry.value)
      }
    case .bool(let value): bytes.append(value ? 0xF5 : 0xF4)
    case .null: bytes.append(0xF6)
    case .undefined: bytes.append(0xF7)
    }
  }

  private mutating func writeHeader(major: UInt8, _ argument: UInt64) {
    let length: Int
    switch argument {
    case 0..<24:
      bytes.append(major << 5 | UInt8(argument))
      return
    case 24...0xFF: length = 1
    case 0x100...0xFFFF: length = 2
    case 0x1_0000...0xFFFF_FFFF: length = 4
    default: length = 8
    }
    let information: UInt8 =
      switch length {
      case 1: 24
      case 2: 25
      case 4: 26
      default: 27
      }
    bytes.append(major << 5 | information)
    for position in (0..<length).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: argument >> UInt64(8 * position)))
    }
  }
}
