import ToolSupport

/// The machine's own figures, taken between the rounds of approvals.
struct MachineRun {
  /// The parts of one benchmark's approval.
  private struct Parts {
    let http: BareHTTP
    let rows: any BareRowsWriter
  }

  private let signatures: BareSignatures
  /// In the order of the benchmarks.
  private let parts: [Parts]

  /// Makes what is measured, a bare server for each benchmark too.
  ///
  /// - Parameters:
  ///   - benchmarks: Each benchmark with the calls of one approval.
  ///   - connections: The number of connections to each bare server.
  ///   - folder: The folder for databases and logs.
  ///   - database: The database of the servers; nil where it is a file.
  /// - Returns: The run, to be ended.
  /// - Throws: `CommandFailure` for a part that cannot be made.
  static func start(
    like benchmarks: [(any Benchmark, [BareExchange])], connections: Int, folder: String,
    _ database: BenchDatabase?
  ) async throws -> MachineRun {
    let signatures = try BareSignatures()
    var parts: [Parts] = []
    do {
      for (benchmark, exchanges) in benchmarks {
        let folder = "\(folder)/bare-\(benchmark.name)"
        try PrivateFile.makeFolder(folder)
        let rows = try await bareRows(of: benchmark, folder, database)
        // Last: nobody ends its process where another part cannot be made.
        let http = try await BareHTTP.start(
          like: exchanges, connections: connections, folder: folder)
        parts.append(Parts(http: http, rows: rows))
      }
    } catch {
      for part in parts { await part.http.end() }
      throw error
    }
    return MachineRun(signatures: signatures, parts: parts)
  }

  private static func bareRows(
    of benchmark: any Benchmark, _ folder: String, _ database: BenchDatabase?
  ) async throws -> any BareRowsWriter {
    guard let database else {
      return try await BareRows(benchmark.rows, file: folder + "/rows.sqlite")
    }
    #if PostgreSQL
      let name = "bare_" + benchmark.name.replacing("-", with: "_")
      return try await BareDatabaseRows(benchmark.rows, named: name, beside: database)
    #else
      throw BareConnection.missing
    #endif
  }

  /// Measures every part.
  ///
  /// - Parameters:
  ///   - figures: Takes the figures.
  ///   - seconds: The time for each part.
  /// - Throws: `CommandFailure` for a part that fails.
  func measure(into figures: inout BenchFigures, seconds: Double) async throws {
    let (bare, verdicts) = try signatures.measure(seconds: seconds)
    figures.signatures += bare
    figures.verdicts += verdicts
    for (index, part) in parts.enumerated() {
      let (requests, wall) = try await part.http.measure(seconds: seconds)
      figures.approvals[index].requests += requests
      figures.approvals[index].requestWallSeconds += wall
      figures.approvals[index].rows += try part.rows.measure(seconds: seconds)
    }
  }

  /// Ends the bare servers.
  func end() async {
    for part in parts { await part.http.end() }
  }
}
