/// Where each function of a file begins, and how many lines it takes.
enum FunctionLengths {
  struct Function {
    let line: Int
    let lines: Int
  }

  static func of(_ file: SourceFile) -> [Function] {
    let code = Array(SwiftCode.blankingCommentsAndStrings(file.text))
    var functions: [Function] = []
    var position = 0
    var line = 1
    while position < code.count {
      if code[position] == "\n" { line += 1 }
      if isDeclaration(code, position), let end = endOfBody(code, position) {
        let lines = code[position...end].count { $0 == "\n" } + 1
        functions.append(Function(line: line, lines: lines))
      }
      position += 1
    }
    return functions
  }

  private static let keywords = ["func ", "init(", "init<", "init?(", "deinit ", "subscript("]

  private static func isDeclaration(_ code: [Character], _ position: Int) -> Bool {
    if position > 0 {
      let before = code[position - 1]
      guard before == " " || before == "\n" else { return false }
    }
    return keywords.contains { keyword in
      position + keyword.count <= code.count
        && zip(keyword, code[position...]).allSatisfy { $0 == $1 }
    }
  }

  /// The closing brace of the body; nil where a requirement or a call has none.
  private static func endOfBody(_ code: [Character], _ start: Int) -> Int? {
    var nesting = 0
    var position = start
    while position < code.count {
      switch code[position] {
      case "(", "[": nesting += 1
      case ")", "]":
        nesting -= 1
        if nesting < 0 { return nil }
      case "{" where nesting == 0: return closingBrace(code, position)
      case "}" where nesting == 0: return nil
      case "\n" where nesting == 0 && !signatureGoesOn(code, position + 1): return nil
      default: break
      }
      position += 1
    }
    return nil
  }

  private static func signatureGoesOn(_ code: [Character], _ lineStart: Int) -> Bool {
    let rest = code[lineStart...].prefix { $0 != "\n" }.drop { $0 == " " }
    return ["{", "where ", "->", "throws", "async", ")"].contains { rest.starts(with: $0) }
  }

  private static func closingBrace(_ code: [Character], _ opening: Int) -> Int? {
    var depth = 0
    for position in opening..<code.count {
      if code[position] == "{" { depth += 1 }
      if code[position] == "}" {
        depth -= 1
        if depth == 0 { return position }
      }
    }
    return nil
  }
}
