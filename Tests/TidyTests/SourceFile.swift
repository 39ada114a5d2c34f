import Foundation

/// One file as lines, and as code with its comments and string literals blanked out.
final class SourceFile: Sendable, CustomStringConvertible {
  /// The path from the repository's root.
  let path: String
  let text: String
  let lines: [String]
  /// The code, line by line: what stands in comments and strings is spaces.
  ///
  /// Empty for a file that is not Swift.
  let codeLines: [String]

  convenience init(path: String) throws {
    self.init(path: path, text: try Repository.text(path))
  }

  /// For trying a check on planted text.
  init(path: String, text: String) {
    self.path = path
    self.text = text
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    codeLines =
      path.hasSuffix(".swift")
      ? SwiftCode.blankingCommentsAndStrings(text)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init) : []
  }

  var description: String { path }

  /// The modules that the file's public interface names.
  var publicImports: Set<String> { imports(with: "public") }

  /// The modules that the file brings along for whoever imports its own.
  var reexports: Set<String> { imports(with: "@_exported") }

  private func imports(with word: String) -> Set<String> {
    let those = imports.filter { item in
      codeLines[item.line - 1].split(separator: " ").contains { $0 == word }
    }
    return Set(those.map(\.module))
  }

  /// The modules that the file imports, with the line of each.
  var imports: [(module: String, line: Int)] {
    codeLines.enumerated().compactMap { index, line in
      guard line.has("import ") else { return nil }
      let words = line.split(separator: " ")
      guard let keyword = words.firstIndex(of: "import"),
        words[..<keyword].allSatisfy({ $0.hasPrefix("@") || Self.levels.contains(String($0)) })
      else { return nil }
      let rest = words[(keyword + 1)...].drop { Self.kinds.contains(String($0)) }
      guard let module = rest.first?.split(separator: ".").first else { return nil }
      return (String(module), index + 1)
    }
  }

  /// Says where: `path:line: problem`.
  func problem(_ line: Int, _ text: String) -> String { "\(path):\(line): \(text)" }

  private static let levels: Set<String> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
  private static let kinds: Set<String> = [
    "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
  ]
}

extension String {
  /// Tells if the bytes of a word are in the text.
  ///
  /// `contains(_:)` compares characters, which takes a hundred times as long on all the sources.
  func has(_ word: String) -> Bool {
    withCString { text in word.withCString { strstr(text, $0) != nil } }
  }
}
