/// One value of the dialect that both drivers speak: no dates, no floating point.
public enum SQLValue: Sendable, Hashable {
  /// No value.
  case null
  /// A signed 64-bit integer; times are milliseconds since 1970 in UTC.
  case integer(Int64)
  /// Unicode text.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral
{
  /// An integer written in the code.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A text written in the code.
  public init(stringLiteral value: String) { self = .text(value) }
  /// SQL's NULL.
  public init(nilLiteral: ()) { self = .null }
}

extension SQLValue {
  /// The text, or NULL where there is none.
  public init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
  /// The bytes, or NULL where there are none.
  public init(_ bytes: [UInt8]?) { self = bytes.map(SQLValue.blob) ?? .null }
  /// The integer, or NULL where there is none.
  public init(_ integer: Int64?) { self = integer.map(SQLValue.integer) ?? .null }
  /// The integer, widened.
  public init(_ integer: Int) { self = .integer(Int64(integer)) }
  /// 0 or 1: the dialect has no boolean.
  public init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
}

extension [SQLValue] {
  /// Refuses a text with the character U+0000: PostgreSQL stores none, so no driver does.
  package func requireStorable() throws(StoreError) {
    for case .text(let text) in self where text.utf8.contains(0) {
      throw StoreError(code: .unstorable, reason: "a text holds the character U+0000")
    }
  }
}

extension Array {
  /// A question mark for each, as a list in SQL has them.
  var placeholders: String { map { _ in "?" }.joined(separator: ", ") }
}

/// One row of an answer, its values read by position in the SELECT list.
///
/// A column of another type than asked for is a fault of the schema or of a hand in the database,
/// never of a request: it throws ``StoreError``.
public struct SQLRow: Sendable, Hashable {
  /// The values in the order of the SELECT list.
  public let values: [SQLValue]

  /// A row as a driver read it.
  public init(_ values: [SQLValue]) { self.values = values }

  /// The integer in a column.
  public func integer(_ column: Int) throws(StoreError) -> Int64 {
    guard case .integer(let value) = values[column] else { throw mismatch(column, "an integer") }
    return value
  }

  /// The text in a column.
  public func text(_ column: Int) throws(StoreError) -> String {
    guard case .text(let value) = values[column] else { throw mismatch(column, "a text") }
    return value
  }

  /// The bytes in a column.
  public func blob(_ column: Int) throws(StoreError) -> [UInt8] {
    guard case .blob(let value) = values[column] else { throw mismatch(column, "bytes") }
    return value
  }

  /// The flag in a column: an integer that is not 0.
  public func flag(_ column: Int) throws(StoreError) -> Bool { try integer(column) != 0 }

  /// The integer in a column that may be NULL.
  public func optionalInteger(_ column: Int) throws(StoreError) -> Int64? {
    if case .null = values[column] { nil } else { try integer(column) }
  }

  /// The text in a column that may be NULL.
  public func optionalText(_ column: Int) throws(StoreError) -> String? {
    if case .null = values[column] { nil } else { try text(column) }
  }

  /// The bytes in a column that may be NULL.
  public func optionalBlob(_ column: Int) throws(StoreError) -> [UInt8]? {
    if case .null = values[column] { nil } else { try blob(column) }
  }

  private func mismatch(_ column: Int, _ expected: String) -> StoreError {
    StoreError(code: .corrupt, reason: "column \(column) does not hold \(expected)")
  }
}
