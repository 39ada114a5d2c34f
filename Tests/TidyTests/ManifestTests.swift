import Testing

@Suite("Package.swift")
struct ManifestTests {
  @Test("every target is compiled by the settings that the manifest names", arguments: manifests)
  func settings(path: String) throws {
    let manifest = try Repository.text(path)
    let targets = manifest.matches(of: /\.(?:target|executableTarget|testTarget)\(/).count
    let settings = manifest.matches(
      of: /swiftSettings: (?:settings|withLibraries)|cSettings: cSettings/
    ).count
    // What is in C and has no settings of its own is its name and its folder.
    let inC = manifest.matches(of: /\.target\(name: "C[A-Z]\w+", path: "[^"]+"\)/).count
    #expect(targets > 10)
    #expect(targets == settings + inC)
  }

  @Test("warnings are errors in the project's own builds, and in nobody else's")
  func warnings() throws {
    for path in Self.manifests {
      let problems = try Self.problemsWithWarnings(in: SourceFile(path: path))
      #expect(problems == [])
      #expect(try Self.settings(of: path).contains(Self.inOwnBuild))
    }
    #expect(try Repository.text("Makefile").contains("export COUNTERSIGN_WARNINGS_AS_ERRORS = 1"))
  }

  @Test("the check finds a setting that would reach whoever depends on the package")
  func plantedSetting() throws {
    let file = SourceFile(
      path: "Planted.swift",
      text: """
        let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]
        let cSettings: [CSetting] = isOwnBuild ? [.treatAllWarnings(as: .error)] : []
        """)
    #expect(try Self.problemsWithWarnings(in: file).count == 1)
  }

  @Test("both manifests compile Swift by the same settings")
  func sameSettings() throws {
    let settings = try Self.manifests.map(Self.settings(of:))
    #expect(settings[0] == settings[1])
  }

  @Test("no trait is on but in the project's own builds")
  func traits() throws {
    let manifest = try Repository.text("Package.swift")
    #expect(manifest.contains(".default(enabledTraits: isOwnBuild ? ownTraits : [])"))
  }

  private static let inOwnBuild = "isOwnBuild ? [.treatAllWarnings(as: .error)] : []"

  private static func settings(of path: String) throws -> String {
    let settings = /let settings: \[SwiftSetting\] =[^\]]*\] \+ \([^)]*\)[^)]*\)/
    return String(try #require(try Repository.text(path).firstMatch(of: settings)).output)
  }

  private static func problemsWithWarnings(in manifest: SourceFile) throws -> [String] {
    manifest.lines.enumerated()
      .filter { $0.element.contains("treatAllWarnings") && !$0.element.contains(inOwnBuild) }
      .map { manifest.problem($0.offset + 1, "reaches whoever depends on the package") }
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
        // Those of the shop lie together in a folder, and so does what supports tests.
        .compactMap { file in
          file.path.split(separator: "/").dropFirst().first { $0 != "Shop" && $0 != "Support" }
        }
        .map(String.init))
    for name in tests {
      let isThere = manifest.contains("\"\(name)\"")
      #expect(isThere, "no test target \(name)")
    }
  }
}
