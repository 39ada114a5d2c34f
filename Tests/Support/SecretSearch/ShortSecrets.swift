/// The codes and PINs of one server or program, each of 4 to 15 digits.
struct ShortSecrets {
  /// The secrets by their digits.
  private(set) var secrets: [String: Int] = [:]
  /// The same digits as numbers, each behind a 1 that keeps its zeros.
  private var numbers: Set<UInt64> = []

  mutating func insert(_ digits: String, as secret: Int) {
    secrets[digits] = secret
    numbers.insert(digits.utf8.reduce(1) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) })
  }

  /// True if a text has the digits of one: few texts have, and only those are read as words.
  func mayStand(in text: [UInt8]) -> Bool {
    var (number, length) = (UInt64(1), 0)
    return text.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if byte >= 48, byte <= 57 {
          length += 1
          if length <= 15 { number = number * 10 + UInt64(byte - 48) }
        } else if length > 0 {
          if length >= 4, length <= 15, numbers.contains(number) { return true }
          (number, length) = (1, 0)
        }
      }
      return length >= 4 && length <= 15 && numbers.contains(number)
    }
  }
}
