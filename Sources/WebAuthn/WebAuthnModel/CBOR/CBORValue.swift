/// A CBOR value of the part of RFC 8949 that authenticators use.
///
/// Tags, floating-point numbers, indefinite lengths and simple values other than these four do not
/// occur in what CTAP2 calls canonical CBOR here, and are refused when read.
public enum CBORValue: Sendable, Hashable {
  /// A number from zero upwards.
  case unsigned(UInt64)
  /// A number below zero: −1 minus the payload.
  case negative(UInt64)
  /// A byte string.
  case bytes([UInt8])
  /// A text string.
  case text(String)
  /// An array, in order.
  case array([CBORValue])
  /// A map, its entries in canonical order.
  case map(CBORMap)
  /// One of the simple values `true` and `false`.
  case bool(Bool)
  /// The simple value `null`.
  case null
  /// The simple value `undefined`.
  case undefined
}

extension CBORValue {
  /// Reads exactly one canonical value; bytes after it are refused.
  public init(parsing bytes: [UInt8], limits: CBORLimits = .standard) throws(CBORError) {
    let (value, consumed) = try Self.parsingPrefix(of: bytes, limits: limits)
    guard consumed == bytes.count else {
      throw CBORError(problem: .trailingBytes, offset: consumed)
    }
    self = value
  }

  /// Reads the canonical value that begins at an offset, and tells how many bytes it took.
  public static func parsingPrefix(
    of bytes: [UInt8], from offset: Int = 0, limits: CBORLimits = .standard
  ) throws(CBORError) -> (value: CBORValue, consumed: Int) {
    try bytes.withUnsafeBufferPointer { buffer throws(CBORError) in
      var parser = CBORParser(bytes: buffer, limits: limits, offset: max(offset, 0))
      let value = try parser.parseValue(depth: 0)
      return (value, parser.offset - max(offset, 0))
    }
  }

  /// The value in canonical form.
  public func serialized() -> [UInt8] {
    var writer = CBORWriter()
    writer.write(self)
    return writer.bytes
  }

  /// Makes a number of either sign.
  public init(_ number: Int64) {
    self = number < 0 ? .negative(UInt64(bitPattern: ~number)) : .unsigned(UInt64(number))
  }

  /// The number, when it is one that fits 64 bits.
  public var integer: Int64? {
    switch self {
    case .unsigned(let magnitude): Int64(exactly: magnitude)
    case .negative(let magnitude): Int64(exactly: magnitude).map { ~$0 }
    default: nil
    }
  }
}

extension CBORValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes a number.
  public init(integerLiteral value: Int64) { self.init(value) }
  /// Makes a text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Makes a simple value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes an array.
  public init(arrayLiteral elements: CBORValue...) { self = .array(elements) }
  /// Makes a map; of two entries with one key the later stays.
  public init(dictionaryLiteral elements: (CBORValue, CBORValue)...) {
    self = .map(CBORMap(elements))
  }
}

/// The cost at which a CBOR value is refused.
public struct CBORLimits: Sendable, Hashable {
  /// The most arrays and maps inside each other.
  public let maximumDepth: Int

  /// The limit that holds everywhere: eight levels, twice what CTAP2 allows in its messages.
  public static let standard = CBORLimits(maximumDepth: 8)

  /// Makes limits; the depth is held between 1 and 512 so that the parser's stack is bounded.
  public init(maximumDepth: Int) {
    self.maximumDepth = min(max(maximumDepth, 1), 512)
  }
}

/// A fault of bytes that are no canonical CBOR.
public struct CBORError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of fault.
  public let problem: Problem
  /// The byte at which it was noticed, counted from zero.
  public let offset: Int

  /// The faults of an encoding.
  public enum Problem: String, Sendable, Hashable {
    /// The bytes end inside a value.
    case truncated
    /// Bytes follow the value.
    case trailingBytes
    /// A length or number takes more bytes than it needs.
    case notShortest
    /// A length is left open.
    case indefiniteLength
    /// A map has one key twice.
    case duplicateKey
    /// A map's keys are out of order.
    case keyOrder
    /// Arrays and maps are nested past the limit.
    case tooDeep
    /// A text is no UTF-8.
    case notUTF8
    /// A tag, a floating-point number, or a simple value that is not used here.
    case unsupported
    /// A header that RFC 8949 reserves.
    case reserved
  }

  /// Makes an error.
  public init(problem: Problem, offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  /// The problem with its place.
  public var description: String { "\(problem.rawValue) at byte \(offset)" }
}

/// The entries of a CBOR map in canonical order, which is the order of the encoded keys.
public struct CBORMap: Sendable, Hashable {
  /// One key with its value.
  public struct Entry: Sendable, Hashable {
    /// The key.
    public let key: CBORValue
    /// The value.
    public let value: CBORValue
  }

  /// The entries in canonical order.
  public private(set) var entries: [Entry]

  /// Makes a map; of two entries with one key the later stays.
  public init(_ pairs: some Sequence<(CBORValue, CBORValue)>) {
    entries = []
    for (key, value) in pairs {
      entries.removeAll { $0.key == key }
      entries.append(Entry(key: key, value: value))
    }
    entries.sort { $0.key.serialized().lexicographicallyPrecedes($1.key.serialized()) }
  }

  init(canonicalEntries: [Entry]) { entries = canonicalEntries }

  /// The value of a key.
  public subscript(key: CBORValue) -> CBORValue? {
    entries.first { $0.key == key }?.value
  }

  /// The number of entries.
  public var count: Int { entries.count }

  /// True if there is no entry.
  public var isEmpty: Bool { entries.isEmpty }

  func value(_ label: Int64) -> CBORValue? {
    let key = CBORValue(label)
    for entry in entries where entry.key == key { return entry.value }
    return nil
  }
}

extension CBORMap: ExpressibleByDictionaryLiteral {
  /// Makes a map; of two entries with one key the later stays.
  public init(dictionaryLiteral elements: (CBORValue, CBORValue)...) { self.init(elements) }
}
