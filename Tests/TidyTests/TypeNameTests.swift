import Testing

@Suite("Type names")
struct TypeNameTests {
  @Test("no type is named like a module")
  func noTypeNamedLikeAModule() throws {
    let modules = Set(try Repository.targets().map(\.name))
    let problems = try Repository.swiftFiles(under: ["Sources"])
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
    file.codeLines.enumerated().compactMap { index, line in
      guard modules.contains(where: line.contains) else { return nil }
      let declaration = /\b(?:struct|class|enum|actor|protocol|typealias)\s+(?<name>\w+)/
      guard let match = line.firstMatch(of: declaration) else { return nil }
      let name = String(match.name)
      return modules.contains(name)
        ? file.problem(index + 1, "\(name) is the name of a module") : nil
    }
  }
}
