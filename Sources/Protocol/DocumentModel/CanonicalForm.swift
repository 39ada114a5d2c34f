/// The byte form of signed and compared values, built part by part.
///
/// A text is its length in bytes (4, big-endian) and its UTF-8 in Unicode's normal form C, each run
/// of spaces one space; an integer is 8 bytes, big-endian two's complement; a flag is one byte, 0
/// or 1 (`docs/challenge-and-canonical-form.md`, with test vectors).
public struct CanonicalForm: Sendable, Hashable {
  /// The bytes that were appended so far.
  public private(set) var bytes: [UInt8] = []

  /// An empty form.
  public init() {
    // What most forms take: growing there by steps would copy each.
    bytes.reserveCapacity(256)
  }

  /// Appends a text that a person reads.
  ///
  /// - Throws: ``CanonicalFormError`` for a text that a screen cannot show truthfully
  ///   (``DisplayRule``).
  public mutating func append(
    _ text: String, field: String, as use: TextUse
  ) throws(CanonicalFormError) {
    if let fault = DisplayRule.fault(of: text, as: use) {
      throw CanonicalFormError(field: field, fault: fault)
    }
    append(utf8: NormalText.of(text))
  }

  /// Appends an integer.
  public mutating func append(_ integer: Int64) {
    withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a flag.
  public mutating func append(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  /// Appends bytes of a length that all readers know.
  public mutating func append(unlengthed content: [UInt8]) { bytes.append(contentsOf: content) }

  /// Appends bytes with their length.
  public mutating func append(bytes content: [UInt8]) {
    withUnsafeBytes(of: UInt32(content.count).bigEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: content)
  }

  /// Appends the bytes of a text that no person reads, with their length.
  public mutating func append(utf8 text: String) {
    var text = text
    text.withUTF8 { content in
      withUnsafeBytes(of: UInt32(content.count).bigEndian) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: content)
    }
  }

  /// Tells a text that a screen can show truthfully, so that ``append(_:field:as:)`` takes it as
  /// any text.
  public static func isShowable(_ text: String) -> Bool {
    DisplayRule.fault(of: text, as: .text) == nil
  }
}

/// A text that has no canonical form.
public struct CanonicalFormError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The field that holds it.
  public let field: String
  /// The rule that it breaks, and the character.
  public let fault: DisplayFault

  /// The field, the rule and the character's code point; never the text.
  public var description: String {
    "\(field): a screen cannot show it truthfully (\(fault))"
  }
}
