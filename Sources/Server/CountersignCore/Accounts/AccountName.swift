import WireModel

/// The name by which an account is known: an e-mail address, a telephone number, or any handle.
///
/// | name | form |
/// |---|---|
/// | e-mail address | it has one `@`; lower case throughout, so that one mailbox is one account |
/// | telephone number | it begins with `+` (E.164) |
/// | handle | 1 to 128 of the letters `A` to `Z` and `a` to `z`, digits and `-._~:/=+` and `\|` |
///
/// A handle is what a host calls a person, as in its own opaque id. It is compared as it is: two
/// ids of a host that differ in the case of a letter are two people.
public enum AccountName: Sendable, Hashable {
  /// An address that mail can be sent to.
  case email(EmailAddress)
  /// A number that can be texted to.
  case phone(PhoneNumber)
  /// A name to which nothing can be sent.
  case handle(Handle)

  /// Takes a name as it was typed, or as a host gives it.
  ///
  /// - Throws: ``Refusal`` (`unacceptable_value`) for a text that is none of the three.
  public init(_ typed: String) throws(Refusal) {
    if typed.utf8.contains(UInt8(ascii: "@")) {
      self = .email(try EmailAddress(typed))
    } else if let number = try? PhoneNumber(typed) {
      self = .phone(number)
    } else if let handle = try? Handle(typed) {
      self = .handle(handle)
    } else {
      throw Refusal(
        .unacceptableValue,
        "userName must be an e-mail address (ada@example.com), an international telephone number "
          + "(+2348012345678), or a handle of 1 to 128 letters, digits and -._~:|/=+")
    }
  }

  /// Takes a name that is an account's.
  init(stored text: String) {
    self =
      if text.utf8.contains(UInt8(ascii: "@")) {
        .email(EmailAddress(stored: text))
      } else if Handle.isNumber(text) {
        .phone(PhoneNumber(stored: text))
      } else {
        .handle(Handle(stored: text))
      }
  }

  /// The name.
  public var text: String {
    switch self {
    case .email(let address): address.text
    case .phone(let number): number.text
    case .handle(let handle): handle.text
    }
  }

  /// True unless it is a telephone number.
  var isEmailOrHandle: Bool {
    if case .phone = self { false } else { true }
  }

  /// The address that the name is; nil for a handle.
  var address: Address? {
    switch self {
    case .email(let address): .email(address)
    case .phone(let number): .phone(number)
    case .handle: nil
    }
  }
}

/// A name that is no address: 1 to 128 ASCII letters, digits and `-._~:/=+` and `|`.
///
/// So that no handle can be taken for an address, it has no `@`, and is more than a `+` and digits.
public struct Handle: Sendable, Hashable {
  /// The name, as it was given.
  public let text: String

  /// Takes a handle.
  ///
  /// - Throws: ``Refusal`` (`unacceptable_value`) for any other text.
  public init(_ typed: String) throws(Refusal) {
    guard (1...128).contains(typed.utf8.count), typed.utf8.allSatisfy(Self.isHandleByte),
      !Self.isNumber(typed)
    else {
      throw Refusal(
        .unacceptableValue, "a handle must be 1 to 128 letters, digits and -._~:|/=+")
    }
    text = typed
  }

  /// Takes a handle that is an account's name.
  init(stored text: String) { self.text = text }

  /// Tells if a text is written as a telephone number is, whether there is such a number or not.
  static func isNumber(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: "+") && text.utf8.dropFirst().allSatisfy(\.isASCIIDigit)
  }

  private static func isHandleByte(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "-._~:|/=+".utf8.contains(byte)
  }
}
