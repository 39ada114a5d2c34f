import Foundation
import Testing

@Suite("Documents")
struct DocumentTests {
  @Test("a link to a file of the repository leads to one, and to a heading that it has")
  func links() throws {
    var problems: [String] = []
    for file in try Repository.textFiles() where file.path.hasSuffix(".md") {
      let folder = file.path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
      for (index, line) in file.lines.enumerated() {
        for match in line.matches(of: Self.link) where match.path != "" || match.anchor != nil {
          let path = match.path.isEmpty ? file.path : folder + match.path
          if !Repository.exists(path) {
            problems.append(file.problem(index + 1, "no file \(match.path)"))
          } else if let anchor = match.anchor, path.hasSuffix(".md"),
            try !Self.anchors(of: path).contains(String(anchor))
          {
            problems.append(file.problem(index + 1, "no heading #\(anchor) in \(path)"))
          }
        }
      }
    }
    #expect(problems == [])
  }

  /// A link or a picture of this repository: no scheme, so no colon.
  private static var link: Regex<(Substring, path: Substring, anchor: Substring?)> {
    /(?:\]\(|srcset="|src=")(?<path>[^)"#:\s]*)(?:#(?<anchor>[^)"]*))?[)"]/
  }

  /// The names by which links lead to the headings of a document, as GitHub makes them.
  private static func anchors(of path: String) throws -> [String] {
    try Repository.text(path).split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
      heading.drop { $0 == "#" || $0 == " " }.lowercased()
        .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
        .replacing(" ", with: "-")
    }
  }

  @Test(
    "a name of the code in the glossary is declared in the sources",
    arguments: [("docs/glossary.md", 2), ("docs/coming-from.md", 1)])
  func names(_ path: String, column: Int) throws {
    let declared = try Repository.swiftFiles(under: ["Sources"]).reduce(into: Set<String>()) {
      $0.formUnion(
        $1.text.matches(
          of: /\b(?:actor|case|class|enum|func|let|protocol|struct|typealias|var) +(?<name>\w+)/
        ).map { String($0.name) })
    }
    let document = try SourceFile(path: path)
    var problems: [String] = []
    for (index, line) in document.lines.enumerated() where line.hasPrefix("| ") {
      let cells = line.dropFirst(2).split(separator: " | ", omittingEmptySubsequences: false)
      guard cells.count > column else { continue }
      for name in cells[column].matches(of: /`(?<name>[\w.]+)`/) {
        for part in name.name.split(separator: ".") where !declared.contains(String(part)) {
          problems.append(document.problem(index + 1, "nothing is called \(part)"))
        }
      }
    }
    #expect(problems == [])
  }

  @Test("a test that docs/compliance.md names exists")
  func namedTests() throws {
    let names = try Repository.swiftFiles(under: ["Tests"]).flatMap { file in
      file.text.matches(of: /@Test\(\s*"(?<name>(?:[^"\\]|\\.)*)"/).map { String($0.name) }
    }
    let table = try SourceFile(path: "docs/compliance.md")
    var problems: [String] = []
    for (index, line) in table.lines.enumerated() where line.hasPrefix("|") {
      for match in line.matches(of: /“(?<name>[^”]+)”/) where !names.contains(String(match.name)) {
        problems.append(table.problem(index + 1, "no test is named “\(match.name)”"))
      }
    }
    #expect(problems == [])
  }

  @Test("the Swift code of README.md is a marked part of an example, which is compiled")
  func readmeCode() throws {
    let blocks = try Repository.text("README.md")
      .matches(of: /(?m)^```swift\n(?<code>(?s:.*?))^```$/).map { String($0.code) }
    let region = /(?m)^ *\/\/ README: .+\n(?<code>(?s:.*?))^ *\/\/ README: end$/
    let marked = try Repository.swiftFiles(under: ["Examples"]).flatMap { file in
      file.text.matches(of: region).map { String($0.code) }
    }
    #expect(blocks.count == 2)
    #expect(Set(blocks.map(Self.withoutIndentation)) == Set(marked.map(Self.withoutIndentation)))
  }

  /// The lines of code, without the indentation that all of them have.
  private static func withoutIndentation(_ code: String) -> [String] {
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    let depth = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(depth)) }
  }

  @Test("a row of docs/compliance.md that is met names a test")
  func metRowsNameTests() throws {
    let table = try SourceFile(path: "docs/compliance.md")
    let problems = table.lines.enumerated()
      .filter { $0.element.hasPrefix("|") && $0.element.contains("| met |") }
      .filter { !$0.element.contains("“") }
      .map { table.problem($0.offset + 1, "met, and no test named") }
    #expect(problems == [])
  }

  @Test("every library target has a landing page, but for those of the program")
  func landingPages() throws {
    for target in try Repository.targets() where !ImportTable.tools.contains(target.name) {
      guard !ImportTable.testing.contains(target.name) else { continue }
      // A library of the system has its own documentation, other C its header.
      guard !ImportTable.inC.contains(target.name) else { continue }
      #expect(Repository.exists("\(target.folder)/\(target.name).docc/\(target.name).md"))
    }
  }

  @Test("the worked example of a challenge is a vector that the tests check")
  func workedExample() throws {
    let document = try SourceFile(path: "docs/challenge-and-canonical-form.md")
    let example = document.lines.drop { $0 != "## A worked example" }.joined()
    for (file, name, field) in [
      ("document-vectors.json", "a transfer of 500", "canonical"),
      ("challenge-vectors.json", "linked to a transfer of 500", "challenge"),
    ] {
      let lines = try SourceFile(path: "Tests/WireModelTests/Fixtures/" + file).lines
        .drop { !$0.contains("\"name\": \"\(name)\"") }
      let value = lines.first { $0.contains("\"\(field)\":") }?
        .split(separator: "\"").dropFirst(3).first.map(String.init)
      let isThere = value.map(example.contains) == true
      #expect(isThere, "\(file) has no \(field) of \(name) that stands in the document")
    }
  }
}
