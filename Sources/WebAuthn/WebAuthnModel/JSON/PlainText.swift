extension UnsafeBufferPointer<UInt8> {
  /// Finds the end of the text that stands in a JSON string as it is.
  ///
  /// Eight bytes at a time are looked at: most strings are long and plain.
  ///
  /// - Parameters:
  ///   - start: From where; at most the count.
  ///   - union: All bytes of that text, or-ed into it: ASCII where no byte's highest bit is set.
  /// - Returns: The place of a quote, a backslash or a control character; the count where none is.
  @inline(__always)
  func endOfPlainText(from start: Int, union: inout UInt64) -> Int {
    let bytes = UnsafeRawBufferPointer(self)
    var end = start
    while count - end >= 8 {
      let word = bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self)
      guard !Self.holdsSpecial(word) else { break }
      union |= word
      end += 8
    }
    while end < count, !Self.isSpecial(self[end]) {
      union |= UInt64(self[end])
      end += 1
    }
    return end
  }

  /// Tells if one of eight bytes is special: a byte below n borrows from its highest bit when n is
  /// taken away, and had it not set before.
  @inline(__always)
  private static func holdsSpecial(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let found =
      ((word &- ones &* 0x20) & ~word) | ((quote &- ones) & ~quote)
      | ((backslash &- ones) & ~backslash)
    return found & (ones &* 0x80) != 0
  }

  @inline(__always)
  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Compares the bytes of two buffers of one length.
  @inline(__always)
  func isSame(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    let (left, right) = (UnsafeRawBufferPointer(self), UnsafeRawBufferPointer(other))
    var index = 0
    while count - index >= 8 {
      let difference =
        left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        ^ right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      guard difference == 0 else { return false }
      index += 8
    }
    while index < count {
      guard left[index] == right[index] else { return false }
      index += 1
    }
    return true
  }
}
