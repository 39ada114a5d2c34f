import Testing

/// An expectation that a random value can break fails one run in so many, and nobody believes the
/// next failure.
@Suite("No test fails by chance")
struct ChanceTests {
  @Test("a word that a text must not hold is none that hexadecimal or a number could spell")
  func words() throws {
    let problems = try Repository.swiftFiles(under: ["Tests"])
      .filter { $0.path != Self.path }.flatMap(Self.problems(in:))
    #expect(problems == [])
  }

  @Test("the check finds words of hexadecimal in each form, and leaves others alone")
  func checkFindsPlantedWords() {
    let file = SourceFile(
      path: "Planted.swift",
      text: """
        #expect(!text.contains("ada"))
        #expect(error?.description.contains("201") == false)
        #expect(rows.allSatisfy { !$0.contains("Feed") && $0.isEmpty })
        #expect(text.contains("ada"))
        #expect(!text.contains("ada@example.com") && !text.contains("258036147258"))
        for word in ["Ngozi", "bad"] {
          #expect(!text.contains(word), "\\(word)")
        }
        for word in ["Ngozi", "bad"] {
          #expect(text.contains(word))
        }
        for word in [
          "Ngozi", session.id, "0c1",
        ] { #expect(!text.contains(word)) }
        """)
    #expect(
      Self.problems(in: file) == [
        file.problem(1, "an id can hold ada"), file.problem(2, "an id can hold 201"),
        file.problem(3, "an id can hold Feed"), file.problem(7, "an id can hold bad"),
        file.problem(14, "an id can hold 0c1"),
      ])
  }

  private static let path = "Tests/TidyTests/ChanceTests.swift"

  /// So many characters of hexadecimal no run of the tests meets.
  private static let fewest = 12

  private static func problems(in file: SourceFile) -> [String] {
    // The loop over words that was opened last, over however many lines.
    var loop: (name: String, words: [String], isOpen: Bool)?
    return file.lines.enumerated().flatMap { index, line in
      if line.has("for "), let opened = line.firstMatch(of: /for (?<name>\w+) in \[(?<rest>.*)/) {
        loop = (String(opened.name), strings(in: opened.rest), !opened.rest.contains("]"))
      } else if case (let name, let words, true)? = loop {
        loop = (name, words + strings(in: line[...]), !line.contains("]"))
      }
      var words = absent(in: line)
      if let (name, all, _) = loop, line.contains("contains(\(name))"), isNegative(line) {
        words += all
      }
      return words.filter(isSpelt).map { file.problem(index + 1, "an id can hold \($0)") }
    }
  }

  /// The words of which a line says that a text does not hold them.
  private static func absent(in line: String) -> [String] {
    guard line.has("contains(\"") else { return [] }
    let denied = line.matches(of: /![\w.$?()\[\]]*\.contains\("(?<word>[^"\\]*)"\)/).map(\.word)
    let compared = line.matches(of: /contains\("(?<word>[^"\\]*)"\) == false/).map(\.word)
    return (denied + compared).map(String.init)
  }

  private static func isNegative(_ line: String) -> Bool {
    line.contains(/![\w.$?()\[\]]*\.contains\(/) || line.contains(/contains\(\w+\) == false/)
  }

  private static func strings(in list: Substring) -> [String] {
    list.matches(of: /"(?<word>[^"\\]*)"/).map { String($0.word) }
  }

  private static func isSpelt(_ word: String) -> Bool {
    !word.isEmpty && word.count < fewest && word.allSatisfy { $0.isHexDigit && $0.isASCII }
  }
}
