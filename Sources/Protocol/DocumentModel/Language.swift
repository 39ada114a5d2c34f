/// A language by its tag (RFC 5646): lower-case ASCII, at most 8 bytes, as in `de` or `pt-br`.
public struct Language: Sendable, Hashable, CustomStringConvertible {
  /// The tag.
  public let tag: String

  /// Reads a tag in any case; nil for one that is longer, or is none.
  public init?(_ tag: String) {
    let tag = tag.lowercased()
    let subtags = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard (2...8).contains(tag.utf8.count), let first = subtags.first,
      (2...3).contains(first.count), first.allSatisfy(Self.isLetter),
      subtags.allSatisfy({ !$0.isEmpty && $0.allSatisfy { Self.isLetter($0) || $0.isASCIIDigit } })
    else { return nil }
    self.tag = tag
  }

  private init(known tag: String) { self.tag = tag }

  /// English, the language of a document for whoever asks for none that there is.
  public static let english = Language(known: "en")
  /// German.
  public static let german = Language(known: "de")

  /// The tag.
  public var description: String { tag }

  /// The tag in 8 bytes, zeros behind it: its form in a challenge.
  public var paddedBytes: [UInt8] {
    Array(tag.utf8) + [UInt8](repeating: 0, count: Self.byteCount - tag.utf8.count)
  }

  /// Reads the form in a challenge; nil for zeros alone, which stand for no language, and for
  /// anything that is not a padded tag.
  public init?(paddedBytes bytes: [UInt8]) {
    let tag = bytes.prefix { $0 != 0 }
    guard bytes.count == Self.byteCount, bytes.dropFirst(tag.count).allSatisfy({ $0 == 0 }),
      let language = Language(String(decoding: tag, as: UTF8.self)),
      language.tag.utf8.elementsEqual(tag)
    else { return nil }
    self = language
  }

  /// The number of bytes that a language takes in a challenge.
  public static let byteCount = 8

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7a ~= byte }
}

/// The languages that somebody wants to read, the one liked best first (RFC 9110, section 12.5.4).
public struct PreferredLanguages: Sendable, Hashable {
  private let tags: [String]

  /// No wish.
  public static let none = PreferredLanguages([])

  /// Wishes by their tags, the one liked best first.
  public init(_ languages: [Language]) { tags = languages.map(\.tag) }

  /// The header `Accept-Language` that says so; nil for no wish.
  public var acceptLanguage: String? { tags.isEmpty ? nil : tags.joined(separator: ", ") }

  /// Reads a header `Accept-Language`; what is malformed in it is no wish.
  public init(acceptLanguage header: String) {
    let wishes = header.split(separator: ",").prefix(Self.mostWishes).compactMap(Self.wish)
    // A sort that keeps the header's order between equals.
    tags = wishes.enumerated()
      .filter { $0.element.quality > 0 }
      .sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }
      .map(\.element.tag)
  }

  /// The best of the languages that there are: by the whole tag, then by ever fewer subtags
  /// (RFC 4647, section 3.4); the first of them if no wish can be met.
  public func choice(among languages: [Language]) -> Language? {
    for tag in tags {
      if tag == "*" { break }
      var range = tag[...]
      while !range.isEmpty {
        if let language = languages.first(where: { $0.tag == range }) { return language }
        range = range[..<(range.lastIndex(of: "-") ?? range.startIndex)]
      }
    }
    return languages.first
  }

  private static let mostWishes = 32

  /// One wish: its tag, and how much it is liked in thousandths.
  private static func wish(_ text: Substring) -> (tag: String, quality: Int)? {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard let tag = parts.first.map(trimmed)?.lowercased(), !tag.isEmpty, parts.count <= 2 else {
      return nil
    }
    guard parts.count == 2 else { return (tag, 1000) }
    let weight = trimmed(parts[1]).lowercased()
    guard weight.hasPrefix("q="),
      let quality = Money.minorUnits(ofDecimal: String(weight.dropFirst(2)), exponent: 3),
      quality <= 1000
    else { return nil }
    return (tag, Int(quality))
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}
