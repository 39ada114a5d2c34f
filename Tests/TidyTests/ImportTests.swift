import Testing

@Suite("Imports")
struct ImportTests {
  @Test("every target is in the import table, and the table names no other")
  func tableIsComplete() throws {
    let targets = try Repository.targets().map(\.name)
    #expect(Set(targets) == Set(ImportTable.allowed.keys))
  }

  @Test("a target imports only what its row of the table names")
  func importsFollowTheTable() throws {
    var problems: [String] = []
    for target in try Repository.targets() {
      for file in try Repository.swiftFiles(under: [target.folder]) {
        problems += Self.problems(in: file, of: target.name)
      }
    }
    #expect(problems == [])
  }

  @Test("the check finds an import outside the table, whatever stands before it")
  func checkFindsPlantedImports() {
    let file = SourceFile(
      path: "Sources/Protocol/FlowModel/Planted.swift",
      text: """
        import FlowModel
        public import Foundation
        @testable import class Dispatch.DispatchQueue
        // import Glibc
        let text = "import Glibc"
        """)
    #expect(
      Self.problems(in: file, of: "FlowModel") == [
        file.problem(1, "FlowModel may not import FlowModel"),
        file.problem(2, "FlowModel may not import Foundation"),
        file.problem(3, "FlowModel may not import Dispatch"),
      ])
  }

  @Test("nothing that ships imports the testing helpers")
  func testingShipsToNobody() throws {
    for target in try Repository.targets() where !ImportTable.testing.contains(target.name) {
      #expect(ImportTable.allowed[target.name]?.isDisjoint(with: ImportTable.testing) == true)
    }
  }

  @Test("the example of a host imports nothing of this package")
  func hostExample() throws {
    let files = try Repository.swiftFiles(under: ["Examples/OrderDesk"])
    let own = Set(try Repository.targets().map(\.name))
    #expect(!files.isEmpty)
    for file in files {
      let imported = file.imports.map(\.module).filter(own.contains)
      #expect(imported == [], "\(file.path)")
    }
  }

  @Test("the example with passkeys alone imports one product, and has less than 200 lines")
  func passkeysExample() throws {
    let folder = "Examples/PasskeysOnly/Sources"
    let files = try Repository.swiftFiles(under: [folder])
    let imported = Set(files.flatMap { $0.imports.map(\.module) })
    #expect(imported == ["Foundation", "Hummingbird", "WebAuthn"])
    let page = try ["index.html", "page.js"].map {
      try SourceFile(path: folder + "/PasskeysOnly/Page/" + $0)
    }
    #expect((files + page).reduce(0) { $0 + $1.lines.count - 1 } < 200)
  }

  @Test("the example of a bank imports products, and has less than 500 lines")
  func bankExample() throws {
    let folder = "Examples/Bank/Sources"
    let files = try Repository.swiftFiles(under: [folder])
    let imported = Set(files.flatMap { $0.imports.map(\.module) })
    let products: Set = [
      "CountersignPage", "CountersignServer", "Crypto", "CryptoExtras", "Foundation",
      "Hummingbird", "Logging", "NIOCore",
    ]
    #expect(imported == products)
    #expect(files.allSatisfy { !$0.text.contains("@testable") })
    let page = try ["index.html", "bank.js"].map {
      try SourceFile(path: folder + "/Bank/Page/" + $0)
    }
    #expect((files + page).reduce(0) { $0 + $1.lines.count - 1 } < 500)
  }

  private static func problems(in file: SourceFile, of target: String) -> [String] {
    let allowed = (ImportTable.allowed[target] ?? [])
      .union(ImportTable.exceptions[file.path] ?? [])
    return file.imports.filter { !allowed.contains($0.module) }
      .map { file.problem($0.line, "\(target) may not import \($0.module)") }
  }
}
