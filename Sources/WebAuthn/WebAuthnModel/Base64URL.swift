/// Base64url (RFC 4648 section 5): written without padding, read liberally but never ambiguously.
public enum Base64URL {
  /// The text without padding.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    bytes.withContiguousStorageIfAvailable(encodeBuffer)
      ?? Array(bytes).withUnsafeBufferPointer(encodeBuffer)
  }

  /// The bytes of base64url or base64 text, padded or not.
  ///
  /// Refused: stray bits after the last byte, whitespace, wrong padding, and a text that mixes
  /// both alphabets; so that two texts never differ in more than alphabet and padding.
  public static func decode(_ text: String) -> [UInt8]? { decode(text.utf8) }

  /// The bytes of base64url or base64 text, given as its ASCII.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    text.withContiguousStorageIfAvailable(decodeBuffer)
      ?? Array(text).withUnsafeBufferPointer(decodeBuffer)
  }

  private static func encodeBuffer(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let whole = bytes.count / 3
    let rest = bytes.count % 3
    let length = whole * 4 + (rest == 0 ? 0 : rest + 1)
    return alphabet.withUnsafeBufferPointer { alphabet in
      String(unsafeUninitializedCapacity: length) { output in
        var target = 0
        func put(_ group: UInt32, _ count: Int) {
          for position in 0..<count {
            output[target] = alphabet[Int((group >> UInt32(18 - 6 * position)) & 0x3F)]
            target += 1
          }
        }
        for index in 0..<whole {
          let base = index * 3
          put(
            UInt32(bytes[base]) << 16 | UInt32(bytes[base + 1]) << 8 | UInt32(bytes[base + 2]), 4)
        }
        if rest == 1 {
          put(UInt32(bytes[whole * 3]) << 16, 2)
        } else if rest == 2 {
          put(UInt32(bytes[whole * 3]) << 16 | UInt32(bytes[whole * 3 + 1]) << 8, 3)
        }
        return target
      }
    }
  }

  private static func decodeBuffer(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard let length = lengthWithoutPadding(text), length % 4 != 1 else { return nil }
    // All empty arrays share one storage, to which the initializer below would write a count.
    guard length > 0 else { return [] }
    let rest = length % 4
    let outputLength = length / 4 * 3 + (rest == 0 ? 0 : rest - 1)
    var isValid = true
    let decoded = sextets.withUnsafeBufferPointer { sextets in
      [UInt8](unsafeUninitializedCapacity: outputLength) { output, initialized in
        // Each byte of the table carries, beside its six bits, which alphabet it belongs to; an
        // invalid byte belongs to both. One look at the union checks the whole text.
        var union: UInt8 = 0
        var target = 0
        var index = 0
        while index + 4 <= length {
          let (a, b) = (sextets[Int(text[index])], sextets[Int(text[index + 1])])
          let (c, d) = (sextets[Int(text[index + 2])], sextets[Int(text[index + 3])])
          union |= a | b | c | d
          output[target] = a << 2 | (b & 0x3F) >> 4
          output[target + 1] = b << 4 | (c & 0x3F) >> 2
          output[target + 2] = c << 6 | d & 0x3F
          target += 3
          index += 4
        }
        var stray: UInt8 = 0
        if rest >= 2 {
          let (a, b) = (sextets[Int(text[index])], sextets[Int(text[index + 1])])
          union |= a | b
          output[target] = a << 2 | (b & 0x3F) >> 4
          target += 1
          stray = b & 0x0F
          if rest == 3 {
            let c = sextets[Int(text[index + 2])]
            union |= c
            output[target] = b << 4 | (c & 0x3F) >> 2
            target += 1
            stray = c & 0x03
          }
        }
        initialized = target
        isValid = union & 0xC0 != 0xC0 && stray == 0
      }
    }
    return isValid ? decoded : nil
  }

  /// The length of the text proper, or nothing when padding is present but wrong.
  private static func lengthWithoutPadding(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    var length = text.count
    while length > 0, text.count - length < 2, text[length - 1] == UInt8(ascii: "=") {
      length -= 1
    }
    return length == text.count || text.count % 4 == 0 ? length : nil
  }

  private static let alphabet: [UInt8] = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static let sextets: [UInt8] = {
    var table = [UInt8](repeating: 0xC0, count: 256)
    for (value, byte) in alphabet.enumerated() { table[Int(byte)] = UInt8(value) }
    table[Int(UInt8(ascii: "-"))] = 62 | 0x40
    table[Int(UInt8(ascii: "_"))] = 63 | 0x40
    table[Int(UInt8(ascii: "+"))] = 62 | 0x80
    table[Int(UInt8(ascii: "/"))] = 63 | 0x80
    return table
  }()
}

/// Bytes that travel as base64url in every coder.
///
/// `[UInt8]` itself does so in a ``JSONBody`` alone: other coders make it an array of numbers.
package struct Base64URLBytes: Codable, Sendable, Hashable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let bytes = Base64URL.decode(text) else {
      throw JSONShapeError(path: "", problem: "must be base64url")
    }
    self.bytes = bytes
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Base64URL.encode(bytes))
  }
}
