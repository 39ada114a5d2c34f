/// Reads one object's members by hand and remembers which were asked for.
///
/// For the assertion and for values that no body describes; a ``JSONBody`` needs none.
///
/// Binary members are base64url or base64 in canonical form. An optional member may be absent or
/// null.
public struct JSONObjectReader: Sendable {
  /// The place of this object, parents first with dots between; empty at the top.
  public let path: String
  private let object: JSONObject
  private var askedFirst: UInt64 = 0
  private var askedFurther: Set<Int> = []

  /// Begins to read, and refuses what is not an object.
  public init(_ value: JSONValue, path: String = "") throws(JSONShapeError) {
    guard case .object(let object) = value else {
      throw JSONShapeError(path: path, problem: "must be an object")
    }
    self.object = object
    self.path = path
  }

  /// A string that must be there.
  public mutating func string(_ name: String) throws(JSONShapeError) -> String {
    guard case .string(let text) = try required(name) else {
      throw failure(name, "must be a string")
    }
    return text
  }

  /// A string that may be absent or null.
  public mutating func optionalString(_ name: String) throws(JSONShapeError) -> String? {
    guard let value = optionalValue(name) else { return nil }
    guard case .string(let text) = value else { throw failure(name, "must be a string") }
    return text
  }

  /// An integer that must be there.
  public mutating func integer(_ name: String) throws(JSONShapeError) -> Int64 {
    guard case .integer(let number) = try required(name) else {
      throw failure(name, "must be an integer")
    }
    return number
  }

  /// An integer that may be absent or null.
  public mutating func optionalInteger(_ name: String) throws(JSONShapeError) -> Int64? {
    guard let value = optionalValue(name) else { return nil }
    guard case .integer(let number) = value else { throw failure(name, "must be an integer") }
    return number
  }

  /// A boolean that must be there.
  public mutating func bool(_ name: String) throws(JSONShapeError) -> Bool {
    guard case .bool(let flag) = try required(name) else {
      throw failure(name, "must be true or false")
    }
    return flag
  }

  /// A boolean that may be absent or null.
  public mutating func optionalBool(_ name: String) throws(JSONShapeError) -> Bool? {
    guard let value = optionalValue(name) else { return nil }
    guard case .bool(let flag) = value else { throw failure(name, "must be true or false") }
    return flag
  }

  /// Binary data that must be there.
  public mutating func bytes(_ name: String) throws(JSONShapeError) -> [UInt8] {
    guard let decoded = Base64URL.decode(try string(name)) else {
      throw failure(name, "must be base64url")
    }
    return decoded
  }

  /// Binary data of a length in bounds, that must be there.
  mutating func bytes(
    _ name: String, count: ClosedRange<Int>
  ) throws(JSONShapeError) -> [UInt8] {
    let bytes = try bytes(name)
    guard count ~= bytes.count else {
      throw failure(name, "must be \(count.lowerBound) to \(count.upperBound) bytes")
    }
    return bytes
  }

  /// Binary data that may be absent or null.
  public mutating func optionalBytes(_ name: String) throws(JSONShapeError) -> [UInt8]? {
    guard let text = try optionalString(name) else { return nil }
    guard let decoded = Base64URL.decode(text) else { throw failure(name, "must be base64url") }
    return decoded
  }

  /// An object that must be there.
  public mutating func object(_ name: String) throws(JSONShapeError) -> JSONObjectReader {
    try JSONObjectReader(try required(name), path: path(of: name))
  }

  /// An object that may be absent or null.
  public mutating func optionalObject(_ name: String) throws(JSONShapeError) -> JSONObjectReader? {
    guard let value = optionalValue(name) else { return nil }
    return try JSONObjectReader(value, path: path(of: name))
  }

  /// An array that must be there.
  public mutating func array(_ name: String) throws(JSONShapeError) -> [JSONValue] {
    guard case .array(let elements) = try required(name) else {
      throw failure(name, "must be an array")
    }
    return elements
  }

  /// An array that may be absent or null.
  public mutating func optionalArray(_ name: String) throws(JSONShapeError) -> [JSONValue]? {
    guard let value = optionalValue(name) else { return nil }
    guard case .array(let elements) = value else { throw failure(name, "must be an array") }
    return elements
  }

  /// Any value that may be absent; null is absent.
  public mutating func optionalValue(_ name: String) -> JSONValue? {
    guard let index = ask(name), object.members[index].value != .null else { return nil }
    return object.members[index].value
  }

  /// Refuses a member that nobody asked for, naming it.
  public func finish() throws(JSONShapeError) {
    for index in object.members.indices where !wasAsked(index) {
      throw failure(object.members[index].name, "is not known here")
    }
  }

  /// An error at one member of this object, for a caller's own rule about its value.
  public func failure(_ name: String, _ problem: String) -> JSONShapeError {
    JSONShapeError(path: path(of: name), problem: problem)
  }

  private func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  private mutating func required(_ name: String) throws(JSONShapeError) -> JSONValue {
    guard let index = ask(name) else { throw failure(name, "is missing") }
    return object.members[index].value
  }

  private mutating func ask(_ name: String) -> Int? {
    guard let index = object.index(of: name) else { return nil }
    if index < UInt64.bitWidth {
      askedFirst |= 1 << UInt64(index)
    } else {
      askedFurther.insert(index)
    }
    return index
  }

  private func wasAsked(_ index: Int) -> Bool {
    index < UInt64.bitWidth
      ? askedFirst & (1 << UInt64(index)) != 0 : askedFurther.contains(index)
  }
}
