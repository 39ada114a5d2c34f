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
  /// Reads exactly one JSON text (RFC 8259), and refuses anything else.
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

/// The cost at which a JSON text is refused.
public struct JSONLimits: Sendable, Hashable {
  /// The most arrays and objects inside each other.
  public let maximumDepth: Int

  /// The limit that holds everywhere: sixteen levels.
  public static let standard = JSONLimits(maximumDepth: 16)

  /// Makes limits; the depth is held between 1 and 512 so that the parser's stack is bounded.
  public init(maximumDepth: Int) {
    self.maximumDepth = min(max(maximumDepth, 1), 512)
  }
}

extension JSONValue {
  static let noFractions = "must not be read as a floating-point number"

  /// The text, or an error without a path.
  @inline(__always)
  func string() throws(JSONShapeError) -> String {
    guard case .string(let text) = self else { throw Self.failure("must be a string") }
    return text
  }

  /// The boolean, or an error without a path.
  @inline(__always)
  func bool() throws(JSONShapeError) -> Bool {
    guard case .bool(let flag) = self else { throw Self.failure("must be true or false") }
    return flag
  }

  /// The integer where it fits its type, or an error without a path.
  @inline(__always)
  func integer<Number: FixedWidthInteger>() throws(JSONShapeError) -> Number {
    guard case .integer(let integer) = self else { throw Self.failure("must be an integer") }
    guard let number = Number(exactly: integer) else {
      throw Self.failure("must be an integer from \(Number.min) to \(Number.max)")
    }
    return number
  }

  /// The bytes of base64url, or an error without a path.
  @inline(__always)
  func bytes() throws(JSONShapeError) -> [UInt8] {
    guard let bytes = Base64URL.decode(try string()) else {
      throw Self.failure("must be base64url")
    }
    return bytes
  }

  @inline(never)
  private static func failure(_ problem: String) -> JSONShapeError {
    JSONShapeError(path: "", problem: problem)
  }
}

extension JSONValue: Codable {
  /// Takes the value that ``JSONBody`` reads as it is.
  ///
  /// - Throws: `JSONShapeError` in a decoder of another kind, which may have lost what was written.
  public init(from decoder: any Decoder) throws {
    guard let node = decoder as? JSONDecodingNode else {
      throw JSONShapeError(path: "", problem: "is read by JSONBody only")
    }
    self = node.value
  }

  /// Gives the value as it is to what ``JSONBody`` writes.
  ///
  /// - Throws: `JSONShapeError` in an encoder of another kind.
  public func encode(to encoder: any Encoder) throws {
    guard let node = encoder as? JSONEncodingNode else {
      throw JSONShapeError(path: "", problem: "is written by JSONBody only")
    }
    node.set(self)
  }
}
