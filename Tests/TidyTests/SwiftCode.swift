/// Just enough of Swift's grammar to tell code from comments and string literals.
enum SwiftCode {
  /// The text with everything in comments and string literals replaced by spaces.
  ///
  /// Line breaks stay where they are, and so does code inside an interpolation.
  static func blankingCommentsAndStrings(_ text: String) -> String {
    var scanner = Scanner(bytes: Array(text.utf8))
    scanner.scanCode(endingWithParenthesis: false)
    return String(decoding: scanner.output, as: UTF8.self)
  }

  private struct Scanner {
    let bytes: [UInt8]
    var position = 0
    var output: [UInt8] = []

    init(bytes: [UInt8]) {
      self.bytes = bytes
      output.reserveCapacity(bytes.count)
    }

    /// Copies code until the closing parenthesis of an interpolation, or to the end.
    mutating func scanCode(endingWithParenthesis: Bool) {
      var depth = 0
      while position < bytes.count {
        // Most bytes begin nothing; asking first spares the comparison with each.
        let byte = bytes[position]
        if byte == Self.slash, starts(with: "//") {
          blankLine()
        } else if byte == Self.slash, starts(with: "/*") {
          blankBlock()
        } else if byte == Self.quote || byte == Self.hash, let hashes = hashesBeforeQuote() {
          scanString(hashes: hashes)
        } else {
          if byte == UInt8(ascii: "(") { depth += 1 }
          if byte == UInt8(ascii: ")") {
            depth -= 1
            if endingWithParenthesis, depth < 0 { return }
          }
          keep()
        }
      }
    }

    private mutating func scanString(hashes: Int) {
      let delimiter = String(repeating: "#", count: hashes)
      blank(hashes)
      let quotes = starts(with: "\"\"\"") ? "\"\"\"" : "\""
      blank(quotes.count)
      while position < bytes.count {
        let byte = bytes[position]
        if byte == Self.quote, starts(with: quotes + delimiter) {
          blank(quotes.count + hashes)
          return
        }
        if byte == Self.backslash, starts(with: "\\" + delimiter + "(") {
          blank(hashes + 2)
          scanCode(endingWithParenthesis: true)
          blank(1)
        } else if byte == Self.backslash, starts(with: "\\" + delimiter) {
          blank(hashes + 2)
        } else if quotes.count == 1, byte == Self.lineFeed {
          return
        } else {
          blank(1)
        }
      }
    }

    private mutating func blankLine() {
      while position < bytes.count, bytes[position] != Self.lineFeed { blank(1) }
    }

    private mutating func blankBlock() {
      var depth = 0
      repeat {
        if starts(with: "/*") {
          depth += 1
          blank(2)
        } else if starts(with: "*/") {
          depth -= 1
          blank(2)
        } else {
          blank(1)
        }
      } while depth > 0 && position < bytes.count
    }

    private func hashesBeforeQuote() -> Int? {
      var end = position
      while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
      guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
      return end - position
    }

    private func starts(with text: String) -> Bool {
      let wanted = text.utf8
      guard position + wanted.count <= bytes.count else { return false }
      for (offset, byte) in wanted.enumerated() where bytes[position + offset] != byte {
        return false
      }
      return true
    }

    private static let backslash = UInt8(ascii: "\\")
    private static let hash = UInt8(ascii: "#")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let quote = UInt8(ascii: "\"")
    private static let slash = UInt8(ascii: "/")

    private mutating func keep() {
      output.append(bytes[position])
      position += 1
    }

    private mutating func blank(_ count: Int) {
      for _ in 0..<count where position < bytes.count {
        output.append(bytes[position] == Self.lineFeed ? Self.lineFeed : UInt8(ascii: " "))
        position += 1
      }
    }
  }
}
