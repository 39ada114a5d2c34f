/// Where each function of a file begins, and how many lines it takes.
enum FunctionLengths {
  struct Function {
    let line: Int
    let lines: Int
  }

  static func of(_ file: SourceFile) -> [Function] {
    let code = Array(file.codeLines.joined(separator: "\n").utf8)
    var functions: [Function] = []
    var position = 0
    var line = 1
    while position < code.count {
      if code[position] == lineFeed { line += 1 }
      if isDeclaration(code, position), let end = endOfBody(code, position) {
        let lines = code[position...end].count { $0 == lineFeed } + 1
        functions.append(Function(line: line, lines: lines))
      }
      position += 1
    }
    return functions
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let keywords = ["func ", "init(", "init<", "init?(", "deinit ", "subscript("]

  private static func isDeclaration(_ code: [UInt8], _ position: Int) -> Bool {
    if position > 0 {
      let before = code[position - 1]
      guard before == UInt8(ascii: " ") || before == lineFeed else { return false }
    }
    // Most bytes begin no keyword; asking first spares the comparison with each.
    guard
      [UInt8(ascii: "f"), UInt8(ascii: "i"), UInt8(ascii: "d"), UInt8(ascii: "s")]
        .contains(code[position])
    else { return false }
    return keywords.contains { code[position...].starts(with: $0.utf8) }
  }

  /// The closing brace of the body; nil where a requirement or a call has none.
  private static func endOfBody(_ code: [UInt8], _ start: Int) -> Int? {
    var nesting = 0
    var position = start
    while position < code.count {
      switch code[position] {
      case UInt8(ascii: "("), UInt8(ascii: "["): nesting += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        nesting -= 1
        if nesting < 0 { return nil }
      case UInt8(ascii: "{") where nesting == 0: return closingBrace(code, position)
      case UInt8(ascii: "}") where nesting == 0: return nil
      case lineFeed where nesting == 0 && !signatureGoesOn(code, position + 1): return nil
      default: break
      }
      position += 1
    }
    return nil
  }

  private static func signatureGoesOn(_ code: [UInt8], _ lineStart: Int) -> Bool {
    let rest = code[lineStart...].prefix { $0 != lineFeed }
      .drop { $0 == UInt8(ascii: " ") }
    return ["{", "where ", "->", "throws", "async", ")"].contains { rest.starts(with: $0.utf8) }
  }

  private static func closingBrace(_ code: [UInt8], _ opening: Int) -> Int? {
    var depth = 0
    for position in opening..<code.count {
      if code[position] == UInt8(ascii: "{") { depth += 1 }
      if code[position] == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return position }
      }
    }
    return nil
  }
}
