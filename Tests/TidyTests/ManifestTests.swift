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
    #expect(targets > 3)
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

  @Test("no product reaches an example, a benchmark or the support of tests")
  func products() throws {
    let manifest = try Repository.text("Package.swift")
    let targets = Self.targets(in: manifest)
    let reached = Self.reached(from: Self.products(in: manifest).values.flatMap { $0 }, targets)
    #expect(reached.isSuperset(of: ["countersign", "CountersignCommands", "CountersignCore"]))
    #expect(Self.unshipped(reached, targets) == [])
    // The parts of the shop are found, and reach what the products have.
    let shop = Self.reached(from: ["airtime"], targets)
    #expect(Self.unshipped(shop, targets).contains("AirtimeServer"))
    #expect(shop.isSuperset(of: ["ServerCommands", "CountersignCore"]))
  }

  @Test("the check finds a product that reaches an example through another target")
  func plantedProduct() {
    let targets = Self.targets(
      in: """
        .module("One", in: "Sources/Tools", ["Two", yams]),
        .target(
          name: "Two", dependencies: [.byName(name: "Three", condition: whereServer)]),
        .program("Three", in: "Examples", [yams]),
        .tests("FourTests", ["One"]),
        """)
    #expect(targets.count == 4)
    #expect(Self.unshipped(Self.reached(from: ["One"], targets), targets) == ["Three"])
  }

  /// Two copies of BoringSSL take most of a build: these have the one of swift-crypto alone.
  @Test(
    "a server that ends TLS at a proxy, the commands and the demo build no NIOSSL",
    arguments: ["CountersignServer", "CountersignCommands", "AirtimeServer", "airtime"])
  func withoutTLS(name: String) throws {
    let manifest = try Repository.text("Package.swift")
    let targets = Self.targets(in: manifest)
    // A product, with all its targets, or a target.
    let reached = Self.reached(from: Self.products(in: manifest)[name] ?? [name], targets)
    #expect(reached.contains("DocumentModel"))
    let taken = Self.taken(by: reached, targets, in: manifest)
    #expect(taken.contains("Hummingbird"))
    #expect(taken.intersection(Self.overNIOSSL) == [])
  }

  @Test("the program that is shipped has TLS, and so has a host's own that asks for it")
  func withTLS() throws {
    let manifest = try Repository.text("Package.swift")
    let targets = Self.targets(in: manifest)
    for name in ["countersign", "CountersignCommandsTLS"] {
      let reached = Self.reached(from: [name], targets)
      let taken = Self.taken(by: reached, targets, in: manifest)
      #expect(taken.isSuperset(of: Self.overNIOSSL), "\(name)")
    }
  }

  /// The products of other packages that bring a copy of BoringSSL by NIOSSL.
  private static let overNIOSSL: Set = ["AsyncHTTPClient", "HummingbirdTLS", "NIOSSL"]

  /// The part of a manifest that declares each target.
  private static func targets(in manifest: String) -> [String: Substring] {
    let start =
      /\.(?:target|systemLibrary|module|program|tests)\(\s*(?:name: )?"(?<name>[^"]+)"/
    let starts = manifest.matches(of: start)
    let ends = starts.dropFirst().map(\.range.lowerBound) + [manifest.endIndex]
    return Dictionary(
      uniqueKeysWithValues: zip(starts, ends).map { match, end in
        (String(match.name), manifest[match.range.lowerBound..<end])
      })
  }

  /// The targets of each product.
  private static func products(in manifest: String) -> [String: [String]] {
    let product = /\.(?:library|executable)\(\s*name: "(?<name>[^"]+)",[^\[]*\[(?<targets>[^\]]*)\]/
    return Dictionary(
      uniqueKeysWithValues: manifest.matches(of: product).map {
        (String($0.name), words(in: $0.targets))
      })
  }

  /// The products of other packages that some targets take, by a constant or by name.
  private static func taken(
    by names: Set<String>, _ targets: [String: Substring], in manifest: String
  ) -> Set<String> {
    let constant = /let (?<name>\w+) = [\w.]+\((?:name: )?"(?<product>\w+)"/
    let constants = Dictionary(
      uniqueKeysWithValues: manifest.matches(of: constant).map {
        (String($0.name), String($0.product))
      })
    return names.reduce(into: []) { taken, name in
      let declaration = targets[name] ?? ""
      taken.formUnion(words(in: declaration))
      taken.formUnion(declaration.matches(of: /\w+/).compactMap { constants[String($0.output)] })
    }
  }

  /// Targets, and all on which they depend, directly or not.
  private static func reached(
    from names: [String], _ targets: [String: Substring]
  ) -> Set<String> {
    var reached: Set<String> = []
    var left = names
    while let name = left.popLast() {
      guard let declaration = targets[name], reached.insert(name).inserted else { continue }
      left += words(in: declaration).filter { targets[$0] != nil }
    }
    return reached
  }

  /// Those of some targets that lie where nothing ships.
  private static func unshipped(
    _ names: Set<String>, _ targets: [String: Substring]
  ) -> [String] {
    names.filter { name in
      ["Examples", "Benchmarks", "Tests"].contains { folder in
        words(in: targets[name] ?? "").contains { ($0 + "/").hasPrefix(folder + "/") }
      }
    }.sorted()
  }

  /// The words in quotation marks.
  private static func words(in text: Substring) -> [String] {
    text.matches(of: /"(?<word>[^"\n]+)"/).map { String($0.word) }
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
    let targets = Self.targets(in: manifest)
    for target in try Repository.targets() {
      let folder = target.folder.dropLast(target.name.count + 1)
      let words = Self.words(in: targets[target.name] ?? "")
      #expect(
        words.contains(target.folder) || words.contains(String(folder)), "no target \(target.name)")
    }
    let tests = Set(
      try Repository.swiftFiles(under: ["Tests"])
        .filter { !$0.path.hasPrefix("Tests/AppleAdapters/") }
        // Those of the shop lie together in a folder, and so does what supports tests.
        .compactMap { file in
          file.path.split(separator: "/").dropFirst().first { $0 != "Airtime" && $0 != "Support" }
        }
        .map(String.init))
    for name in tests {
      let isThere = manifest.contains("\"\(name)\"")
      #expect(isThere, "no test target \(name)")
    }
  }
}
