import WireModel

/// An international bank account number (ISO 13616), its length and check digits judged.
struct IBAN: Sendable, Hashable {
  /// The number in capitals without spaces.
  let identifier: String

  /// Reads a number, in groups or not.
  ///
  /// - Throws: A ``Refusal`` that says what is wrong with it.
  init(_ typed: String, field: String) throws(Refusal) {
    let characters = typed.uppercased().utf8.filter { $0 != UInt8(ascii: " ") }
    let country = String(decoding: characters.prefix(2), as: UTF8.self)
    guard let length = Self.lengths[country] else {
      throw Refusal(
        .unacceptableValue,
        "\(field): must be an IBAN, which begins with the two letters of a country that has them")
    }
    guard characters.count == length else {
      throw Refusal(
        .unacceptableValue, "\(field): an IBAN of \(country) has \(length) characters")
    }
    guard let remainder = Self.remainder(of: characters.dropFirst(4) + characters.prefix(4)) else {
      throw Refusal(.unacceptableValue, "\(field): an IBAN has letters and digits only")
    }
    guard remainder == 1 else {
      throw Refusal(
        .unacceptableValue, "\(field): the check digits do not fit the IBAN; look for a wrong digit"
      )
    }
    identifier = String(decoding: characters, as: UTF8.self)
  }

  /// The remainder by 97 of a number in which each letter stands for 10 to 35 (ISO 7064, MOD
  /// 97-10); nil if it holds anything else.
  private static func remainder(of characters: some Sequence<UInt8>) -> Int? {
    var remainder = 0
    for character in characters {
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        remainder = (remainder * 10 + Int(character - UInt8(ascii: "0"))) % 97
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        remainder = (remainder * 100 + Int(character - UInt8(ascii: "A")) + 10) % 97
      default: return nil
      }
    }
    return remainder
  }

  /// The length by country (SWIFT, IBAN Registry, release 99).
  private static let lengths: [String: Int] = {
    let entries = """
      AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 \
      DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 \
      IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 \
      MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 \
      SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30
      """
    return Dictionary(
      uniqueKeysWithValues: entries.split(separator: " ").compactMap { entry in
        Int(entry.dropFirst(2)).map { (String(entry.prefix(2)), $0) }
      })
  }()
}
