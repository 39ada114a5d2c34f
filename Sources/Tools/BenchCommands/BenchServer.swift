import Foundation
import ToolSupport

/// A server in a child process on a temporary store, which declares the scenario.
struct BenchServer: Sendable {
  /// The folder for the store, logs and the machine's own figures.
  let folder: String
  private let arguments: [String]

  /// Makes the folder, and removes it once a body is through with it, however that ends.
  ///
  /// - Parameters:
  ///   - options: The options of the run.
  ///   - serveOptions: Further options of the server.
  ///   - body: Runs the server, as often as it wants.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, and `CommandFailure` for a folder that cannot be made.
  static func prepare<Outcome>(
    _ options: BenchOptions, _ serveOptions: [String],
    _ body: (BenchServer) async throws -> Outcome
  ) async throws -> Outcome {
    let base = options.data.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory
    let folder = base.appending(path: "countersign-bench-\(UUID().uuidString)").path
    try PrivateFile.makeFolder(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try PrivateFile.makeFolder(folder + "/data")
    try PrivateFile.create(folder + "/scenarios.yaml", DeclaredApproval.file)
    try await BenchHistory(accounts: options.accounts, rows: options.history).write(
      to: folder + "/data/countersign.sqlite")
    let arguments =
      [
        "serve", "--demo", "--port", "0", "--data", folder + "/data", "--scenarios",
        folder + "/scenarios.yaml", "--commit-delay", "\(options.commitDelay)",
        // All clients sign up from one address, as fast as they can.
        "--limit", "codes-per-network=1000000", "--limit", "codes-per-second=1000000",
      ] + serveOptions
    return try await body(BenchServer(folder: folder, arguments: arguments))
  }

  /// Runs it on its store for as long as a body takes; its log has a name.
  func run<Outcome>(
    _ name: String, _ body: (BenchChild) async throws -> Outcome
  ) async throws -> Outcome {
    try await BenchChild.run(arguments, logFile: "\(folder)/\(name).log", body)
  }

  /// The server that runs, as it is measured.
  func target(of child: BenchChild) -> BenchTarget {
    BenchTarget(
      url: "http://localhost:\(child.port)", mailboxFile: folder + "/data/mailbox.jsonl",
      process: child.processID)
  }
}
