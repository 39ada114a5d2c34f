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
  public var rfc3339: String {
    let seconds = milliseconds.floored(by: 1000)
    let days = seconds.floored(by: 86_400)
    let time = seconds - days * 86_400
    let (year, month, day) = Self.civilDate(daysSince1970: days)
    return Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2) + "T"
      + Self.padded(time / 3600, 2) + ":" + Self.padded(time / 60 % 60, 2) + ":"
      + Self.padded(time % 60, 2) + "Z"
  }

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

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int64 {
  fileprivate func floored(by divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }
}
