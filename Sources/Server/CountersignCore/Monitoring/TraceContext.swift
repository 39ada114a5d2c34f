/// The place of a piece of work in a trace, as W3C Trace Context writes it (`traceparent`).
///
/// It holds random numbers alone. `tracestate` is not handed on.
public struct TraceContext: Sendable, Hashable, CustomStringConvertible {
  /// The number of the whole trace, in two halves; never 0.
  public let trace: (high: UInt64, low: UInt64)
  /// The number of the piece of work; never 0.
  public let span: UInt64
  /// True if whoever began the trace has it recorded.
  public let isSampled: Bool

  /// The context of the work that runs now; nil where nothing is traced.
  @TaskLocal public static var current: TraceContext?

  /// A context of numbers, none of which is 0.
  public init(trace: (high: UInt64, low: UInt64), span: UInt64, isSampled: Bool) {
    (self.trace, self.span, self.isSampled) = (trace, span, isSampled)
  }

  /// Reads a field's value; nil for anything that is not of its form.
  ///
  /// A later version's value is read as far as version 00 goes, as the standard says.
  public init?(traceparent text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= Self.length, bytes[2] == Self.hyphen, bytes[35] == Self.hyphen,
      bytes[52] == Self.hyphen, let version = Self.number(bytes[0..<2]), version != 0xff,
      bytes.count == Self.length || version > 0 && bytes[Self.length] == Self.hyphen,
      let high = Self.number(bytes[3..<19]), let low = Self.number(bytes[19..<35]),
      high != 0 || low != 0, let span = Self.number(bytes[36..<52]), span != 0,
      let flags = Self.number(bytes[53..<55])
    else { return nil }
    self.init(trace: (high, low), span: span, isSampled: flags & 1 == 1)
  }

  /// The number of the trace, in 32 digits.
  public var traceID: String { Self.text(trace.high) + Self.text(trace.low) }
  /// The number of the piece of work, in 16 digits.
  public var spanID: String { Self.text(span) }
  /// The value of the field `traceparent`.
  public var description: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

  /// A command that runs in the context of whoever hands it in: a store runs it elsewhere.
  static func kept<Outcome>(
    _ command: @escaping @Sendable (any WriteTransaction) throws -> Outcome
  ) -> @Sendable (any WriteTransaction) throws -> Outcome {
    guard let current else { return command }
    return { transaction in
      try $current.withValue(current) { try command(transaction) }
    }
  }

  /// Two contexts are equal if they are written alike.
  public static func == (left: Self, right: Self) -> Bool {
    left.trace == right.trace && left.span == right.span && left.isSampled == right.isSampled
  }

  /// Hashes the numbers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(trace.high)
    hasher.combine(trace.low)
    hasher.combine(span)
  }

  /// The number of digits of the base 16, in lower case as the standard has them.
  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - 48)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - 87)
      default: return nil
      }
    }
    return number
  }

  private static func text(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  private static let length = 55
  private static let hyphen = UInt8(ascii: "-")
}
