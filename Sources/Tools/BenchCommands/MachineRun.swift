/// The machine's own figures, taken between the rounds of approvals.
struct MachineRun {
  /// The parts of one benchmark's approval.
  private struct Parts {
    let http: BareHTTP
    let rows: BareRows
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
  /// - Returns: The run, to be ended.
  /// - Throws: `CommandFailure` for a part that cannot be made.
  static func start(
    like benchmarks: [(any Benchmark, [BareExchange])], connections: Int, folder: String
  ) async throws -> MachineRun {
    let signatures = try BareSignatures()
    var parts: [Parts] = []
    do {
      for (benchmark, exchanges) in benchmarks {
        let folder = "\(folder)/bare-\(benchmark.name)"
        let rows = try await BareRows(benchmark.rows, file: folder + "/rows.sqlite")
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

  /// Measures every part.
  ///
  /// - Parameters:
  ///   - figures: Takes the figures.
  ///   - seconds: The time for each part.
  /// - Throws: `CommandFailure` for a part that fails.
  func measure(into figures: inout BenchFigures, seconds: Double) async throws {
    figures.signatures += try signatures.measureBare(seconds: seconds / 2)
    figures.verdicts += try signatures.measureVerdicts(seconds: seconds / 2)
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
