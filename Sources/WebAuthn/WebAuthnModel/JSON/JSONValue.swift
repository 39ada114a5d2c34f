/// A JSON value as it was read, with the order of object members kept.
///
/// An integer that fits 64 bits is ``integer(_:)``; any other number keeps its text, so that
/// nothing is rounded on the way through.
public enum JSONValue: Sendable, Hashable {
  /// The literal `null`.
  case null
  /// The literals `true` and `false`.
  case bool(Bool)
  /// A whole number that fits 64 bits, written without an exponent; a fraction of zeros is none.
  case integer(Int64)
  /// Any other number, as its text.
  case number(String)
  /// A string, unescaped.
  case string(String)
  /// An array, in order.
  case array([JSONValue])
  /// An object, its members in order.
  case object(JSONObject)
}

extension JSONValue {
  /// Reads one JSON text (RFC 8259) and refuses everything that is not exactly that.
  ///
  /// Refused beyond the grammar: ill-formed UTF-8, a byte order mark, duplicate member names,
  /// lone surrogates, nesting past the limit, and bytes after the value.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
    self = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      var parser = JSONParser(bytes: buffer, limits: limits)
      return try parser.parseText()
    }
  }

  /// The value as compact JSON, members in their order.
  public func serialized() -> [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }
  /// Makes a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Makes an object; of two members with one name the later stays.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

/// What a JSON text may cost before it is refused.
public struct JSONLimits: Sendable, Hashable {
  /// How many arrays and objects may stand inside each other.
  public let maximumDepth: Int

  /// The limit that holds everywhere: sixteen levels.
  public static let standard = JSONLimits(maximumDepth: 16)

  /// Makes limits; the depth is held between 1 and 512 so that the parser's stack is bounded.
  public init(maximumDepth: Int) {
    self.maximumDepth = min(max(maximumDepth, 1), 512)
  }
}
