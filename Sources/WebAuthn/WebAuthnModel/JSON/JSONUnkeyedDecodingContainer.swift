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
