/// Looks for secrets that are long enough to be told from everything else wherever they stand.
///
/// Each is known by two parts of 16 characters, its middle and its end, so that half of one is
/// found too. A text is read once, whatever the number of secrets. What has other characters than a
/// token or key is a test's bad input, sent as a name too, and a refusal may name it.
struct LongSecrets {
  /// The fewest characters of such a secret.
  static let length = 16

  private struct Needle {
    let head: UInt64
    let secret: Int
  }

  private var needles: [UInt64: [Needle]] = [:]
  /// The tails that there may be: most places of a text are passed over by one look.
  private var mayBe = [Bool](repeating: false, count: 1 << 16)

  mutating func insert(_ value: String, as secret: Int) {
    let bytes = Array(value.utf8)
    guard bytes.count >= Self.length, Set(bytes).count > 5, bytes.allSatisfy(Self.isOfToken) else {
      return
    }
    let middle = bytes.count / 2 - Self.length / 2
    for start in Set([middle, bytes.count - Self.length]) {
      let head = Self.word(bytes[start..<start + 8])
      let tail = Self.word(bytes[start + 8..<start + 16])
      mayBe[Self.slot(tail)] = true
      needles[tail, default: []].append(Needle(head: head, secret: secret))
    }
  }

  /// The secrets in a text, each once, and where a part of it ends.
  func all(in text: [UInt8]) -> [(secret: Int, end: Int)] {
    var found: [(secret: Int, end: Int)] = []
    var (head, tail) = (UInt64(0), UInt64(0))
    text.withUnsafeBufferPointer { bytes in
      mayBe.withUnsafeBufferPointer { mayBe in
        var index = 0
        while index < bytes.count {
          head = head << 8 | tail >> 56
          tail = tail << 8 | UInt64(bytes[index])
          index += 1
          guard mayBe[Self.slot(tail)], let candidates = needles[tail] else { continue }
          for needle in candidates
          where needle.head == head && !found.contains(where: { $0.secret == needle.secret }) {
            found.append((needle.secret, index))
          }
        }
      }
    }
    return found
  }

  /// Tells if a byte can stand in a token or key.
  static func isOfToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
      true
    default: false
    }
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func slot(_ word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &* 0x9e37_79b9_7f4a_7c15) >> 48)
  }
}
