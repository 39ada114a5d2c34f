import Testing

@Suite("openapi.yaml")
struct InterfaceDescriptionTests {
  /// A description, and the files that declare what it has to name.
  struct Part: Sendable {
    let description: String
    let reasons: String
    let routes: String
    let fewest: Int
  }

  static let parts = [
    Part(
      description: "Sources/Server/CountersignHTTP/openapi.yaml",
      reasons: "Sources/Protocol/WireModel/Routes/Reason.swift",
      routes: "Sources/Protocol/WireModel/Routes/RouteTable.swift", fewest: 20),
    Part(
      description: "Examples/Airtime/Sources/AirtimeServer/openapi.yaml",
      reasons: "Examples/Airtime/Sources/AirtimeModel/AirtimeInterface.swift",
      routes: "Examples/Airtime/Sources/AirtimeModel/AirtimeInterface.swift", fewest: 3),
  ]

  @Test("every reason is documented where it is declared, and no other", arguments: parts)
  func reasons(_ part: Part) throws {
    let declared = try Repository.text(part.reasons)
      .matches(of: /Reason\(\s*code:\s*"(?<code>\w+)"\)/)
      .map { String($0.code) }
    #expect(declared.count > part.fewest)
    #expect(declared.count == Set(declared).count)
    #expect(Set(declared) == Set(try Self.documentedReasons(in: part.description)))
  }

  @Test("every route is documented where it is declared, and no other", arguments: parts)
  func routes(_ part: Part) throws {
    let declared = try Repository.text(part.routes)
      .matches(of: /Route\(\s*\.(?<method>\w+),\s*"(?<path>[^"]+)"/)
      .map { "\($0.method) \($0.path)" }
    #expect(declared.count > part.fewest)
    #expect(Set(declared) == Set(try Self.documentedOperations(in: part.description)))
  }

  /// The operations under `paths:` that have an id, as `get /products`: a part without one adds to
  /// an operation of the server's own.
  private static func documentedOperations(in file: String) throws -> [String] {
    var operations: [String] = []
    var (path, method) = ("", "")
    let paths = try SourceFile(path: file).lines
      .drop { $0 != "paths:" }.prefix { $0 != "components:" }
    for line in paths {
      if let match = line.wholeMatch(of: /\ \ (?<path>\/.*):/) { path = String(match.path) }
      if let match = line.wholeMatch(of: /\ {4}(?<method>get|put|post|delete|patch|head):/) {
        method = String(match.method)
      }
      if line.hasPrefix("      operationId: ") { operations.append("\(method) \(path)") }
    }
    return operations
  }

  /// The values of the schema `Reason`.
  private static func documentedReasons(in file: String) throws -> [String] {
    try SourceFile(path: file).lines.drop { $0 != "    Reason:" }.dropFirst()
      .prefix { $0.hasPrefix("      ") || $0.isEmpty }
      .compactMap { $0.firstMatch(of: /^ +- (?<code>\w+)$/).map { String($0.code) } }
  }
}
