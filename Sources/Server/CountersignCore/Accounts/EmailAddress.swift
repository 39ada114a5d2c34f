import WireModel

/// An e-mail address that mail can be sent to: what a userName is.
///
/// Lower case throughout, so that one mailbox is one account.
struct EmailAddress: Sendable, Hashable {
  let text: String

  /// Takes an address as a person typed it.
  ///
  /// - Throws: ``Refusal`` where it is none: not one `@`, a part missing, a character that mail
  ///   addresses seldom hold and that could confuse a mailer (spaces, quotes, controls), or over
  ///   254 bytes.
  init(_ typed: String) throws(Refusal) {
    let parts = typed.split(separator: "@", omittingEmptySubsequences: false)
    guard typed.utf8.count <= 254, parts.count == 2,
      (1...64).contains(parts[0].utf8.count), parts[0].utf8.first != UInt8(ascii: "-"),
      parts[0].utf8.allSatisfy(Self.isLocalByte), Self.isDomain(parts[1])
    else {
      throw Refusal(.unacceptableValue, "userName must be an e-mail address, as in ada@example.com")
    }
    text = typed.lowercased()
  }

  private static func isDomain(_ domain: Substring) -> Bool {
    domain.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    }
  }

  private static func isLocalByte(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "!#$%&'*+-/=?^_`{|}~.".utf8.contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
