import Testing

/// Who depends on a product imports it alone, and can name every type that it speaks of.
@Suite("Re-exports")
struct ReexportTests {
  @Test("each target of a product re-exports what the table says")
  func tableIsKept() throws {
    var reexported: [String: Set<String>] = [:]
    for target in try Repository.targets() {
      let files = try Repository.swiftFiles(under: [target.folder])
      let modules = files.reduce(into: Set<String>()) { $0.formUnion($1.reexports) }
      reexported[target.name] = modules.isEmpty ? nil : modules
    }
    #expect(reexported == ImportTable.reexported)
  }

  @Test("what a product's public interface names of this package comes with it")
  func interfacesAreWhole() throws {
    let targets = Dictionary(uniqueKeysWithValues: try Repository.targets().map { ($0.name, $0) })
    let products = try Self.targetsOfProducts()
    #expect(products.count >= 5)
    for product in products {
      let comesAlong = Self.comesAlong(with: product)
      for module in comesAlong {
        // Another package's names nothing of this one.
        guard let folder = targets[module]?.folder else { continue }
        let named = try Repository.swiftFiles(under: [folder])
          .reduce(into: Set<String>()) { $0.formUnion($1.publicImports) }
          .intersection(targets.keys)
        #expect(named.subtracting(comesAlong) == [], "\(module) names them, in \(product)")
      }
    }
  }

  @Test("a public import is told from an internal one, and a re-export from both")
  func levels() {
    let file = SourceFile(
      path: "Planted.swift",
      text: "import One\npublic import Two\n@_exported public import Three\n")
    #expect(file.publicImports == ["Two", "Three"])
    #expect(file.reexports == ["Three"])
  }

  /// A module, and all that its import brings.
  private static func comesAlong(with module: String) -> Set<String> {
    (ImportTable.reexported[module] ?? []).reduce(into: [module]) {
      $0.formUnion(comesAlong(with: $1))
    }
  }

  private static func targetsOfProducts() throws -> [String] {
    let library = /\.library\(\s*name: "\w+",\s*targets: \[(?<targets>[^\]]*)\]/
    return try Repository.text("Package.swift").matches(of: library).flatMap { match in
      match.targets.matches(of: /\w+/).map { String($0.output) }
    }
  }
}
