import Foundation

/// One file as text, as lines, and as code with its comments and string literals blanked out.
struct SourceFile: CustomStringConvertible {
  /// The path from the repository's root.
  let path: String
  let text: String

  init(path: String) throws {
    self.path = path
    text = try Repository.text(path)
  }

  /// For trying a check on planted text.
  init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  var description: String { path }

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The code, line by line: what stands in comments and strings is spaces.
  var codeLines: [Substring] {
    SwiftCode.blankingCommentsAndStrings(text)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The modules that the file imports, with the line of each.
  var imports: [(module: String, line: Int)] {
    codeLines.enumerated().compactMap { index, line in
      let pattern =
        /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(?<module>\w+)/
      guard let match = line.firstMatch(of: pattern) else { return nil }
      return (String(match.module), index + 1)
    }
  }

  /// Says where: `path:line: problem`.
  func problem(_ line: Int, _ text: String) -> String { "\(path):\(line): \(text)" }
}
