import WireModel

/// An international bank account number (ISO 13616), its length and check digits verified.
struct IBAN: Sendable, Hashable {
  /// The number in capitals without spaces.
  let identifier: String

  /// Reads a number in either case, in groups or not.
  ///
  /// - Parameters:
  ///   - typed: The number as a person or a program wrote it.
  ///   - field: The path of its field, for the refusal.
  /// - Throws: A ``Refusal`` that names the fault, and never repeats the number.
  init(_ typed: String, field: String) throws(Refusal) {
    let characters = typed.unicodeScalars.filter { !Self.spaces.contains($0) }
    guard characters.count <= Self.mostCharacters,
      let capitals = Self.capitals(of: characters)
    else { throw Self.refusal(field, "must be an IBAN: at most 34 letters and digits") }
    let country = String(decoding: capitals.prefix(2), as: UTF8.self)
    guard let length = Self.lengths[country] else {
      throw Self.refusal(
        field, "must be an IBAN, which begins with the two letters of a country that has them")
    }
    guard capitals.count == length else {
      throw Self.refusal(field, "must have \(length) characters, as an IBAN of \(country) has")
    }
    // 98 minus a remainder by 97 is never below 2, so that 00, 01 and 99 check nothing.
    guard let check = Int(String(decoding: capitals[2..<4], as: UTF8.self)), 2...98 ~= check,
      Self.remainder(of: capitals.dropFirst(4) + capitals.prefix(4)) == 1
    else {
      throw Self.refusal(
        field, "must be an IBAN whose check digits fit; compare it with the original")
    }
    identifier = String(decoding: capitals, as: UTF8.self)
  }

  /// The lengths by country.
  static var lengthsByCountry: [String: Int] { lengths }

  /// The ASCII of letters and digits, letters as capitals; nil if there is anything else.
  private static func capitals(of scalars: String.UnicodeScalarView) -> [UInt8]? {
    var capitals: [UInt8] = []
    for scalar in scalars {
      switch scalar {
      case "0"..."9", "A"..."Z": capitals.append(UInt8(ascii: scalar))
      case "a"..."z": capitals.append(UInt8(ascii: scalar) - 0x20)
      default: return nil
      }
    }
    return capitals
  }

  /// The remainder by 97 of a number in which each letter stands for 10 to 35 (ISO 7064, MOD
  /// 97-10).
  private static func remainder(of capitals: some Sequence<UInt8>) -> Int {
    capitals.reduce(0) { remainder, capital in
      capital < UInt8(ascii: "A")
        ? (remainder * 10 + Int(capital - UInt8(ascii: "0"))) % 97
        : (remainder * 100 + Int(capital - UInt8(ascii: "A")) + 10) % 97
    }
  }

  private static func refusal(_ field: String, _ problem: String) -> Refusal {
    Refusal(.unacceptableValue, "\(field): \(problem)")
  }

  /// The longest number that the standard allows.
  private static let mostCharacters = 34

  /// The spaces between groups, those of this project's own screens among them.
  private static let spaces: Set<Unicode.Scalar> = [" ", "\u{a0}", "\u{202f}"]

  /// The length by country (SWIFT IBAN Registry, release 102 of June 2026).
  private static let lengths: [String: Int] = {
    let groups: [(Int, String)] = [
      (15, "NO"), (16, "BE"), (18, "DK FI FK FO GL NL SD"), (19, "MK SI"),
      (20, "AT BA EE KZ LT LU MN XK"), (21, "CH HR LI LV"),
      (22, "BG BH CR DE GB GE IE ME RS VA"), (23, "AE GI IL IQ OM SO TL"),
      (24, "AD CZ ES MD PK RO SA SE SK TN VG"), (25, "LY PT ST"), (26, "IS TR"),
      (27, "BI DJ FR GR IT MC MR SM"), (28, "AL AZ BY CY DO GT HN HU LB NI PL SV"),
      (29, "BR EG PS QA UA"), (30, "JO KW MU YE"), (31, "MT SC"), (32, "LC"), (33, "RU"),
    ]
    return Dictionary(
      uniqueKeysWithValues: groups.flatMap { length, countries in
        countries.split(separator: " ").map { (String($0), length) }
      })
  }()
}
