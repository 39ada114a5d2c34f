import Foundation
import Testing

/// One text of a table of the page: its name, and what it fills in.
private struct PageText: Equatable, CustomStringConvertible {
  let name: String
  let parameters: [String]
  /// The parameters that it uses, in the order of the alphabet.
  let filledIn: [String]
  /// The number of texts in a list; 0 for a single one.
  let count: Int

  var description: String { "\(name)(\(parameters.joined(separator: ", "))) \(filledIn) \(count)" }
}

/// The names of a table of texts, in their order, without the words.
private struct PageTexts {
  let texts: [PageText]

  init(_ script: String) {
    let comments = /\/\*(?s:.*?)\*\/|(?m:^\s*\/\/[^\n]*)/
    let code = Self.withoutWords(script.replacing(comments, with: ""))
    // Between a condition's two answers the colon has a space before it.
    let names = code.matches(of: /\b(\w+):\s/)
    texts = names.enumerated().map { index, match in
      let end =
        index + 1 < names.count ? names[index + 1].range.lowerBound : code.endIndex
      return Self.text(String(match.1), code[match.range.upperBound..<end])
    }
  }

  private static func text(_ name: String, _ body: Substring) -> PageText {
    let head = body.prefixMatch(of: /\(([^()]*)\) =>/)
    let parameters = head?.1.matches(of: /\w+/).map { String($0.output) } ?? []
    let rest = head.map { body[$0.range.upperBound...] } ?? body
    let words = Set(rest.matches(of: /\w+/).map { String($0.output) })
    let list = body.prefixMatch(of: /\[[^\]]*\]/)?.output
    return PageText(
      name: name, parameters: parameters, filledIn: parameters.filter(words.contains).sorted(),
      count: list.map { $0.matches(of: /""/).count } ?? 0)
  }

  /// The code with every text empty, and of a template only what is filled in.
  private static func withoutWords(_ code: String) -> String {
    var rest = code[...]
    return outside(&rest, until: nil)
  }

  private static func outside(_ rest: inout Substring, until end: Character?) -> String {
    var kept = ""
    var depth = 0
    while let next = rest.popFirst() {
      switch next {
      case "\"":
        skipText(&rest)
        kept += "\"\""
      case "`": kept += " " + template(&rest) + " "
      case end where depth == 0: return kept
      default:
        if next == "{" { depth += 1 } else if next == "}" { depth -= 1 }
        kept.append(next)
      }
    }
    return kept
  }

  private static func template(_ rest: inout Substring) -> String {
    var kept = ""
    while let next = rest.popFirst() {
      if next == "`" { return kept }
      if next == "$", rest.first == "{" {
        rest.removeFirst()
        kept += " " + outside(&rest, until: "}") + " "
      }
    }
    return kept
  }

  private static func skipText(_ rest: inout Substring) {
    while let next = rest.popFirst(), next != "\"" {
      if next == "\\" { _ = rest.popFirst() }
    }
  }
}

@Suite("Texts of the page")
struct PageTextsTests {
  @Test("every language has the same texts in the same order, with the same things filled in")
  func sameTexts() throws {
    let tables = try PageModules.files().map(\.file).filter { $0.hasSuffix("/texts/en.js") }
    try #require(tables.count == 2)
    for english in tables {
      let folder = english.dropLast("en.js".count)
      let expected = PageTexts(try Repository.text(english)).texts
      try #require(expected.count > 30)
      let others = try FileManager.default.contentsOfDirectory(
        atPath: Repository.root.appendingPathComponent(String(folder)).path)
      try #require(others.contains("de.js"))
      for other in others where other != "en.js" {
        let found = PageTexts(try Repository.text(folder + other)).texts
        let first = zip(expected, found).first { $0 != $1 }
        #expect(first == nil, "\(folder)\(other)")
        #expect(found.count == expected.count, "\(folder)\(other)")
      }
    }
  }

  @Test("the word for mail has a hyphen at which no line breaks, in every script of the page")
  func unbrokenHyphen() throws {
    let scripts = try PageModules.files().map(\.file)
    try #require(scripts.count > 50)
    let comments = /\/\*(?s:.*?)\*\/|(?m:^\s*\/\/[^\n]*)/
    for script in scripts {
      let code = try Repository.text(script).replacing(comments, with: "")
      #expect(code.firstMatch(of: /\b[Ee]-[Mm]ail/) == nil, "\(script)")
    }
  }

  @Test("the check finds a missing text, a placeholder that is not filled in, and a shorter list")
  func checkFindsPlanted() {
    let table = """
      /** A comment: no text. */
      export const texts = {
        one: "Some: words",
        two: (count) => (count === 1 ? "1 thing" : `${count}: ${count ? `of ${one}` : "none"}`),
        group: { steps: ["first", "second"], last: ({ it }) => `The ${it}` },
      };
      """
    let whole = PageTexts(table).texts
    #expect(whole.map(\.name) == ["one", "two", "group", "steps", "last"])
    #expect(whole[1].filledIn == ["count"] && whole[4].filledIn == ["it"])
    #expect(whole[3].count == 2)
    for (part, other) in [
      ("one: \"Some: words\",", ""), ("The ${it}", "The thing"), (", \"second\"", ""),
      ("({ it })", "({ that })"),
    ] {
      let planted = PageTexts(table.replacing(part, with: other)).texts
      #expect(planted != whole, "\(part)")
    }
    #expect(PageTexts(table.replacing("words", with: "Wörter")).texts == whole)
  }
}
