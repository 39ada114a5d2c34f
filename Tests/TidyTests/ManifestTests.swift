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

  /// Two of BoringSSL take most of a build: these and the demo wait for the one of swift-crypto alone.
  @Test(
    "a server that ends TLS at a proxy, the commands and the demo build no NIOSSL",
    arguments: [
      "CountersignServer", "CountersignPage", "CountersignDelivery", "CountersignMetrics",
      "CountersignTracing", "CountersignSQLite", "ServerCommands", "PhoneCommands", "AirtimeServer",
      "AirtimeClient", "airtime",
    ])
  func withoutTLS(target: String) throws {
    let targets = try Self.dependencies()
    guard targets[target] != nil else {
      #expect(!Repository.hasShop || target == "airtime", "no target \(target)")
      return
    }
    let reached = Self.reached(from: target, targets)
    #expect(reached.contains("DocumentModel"))
    #expect(reached.intersection(Self.productsOverNIOSSL) == [])
  }

  @Test("the program that is shipped has TLS")
  func withTLS() throws {
    let reached = Self.reached(from: "countersign", try Self.dependencies())
    #expect(reached.isSuperset(of: Self.productsOverNIOSSL))
  }

  /// The products of other packages that bring a copy of BoringSSL by NIOSSL.
  private static let productsOverNIOSSL: Set = ["AsyncHTTPClient", "HummingbirdTLS", "NIOSSL"]

  /// A target, and all that it depends on.
  private static func reached(
    from target: String, _ targets: [String: Set<String>]
  ) -> Set<String> {
    var reached: Set<String> = []
    var next = [target]
    while let name = next.popLast() {
      guard reached.insert(name).inserted else { continue }
      next += targets[name] ?? []
    }
    return reached
  }

  /// The targets of the manifest, each with the targets and products that its row names.
  private static func dependencies() throws -> [String: Set<String>] {
    let manifest = try Repository.text("Package.swift")
    let constant = /let (?<name>\w+) = [\w.]+\((?:name: )?"(?<product>\w+)"/
    let products = Dictionary(
      uniqueKeysWithValues: manifest.matches(of: constant).map {
        (String($0.name), String($0.product))
      })
    let target = /\.(?:target|executableTarget)\(\s*name: "(?<name>\w+)",\s*dependencies: \[/
    var targets: [String: Set<String>] = [:]
    for match in manifest.matches(of: target) {
      var depth = 1
      let row = manifest[match.range.upperBound...].prefix { character in
        depth += character == "[" ? 1 : character == "]" ? -1 : 0
        return depth > 0
      }
      let words = row.matches(of: /\w+/).map { String($0.output) }
      targets[String(match.name)] = Set(words.map { products[$0] ?? $0 })
    }
    let addition = /(?<name>\w+)\?\.dependencies\.append\("(?<added>\w+)"\)/
    for match in manifest.matches(of: addition) {
      targets["countersign"]?.insert(String(match.added))
    }
    return targets
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
        // Those of the shop lie together in a folder.
        .compactMap { $0.path.split(separator: "/").dropFirst().first { $0 != "Shop" } }
        .map(String.init))
    for name in tests {
      let isThere = manifest.contains("\"\(name)\"")
      #expect(isThere, "no test target \(name)")
    }
  }
}
