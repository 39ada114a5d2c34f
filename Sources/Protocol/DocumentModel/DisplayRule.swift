/// The rules by which a screen shows a text truthfully, the same on each server and client
/// (`docs/display.md`, with a table and test vectors).
///
/// ```swift
/// // A Cyrillic letter in a Latin word: mixedScripts U+0430.
/// DisplayRule.fault(of: "P\u{430}ypal", as: .payee)
/// // A Cyrillic word that reads "cope": [.lookAlike].
/// DisplayRule.warnings(of: "\u{441}\u{43e}\u{440}\u{435}")
/// ```
public enum DisplayRule {
  /// Finds the first character that breaks a rule; nil for a text that may be shown.
  ///
  /// An empty text breaks none: the fields that need a text say so themselves.
  public static func fault(of text: String, as use: TextUse) -> DisplayFault? {
    isPlain(text) ? nil : DisplayReading(text).fault(as: use)
  }

  /// Finds what a person should be told beside a text, in the order of the cases.
  public static func warnings(of text: String) -> [DisplayWarning] {
    isPlain(text) ? [] : DisplayReading(text).warnings
  }

  /// Finds the first character that the Unicode version of this Swift does not assign; nil if all
  /// are.
  ///
  /// For the server alone: a client of another version would decide otherwise.
  public static func unassigned(in text: String) -> DisplayFault? {
    guard !isPlain(text) else { return nil }
    return text.unicodeScalars.first { $0.properties.generalCategory == .unassigned }
      .map { DisplayFault(.unassigned, $0.value) }
  }

  /// The version of the table.
  public static let tableVersion = DisplayTable.version
  /// The Unicode version that the table was made from.
  public static let unicodeVersion = DisplayTable.unicodeVersion
  /// The version of the look-alikes in the table.
  public static let lookAlikesVersion = DisplayTable.lookAlikesVersion

  /// Tells ASCII without controls and not blank, which breaks no rule.
  ///
  /// Nearly all texts are that; they take no table.
  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var isBlank = true
      for byte in bytes {
        guard 0x20...0x7e ~= byte else { return false }
        isBlank = isBlank && byte == 0x20
      }
      return !isBlank
    }
  }
}

/// The place of a text on a screen.
public enum TextUse: String, Sendable, Hashable, CaseIterable {
  /// A title, or the words before a value.
  case label
  /// Any text.
  case text
  /// A reference or the identifier of an account.
  case reference
  /// The name of who is paid: no word of it mixes scripts.
  case payee
  /// A name that a person gave to themselves or to a device: it may hold emoji.
  case displayName
}

/// A character that breaks a display rule.
public struct DisplayFault: Sendable, Hashable, CustomStringConvertible {
  /// The rule that it breaks.
  public let rule: Rule
  /// The character's code point.
  public let codePoint: UInt32

  init(_ rule: Rule, _ codePoint: UInt32) {
    self.rule = rule
    self.codePoint = codePoint
  }

  /// The rules, by their names in vectors and logs.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// A control or format character, a line or paragraph separator, or a place for an object.
    case control
    /// A character that changes the direction of writing.
    case bidiControl
    /// A character that is drawn as nothing.
    case ignorable
    /// A joiner that does not stand between letters of one Arabic or Indic script.
    case joiner
    /// A character that each font draws as it likes.
    case privateUse
    /// A code point that is no character and never will be one, or half of a surrogate pair.
    case noncharacter
    /// A character that the server's Unicode version does not assign.
    case unassigned
    /// An emoji outside a display name.
    case emoji
    /// A text of blanks alone.
    case blank
    /// A combining mark without a character to stand on.
    case leadingMark
    /// More marks on one character than three.
    case tooManyMarks
    /// Digits of a second system.
    case mixedDigits
    /// A letter of a second script in a word of a payee.
    case mixedScripts
  }

  /// The rule and the code point; never the text.
  public var description: String {
    let digits = String(codePoint, radix: 16, uppercase: true)
    return "\(rule.rawValue) U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// A reason to look twice at a text that may be shown.
public enum DisplayWarning: String, Sendable, Hashable, CaseIterable {
  /// Its words are of different scripts.
  case mixedScripts
  /// All its letters of one script look like letters of another.
  case lookAlike
}
