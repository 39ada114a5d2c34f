/// Reads canonical CBOR (CTAP2 section 8; RFC 8949 section 4.2.1), visiting each byte once.
///
/// Every length is compared with the bytes that are left before anything is allocated for it.
struct CBORParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let limits: CBORLimits
  var offset: Int

  mutating func parseValue(depth: Int) throws(CBORError) -> CBORValue {
    let start = offset
    guard offset < bytes.count else { throw failure(.truncated) }
    let initial = bytes[offset]
    offset += 1
    let major = initial >> 5
    if major == 7 { return try simpleValue(initial, start: start) }
    if major == 6 { throw CBORError(problem: .unsupported, offset: start) }
    let argument = try parseArgument(initial & 0x1F, start: start)
    switch major {
    case 0: return .unsigned(argument)
    case 1: return .negative(argument)
    case 2: return .bytes([UInt8](try take(argument)))
    case 3:
      guard let text = String(validating: try take(argument), as: UTF8.self) else {
        throw CBORError(problem: .notUTF8, offset: start)
      }
      return .text(text)
    case 4: return .array(try parseArray(count: argument, depth: depth + 1, start: start))
    default: return .map(try parseMap(count: argument, depth: depth + 1, start: start))
    }
  }

  private func failure(_ problem: CBORError.Problem) -> CBORError {
    CBORError(problem: problem, offset: offset)
  }

  /// The number after the initial byte, which must be in its shortest form.
  private mutating func parseArgument(
    _ information: UInt8, start: Int
  ) throws(CBORError) -> UInt64 {
    let length: Int
    switch information {
    case 0..<24: return UInt64(information)
    case 24: length = 1
    case 25: length = 2
    case 26: length = 4
    case 27: length = 8
    case 31: throw CBORError(problem: .indefiniteLength, offset: start)
    default: throw CBORError(problem: .reserved, offset: start)
    }
    guard bytes.count - offset >= length else { throw failure(.truncated) }
    var value: UInt64 = 0
    for index in offset..<offset + length { value = value << 8 | UInt64(bytes[index]) }
    let smallest: UInt64 = length == 1 ? 24 : 1 << UInt64(4 * length)
    guard value >= smallest else { throw CBORError(problem: .notShortest, offset: start) }
    offset += length
    return value
  }

  private mutating func take(_ count: UInt64) throws(CBORError) -> UnsafeBufferPointer<UInt8> {
    guard count <= UInt64(bytes.count - offset) else { throw failure(.truncated) }
    let end = offset + Int(count)
    defer { offset = end }
    return UnsafeBufferPointer(rebasing: bytes[offset..<end])
  }

  private mutating func parseArray(
    count: UInt64, depth: Int, start: Int
  ) throws(CBORError) -> [CBORValue] {
    guard depth <= limits.maximumDepth else { throw CBORError(problem: .tooDeep, offset: start) }
    guard count <= UInt64(bytes.count - offset) else { throw failure(.truncated) }
    var elements: [CBORValue] = []
    for _ in 0..<Int(count) { elements.append(try parseValue(depth: depth)) }
    return elements
  }

  private mutating func parseMap(
    count: UInt64, depth: Int, start: Int
  ) throws(CBORError) -> CBORMap {
    guard depth <= limits.maximumDepth else { throw CBORError(problem: .tooDeep, offset: start) }
    guard count <= UInt64((bytes.count - offset) / 2) else { throw failure(.truncated) }
    var entries: [CBORMap.Entry] = []
    entries.reserveCapacity(min(Int(count), 8))
    var previous: Range<Int>?
    for _ in 0..<Int(count) {
      let keyStart = offset
      let key = try parseValue(depth: depth)
      let range = keyStart..<offset
      if let previous { try checkOrder(previous, before: range) }
      previous = range
      entries.append(CBORMap.Entry(key: key, value: try parseValue(depth: depth)))
    }
    return CBORMap(canonicalEntries: entries)
  }

  /// Holds the keys to canonical order, which is the order of their encodings, byte by byte.
  ///
  /// For keys of one major type that is CTAP2's rule too, since a shorter key has a smaller header.
  private func checkOrder(_ first: Range<Int>, before second: Range<Int>) throws(CBORError) {
    let (left, right) = (bytes[first], bytes[second])
    if left.lexicographicallyPrecedes(right) { return }
    let problem: CBORError.Problem = left.elementsEqual(right) ? .duplicateKey : .keyOrder
    throw CBORError(problem: problem, offset: second.lowerBound)
  }

  private mutating func simpleValue(_ initial: UInt8, start: Int) throws(CBORError) -> CBORValue {
    switch initial & 0x1F {
    case 20: return .bool(false)
    case 21: return .bool(true)
    case 22: return .null
    case 23: return .undefined
    case 28...30: throw CBORError(problem: .reserved, offset: start)
    case 31: throw CBORError(problem: .indefiniteLength, offset: start)
    default: throw CBORError(problem: .unsupported, offset: start)
    }
  }
}
