/// A moment in UTC to the second, read from RFC 3339.
public struct UTCMoment: Sendable, Hashable {
  /// The moment as `2026-11-30T14:05:00Z`.
  public let text: String

  /// Reads a moment of any offset; nil for another form, and for a day or a time that there is not.
  ///
  /// Fractions of a second are dropped. A leap second is refused, since no table of them is kept.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, let date = CalendarDate(String(text.prefix(10))),
      Self.isLetter(bytes[10], "T"), bytes[13] == Self.colon, bytes[16] == Self.colon,
      let hour = Self.number(bytes[11..<13], to: 23),
      let minute = Self.number(bytes[14..<16], to: 59),
      let second = Self.number(bytes[17..<19], to: 59),
      let offset = Self.offsetMinutes(bytes[19...])
    else { return nil }
    let day = Self.day(of: date)
    let minutes = (day * 24 + hour) * 60 + minute - offset
    let shiftedDay = minutes >= 0 ? minutes / 1440 : (minutes - 1439) / 1440
    guard let shifted = Self.date(ofDay: shiftedDay) else { return nil }
    let left = minutes - shiftedDay * 1440
    let time = [left / 60, left % 60, second].map { Self.padded($0, to: 2) }
    self.text = shifted + "T" + time.joined(separator: ":") + "Z"
  }

  /// The minutes by which a zone is before UTC, after an optional fraction of a second; nil for
  /// another form.
  private static func offsetMinutes(_ bytes: ArraySlice<UInt8>) -> Int? {
    var rest = bytes
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      let digits = rest.prefix(while: \.isASCIIDigit)
      guard !digits.isEmpty else { return nil }
      rest = rest.dropFirst(digits.count)
    }
    guard let first = rest.first else { return nil }
    if isLetter(first, "Z") { return rest.count == 1 ? 0 : nil }
    let zone = Array(rest)
    guard zone.count == 6, zone[3] == colon, let hours = number(zone[1..<3], to: 23),
      let minutes = number(zone[4..<6], to: 59)
    else { return nil }
    switch first {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>, to most: Int) -> Int? {
    var number = 0
    for digit in digits {
      guard digit.isASCIIDigit else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number <= most ? number : nil
  }

  private static func isLetter(_ byte: UInt8, _ capital: Unicode.Scalar) -> Bool {
    byte & ~0x20 == UInt8(ascii: capital)
  }

  private static let colon = UInt8(ascii: ":")
}

extension UTCMoment {
  /// The days since 1 March of the year 0, in which leap days come last in their years.
  private static func day(of date: CalendarDate) -> Int {
    let parts = date.text.split(separator: "-").compactMap { Int($0) }
    let month = (parts[1] + 9) % 12
    let year = parts[0] - (parts[1] < 3 ? 1 : 0)
    return year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + parts[2] - 1
  }

  /// The date of such a day, within the years 1 to 9999.
  private static func date(ofDay day: Int) -> String? {
    guard day >= 0 else { return nil }
    let (era, dayOfEra) = day.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100)
    let month = (dayOfYear * 5 + 2) / 153
    let dayOfMonth = dayOfYear - (month * 153 + 2) / 5 + 1
    let year = era * 400 + yearOfEra + (month < 10 ? 0 : 1)
    guard 1...9999 ~= year else { return nil }
    let numbers = [(year, 4), ((month + 2) % 12 + 1, 2), (dayOfMonth, 2)]
    return numbers.map(padded).joined(separator: "-")
  }

  private static func padded(_ number: Int, to count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
