import Testing

@Suite("Package.swift")
struct ManifestTests {
  @Test("every target treats warnings as errors")
  func settings() throws {
    let manifest = try Repository.text("Package.swift")
    #expect(manifest.contains(".treatAllWarnings(as: .error)"))
    let targets = manifest.matches(of: /\.(?:target|executableTarget|testTarget)\(/).count
    let settings = manifest.matches(
      of: /swiftSettings: settings|cSettings: \[\.treatAllWarnings\(as: \.error\)\]/
    ).count
    #expect(targets > 10)
    #expect(targets == settings)
  }

  @Test("every folder of sources and of tests is a target")
  func folders() throws {
    let manifest = try Repository.text("Package.swift")
    for target in try Repository.targets() {
      let isThere = manifest.contains("path: \"\(target.folder)\"")
      #expect(isThere, "no target \(target.name)")
    }
    let tests = Set(
      try Repository.swiftFiles(under: ["Tests"])
        .compactMap { $0.path.split(separator: "/").dropFirst().first.map(String.init) })
    for name in tests {
      let isThere = manifest.contains("\"\(name)\"")
      #expect(isThere, "no test target \(name)")
    }
  }
}
