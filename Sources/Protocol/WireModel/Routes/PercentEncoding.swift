import DocumentModel

/// Percent-encoding of RFC 3986, section 2.1, for one path segment or query value.
public enum PercentEncoding {
  /// The text with every byte but the unreserved ones as `%XX`.
  public static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) {
        encoded.append(byte)
      } else {
        encoded.append(UInt8(ascii: "%"))
        encoded.append(hexDigits[Int(byte >> 4)])
        encoded.append(hexDigits[Int(byte & 15)])
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The text with each byte in one spelling (RFC 3986, section 6.2.2): unreserved ones plain, all
  /// that are encoded in upper case; nil where a percent sign encodes nothing.
  static func normal(_ text: some StringProtocol) -> String? {
    var bytes = Array(text.utf8)[...]
    var normal: [UInt8] = []
    while let byte = bytes.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        normal.append(byte)
        continue
      }
      let digits = bytes.prefix(2)
      guard digits.count == 2, digits.allSatisfy(isHexDigit),
        let encoded = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      bytes = bytes.dropFirst(2)
      normal +=
        isUnreserved(encoded)
        ? [encoded] : [byte, hexDigits[Int(encoded >> 4)], hexDigits[Int(encoded & 15)]]
    }
    return String(decoding: normal, as: UTF8.self)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
