import Testing

/// One dialect of SQL serves both stores (`docs/decisions/store.md`).
@Suite("SQL")
struct StatementTests {
  @Test("no statement of the core or of a module is one database's alone")
  func dialect() throws {
    let folders = [
      "Sources/Server/CountersignCore", "Examples/Airtime/Sources", "Examples/Bank/Sources",
      "Tests/Support/CountersignTesting/MoneyOrders",
    ]
    let problems = try Repository.swiftFiles(under: folders).flatMap(Self.problems(in:))
    #expect(problems == [])
  }

  @Test("the check finds what one database alone understands, and leaves Swift alone")
  func checkFindsPlantedStatements() {
    let file = SourceFile(
      path: "Planted.swift",
      text: """
        let one = "INSERT OR IGNORE INTO t VALUES (?)"
        let two = max(a, b)
        let three = "UPDATE t SET a = MAX(a, ?)"
        let four = "SELECT MAX(a) FROM t"
        let five = "SELECT a FROM t FOR UPDATE"
        """)
    #expect(Self.problems(in: file).count == 3)
  }

  private static func problems(in file: SourceFile) -> [String] {
    let foreign = foreign.filter { file.text.has($0.word) }
    return zip(file.lines, file.codeLines).enumerated().flatMap { index, line in
      foreign.filter { line.0.has($0.word) }.compactMap { word, pattern in
        // What is blank in the code stands in a string, or in a comment.
        let words = String(
          zip(line.0, line.1).map { $1 == " " ? $0 : " " } + line.0.dropFirst(line.1.count))
        return words.contains(pattern)
          ? file.problem(index + 1, "\(word) is one database's alone") : nil
      }
    }
  }

  private static var foreign: [(word: String, pattern: Regex<Substring>)] {
    [
      ("INSERT OR", /\bINSERT OR\b/), ("PRAGMA", /\bPRAGMA\b/), ("IFNULL", /\bIFNULL\(/),
      ("AUTOINCREMENT", /\bAUTOINCREMENT\b/), ("rowid", /\browid\b/), ("GLOB", /\bGLOB\b/),
      ("ILIKE", /\bILIKE\b/), ("FOR UPDATE", /\bFOR UPDATE\b/), ("MAX", /\bMAX\([^()]+,/),
      ("MIN", /\bMIN\([^()]+,/), ("randomblob", /\brandomblob\(/),
      ("strftime", /\bstrftime\(/), ("json", /\bjsonb?_\w+\(/), ("NOW", /\bNOW\(\)/),
      ("SERIAL", /\bBIGSERIAL\b/),
    ]
  }
}
