import Testing

@testable import CountersignCore

@Suite("International bank account numbers")
struct IBANTests {
  @Test("the registry's example of each country is taken, in groups and in small letters too")
  func examples() throws {
    #expect(Self.registryExamples.count == 89)
    for example in Self.registryExamples {
      let typed = String(example)
      #expect(try IBAN(typed, field: "account").identifier == typed)
      for space in [" ", "\u{a0}", "\u{202f}"] {
        let grouped = Self.grouped(typed.lowercased(), space: space)
        #expect(try IBAN(grouped, field: "account").identifier == typed)
      }
    }
  }

  @Test("the table has the countries of the registry, each with the length of its example")
  func table() {
    let lengths = Dictionary(
      uniqueKeysWithValues: Self.registryExamples.map { (String($0.prefix(2)), $0.count) })
    #expect(IBAN.lengthsByCountry == lengths)
  }

  @Test("one wrong digit is found, wherever it is")
  func wrongDigits() {
    let right = Array("DE89370400440532013000")
    for index in 2..<right.count {
      for digit in "0123456789" where digit != right[index] {
        var wrong = right
        wrong[index] = digit
        #expect(problem(of: String(wrong)) == Self.wrongCheckDigits)
      }
    }
  }

  @Test("two neighbours that changed places are found")
  func changedPlaces() {
    let right = Array("GB29NWBK60161331926819")
    for index in 2..<right.count - 1 where right[index] != right[index + 1] {
      var wrong = right
      wrong.swapAt(index, index + 1)
      #expect(problem(of: String(wrong)) == Self.wrongCheckDigits)
    }
  }

  @Test(
    "check digits that no calculation gives are refused, though their remainder is 1",
    arguments: [
      ("DE02370400440532013014", "DE99370400440532013014"),
      ("DE97370400440532013050", "DE00370400440532013050"),
      ("DE98370400440532013032", "DE01370400440532013032"),
    ])
  func impossibleCheckDigits(_ right: String, _ wrong: String) {
    #expect(problem(of: right) == nil)
    #expect(problem(of: wrong) == Self.wrongCheckDigits)
  }

  @Test(
    "what is no IBAN is refused with what would be right, and not repeated",
    arguments: [
      ("DE8937040044053201300", "must have 22 characters, as an IBAN of DE has"),
      ("DE893704004405320130000", "must have 22 characters, as an IBAN of DE has"),
      ("DE", "must have 22 characters, as an IBAN of DE has"),
      ("NO938601111794", "must have 15 characters, as an IBAN of NO has"),
      ("US64SVBKUS6S3300958879", Self.unknownCountry), ("8937040044", Self.unknownCountry),
      ("", Self.unknownCountry),
      ("DE89-3704-0044-0532-0130-00", Self.wrongCharacters),
      ("DE8937040044053201300\u{ff10}", Self.wrongCharacters),
      ("\u{ff24}E89370400440532013000", Self.wrongCharacters),
      ("\u{212a}Z86125KZT5004100100", Self.wrongCharacters),
      ("DE89\t370400440532013000", Self.wrongCharacters),
      (String(repeating: "0", count: 35), Self.wrongCharacters),
      ("DEA9370400440532013000", Self.wrongCheckDigits),
    ])
  func others(_ typed: String, _ expected: String) {
    #expect(problem(of: typed) == expected)
  }

  /// The reason of the refusal, without its path.
  private func problem(of typed: String) -> String? {
    do {
      _ = try IBAN(typed, field: "payload.account")
      return nil
    } catch {
      #expect(error.reason == .unacceptableValue)
      #expect(error.detail.hasPrefix("payload.account: "))
      return String(error.detail.dropFirst("payload.account: ".count))
    }
  }

  private static func grouped(_ text: String, space: String) -> String {
    let characters = Array(text)
    return stride(from: 0, to: characters.count, by: 4)
      .map { String(characters[$0..<min($0 + 4, characters.count)]) }
      .joined(separator: space)
  }

  private static let wrongCheckDigits =
    "must be an IBAN whose check digits fit; compare it with the original"
  private static let unknownCountry =
    "must be an IBAN, which begins with the two letters of a country that has them"
  private static let wrongCharacters = "must be an IBAN: at most 34 letters and digits"

  /// The examples in electronic format of the SWIFT IBAN Registry, release 102 of June 2026.
  private static let registryExamples = """
    AD1200012030200359100100 AE070331234567890123456 AL47212110090000000235698741 \
    AT611904300234573201 AZ21NABZ00000000137010001944 BA391290079401028494 BE68539007547034 \
    BG80BNBG96611020345678 BH67BMAG00001299123456 BI4210000100010000332045181 \
    BR1800360305000010009795493C1 BY13NBRB3600900000002Z00AB00 CH9300762011623852957 \
    CR05015202001026284066 CY17002001280000001200527600 CZ6508000000192000145399 \
    DE89370400440532013000 DJ2100010000000154000100186 DK5000400440116243 \
    DO28BAGR00000001212453611324 EE382200221020145685 EG380019000500000000263180002 \
    ES9121000418450200051332 FI2112345600000785 FK88SC123456789012 FO6264600001631634 \
    FR1420041010050500013M02606 GB29NWBK60161331926819 GE29NB0000000101904917 \
    GI75NWBK000000007099453 GL8964710001000206 GR1601101250000000012300695 \
    GT82TRAJ01020000001210029690 HN88CABF00000000000250005469 HR1210010051863000160 \
    HU42117730161111101800000000 IE29AIBK93115212345678 IL620108000000099999999 \
    IQ98NBIQ850123456789012 IS140159260076545510730339 IT60X0542811101000000123456 \
    JO94CBJO0010000000000131000302 KW81CBKU0000000000001234560101 KZ86125KZT5004100100 \
    LB62099900000001001901229114 LC55HEMM000100010012001200023015 LI21088100002324013AA \
    LT121000011101001000 LU280019400644750000 LV80BANK0000435195001 \
    LY83002048000020100120361 MC5811222000010123456789030 MD24AG000225100013104168 \
    ME25505000012345678951 MK07250120000058984 MN121234123456789123 \
    MR1300020001010000123456753 MT84MALT011000012345MTLCAST001S \
    MU17BOMM0101101030300200000MUR NI45BAPR00000013000003558124 NL91ABNA0417164300 \
    NO9386011117947 OM810180000001299123456 PK36SCBL0000001123456702 \
    PL61109010140000071219812874 PS92PALS000000000400123456702 PT50000201231234567890154 \
    QA58DOHB00001234567890ABCDEFG RO49AAAA1B31007593840000 RS35260005601001611379 \
    RU0304452522540817810538091310419 SA0380000000608010167519 \
    SC18SSCB11010000000000001497USD SD2129010501234001 SE4550000000058398257466 \
    SI56263300012039086 SK3112000000198742637541 SM86U0322509800000000270100 \
    SO211000001001000100141 ST23000100010051845310146 SV62CENR00000000000000700025 \
    TL380080012345678910157 TN5910006035183598478831 TR330006100519786457841326 \
    UA213223130000026007233566001 VA59001123000012345678 VG96VPVG0000012345678901 \
    XK051212012345678906 YE15CBYE0001018861234567891234
    """.split(separator: " ")
}
