/// ECDSA signatures of P-256 in DER (RFC 3279 section 2.2.3).
enum ECDSASignature {
  /// Both numbers as 32 bytes each, or nothing when the DER is not exactly that.
  static func raw(ofDER bytes: [UInt8]) -> [UInt8]? {
    // No signature of this curve needs a long-form length: it takes 72 bytes at most.
    guard bytes.count >= 8, bytes[0] == 0x30, bytes[1] < 0x80, Int(bytes[1]) == bytes.count - 2
    else { return nil }
    var raw = [UInt8](repeating: 0, count: 64)
    var offset = 2
    for end in [32, 64] {
      guard let number = integer(in: bytes, at: &offset) else { return nil }
      raw.replaceSubrange(end - number.count..<end, with: number)
    }
    return offset == bytes.count ? raw : nil
  }

  /// A positive integer of at most 32 bytes in its shortest form.
  private static func integer(in bytes: [UInt8], at offset: inout Int) -> ArraySlice<UInt8>? {
    guard bytes.count - offset >= 3, bytes[offset] == 0x02 else { return nil }
    let length = Int(bytes[offset + 1])
    let start = offset + 2
    guard 1...33 ~= length, bytes.count - start >= length else { return nil }
    offset = start + length
    let content = bytes[start..<offset]
    guard bytes[start] < 0x80 else { return nil }
    guard bytes[start] == 0 else { return length <= 32 ? content : nil }
    // A leading zero is right only before a byte that would read as a sign.
    guard length > 1, bytes[start + 1] >= 0x80 else { return nil }
    return content.dropFirst()
  }
}
