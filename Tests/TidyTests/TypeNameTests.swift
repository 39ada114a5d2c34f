import Testing

@Suite("One name for one type")
struct OneNameTests {
  @Test("no two modules have types of one name")
  func noTypeInTwoModules() throws {
    var modules: [String: Set<String>] = [:]
    for target in try Repository.targets() {
      for file in try Repository.swiftFiles(under: [target.folder]) {
        for name in Self.types(in: file) { modules[name, default: []].insert(target.name) }
      }
    }
    let problems = modules.filter { $0.value.count > 1 }.map { "\($0.key): \($0.value.sorted())" }
    #expect(problems.sorted() == [])
  }

  @Test("the check finds types at the top of a file, and none that the file keeps to itself")
  func checkFindsPlantedTypes() {
    let file = SourceFile(
      path: "Sources/Server/Planted/Planted.swift",
      text: """
        package final class Found {
          struct Nested {}
        }
        private struct Kept {}
        fileprivate enum KeptToo {}
        public typealias AlsoFound = Found
        """)
    #expect(Self.types(in: file) == ["Found", "AlsoFound"])
  }

  /// The types that a file declares for its module or for others.
  private static func types(in file: SourceFile) -> [String] {
    // A regular expression is compiled where it is written, and slow: once, and for few lines.
    let declaration =
      /^(?:(?:public|package|internal|final|indirect|@\w+)\s+)*(?:struct|class|enum|actor|protocol|typealias)\s+(?<name>\w+)/
    return file.codeLines.compactMap { line in
      guard let first = line.first, !first.isWhitespace, line.contains(" ") else { return nil }
      guard !line.hasPrefix("private"), !line.hasPrefix("fileprivate") else { return nil }
      return line.firstMatch(of: declaration).map { String($0.name) }
    }
  }
}

@Suite("Type names")
struct TypeNameTests {
  @Test("no type is named like a module")
  func noTypeNamedLikeAModule() throws {
    let modules = Set(try Repository.targets().map(\.name))
    let problems = try Repository.swiftFiles(under: Repository.targets().map(\.folder))
      .flatMap { Self.problems(in: $0, modules: modules) }
    #expect(problems == [])
  }

  @Test("the check finds a type named like its module")
  func checkFindsPlantedType() {
    let file = SourceFile(
      path: "Planted.swift", text: "public final class FlowModel {}\nenum FlowModelKind {}")
    #expect(
      Self.problems(in: file, modules: ["FlowModel"]) == [
        file.problem(1, "FlowModel is the name of a module")
      ])
  }

  private static func problems(in file: SourceFile, modules: Set<String>) -> [String] {
    let keywords = ["struct ", "class ", "enum ", "actor ", "protocol ", "typealias "]
    return file.codeLines.enumerated().compactMap { index, line in
      guard keywords.contains(where: line.has), modules.contains(where: line.has)
      else { return nil }
      let declaration = /\b(?:struct|class|enum|actor|protocol|typealias)\s+(?<name>\w+)/
      guard let match = line.firstMatch(of: declaration) else { return nil }
      let name = String(match.name)
      return modules.contains(name)
        ? file.problem(index + 1, "\(name) is the name of a module") : nil
    }
  }
}
