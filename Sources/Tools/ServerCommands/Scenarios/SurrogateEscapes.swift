/// Escapes of characters beyond the first plane, as every writer of JSON in ASCII has them:
/// `\ud83d\ude00` (RFC 8259, section 7).
///
/// YAML takes none, though JSON is to be YAML. So both halves get codes of private use in place of
/// theirs, which moves no place in the file, and behind the parser the two are joined.
struct SurrogateEscapes {
  /// The text for the parser.
  private(set) var scalars: [Unicode.Scalar]
  /// True if codes were changed; never in a text that has those of private use itself.
  private var isUsed = false

  /// Changes the escapes of a text.
  init(in scalars: [Unicode.Scalar]) {
    self.scalars = scalars
    guard !scalars.contains(where: { Self.halves.contains($0.value) }) else { return }
    var pairs: [Int] = []
    var index = 0
    while index < scalars.count {
      guard scalars[index] == "\\" else {
        index += 1
        continue
      }
      let (first, second) = (
        Self.code(at: index, in: scalars), Self.code(at: index + 6, in: scalars)
      )
      if let first, Self.halves.contains(first) { return }
      if let first, let second, 0xD800...0xDBFF ~= first, 0xDC00...0xDFFF ~= second {
        pairs.append(index)
        index += 12
      } else {
        // What a backslash escapes is no backslash of its own.
        index += 2
      }
    }
    for pair in pairs {
      for half in [pair, pair + 6] {
        let digits = Array(
          String((Self.code(at: half, in: scalars) ?? 0) + Self.distance, radix: 16).unicodeScalars)
        self.scalars.replaceSubrange(half + 2..<half + 6, with: digits)
      }
    }
    isUsed = !pairs.isEmpty
  }

  /// The text that the parser read, with the characters that were meant.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - hasEscapes: Whether it stood in double quotes: elsewhere a backslash is one.
  /// - Returns: The text.
  func restored(_ text: String, hasEscapes: Bool) -> String {
    guard isUsed else { return text }
    return hasEscapes ? Self.joined(text) : Self.unchanged(text)
  }

  private static func joined(_ text: String) -> String {
    var units: [UInt16] = []
    for unit in text.utf16 {
      units.append(halves.contains(UInt32(unit)) ? unit - UInt16(distance) : unit)
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Takes back what was changed where it was no escape.
  private static func unchanged(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    for index in scalars.indices {
      guard let code = code(at: index, in: scalars), halves.contains(code) else { continue }
      let digits = Array(String(code - distance, radix: 16).unicodeScalars)
      scalars.replaceSubrange(index + 2..<index + 6, with: digits)
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The code of an escape that begins at a place; nil where none does.
  private static func code(at index: Int, in scalars: [Unicode.Scalar]) -> UInt32? {
    guard index + 6 <= scalars.count, scalars[index] == "\\", scalars[index + 1] == "u" else {
      return nil
    }
    let digits = scalars[index + 2..<index + 6]
    guard digits.allSatisfy({ $0.properties.isASCIIHexDigit }) else { return nil }
    return UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
  }

  /// The codes of private use that stand for the halves.
  private static let halves: ClosedRange<UInt32> = 0xE000...0xE7FF
  private static let distance: UInt32 = 0x800
}
