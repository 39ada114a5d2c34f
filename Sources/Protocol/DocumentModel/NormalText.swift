import Foundation

/// The one spelling of a text that is compared and signed: Unicode's normal form C, which the
/// standard library computes but does not offer, with one space for each run of spaces.
///
/// The only file of this module that imports Foundation (TidyTests holds it to that).
enum NormalText {
  static func of(_ text: String) -> String {
    // ASCII is in normal form C already; nearly all texts on this path are ASCII.
    guard !isPlain(text) else { return text }
    return withSingleSpaces(text.precomposedStringWithCanonicalMapping)
  }

  /// Tells ASCII without a run of spaces.
  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var last: UInt8 = 0
      for byte in bytes {
        guard byte < 0x80, byte != 0x20 || last != 0x20 else { return false }
        last = byte
      }
      return true
    }
  }

  private static func withSingleSpaces(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard scalar.properties.generalCategory == .spaceSeparator else {
        result.append(scalar)
        continue
      }
      if result.last != " " { result.append(" ") }
    }
    return String(result)
  }
}
