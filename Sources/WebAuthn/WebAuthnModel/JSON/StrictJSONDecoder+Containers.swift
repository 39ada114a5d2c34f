/// The members of an object, by the names that a type's keys have.
struct JSONKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let node: JSONDecodingNode
  let object: JSONObject

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { node.ask(key.stringValue, of: object) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try required(key) == .null }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try read(key) { value throws(JSONShapeError) in try value.bool() }
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try read(key) { value throws(JSONShapeError) in try value.string() }
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
    try read(key) { value throws(JSONShapeError) in
      try StrictJSONDecoder.decode(type, from: value)
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
      try StrictJSONDecoder.decode(type, from: value)
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
      throw failure(key, "is missing")
    }
    return value
  }

  @inline(__always)
  private func read<Value>(
    _ key: Key, _ body: (JSONValue) throws(JSONShapeError) -> Value
  ) throws(JSONShapeError) -> Value {
    let value = try required(key)
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
    guard let value = node.ask(key.stringValue, of: object), value != .null else { return nil }
    do throws(JSONShapeError) {
      return try body(value)
    } catch {
      throw error.inside(JSONShapeError.path(node.path, key.stringValue))
    }
  }

  private func integer<Number: FixedWidthInteger>(_ key: Key) throws -> Number {
    try read(key) { value throws(JSONShapeError) in try value.integer() }
  }
}

/// The elements of an array, in order.
struct JSONUnkeyedDecodingContainer: UnkeyedDecodingContainer {
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
      return try StrictJSONDecoder.decode(type, from: value)
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
    guard !isAtEnd else { throw JSONShapeError(path: place, problem: "is missing") }
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
    try StrictJSONDecoder.decode(type, from: value)
  }
}
