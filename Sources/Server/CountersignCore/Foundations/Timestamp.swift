/// A moment, in milliseconds since 1970 in UTC.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// The milliseconds.
  public let milliseconds: Int64

  /// A moment as it was read from a clock or a store.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The moment so many seconds later.
  public func adding(seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds + seconds * 1000)
  }

  /// The milliseconds from another moment to this one; negative where it is later.
  public func milliseconds(since other: Timestamp) -> Int64 {
    milliseconds - other.milliseconds
  }

  /// Earlier before later.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The moment as RFC 3339 writes it, in UTC with whole seconds: `2024-01-22T10:30:45Z`.
  ///
  /// RFC 3339 has years from 0 to 9999.
  public var rfc3339: String {
    let seconds = min(max(milliseconds, Self.yearZero), Self.endOf9999).floored(by: 1000)
    let days = seconds.floored(by: 86_400)
    let time = seconds - days * 86_400
    let (year, month, day) = Self.civilDate(daysSince1970: days)
    var text: [UInt8] = []
    text.reserveCapacity(20)
    let parts: [(number: Int64, width: Int, end: UInt8)] = [
      (year, 4, UInt8(ascii: "-")), (month, 2, UInt8(ascii: "-")), (day, 2, UInt8(ascii: "T")),
      (time / 3600, 2, UInt8(ascii: ":")), (time / 60 % 60, 2, UInt8(ascii: ":")),
      (time % 60, 2, UInt8(ascii: "Z")),
    ]
    for part in parts {
      Self.append(part.number, width: part.width, to: &text)
      text.append(part.end)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let yearZero: Int64 = -62_167_219_200_000
  private static let endOf9999: Int64 = 253_402_300_799_999

  /// The date of the proleptic Gregorian calendar, reckoned in years that begin in March, so that
  /// the leap day is a year's last.
  private static func civilDate(daysSince1970 days: Int64) -> (Int64, Int64, Int64) {
    let shifted = days + 719_468
    let era = shifted.floored(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func append(_ number: Int64, width: Int, to text: inout [UInt8]) {
    var divisor = (1..<width).reduce(Int64(1)) { power, _ in power * 10 }
    while divisor > 0 {
      text.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }
}

extension Int64 {
  fileprivate func floored(by divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }
}
