/// An amount of money in the smallest unit of its currency.
///
/// The exponent stands beside the amount, and both are signed, so that a client needs no table of
/// currencies: 1250 EUR with exponent 2 are 12.50 EUR.
public struct Money: Sendable, Hashable {
  /// The amount in minor units, from -2^53 to 2^53.
  public let minorUnits: Int64
  /// ISO 4217 code of the currency.
  public let currency: String
  /// The number of decimals of the currency's amounts, 0 to 4.
  public let exponent: UInt8

  /// An amount of money.
  public init(_ minorUnits: Int64, _ currency: String, exponent: UInt8) {
    self.minorUnits = minorUnits
    self.currency = currency
    self.exponent = exponent
  }

  /// The amount as a decimal number with all its decimals: `12.50`.
  public var decimal: String {
    let digits = String(minorUnits.magnitude)
    let sign = minorUnits < 0 ? "-" : ""
    guard exponent > 0 else { return sign + digits }
    let decimals = Int(exponent)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  /// Reads a decimal number of whole units and at most `exponent` decimals: `12.5`, `12`.
  ///
  /// - Returns: The minor units; nil for anything else, or for more than 2^53 of them.
  public static func minorUnits(ofDecimal text: String, exponent: UInt8) -> Int64? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), !parts[0].isEmpty,
      parts[0].count == 1 || parts[0].first != UInt8(ascii: "0")
    else { return nil }
    let decimals = parts.count == 2 ? parts[1].count : 0
    guard parts.count == 1 || decimals > 0, decimals <= Int(exponent) else { return nil }
    let zeros = repeatElement(UInt8(ascii: "0"), count: Int(exponent) - decimals)
    var units: Int64 = 0
    for digit in parts.joined() + Array(zeros) {
      guard digit.isASCIIDigit else { return nil }
      units = units * 10 + Int64(digit - UInt8(ascii: "0"))
      guard units <= 1 << 53 else { return nil }
    }
    return units
  }
}

/// An account by a scheme that gives its identifier a form: `IBAN`, or another by its name.
public struct BankAccount: Sendable, Hashable {
  /// The scheme's name: 1 to 16 ASCII capitals, digits or underscores.
  public let scheme: String
  /// The identifier as it is compared and signed; of an IBAN without spaces.
  public let identifier: String

  /// An account of a scheme.
  public init(scheme: String, identifier: String) {
    self.scheme = scheme
    self.identifier = identifier
  }

  /// Tells a name that a scheme can have.
  public static func isScheme(_ name: String) -> Bool {
    (1...16).contains(name.utf8.count)
      && name.utf8.allSatisfy { 0x41...0x5a ~= $0 || $0.isASCIIDigit || $0 == 0x5f }
  }

  /// Tells the form of an IBAN: two letters, two digits and at most 30 letters or digits.
  ///
  /// Length and check digits are the server's to check, whose registry is newer than a client's.
  public static func isIBANForm(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return (5...34).contains(bytes.count) && bytes[..<2].allSatisfy { 0x41...0x5a ~= $0 }
      && bytes[2..<4].allSatisfy(\.isASCIIDigit)
      && bytes[4...].allSatisfy { 0x41...0x5a ~= $0 || $0.isASCIIDigit }
  }

  /// The scheme of international bank account numbers (ISO 13616).
  public static let iban = "IBAN"
}

/// A day of the Gregorian calendar.
public struct CalendarDate: Sendable, Hashable {
  /// The day as `2026-11-30` (RFC 3339, full-date).
  public let text: String

  /// Reads a day; nil for a text of another form or a day that no month has.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
      let day = Self.number(bytes[8..<10]), year >= 1, (1...12).contains(month), day >= 1,
      day <= Self.days(of: month, in: year)
    else { return nil }
    self.text = text
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard digit.isASCIIDigit else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }

  private static func days(of month: Int, in year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Document.Value {
  /// Tells a moment in UTC as documents have it: `2026-11-30T14:05:00Z`, with fractions of a second
  /// or without (RFC 3339).
  public static func isTime(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T"), bytes.last == UInt8(ascii: "Z"),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      CalendarDate(String(decoding: bytes[..<10], as: UTF8.self)) != nil,
      [(11, 23), (14, 59), (17, 59)].allSatisfy({ start, most in
        let digits = bytes[start..<start + 2]
        return digits.allSatisfy(\.isASCIIDigit)
          && digits.reduce(0) { $0 * 10 + Int($1) - 0x30 } <= most
      })
    else { return false }
    let fraction = bytes[19..<bytes.count - 1]
    return fraction.isEmpty
      || fraction.first == UInt8(ascii: ".") && fraction.count > 1
        && fraction.dropFirst().allSatisfy(\.isASCIIDigit)
  }
}
