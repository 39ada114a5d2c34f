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
