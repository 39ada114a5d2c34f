import WireModel

/// A name that can be shown: 1 to 64 characters, none of which deceives a screen.
struct DisplayName: Sendable, Hashable {
  let text: String

  /// Takes a name as a person typed it into a field of a body.
  init(_ typed: String, field: String = "displayName") throws(Refusal) {
    guard DisplayNameRule.isWellFormed(typed), DisplayRule.unassigned(in: typed) == nil else {
      throw Refusal(
        .unacceptableValue, "\(field) must be 1 to 64 characters that a screen can show")
    }
    text = typed
  }
}

/// An e-mail address that mail can be sent to.
///
/// Lower case throughout, so that one mailbox is one account.
public struct EmailAddress: Sendable, Hashable {
  /// The address, in lower case.
  public let text: String

  /// Takes an address as a person typed it.
  ///
  /// - Throws: ``Refusal`` (`unacceptable_value`) for any other text: not one `@`, a part missing,
  ///   a character that mail addresses seldom hold and that could confuse a mailer (spaces, quotes,
  ///   controls), over 254 bytes, or a domain that is no name on the internet: one without a dot,
  ///   which is a machine of the deployment's own network, or an IP address.
  public init(_ typed: String) throws(Refusal) {
    let parts = typed.split(separator: "@", omittingEmptySubsequences: false)
    guard typed.utf8.count <= 254, parts.count == 2,
      (1...64).contains(parts[0].utf8.count), parts[0].utf8.first != UInt8(ascii: "-"),
      parts[0].utf8.allSatisfy(Self.isLocalByte), Self.isDomain(parts[1])
    else {
      throw Refusal(.unacceptableValue, "an e-mail address is needed, as in ada@example.com")
    }
    guard Self.isPublic(parts[1]) else {
      throw Refusal(
        .unacceptableValue,
        "an e-mail address needs a domain with a dot, and no IP address, as in ada@example.com")
    }
    text = typed.lowercased()
  }

  /// Takes an address that was checked when it was stored.
  init(stored text: String) { self.text = text }

  /// The part behind the `@`.
  var domain: Substring { text.split(separator: "@").last ?? "" }

  /// The mailbox that the address leads to, in one spelling: without a sub-address (RFC 5233) and
  /// without dots, which large providers ignore, and of two domains of one provider the first.
  ///
  /// It is no address to send to. Two people whose addresses differ in dots alone share a count.
  var mailbox: String {
    let local = text.prefix { $0 != "@" }
    let name = local.prefix { $0 != "+" }.filter { $0 != "." }
    let domain = Self.firstDomains[String(domain)] ?? String(domain)
    // A part that is nothing but a sub-address is a name of its own.
    return "\(name.isEmpty ? String(local) : name)@\(domain)"
  }

  /// Domains of a provider that deliver to the mailboxes of another one of it.
  private static let firstDomains = ["googlemail.com": "gmail.com"]

  private static func isDomain(_ domain: Substring) -> Bool {
    domain.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
    }
  }

  /// Tells if a domain is a name on the internet, not a single machine's or an IPv4 address: the
  /// last label of a public name is never all digits (RFC 3696, section 2).
  private static func isPublic(_ domain: Substring) -> Bool {
    let labels = domain.split(separator: ".")
    guard labels.count > 1, let last = labels.last else { return false }
    return !last.utf8.allSatisfy(\.isASCIIDigit)
  }

  private static func isLocalByte(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "!#$%&'*+-/=?^_`{|}~.".utf8.contains(byte)
  }
}

/// A telephone number that can be texted to: `+` and 7 to 15 digits (E.164).
///
/// The shortest there are have 7, as of Saint Helena and of Niue.
public struct PhoneNumber: Sendable, Hashable {
  /// The number, with its `+`.
  public let text: String

  /// Takes a number as a person typed it.
  ///
  /// - Throws: ``Refusal`` (`phone_invalid`) for any other text, one with spaces among them.
  public init(_ typed: String) throws(Refusal) {
    guard TelephoneNumberRule.isWellFormed(typed) else {
      throw Refusal(.phoneInvalid, "phone must be an international number, as in +2348012345678")
    }
    text = typed
  }

  /// Takes a number that was checked when it was stored.
  init(stored text: String) { self.text = text }
}

extension UInt8 {
  /// The byte is an ASCII letter or digit.
  var isASCIIAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
