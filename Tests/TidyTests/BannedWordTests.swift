import Testing

@Suite("Banned words")
struct BannedWordTests {
  /// A word that must not occur in the code of some folders.
  struct Ban: CustomTestStringConvertible {
    let word: String
    let folders: [String]
    var except: [String] = []
    let why: String

    var testDescription: String { word }

    func problems(in file: SourceFile) -> [String] {
      guard file.text.has(word), !except.contains(where: file.path.hasPrefix) else { return [] }
      return file.codeLines.enumerated().filter { occurs(in: $0.element) }
        .map { file.problem($0.offset + 1, "\(word): \(why)") }
    }

    /// The end of a longer name is another word.
    private func occurs(in line: String) -> Bool {
      guard line.has(word) else { return false }
      return line.ranges(of: word).contains { range in
        guard word.first?.isLetter == true, range.lowerBound > line.startIndex else { return true }
        return !line[line.index(before: range.lowerBound)].isLetter
      }
    }
  }

  private static let everywhere = ["Sources", "Tests", "Examples", "Fuzz", "Benchmarks"]
  private static let pure = ["Sources/WebAuthn", "Sources/Protocol"]

  static let bans: [Ban] =
    [
      Ban(word: "try!", folders: everywhere, why: "an error is a value or is thrown"),
      Ban(word: "fatalError(", folders: everywhere, why: "input must never end the process"),
      Ban(
        word: "print(", folders: ["Sources", "Examples/Airtime"],
        except: ["Sources/Tools/", "Examples/Airtime/Sources/AirtimeTerminal/"],
        why: "only the command line speaks on standard output"),
    ]
    + ["Date()", "Date.now", "UUID()", ".random(", "SystemRandomNumberGenerator", ".now("].map {
      Ban(word: $0, folders: pure, why: "time and randomness come in as values")
    }

  @Test("no code says", arguments: bans)
  func code(ban: Ban) throws {
    let problems = try Repository.swiftFiles(under: ban.folders).flatMap(ban.problems(in:))
    #expect(problems == [])
  }

  @Test("a banned word is found in code, and not in comments or strings")
  func plantedWords() {
    let ban = Ban(word: "try!", folders: [], why: "planted")
    let file = SourceFile(
      path: "Planted.swift",
      text: """
        let one = try! two()
        // try! this
        let three = "try! that"
        /* try!
        try! */
        let four = "\\(try! five())"
        let six = #"try! " "#
        """)
    #expect(
      ban.problems(in: file) == [1, 6].map { file.problem($0, "try!: planted") })
  }

  @Test("nothing is left to do: no such marker in any file")
  func markers() throws {
    let markers = ["TO" + "DO", "FIX" + "ME", "XX" + "X:"]
    #expect(try Self.occurrences(of: markers) == [])
  }

  @Test("the project explains itself: a seed is a random generator's, and no document's")
  func seeds() throws {
    let documents = (0...9).map { "seed 00" + String($0) } + ["the seed" + "'s form"]
    #expect(try Self.occurrences(of: documents) == [])
  }

  @Test("no file names a path of somebody's machine")
  func machinePaths() throws {
    let paths = ["work", "root", "home", "Users", "tmp", "private"].map { "/" + $0 + "/" }
    #expect(try Self.occurrences(of: paths, startingAPath: true) == [])
  }

  private static func occurrences(
    of words: [String], startingAPath: Bool = false
  ) throws -> [String] {
    try Repository.textFiles().flatMap { file in
      let words = words.filter(file.text.has)
      guard !words.isEmpty else { return [String]() }
      return file.lines.enumerated().flatMap { index, line in
        words.filter(line.has).filter { word in
          line.ranges(of: word).contains { range in
            guard startingAPath, range.lowerBound > line.startIndex else { return true }
            // "https://example.com/home/" and "a/home/b" are no absolute paths.
            let before = line[line.index(before: range.lowerBound)]
            return !(before.isLetter || before.isNumber || "./}_-".contains(before))
          }
        }.map { file.problem(index + 1, "contains \($0)") }
      }
    }
  }
}
