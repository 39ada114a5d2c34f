/// The one byte form of a transaction, over which a challenge is linked and from which it executes.
///
/// Fixed field order; a text is its length in bytes (4, big-endian) and its UTF-8 in Unicode's
/// normal form C; an integer is 8 bytes, big-endian two's complement; an amount is the integer and
/// then its currency as a text; a flag is one byte, 0 or 1
/// (`docs/challenge-and-canonical-form.md`, with test vectors).
public struct CanonicalForm: Sendable, Hashable {
  /// What was appended so far.
  public private(set) var bytes: [UInt8] = []

  /// An empty form.
  public init() {
    // What most forms take: growing there by steps would copy each.
    bytes.reserveCapacity(256)
  }

  /// Appends a text.
  ///
  /// - Throws: ``CanonicalFormError`` for a control character, a line or paragraph separator, or a
  ///   character that changes the direction of writing: each can make a screen show another text
  ///   than the one that is signed.
  public mutating func append(_ text: String, field: String) throws(CanonicalFormError) {
    if let scalar = text.unicodeScalars.first(where: Self.deceives) {
      throw CanonicalFormError(field: field, scalar: scalar.value)
    }
    append(utf8: NormalText.formC(text))
  }

  /// Appends an amount of money with its currency.
  public mutating func append(amount: Int64, currency: String) throws(CanonicalFormError) {
    append(amount)
    try append(currency, field: "currency")
  }

  /// Appends an integer.
  public mutating func append(_ integer: Int64) {
    withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a flag.
  public mutating func append(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

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

  /// Whether a screen can show a text truthfully: ``append(_:field:)`` takes it.
  public static func isShowable(_ text: String) -> Bool {
    !text.unicodeScalars.contains(where: deceives)
  }

  private static func deceives(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7f }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: return scalar.properties.isBidiControl
    }
  }
}

/// A text that has no canonical form.
public struct CanonicalFormError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The field that holds it.
  public let field: String
  /// The first character that is refused.
  public let scalar: UInt32

  /// The field and the character's code point; never the text.
  public var description: String {
    "\(field): holds the character U+\(String(scalar, radix: 16, uppercase: true)), "
      + "which a screen cannot show truthfully"
  }
}
