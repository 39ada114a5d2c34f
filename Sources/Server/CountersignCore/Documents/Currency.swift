import WireModel

/// A currency that amounts can be in, with its number of decimals (ISO 4217, list one of
/// 2026-01-01).
///
/// Codes that the list gives no minor unit (metals, funds of several currencies, `XTS`, `XXX`) are
/// no currencies here: an amount in one could be shown in no one way.
public struct Currency: Sendable, Hashable {
  /// The three letters.
  public let code: String
  /// The number of decimals of an amount.
  public let exponent: UInt8

  /// The currency of a code.
  ///
  /// - Throws: A ``Refusal`` if the list has none.
  public init(_ code: String) throws(Refusal) {
    guard let exponent = Self.exponent(of: code) else {
      throw Refusal(
        .unacceptableValue,
        "currency: must be the code of a currency with decimals in ISO 4217, as in EUR")
    }
    self.code = code
    self.exponent = exponent
  }

  /// The number of decimals of a currency's amounts; nil for a code that the list does not have.
  public static func exponent(of code: String) -> UInt8? { exponents[code] }

  /// An amount that is given as a decimal number of whole units: `12.50`.
  ///
  /// - Throws: A ``Refusal`` for another form, zero, too many decimals, or more than 2^53 minor
  ///   units.
  func money(_ decimal: String, field: String) throws(Refusal) -> Money {
    let minorUnits = Money.minorUnits(ofDecimal: decimal, exponent: exponent)
    guard let minorUnits, minorUnits > 0 else {
      let example = exponent == 0 ? "12" : "12." + String(repeating: "5", count: Int(exponent))
      throw Refusal(
        .unacceptableValue,
        "\(field): must be a decimal number above 0 with at most \(exponent) decimals, as in "
          + "\"\(example)\"")
    }
    return Money(minorUnits, code, exponent: exponent)
  }

  private static let exponents: [String: UInt8] = {
    let groups: [(UInt8, String)] = [
      (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
      (3, "BHD IQD JOD KWD LYD OMR TND"),
      (4, "CLF UYW"),
      (
        2,
        """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD \
        CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP \
        GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK \
        LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO \
        NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS \
        SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST \
        XAD XCD XCG YER ZAR ZMW ZWG
        """
      ),
    ]
    return Dictionary(
      uniqueKeysWithValues: groups.flatMap { exponent, codes in
        codes.split(separator: " ").map { (String($0), exponent) }
      })
  }()
}
