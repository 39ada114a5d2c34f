import Foundation

/// The working tree that these tests read, found from this file's own place in it.
enum Repository {
  static let root: URL = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every Swift file under the given folders, in a stable order.
  static func swiftFiles(under folders: [String]) throws -> [SourceFile] {
    let files = try allSwiftFiles.get()
    return files.filter { file in folders.contains { file.path.hasPrefix($0 + "/") } }
  }

  /// Read and lexed once for all tests.
  private static let allSwiftFiles = Result {
    try paths(under: ["Sources", "Tests", "Examples", "Fuzz", "Benchmarks"])
      .filter { $0.hasSuffix(".swift") }.map(SourceFile.init(path:))
  }

  /// Every text file that a clone carries.
  static func textFiles() throws -> [SourceFile] { try allTextFiles.get() }

  private static let allTextFiles = Result {
    let endings = [
      "swift", "java", "md", "yaml", "yml", "json", "toml", "py", "sh", "svg", "sql",
      "swift-format",
    ]
    let bare = [
      "Makefile", ".ci/run", ".gitignore", ".swift-format", "clients/android/build",
      "Tests/Schemathesis/run",
    ]
    let folders = [
      "Sources", "Tests", "Examples", "Fuzz", "Benchmarks", "clients", "docs", "Scripts", ".ci",
    ]
    let swift = Dictionary(
      uniqueKeysWithValues: try allSwiftFiles.get().map { ($0.path, $0) })
    let top = try FileManager.default.contentsOfDirectory(atPath: root.path)
      .filter { !isDirectory($0) }
    return try (top + paths(under: folders))
      .filter { path in
        bare.contains(path) || path.hasPrefix("Scripts/")
          || path.hasPrefix("Benchmarks/bench-")
          || endings.contains { path.hasSuffix("." + $0) }
      }
      .sorted().map { path in
        try swift[path] ?? SourceFile(path: path)
      }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }

  /// The targets that lie by their names in folders, with their folder: all but the tests and the
  /// examples of one target.
  static func targets() throws -> [(name: String, folder: String)] {
    let layers = try folders(in: "Sources").map { "Sources/" + $0 }
    let others = ["Examples/Airtime/Sources", "Tests/Support"]
    let targets = try (layers + others).flatMap { layer in
      try folders(in: layer).map { (name: $0, folder: "\(layer)/\($0)") }
    }
    return targets + [("countersign-bench", "Benchmarks/Sources/countersign-bench")]
  }

  private static func folders(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent(folder).path
    ).filter { isDirectory(folder + "/" + $0) }.sorted()
  }

  /// Walks by hand, since an enumerator of FileManager does not follow a linked folder.
  private static func paths(under folders: [String]) throws -> [String] {
    var found: [String] = []
    for folder in folders where isDirectory(folder) {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: root.appendingPathComponent(folder).path)
      for name in names.sorted() where !generated.contains(name) {
        let path = folder + "/" + name
        guard !linked.contains(path) else { continue }
        found += isDirectory(path) ? try paths(under: [path]) : [path]
      }
    }
    return found
  }

  /// What a build or an editor leaves behind; no clone carries it.
  private static let generated: Set<String> = [".build", "__pycache__", ".swiftpm"]

  /// The same sources once more, for the package that compiles them with stand-ins.
  private static let linked: Set<String> = [
    "Tests/AppleAdapters/Sources", "Tests/AppleAdapters/Support", "Tests/AppleAdapters/PayApp",
  ]

  private static func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(
      atPath: root.appendingPathComponent(path).path, isDirectory: &isDirectory)
    return exists && isDirectory.boolValue
  }
}
