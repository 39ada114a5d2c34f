import Testing

@Suite("Package.swift")
struct ManifestTests {
  @Test("every target treats warnings as errors", arguments: manifests)
  func settings(path: String) throws {
    let manifest = try Repository.text(path)
    #expect(manifest.contains(".treatAllWarnings(as: .error)"))
    let targets = manifest.matches(of: /\.(?:target|executableTarget|testTarget)\(/).count
    let settings = manifest.matches(
      of: /swiftSettings: settings|cSettings: \[\.treatAllWarnings\(as: \.error\)\]/
    ).count
    #expect(targets > 10)
    #expect(targets == settings)
  }

  @Test("both manifests compile Swift by the same settings")
  func sameSettings() throws {
    let settings = try Self.manifests.map { path in
      try Repository.text(path).firstMatch(of: /let settings: \[SwiftSetting\] = \[[^\]]*\]/)
        .map { String($0.output) }
    }
    #expect(settings[0] != nil)
    #expect(settings[0] == settings[1])
  }

  /// The second compiles the client with stand-ins for Apple's frameworks.
  static let manifests = ["Package.swift", "Tests/AppleAdapters/Package.swift"]

  @Test("every folder of sources and of tests is a target")
  func folders() throws {
    let manifest = try Repository.text("Package.swift")
    for target in try Repository.targets() {
      let isThere = manifest.contains("path: \"\(target.folder)\"")
      #expect(isThere, "no target \(target.name)")
    }
    let tests = Set(
      try Repository.swiftFiles(under: ["Tests"])
        .filter { !$0.path.hasPrefix("Tests/AppleAdapters/") }
        .compactMap { $0.path.split(separator: "/").dropFirst().first.map(String.init) })
    for name in tests {
      let isThere = manifest.contains("\"\(name)\"")
      #expect(isThere, "no test target \(name)")
    }
  }
}
