import Testing

@Suite("openapi.yaml")
struct InterfaceDescriptionTests {
  @Test("every reason that the server gives is documented, and no other")
  func reasons() throws {
    let source = try Self.source(ofFilesNamed: "Reason")
    let declared = source.matches(of: /Reason\(\s*code:\s*"(?<code>\w+)"\)/)
      .map { String($0.code) }
    #expect(declared.count > 20)
    #expect(declared.count == Set(declared).count)
    #expect(Set(declared) == Set(try Self.documentedReasons()))
  }

  @Test("every route of the table and of the shop is documented, and no other")
  func routes() throws {
    let source = try Self.source(ofFilesNamed: "RouteTable")
    let declared = source.matches(of: /Route\(\s*\.(?<method>\w+),\s*"(?<path>[^"]+)"/)
      .map { "\($0.method) \($0.path)" }
    #expect(declared.count > 20)
    #expect(Set(declared) == Set(try Self.documentedOperations()))
  }

  /// The file of a table, and the shop's interface.
  private static func source(ofFilesNamed name: String) throws -> String {
    try Repository.swiftFiles(under: ["Sources/Protocol/WireModel/Routes", "Sources/Shop"])
      .filter {
        $0.path.hasSuffix("/\(name).swift") || $0.path.hasSuffix("/AirtimeInterface.swift")
      }
      .flatMap(\.lines).joined(separator: "\n")
  }

  private static func lines() throws -> [String] {
    try SourceFile(path: "openapi.yaml").lines
  }

  /// The operations under `paths:`, as `get /products`.
  private static func documentedOperations() throws -> [String] {
    var operations: [String] = []
    var path = ""
    let paths = try lines().drop { $0 != "paths:" }.prefix { $0 != "components:" }
    for line in paths {
      if let match = line.wholeMatch(of: /\ \ (?<path>\/.*):/) { path = String(match.path) }
      if let match = line.wholeMatch(of: /\ {4}(?<method>get|put|post|delete|patch|head):/) {
        operations.append("\(match.method) \(path)")
      }
    }
    return operations
  }

  /// The values of the schema `Reason`.
  private static func documentedReasons() throws -> [String] {
    try lines().drop { $0 != "    Reason:" }.dropFirst()
      .prefix { $0.hasPrefix("      ") || $0.isEmpty }
      .compactMap { $0.firstMatch(of: /^ +- (?<code>\w+)$/).map { String($0.code) } }
  }
}
