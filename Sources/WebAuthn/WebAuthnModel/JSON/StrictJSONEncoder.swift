/// Writes `Codable` values as JSON, members in the order in which they are encoded.
package enum StrictJSONEncoder {
  /// The value as JSON.
  ///
  /// - Precondition: All of it has a JSON form.
  package static func encode(_ value: some Encodable) -> JSONValue {
    do {
      return try form(of: value)
    } catch {
      preconditionFailure("\(type(of: value)) has no JSON form: \(error)")
    }
  }

  fileprivate static func form<Value: Encodable>(of value: Value) throws -> JSONValue {
    if Value.self == String.self { return .string(unsafeBitCast(value, to: String.self)) }
    if Value.self == [UInt8].self {
      return .string(Base64URL.encode(unsafeBitCast(value, to: [UInt8].self)))
    }
    let node = JSONEncodingNode()
    try value.encode(to: node)
    return node.value
  }

  fileprivate static func integer(_ number: some BinaryInteger) throws -> JSONValue {
    guard let integer = Int64(exactly: number) else { throw failure("must fit 64 bits") }
    return .integer(integer)
  }

  fileprivate static func failure(_ problem: String) -> JSONShapeError {
    JSONShapeError(path: "", problem: problem)
  }
}

/// One JSON value while it is written.
final class JSONEncodingNode: Encoder {
  private enum Kind {
    case object
    case array
    case scalar(JSONValue)
  }

  private var kind = Kind.object
  private var members: [JSONObject.Member] = []
  private var elements: [JSONValue] = []
  /// Containers that a type opened inside of its own, by the index of their values.
  private var inner: [(index: Int, node: JSONEncodingNode)] = []

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The value that was written; an empty object if nothing was.
  var value: JSONValue {
    switch kind {
    case .scalar(let value): return value
    case .object:
      var members = members
      for (index, node) in inner { members[index].value = node.value }
      return .object(JSONObject(uniqueMembers: members))
    case .array:
      var elements = elements
      for (index, node) in inner { elements[index] = node.value }
      return .array(elements)
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(JSONKeyedEncodingContainer(node: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    kind = .array
    return JSONUnkeyedEncodingContainer(node: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func set(_ value: JSONValue) { kind = .scalar(value) }

  func add(_ name: String, _ value: JSONValue) {
    assert(!members.contains { $0.name.isSameBytes(as: name) }, "\(name) is written twice")
    if members.isEmpty { members.reserveCapacity(8) }
    members.append(JSONObject.Member(name: name, value: value))
  }

  func append(_ value: JSONValue) { elements.append(value) }

  var count: Int { elements.count }

  func openMember(_ name: String) -> JSONEncodingNode {
    let node = JSONEncodingNode()
    inner.append((members.count, node))
    add(name, .null)
    return node
  }

  func openElement() -> JSONEncodingNode {
    let node = JSONEncodingNode()
    inner.append((elements.count, node))
    elements.append(.null)
    return node
  }
}

struct JSONKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: JSONEncodingNode

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws { node.add(key.stringValue, .null) }
  func encode(_ value: Bool, forKey key: Key) throws { node.add(key.stringValue, .bool(value)) }
  func encode(_ value: String, forKey key: Key) throws {
    node.add(key.stringValue, .string(value))
  }
  func encode(_ value: Double, forKey key: Key) throws {
    throw StrictJSONEncoder.failure(JSONValue.noFractions)
  }
  func encode(_ value: Float, forKey key: Key) throws {
    throw StrictJSONEncoder.failure(JSONValue.noFractions)
  }
  func encode(_ value: Int, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    node.add(key.stringValue, try StrictJSONEncoder.form(of: value))
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Inner> {
    node.openMember(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    node.openMember(key.stringValue).unkeyedContainer()
  }

  /// The object itself, in which the member's own members stand.
  func superEncoder(forKey key: Key) -> any Encoder { node }

  func superEncoder() -> any Encoder { node }

  private func add(_ value: some BinaryInteger, _ key: Key) throws {
    node.add(key.stringValue, try StrictJSONEncoder.integer(value))
  }
}

struct JSONUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let node: JSONEncodingNode

  var codingPath: [any CodingKey] { [] }
  var count: Int { node.count }

  func encodeNil() throws { node.append(.null) }
  func encode(_ value: some Encodable) throws {
    node.append(try StrictJSONEncoder.form(of: value))
  }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.openElement().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    node.openElement().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { node.openElement() }
}

extension JSONEncodingNode: SingleValueEncodingContainer {
  func encodeNil() throws { set(.null) }
  func encode(_ value: Bool) throws { set(.bool(value)) }
  func encode(_ value: String) throws { set(.string(value)) }
  func encode(_ value: Double) throws { throw StrictJSONEncoder.failure(JSONValue.noFractions) }
  func encode(_ value: Float) throws { throw StrictJSONEncoder.failure(JSONValue.noFractions) }
  func encode(_ value: Int) throws { set(try StrictJSONEncoder.integer(value)) }
  func encode(_ value: Int8) throws { set(try StrictJSONEncoder.integer(value)) }
  func encode(_ value: Int16) throws { set(try StrictJSONEncoder.integer(value)) }
  func encode(_ value: Int32) throws { set(try StrictJSONEncoder.integer(value)) }
  func encode(_ value: Int64) throws { set(try StrictJSONEncoder.integer(value)) }
  func encode(_ value: UInt) throws { set(try StrictJSONEncoder.integer(value)) }
  func encode(_ value: UInt8) throws { set(try StrictJSONEncoder.integer(value)) }
  func encode(_ value: UInt16) throws { set(try StrictJSONEncoder.integer(value)) }
  func encode(_ value: UInt32) throws { set(try StrictJSONEncoder.integer(value)) }
  func encode(_ value: UInt64) throws { set(try StrictJSONEncoder.integer(value)) }
  func encode(_ value: some Encodable) throws { set(try StrictJSONEncoder.form(of: value)) }
}
