import DocumentModel

/// The form of a code that is mailed, texted or shown by an authenticator app: 6 ASCII digits.
///
/// The server checks it, and a device before it sends anything.
public enum CodeRule {
  /// Returns true if a text is a code by its form.
  public static func isWellFormed(_ typed: SecretText) -> Bool {
    let digits = typed.exposed.utf8
    return digits.count == 6 && digits.allSatisfy(\.isASCIIDigit)
  }

  /// The code of a text that a person typed or pasted: mails and apps show `123 456` or `123-456`.
  ///
  /// Spaces, hyphens and invisible characters are left out.
  public static func code(typed: SecretText) -> SecretText {
    var kept = String.UnicodeScalarView()
    for scalar in typed.exposed.unicodeScalars {
      let category = scalar.properties.generalCategory
      let isSeparator =
        scalar.properties.isWhitespace || category == .dashPunctuation || category == .format
      if !isSeparator { kept.append(scalar) }
    }
    return SecretText(String(kept))
  }
}

/// The rule for a new PIN: 4 to 12 ASCII digits that are not easily guessed.
///
/// The server checks a PIN that it sees, and a device one of which the server sees only a key.
public enum PINRule {
  /// A fault of a PIN.
  public enum Fault: Error, Sendable, Hashable {
    /// It is not 4 to 12 digits.
    case malformed
    /// It is a row of digits: 1111, 1234, 1212.
    case tooSimple
  }

  /// Finds the fault of a PIN that is to be set; nil where it may be.
  public static func fault(of typed: SecretText) -> Fault? {
    guard isWellFormed(typed) else { return .malformed }
    let digits = Array(typed.exposed.utf8)
    let steps = Set(zip(digits, digits.dropFirst()).map { Int($1) - Int($0) })
    let half = digits.count / 2
    let repeats = digits.count.isMultiple(of: 2) && digits.prefix(half) == digits.suffix(half)
    return steps.count > 1 && !repeats ? nil : .tooSimple
  }

  /// Returns true if a text is a PIN by its form: 4 to 12 ASCII digits.
  public static func isWellFormed(_ typed: SecretText) -> Bool {
    let digits = typed.exposed.utf8
    return (4...12).contains(digits.count) && digits.allSatisfy(\.isASCIIDigit)
  }
}

/// The form of a name that is shown: 1 to 64 characters, none of which deceives a screen.
///
/// A device checks it before it sends anything. The server checks it too, and that its Unicode
/// version assigns every character.
package enum DisplayNameRule {
  /// Returns true if a text can be a name by its form.
  package static func isWellFormed(_ typed: String) -> Bool {
    (1...64).contains(typed.count) && typed.utf8.count <= 256
      && DisplayRule.fault(of: typed, as: .displayName) == nil
      && typed.contains { !$0.isWhitespace }
  }
}

/// The form of a telephone number that codes are texted to (E.164): `+`, then 7 to 15 digits, the
/// first of which is not 0.
///
/// The server checks it, and a device before it asks for a proof.
package enum TelephoneNumberRule {
  /// Returns true if a text is an international number by its form, which has no spaces.
  package static func isWellFormed(_ typed: String) -> Bool {
    let digits = typed.utf8.dropFirst()
    return typed.utf8.first == UInt8(ascii: "+") && (7...15).contains(digits.count)
      && digits.first != UInt8(ascii: "0") && digits.allSatisfy(\.isASCIIDigit)
  }
}

/// The rule for a text that a person gives beside a factor: at most 256 characters, all of which a
/// screen can show truthfully to whoever reads them later.
///
/// The server checks it, and a device before it sends anything.
public enum UserInputRule {
  /// A fault of a text.
  public enum Fault: Error, Sendable, Hashable {
    /// It has more than 256 characters, or more than 1024 bytes in UTF-8.
    case tooLong
    /// It holds a control character or another that makes a screen show something else.
    case unshowable
  }

  /// Finds the fault of a text; nil where it has none.
  public static func fault(of text: String) -> Fault? {
    guard text.utf8.count <= 1024, text.count <= 256 else { return .tooLong }
    return CanonicalForm.isShowable(text) ? nil : .unshowable
  }
}
