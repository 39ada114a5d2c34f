/// A value that crosses between the JVM and Swift.
///
/// Its bytes are a tag, then what the tag says: numbers big-endian, lengths as 32 bits, text as
/// UTF-16. Both sides read it within ``mostBytes`` and ``mostDepth``.
enum Crossing: Sendable, Hashable {
  case null
  case flag(Bool)
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
  case list([Crossing])
  case record([Member])

  /// A named value of a record.
  struct Member: Sendable, Hashable {
    let name: String
    let value: Crossing
  }

  /// The most bytes that cross at once.
  static let mostBytes = 2 << 20
  /// The most lists and records within each other: a stack of 256 KiB takes many more.
  static let mostDepth = 16

  private enum Tag {
    static let null: UInt8 = 0
    static let no: UInt8 = 1
    static let yes: UInt8 = 2
    static let integer: UInt8 = 3
    static let text: UInt8 = 4
    static let bytes: UInt8 = 5
    static let list: UInt8 = 6
    static let record: UInt8 = 7
  }
}

/// Why bytes or values that crossed are not what the call takes.
struct CrossingError: Error {
  /// The fault in words, with a way to mend it.
  let sentence: String
}

// MARK: - Making values

extension Crossing: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  init(stringLiteral text: String) { self = .text(text) }

  init(nilLiteral: ()) { self = .null }

  init(dictionaryLiteral members: (String, Crossing)...) {
    self = .record(members.map { Member(name: $0, value: $1) })
  }

  /// A text, or null.
  static func text(_ text: String?) -> Crossing { text.map { .text($0) } ?? .null }

  /// A list of what each element crosses as.
  static func list<Element>(
    _ elements: some Sequence<Element>, _ crossing: (Element) -> Crossing
  ) -> Crossing {
    .list(elements.map(crossing))
  }

  /// Names in the order of their texts.
  static func names(_ names: some Sequence<some RawRepresentable<String>>) -> Crossing {
    .list(names.map(\.rawValue).sorted().map { .text($0) })
  }

  /// The form in which a value crosses; null for none.
  static func optional<Value>(_ value: Value?, _ crossing: (Value) -> Crossing) -> Crossing {
    value.map(crossing) ?? .null
  }
}

// MARK: - Bytes

extension Crossing {
  /// The value in bytes.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(Tag.null)
    case .flag(let flag): bytes.append(flag ? Tag.yes : Tag.no)
    case .integer(let integer):
      bytes.append(Tag.integer)
      Self.append(UInt64(bitPattern: integer), to: &bytes)
    case .text(let text):
      bytes.append(Tag.text)
      Self.append(text, to: &bytes)
    case .bytes(let content):
      bytes.append(Tag.bytes)
      Self.append(UInt32(content.count), to: &bytes)
      bytes += content
    case .list(let elements):
      bytes.append(Tag.list)
      Self.append(UInt32(elements.count), to: &bytes)
      for element in elements { element.append(to: &bytes) }
    case .record(let members):
      bytes.append(Tag.record)
      Self.append(UInt32(members.count), to: &bytes)
      for member in members {
        Self.append(member.name, to: &bytes)
        member.value.append(to: &bytes)
      }
    }
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    append(UInt32(text.utf16.count), to: &bytes)
    for unit in text.utf16 { append(unit, to: &bytes) }
  }

  /// Reads a value.
  ///
  /// - Throws: ``CrossingError`` where the bytes are not one value and nothing more.
  init(_ bytes: [UInt8]) throws(CrossingError) {
    var reader = Reader(bytes: bytes)
    self = try reader.value(depth: 0)
    guard reader.rest == 0 else { throw Reader.malformed }
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    static let malformed = CrossingError(
      sentence: "The bytes of this call are malformed: use the classes of dev.countersign.")

    var rest: Int { bytes.count - position }

    mutating func take(_ count: Int) throws(CrossingError) -> ArraySlice<UInt8> {
      guard count >= 0, count <= rest else { throw Self.malformed }
      defer { position += count }
      return bytes[position..<position + count]
    }

    mutating func number(_ count: Int) throws(CrossingError) -> UInt64 {
      try take(count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A count of elements, each of which takes so many bytes at least.
    mutating func count(of least: Int) throws(CrossingError) -> Int {
      let count = Int(try number(4))
      guard count <= rest / least else { throw Self.malformed }
      return count
    }

    mutating func text() throws(CrossingError) -> String {
      let count = try count(of: 2)
      let slice = try take(2 * count)
      let start = slice.startIndex
      let units = (0..<count).map {
        UInt16(slice[start + 2 * $0]) << 8 | UInt16(slice[start + 2 * $0 + 1])
      }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw CrossingError(
          sentence: "A text holds half of a surrogate pair: give whole characters.")
      }
      return text
    }

    mutating func value(depth: Int) throws(CrossingError) -> Crossing {
      guard depth <= Crossing.mostDepth else {
        throw CrossingError(
          sentence: "The value has too many levels: give at most \(Crossing.mostDepth).")
      }
      switch try number(1) {
      case UInt64(Tag.null): return .null
      case UInt64(Tag.no): return .flag(false)
      case UInt64(Tag.yes): return .flag(true)
      case UInt64(Tag.integer): return .integer(Int64(bitPattern: try number(8)))
      case UInt64(Tag.text): return .text(try text())
      case UInt64(Tag.bytes): return .bytes(Array(try take(try count(of: 1))))
      case UInt64(Tag.list):
        var elements: [Crossing] = []
        for _ in 0..<(try count(of: 1)) { elements.append(try value(depth: depth + 1)) }
        return .list(elements)
      case UInt64(Tag.record):
        var members: [Member] = []
        for _ in 0..<(try count(of: 5)) {
          members.append(Member(name: try text(), value: try value(depth: depth + 1)))
        }
        return .record(members)
      default: throw Self.malformed
      }
    }
  }
}

// MARK: - Reading records

extension Crossing {
  /// A member of a record; nil where it is null or not there.
  subscript(name: String) -> Crossing? {
    guard case .record(let members) = self,
      let value = members.first(where: { $0.name == name })?.value, value != .null
    else { return nil }
    return value
  }

  func text(_ name: String) throws(CrossingError) -> String {
    guard let text = try optionalText(name) else { throw Self.missing(name) }
    return text
  }

  func optionalText(_ name: String) throws(CrossingError) -> String? {
    switch self[name] {
    case nil: return nil
    case .text(let text)?: return text
    default: throw Self.missing(name)
    }
  }

  func integer(_ name: String) throws(CrossingError) -> Int64 {
    guard case .integer(let integer)? = self[name] else { throw Self.missing(name) }
    return integer
  }

  func flag(_ name: String) throws(CrossingError) -> Bool {
    guard case .flag(let flag)? = self[name] else { throw Self.missing(name) }
    return flag
  }

  func bytes(_ name: String) throws(CrossingError) -> [UInt8] {
    guard case .bytes(let bytes)? = self[name] else { throw Self.missing(name) }
    return bytes
  }

  func list(_ name: String) throws(CrossingError) -> [Crossing] {
    guard case .list(let list)? = self[name] else { throw Self.missing(name) }
    return list
  }

  static func missing(_ name: String) -> CrossingError {
    CrossingError(sentence: "\(name) is missing or of another kind: give it.")
  }
}
