/// A word or sign of a statement, as a database tells it from its neighbors.
///
/// Spaces separate words and are not words themselves: `TEXT NOT` is two words, `TEXTNOT` one.
package enum SQLWord: Sendable, Hashable {
  /// A keyword, a name or a number.
  case plain(String)
  /// A name in double quotation marks, without them.
  case quoted(String)
  /// A text with its quotation marks, and the letter before it where it holds bytes.
  case text(String)
  /// Anything else: a sign, an operator or a comment.
  case sign(String)

  /// Splits a statement.
  package static func all(of sql: String) -> [SQLWord] {
    var words: [SQLWord] = []
    var rest = Substring(sql)
    while let first = rest.first {
      let length = length(of: rest)
      let part = rest.prefix(length)
      rest = rest.dropFirst(length)
      if first.isWhitespace { continue }
      if first == "\"" {
        let inside = part.dropFirst().dropLast()
        words.append(
          .quoted(
            inside.split(separator: "\"\"", omittingEmptySubsequences: false)
              .joined(separator: "\"")))
      } else if part.last == "'", part.count > 1 {
        words.append(.text(String(part)))
      } else {
        words.append(isPart(first) ? .plain(String(part)) : .sign(String(part)))
      }
    }
    return words
  }

  /// The number of characters of the first word, sign or space.
  private static func length(of text: Substring) -> Int {
    guard let first = text.first else { return 0 }
    if first == "'" || first == "\"" { return lengthOfQuoted(text, by: first) }
    if text.hasPrefix("--") { return text.prefix { !$0.isNewline }.count }
    if text.hasPrefix("/*") {
      let inside = text.dropFirst(2)
      var (length, isAfterStar) = (2, false)
      for character in inside {
        length += 1
        if isAfterStar, character == "/" { break }
        isAfterStar = character == "*"
      }
      return length
    }
    if isPart(first) {
      let word = text.prefix(while: isPart)
      let rest = text[word.endIndex...]
      guard word.count == 1, "xXeE".contains(first), rest.first == "'" else { return word.count }
      return 1 + lengthOfQuoted(rest, by: "'")
    }
    let operators = text.prefix { "<>=!|".contains($0) }
    return max(operators.count, 1)
  }

  /// The number of characters up to the closing mark; two marks in a row are one inside.
  private static func lengthOfQuoted(_ text: Substring, by mark: Character) -> Int {
    var length = 1
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
      length += 1
      guard character == mark else { continue }
      guard rest.first == mark else { break }
      rest = rest.dropFirst()
      length += 1
    }
    return length
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }
}
