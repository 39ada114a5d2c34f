import Foundation

/// The one spelling of a text that is compared and signed: Unicode's normal form C, which the
/// standard library computes but does not offer, with one space for each run of spaces.
///
/// The only file of this module that imports Foundation (TidyTests holds it to that).
enum NormalText {
  static func of(_ text: String) -> String {
    // ASCII is in normal form C already; nearly all texts on this path are ASCII.
    let utf8 = text.utf8
    if utf8.allSatisfy({ $0 < 0x80 }) {
      let hasRun = zip(utf8, utf8.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
      return hasRun ? withSingleSpaces(text) : text
    }
    return withSingleSpaces(text.precomposedStringWithCanonicalMapping)
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
