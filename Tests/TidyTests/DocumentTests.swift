import Foundation
import Testing

@Suite("Documents")
struct DocumentTests {
  @Test("a link to a file of the repository leads to one")
  func links() throws {
    var problems: [String] = []
    for file in try Repository.textFiles() where file.path.hasSuffix(".md") {
      let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
      for (index, line) in file.lines.enumerated() {
        for match in line.matches(of: /\]\((?<target>[^)#:\s]+)(?:#[^)]*)?\)/) {
          let target = folder.isEmpty ? String(match.target) : folder + "/" + match.target
          guard !Repository.exists(target) else { continue }
          problems.append(file.problem(index + 1, "no file \(match.target)"))
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
      // A library of the system has its own documentation.
      guard !ImportTable.systemLibraries.contains(target.name) else { continue }
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
