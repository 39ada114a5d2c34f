/// Just enough of Swift's grammar to tell code from comments and string literals.
enum SwiftCode {
  /// The text with everything in comments and string literals replaced by spaces.
  ///
  /// Line breaks stay where they are, and so does code inside an interpolation.
  static func blankingCommentsAndStrings(_ text: String) -> String {
    var scanner = Scanner(characters: Array(text.unicodeScalars))
    scanner.scanCode(until: nil)
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scanner.output)
    return String(result)
  }

  private struct Scanner {
    let characters: [Unicode.Scalar]
    var position = 0
    var output: [Unicode.Scalar] = []

    init(characters: [Unicode.Scalar]) { self.characters = characters }

    /// Copies code until the closing parenthesis of an interpolation, or to the end.
    mutating func scanCode(until closing: Unicode.Scalar?) {
      var depth = 0
      while position < characters.count {
        if starts(with: "//") {
          blankLine()
        } else if starts(with: "/*") {
          blankBlock()
        } else if let hashes = hashesBeforeQuote() {
          scanString(hashes: hashes)
        } else {
          let character = characters[position]
          if character == "(" { depth += 1 }
          if character == ")" {
            depth -= 1
            if closing != nil, depth < 0 { return }
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
      while position < characters.count {
        if starts(with: quotes + delimiter) {
          blank(quotes.count + hashes)
          return
        }
        if starts(with: "\\" + delimiter + "(") {
          blank(hashes + 2)
          scanCode(until: ")")
          blank(1)
        } else if starts(with: "\\" + delimiter) {
          blank(hashes + 2)
        } else if quotes.count == 1, characters[position] == "\n" {
          return
        } else {
          blank(1)
        }
      }
    }

    private mutating func blankLine() {
      while position < characters.count, characters[position] != "\n" { blank(1) }
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
      } while depth > 0 && position < characters.count
    }

    private func hashesBeforeQuote() -> Int? {
      var end = position
      while end < characters.count, characters[end] == "#" { end += 1 }
      guard end < characters.count, characters[end] == "\"" else { return nil }
      return end - position
    }

    private func starts(with text: String) -> Bool {
      let scalars = text.unicodeScalars
      guard position + scalars.count <= characters.count else { return false }
      return zip(scalars, characters[position...]).allSatisfy { $0 == $1 }
    }

    private mutating func keep() {
      output.append(characters[position])
      position += 1
    }

    private mutating func blank(_ count: Int) {
      for _ in 0..<count where position < characters.count {
        output.append(characters[position] == "\n" ? "\n" : " ")
        position += 1
      }
    }
  }
}
