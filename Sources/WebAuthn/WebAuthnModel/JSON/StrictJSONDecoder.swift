/// Reads `Codable` values from JSON, and refuses what they do not ask for.
///
/// An error names the member with its parents, such as `device.key`, and never quotes a value.
/// Each level adds its own place to an error on the way out, so that good input pays for no paths.
/// An unknown member comes before all other faults of its object, and before a missing member of
/// the objects around it: the one may be the other, misspelt.
package enum StrictJSONDecoder {
  /// Reads one value.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from json: JSONValue
  ) throws(JSONShapeError) -> Value { try decode(type, from: json, isProbe: false) }

  /// Reads one value; a probe reads on where a member is missing, only to find an unknown one.
  fileprivate static func decode<Value: Decodable>(
    _ type: Value.Type, from json: JSONValue, isProbe: Bool
  ) throws(JSONShapeError) -> Value {
    // The cast of a value to the type that it has: `as?` would ask the runtime, which costs more
    // than the rest.
    if Value.self == [UInt8].self { return unsafeBitCast(try json.bytes(), to: Value.self) }
    if Value.self == String.self { return unsafeBitCast(try json.string(), to: Value.self) }
    let node = JSONDecodingNode(json, isProbe: isProbe)
    let value: Value
    do {
      value = try Value(from: node)
    } catch {
      if node.hasContainer { node.claimFlattened(of: Value.self) }
      if let unknown = node.unknownMember(for: Value.self) { throw unknown }
      let fault = JSONShapeError(error, reading: Value.self)
      guard !isProbe, fault.tellsOfMissing else { throw fault }
      throw unknownMember(of: type, in: json) ?? fault
    }
    guard node.hasContainer else { return value }
    if let error = node.unknownMember(for: Value.self) { throw error }
    if let error = node.nullMember(for: Value.self) { throw error }
    // What stands in for a missing member passes no check.
    if !isProbe { try (value as? any JSONBody)?.checkMembers() }
    return value
  }

  /// An error for an unknown member of a value that stands behind a missing one; nil if there is
  /// none to be found.
  private static func unknownMember<Value: Decodable>(
    of type: Value.Type, in json: JSONValue
  ) -> JSONShapeError? {
    do {
      _ = try decode(type, from: json, isProbe: true)
      return nil
    } catch {
      return error.tellsOfUnknown ? error : nil
    }
  }

  /// A value to read on with in the place of a missing one; nil if the type takes none of them.
  fileprivate static func standIn<Value: Decodable>(_ type: Value.Type) -> Value? {
    for json in [JSONValue.object([:]), .string(""), .integer(0), .array([])] {
      if let value = try? decode(type, from: json, isProbe: true) { return value }
    }
    return nil
  }
}

/// One JSON value while it is read, and what was asked of it.
final class JSONDecodingNode: Decoder {
  let value: JSONValue
  /// The place of a container that a type opened inside of its own; empty for the type itself.
  let path: String
  /// True if missing members are passed over: only an unknown one is looked for.
  let isProbe: Bool
  private var keyType: (any CodingKey.Type)?
  private var furtherKeyTypes: [any CodingKey.Type] = []
  private var asked: UInt64 = 0
  private var askedFurther: Set<Int> = []
  private var absentNames: [String] = []
  private var flattenedNames: [String] = []
  private var nullName: String?
  private var inner: [JSONDecodingNode] = []

  init(_ value: JSONValue, path: String = "", isProbe: Bool = false) {
    self.value = value
    self.path = path
    self.isProbe = isProbe
  }

  /// Nothing: an error gets its place on the way out.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// True if members were read by their names.
  var hasContainer: Bool { keyType != nil }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = value else { throw failure("must be an object") }
    if keyType == nil { keyType = type } else { furtherKeyTypes.append(type) }
    return KeyedDecodingContainer(JSONKeyedDecodingContainer(node: self, object: object))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw failure("must be an array") }
    return JSONUnkeyedDecodingContainer(elements: elements, node: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// Finds a member, and remembers that it was asked for.
  func ask(_ name: String, of object: JSONObject) -> JSONValue? {
    guard let index = object.index(of: name) else {
      if absentNames.isEmpty { absentNames.reserveCapacity(8) }
      absentNames.append(name)
      return nil
    }
    if index < UInt64.bitWidth {
      asked |= 1 << UInt64(index)
    } else {
      askedFurther.insert(index)
    }
    return object.members[index].value
  }

  /// Takes a coding key for one whose member has its own members here.
  func flatten(_ name: String) { flattenedNames.append(name) }

  /// Takes the keys of flattened members for known that an error kept from being read.
  func claimFlattened<Value>(of type: Value.Type) {
    furtherKeyTypes += (type as? any JSONBody.Type)?.flattenedKeys ?? []
  }

  /// Opens a value inside of this one for the type that reads this one.
  func open(_ value: JSONValue, at place: String) -> JSONDecodingNode {
    let node = JSONDecodingNode(
      value, path: JSONShapeError.path(path, place), isProbe: isProbe)
    inner.append(node)
    return node
  }

  /// Remembers an optional member that is null.
  func meetNull(_ name: String) { nullName = nullName ?? name }

  /// An error for the first optional member that is null instead of left out; nil if the type takes
  /// both for the same, as those of WebAuthn do.
  ///
  /// One way to say that a member is absent: a body means the same to whoever reads it.
  func nullMember<Value>(for type: Value.Type) -> JSONShapeError? {
    guard let nullName else {
      return inner.lazy.compactMap { $0.nullMember(for: type) }.first
    }
    if type is any ExtensibleJSON.Type { return nil }
    return failure(JSONShapeError.null).inside(nullName)
  }

  func failure(_ problem: String) -> JSONShapeError { JSONShapeError(path: path, problem: problem) }

  /// An error for the first member that the type does not know; nil if it ignores them.
  func unknownMember<Value>(for type: Value.Type) -> JSONShapeError? {
    guard case .object(let object) = value, hasContainer else {
      return inner.lazy.compactMap { $0.unknownMember(for: type) }.first
    }
    for index in object.members.indices where !wasAsked(index) {
      let name = object.members[index].name
      guard !isKnown(name) else { continue }
      if type is any ExtensibleJSON.Type { return nil }
      return failure(JSONNearestName.problem(of: name, known: knownNames(in: object)))
    }
    return inner.lazy.compactMap { $0.unknownMember(for: type) }.first
  }

  private func wasAsked(_ index: Int) -> Bool {
    index < UInt64.bitWidth
      ? asked & (1 << UInt64(index)) != 0 : askedFurther.contains(index)
  }

  /// Tells if a type that read from this object has a key of this name, asked for or not yet.
  private func isKnown(_ name: String) -> Bool {
    guard !flattenedNames.contains(where: name.isSameBytes) else { return false }
    return keyTypes.contains { type in
      type.init(stringValue: name).map { name.isSameBytes(as: $0.stringValue) } ?? false
    }
  }

  private var keyTypes: [any CodingKey.Type] { (keyType.map { [$0] } ?? []) + furtherKeyTypes }

  private func knownNames(in object: JSONObject) -> [String] {
    let listed = keyTypes.flatMap { type in
      (type as? any CaseIterable.Type).map { Self.names(of: $0) } ?? []
    }
    let found = object.members.indices.filter(wasAsked).map { object.members[$0].name }
    return (listed + absentNames + found).filter { !flattenedNames.contains($0) }
  }

  private static func names<Keys: CaseIterable>(of type: Keys.Type) -> [String] {
    type.allCases.compactMap { ($0 as? any CodingKey)?.stringValue }
  }
}

/// The members of an object, by the names that a type's keys have.
private struct JSONKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let node: JSONDecodingNode
  let object: JSONObject

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { node.ask(key.stringValue, of: object) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try required(key) == .null }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try read(key, or: false) { value throws(JSONShapeError) in try value.bool() }
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try read(key, or: "") { value throws(JSONShapeError) in try value.string() }
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    throw failure(key, JSONValue.noFractions)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    throw failure(key, JSONValue.noFractions)
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try read(key, or: StrictJSONDecoder.standIn(type)) { value throws(JSONShapeError) in
      try StrictJSONDecoder.decode(type, from: value, isProbe: node.isProbe)
    }
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try readIfPresent(key) { value throws(JSONShapeError) in try value.bool() }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try readIfPresent(key) { value throws(JSONShapeError) in try value.string() }
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try readIfPresent(key) { value throws(JSONShapeError) in try value.integer() }
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try readIfPresent(key) { value throws(JSONShapeError) in
      try StrictJSONDecoder.decode(type, from: value, isProbe: node.isProbe)
    }
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Inner> {
    try node.open(try required(key), at: key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try node.open(try required(key), at: key.stringValue).unkeyedContainer()
  }

  /// The object itself, in which the member's own members stand.
  func superDecoder(forKey key: Key) throws -> any Decoder {
    node.flatten(key.stringValue)
    return node
  }

  func superDecoder() throws -> any Decoder { node }

  private func failure(_ key: Key, _ problem: String) -> JSONShapeError {
    JSONShapeError(path: JSONShapeError.path(node.path, key.stringValue), problem: problem)
  }

  private func required(_ key: Key) throws(JSONShapeError) -> JSONValue {
    guard let value = node.ask(key.stringValue, of: object) else {
      throw failure(key, JSONShapeError.missing)
    }
    return value
  }

  /// Reads a member; a probe goes on with another value where it is missing.
  @inline(__always)
  private func read<Value>(
    _ key: Key, or standIn: @autoclosure () -> Value?,
    _ body: (JSONValue) throws(JSONShapeError) -> Value
  ) throws(JSONShapeError) -> Value {
    guard let value = node.ask(key.stringValue, of: object) else {
      if node.isProbe, let standIn = standIn() { return standIn }
      throw failure(key, JSONShapeError.missing)
    }
    do throws(JSONShapeError) {
      return try body(value)
    } catch {
      throw error.inside(JSONShapeError.path(node.path, key.stringValue))
    }
  }

  @inline(__always)
  private func readIfPresent<Value>(
    _ key: Key, _ body: (JSONValue) throws(JSONShapeError) -> Value
  ) throws(JSONShapeError) -> Value? {
    guard let value = node.ask(key.stringValue, of: object) else { return nil }
    guard value != .null else {
      node.meetNull(key.stringValue)
      return nil
    }
    do throws(JSONShapeError) {
      return try body(value)
    } catch {
      throw error.inside(JSONShapeError.path(node.path, key.stringValue))
    }
  }

  private func integer<Number: FixedWidthInteger>(_ key: Key) throws -> Number {
    try read(key, or: 0) { value throws(JSONShapeError) in try value.integer() }
  }
}

/// The elements of an array, in order.
private struct JSONUnkeyedDecodingContainer: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let node: JSONDecodingNode
  private(set) var currentIndex = 0

  init(elements: [JSONValue], node: JSONDecodingNode) {
    self.elements = elements
    self.node = node
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let place = place
    let value = try next()
    do throws(JSONShapeError) {
      return try StrictJSONDecoder.decode(type, from: value, isProbe: node.isProbe)
    } catch {
      throw error.inside(place)
    }
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let index = currentIndex
    return try node.open(try next(), at: "[\(index)]").container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let index = currentIndex
    return try node.open(try next(), at: "[\(index)]").unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    let index = currentIndex
    return node.open(try next(), at: "[\(index)]")
  }

  private var place: String { JSONShapeError.path(node.path, "[\(currentIndex)]") }

  private mutating func next() throws(JSONShapeError) -> JSONValue {
    guard !isAtEnd else { throw JSONShapeError(path: place, problem: JSONShapeError.missing) }
    defer { currentIndex += 1 }
    return elements[currentIndex]
  }
}

extension JSONDecodingNode: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }
  func decode(_ type: Bool.Type) throws -> Bool { try value.bool() }
  func decode(_ type: String.Type) throws -> String { try value.string() }
  func decode(_ type: Double.Type) throws -> Double { throw failure(JSONValue.noFractions) }
  func decode(_ type: Float.Type) throws -> Float { throw failure(JSONValue.noFractions) }
  func decode(_ type: Int.Type) throws -> Int { try value.integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try value.integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try value.integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try value.integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try value.integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try value.integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try value.integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try value.integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try value.integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try value.integer() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try StrictJSONDecoder.decode(type, from: value, isProbe: isProbe)
  }
}
