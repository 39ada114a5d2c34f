import Testing

@Suite("Budgets")
struct BudgetTests {
  @Test("a source file has at most 400 lines, a test file 500")
  func files() throws {
    var problems: [String] = []
    let limits = [(["Sources", "Examples", "Fuzz", "Benchmarks"], 400), (["Tests"], 500)]
    for (folders, limit) in limits {
      for file in try Repository.swiftFiles(under: folders) where file.lines.count - 1 > limit {
        problems.append(file.problem(limit, "\(file.lines.count - 1) lines, more than \(limit)"))
      }
    }
    #expect(problems == [])
  }

  @Test("fewer than 15 % of all Swift files have less than 40 lines")
  func fragments() throws {
    let files = try Repository.swiftFiles(under: BudgetTests.folders)
    let fragments = files.filter(Self.isFragment)
    #expect(
      fragments.count * 100 < files.count * 15,
      """
      \(fragments.count) of \(files.count) files have less than 40 lines: join each with what it \
      is read and changed with: \(fragments.map(\.path).joined(separator: ", "))
      """)
  }

  @Test("fewer than 20 Swift files are named Type+Part.swift")
  func parts() throws {
    let files = try Repository.swiftFiles(under: BudgetTests.folders)
    let parts = files.filter(Self.isPart)
    #expect(
      parts.count < 20,
      """
      \(parts.count) files are parts of types: join each with its type, make it a type of its own, \
      or name it after the rule that it holds: \(parts.map(\.path).joined(separator: ", "))
      """)
  }

  @Test("a file of 39 lines is a fragment, and a plus sign in its name makes it a part")
  func checkFindsPlantedFragments() {
    func file(_ path: String, lines: Int) -> SourceFile {
      SourceFile(path: path, text: String(repeating: "let one = 1\n", count: lines))
    }
    #expect(Self.isFragment(file("Sources/Planted.swift", lines: 39)))
    #expect(!Self.isFragment(file("Sources/Planted.swift", lines: 40)))
    #expect(Self.isPart(file("Sources/Planted+Part.swift", lines: 100)))
    #expect(!Self.isPart(file("Sources/A+B/Planted.swift", lines: 100)))
  }

  private static func isFragment(_ file: SourceFile) -> Bool { file.lines.count - 1 < 40 }

  private static func isPart(_ file: SourceFile) -> Bool {
    file.path.split(separator: "/").last?.contains("+") == true
  }

  @Test("a line has at most 100 columns")
  func lines() throws {
    var problems: [String] = []
    for file in try Repository.swiftFiles(under: BudgetTests.folders) {
      for (index, line) in file.lines.enumerated() where line.utf8.count > 100 && line.count > 100 {
        // A literal that cannot be broken: a regular expression.
        guard !line.trimmingPrefix(while: \.isWhitespace).hasPrefix("/^") else { continue }
        problems.append(file.problem(index + 1, "\(line.count) columns"))
      }
    }
    #expect(problems == [])
  }

  @Test("a file of Java has at most 300 lines, of at most 100 columns")
  func java() throws {
    let files = try Repository.textFiles().filter { $0.path.hasSuffix(".java") }
    #expect(files.count > 50)
    var problems = files.filter { $0.lines.count - 1 > 300 }.map { $0.problem(300, "too long") }
    for file in files {
      for (index, line) in file.lines.enumerated() where line.utf8.count > 100 && line.count > 100 {
        problems.append(file.problem(index + 1, "\(line.count) columns"))
      }
    }
    #expect(problems == [])
  }

  @Test("a function has at most 70 lines")
  func functions() throws {
    var problems: [String] = []
    for file in try Repository.swiftFiles(under: BudgetTests.folders) {
      for function in FunctionLengths.of(file) where function.lines > 70 {
        problems.append(file.problem(function.line, "a function of \(function.lines) lines"))
      }
    }
    #expect(problems == [])
  }

  @Test("a collaborator of the core names at most ten others that it needs")
  func collaborators() throws {
    var counts: [String: Int] = [:]
    for file in try Repository.swiftFiles(under: ["Sources/Server/CountersignCore"]) {
      for (name, count) in Self.dependencies(of: file) { counts[name] = count }
    }
    // The composition itself has them all.
    counts["Service"] = nil
    #expect(counts.count > 30)
    #expect(counts.filter { $0.value > 10 } == [:])
  }

  /// The stored constants of each class of a file.
  private static func dependencies(of file: SourceFile) -> [(String, Int)] {
    var found: [(String, Int)] = []
    var isInside = false
    for line in file.codeLines {
      if line.has("final class "),
        let name = line.firstMatch(of: /^(?:public |package )?final class (\w+)/)?.1
      {
        found.append((String(name), 0))
        isInside = true
      } else if line == "}" {
        isInside = false
      } else if isInside, let last = found.indices.last,
        line.firstMatch(of: /^  (?:private )?let \w+:/) != nil
      {
        found[last].1 += 1
      }
    }
    return found
  }

  @Test("the length of a function is counted from its declaration to its closing brace")
  func functionLengths() {
    let file = SourceFile(
      path: "Planted.swift",
      text: """
        protocol Seam {
          func noBody(value: Int) -> Int
          init(of other: Int)
        }
        struct Thing {
          init(value: Int = 1, made: () -> Int = { 2 }) {
            print("}")
          }
          func long<Value>(
            value: Value
          ) -> Value
          where Value: Sendable {
            if true { return value }
            return value
          }
          func short() -> Int { 1 }
        }
        """)
    let lengths = FunctionLengths.of(file).map { [$0.line, $0.lines] }
    #expect(lengths == [[6, 3], [9, 7], [16, 1]])
  }

  private static let folders = ["Sources", "Tests", "Examples", "Fuzz", "Benchmarks"]
}
