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
