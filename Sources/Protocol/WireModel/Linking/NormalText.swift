import Foundation

/// Unicode's normal form C, which the standard library computes but does not offer.
///
/// The only file of this module that imports Foundation (TidyTests holds it to that).
enum NormalText {
  static func formC(_ text: String) -> String {
    // ASCII is in normal form C already; nearly all texts on this path are ASCII.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.precomposedStringWithCanonicalMapping
  }
}
