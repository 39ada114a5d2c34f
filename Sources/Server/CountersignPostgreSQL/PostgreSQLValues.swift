import CPostgreSQL
import CountersignCore

/// The arguments of a statement in PostgreSQL's binary form.
struct BinaryArguments {
  /// All values, one after the other; a byte at the front, so that an empty value has an address.
  private var bytes: [UInt8] = [0]
  /// The place of each value; nil for NULL.
  private var places: [Range<Int>?] = []

  init(_ arguments: [SQLValue]) {
    places.reserveCapacity(arguments.count)
    for argument in arguments {
      let start = bytes.count
      switch argument {
      case .null:
        places.append(nil)
        continue
      case .integer(let value): withUnsafeBytes(of: value.bigEndian) { bytes += $0 }
      case .text(let text): bytes += text.utf8
      case .blob(let blob): bytes += blob
      }
      places.append(start..<bytes.count)
    }
  }

  /// Hands the values, their lengths and their formats to libpq.
  func pass<Outcome>(
    _ body: (
      UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) -> Outcome
  ) -> Outcome {
    bytes.withUnsafeBytes { buffer in
      let values = places.map { place in
        place.flatMap { buffer.baseAddress?.advanced(by: $0.lowerBound) }?
          .assumingMemoryBound(to: CChar.self)
      }
      let lengths = places.map { Int32($0?.count ?? 0) }
      let formats = [Int32](repeating: 1, count: places.count)
      return body(values, lengths, formats)
    }
  }
}

extension SQLValue {
  /// The object id of the value's type; 0 lets the server find out, since NULL has any.
  var typeID: Oid {
    switch self {
    case .null: 0
    case .integer: TypeID.int8
    case .text: TypeID.text
    case .blob: TypeID.bytea
    }
  }
}

/// The rows of a result, with their values in the types of the dialect.
struct ResultRows {
  private let result: OpaquePointer
  private let types: [Oid]

  init(_ result: OpaquePointer) {
    self.result = result
    types = (0..<PQnfields(result)).map { PQftype(result, $0) }
  }

  /// All of them.
  ///
  /// - Throws: `StoreError` for a value of a type that the dialect does not have.
  func all() throws(StoreError) -> [SQLRow] {
    var rows: [SQLRow] = []
    let count = PQntuples(result)
    rows.reserveCapacity(Int(count))
    for row in 0..<count {
      var values: [SQLValue] = []
      values.reserveCapacity(types.count)
      for (column, type) in types.enumerated() {
        values.append(try value(row, Int32(column), type))
      }
      rows.append(SQLRow(values))
    }
    return rows
  }

  private func value(_ row: Int32, _ column: Int32, _ type: Oid) throws(StoreError) -> SQLValue {
    if PQgetisnull(result, row, column) == 1 { return .null }
    let bytes = UnsafeRawBufferPointer(
      start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    switch type {
    case TypeID.text, TypeID.varchar, TypeID.name:
      return .text(String(decoding: bytes, as: UTF8.self))
    case TypeID.bytea: return .blob(Array(bytes))
    // A function that gives nothing, as one that takes a lock.
    case TypeID.void: return .null
    case TypeID.bool, TypeID.int2, TypeID.int4, TypeID.int8:
      var number: Int64 = bytes.first.map { $0 < 128 } ?? true ? 0 : -1
      for byte in bytes { number = number << 8 | Int64(byte) }
      return .integer(number)
    case TypeID.numeric: return .integer(try Self.integer(ofNumeric: bytes))
    default:
      throw StoreError(code: .corrupt, reason: "a column has a type without a name here: \(type)")
    }
  }

  /// The integer that a sum of integers is: digits of base 10,000 after their count, the weight of
  /// the first, the sign and the scale, of 16 bits each.
  static func integer(ofNumeric bytes: UnsafeRawBufferPointer) throws(StoreError) -> Int64 {
    let words = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      Int(bytes[index]) << 8 | Int(bytes[index + 1])
    }
    guard words.count >= 4, words.count == 4 + words[0] else { throw .fraction }
    let (weight, sign) = (Int(Int16(truncatingIfNeeded: words[1])), words[2])
    guard sign == 0 || sign == 0x4000, words[0] <= weight + 1 || words[0] == 0 else {
      throw .fraction
    }
    var number: Int64 = 0
    for place in stride(from: 0, through: max(weight, -1), by: 1) where words[0] > 0 {
      let digit = place < words[0] ? Int64(words[4 + place]) : 0
      let (product, tooLarge) = number.multipliedReportingOverflow(by: 10_000)
      let (sum, tooMuch) = product.subtractingReportingOverflow(digit)
      guard !tooLarge, !tooMuch else { throw .fraction }
      number = sum
    }
    // Counted downwards: there is one negative number more.
    guard sign == 0 else { return number }
    guard number != .min else { throw .fraction }
    return -number
  }
}

extension StoreError {
  fileprivate static let fraction = StoreError(
    code: .corrupt, reason: "a column holds a fraction, or a number of more than 64 bits")
}

/// The object ids of PostgreSQL's own types, which never change.
private enum TypeID {
  static let bool: Oid = 16
  static let bytea: Oid = 17
  static let name: Oid = 19
  static let int8: Oid = 20
  static let int2: Oid = 21
  static let int4: Oid = 23
  static let text: Oid = 25
  static let varchar: Oid = 1043
  static let numeric: Oid = 1700
  static let void: Oid = 2278
}
