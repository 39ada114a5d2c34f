import WireModel

/// A name that can be shown: 1 to 64 characters, none of which deceives a screen.
struct DisplayName: Sendable, Hashable {
  let text: String

  init(_ typed: String) throws(Refusal) {
    var form = CanonicalForm()
    guard (1...64).contains(typed.count), typed.utf8.count <= 256,
      (try? form.append(typed, field: "displayName", as: .displayName)) != nil,
      typed.contains(where: { !$0.isWhitespace })
    else {
      throw Refusal(
        .unacceptableValue, "displayName must be 1 to 64 characters that a screen can show")
    }
    text = typed
  }
}

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

/// A telephone number that can be texted to: `+` and 8 to 15 digits (E.164).
struct PhoneNumber: Sendable, Hashable {
  let text: String

  init(_ typed: String) throws(Refusal) {
    let digits = typed.utf8.dropFirst()
    guard typed.utf8.first == UInt8(ascii: "+"), (8...15).contains(digits.count),
      digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else {
      throw Refusal(.phoneInvalid, "phone must be an international number, as in +2348012345678")
    }
    text = typed
  }
}
