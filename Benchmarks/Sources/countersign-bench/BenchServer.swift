import Foundation
import ToolSupport

/// A server in a child process on a temporary store, which declares the scenario.
struct BenchServer: Sendable {
  /// The folder for the store, logs and the machine's own figures.
  let folder: String
  private let arguments: [String]
  /// The database of PostgreSQL; nil where the store is a file.
  let database: BenchDatabase?

  /// The options of a server that sheds nothing of what so many clients ask for at once.
  ///
  /// So an approval is measured, and not the refusal before it.
  static func withoutShedding(clients: Int) -> [String] {
    // Options find a place while fewer than half are taken.
    [
      "requests-under-way=\(2 * clients)", "requests-under-way-least=\(2 * clients)",
      "turn-milliseconds=10000",
    ].flatMap { ["--limit", $0] }
  }

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
    let database = try options.database.map { try BenchDatabase($0) }
    let arguments =
      [
        "serve", "--demo", "--port", "0", "--scenarios", folder + "/scenarios.yaml",
        "--keyring", folder + "/data/keyring",
        // All clients sign up from one address, as fast as they can, and stay connected.
        "--limit", "codes-per-network=1000000", "--limit", "codes-per-second=1000000",
        "--limit", "connections-per-network=1000000",
      ] + (options.database.map { ["--database", $0] } ?? [])
      + (options.commitDelay > 0 ? ["--commit-delay", "\(options.commitDelay)"] : [])
      + serveOptions
    let server = BenchServer(folder: folder, arguments: arguments, database: database)
    if options.accounts > 0 { try await server.writeHistory(options) }
    return try await body(server)
  }

  private func writeHistory(_ options: BenchOptions) async throws {
    // One account of the server's own first: its key says with which keyring the rows are sealed.
    try await run("first") { child in
      let clients = try await BenchRun.signUp(
        1, on: target(of: child), bound: false, for: [DeclaredApproval()])
      for client in clients { await client.connection.close() }
    }
    Console.note("\(options.accounts) accounts and \(options.history) rows are written")
    let history = BenchHistory(accounts: options.accounts, rows: options.history)
    if let address = options.database {
      try await history.write(toDatabase: address)
      try database?.settle()
    } else {
      try await history.write(toFile: folder + "/data/countersign.sqlite")
    }
  }

  /// Runs it on its store for as long as a body takes; its log has a name.
  func run<Outcome>(
    _ name: String, _ body: (BenchChild) async throws -> Outcome
  ) async throws -> Outcome {
    try await BenchChild.run(
      arguments + ["--data", folder + "/data"], logFile: "\(folder)/\(name).log", body)
  }

  /// Runs further ones on its database, as if one proxy stood before all.
  ///
  /// - Parameters:
  ///   - servers: Those that run, the first of them under its own address.
  ///   - count: The number of all.
  ///   - body: Takes all.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, and `CommandFailure` for a server that cannot be started.
  func run<Outcome>(
    beside servers: [BenchChild], count: Int, _ body: ([BenchChild]) async throws -> Outcome
  ) async throws -> Outcome {
    guard let first = servers.first, servers.count < count else { return try await body(servers) }
    let name = "node-\(servers.count + 1)"
    return try await BenchChild.run(
      arguments + [
        "--data", "\(folder)/\(name)", "--origin", "http://localhost:\(first.port)",
      ],
      logFile: "\(folder)/\(name).log"
    ) { try await run(beside: servers + [$0], count: count, body) }
  }

  /// The server that runs, as it is measured.
  func target(of child: BenchChild) -> BenchTarget {
    BenchTarget(
      url: "http://localhost:\(child.port)", mailboxFile: folder + "/data/mailbox.jsonl",
      processes: [child.processID])
  }
}
