import NIOCore
import ToolSupport

/// The same calls, with the same bytes, to a server that does nothing.
struct BareHTTP {
  private let server: BenchChild
  private let connections: [BenchConnection]
  private let exchanges: [BareExchange]

  /// Starts the bare server in a process of its own.
  static func start(
    like exchanges: [BareExchange], connections count: Int, folder: String
  ) async throws -> BareHTTP {
    let calls = exchanges.flatMap { ["--path", $0.path, "--answer", "\($0.answerBodyBytes)"] }
    let server = try await BenchChild.launch(
      ["bare"] + calls, logFile: folder + "/bare.log")
    do {
      return BareHTTP(
        server: server,
        connections: try await BenchConnection.open(count, port: server.port),
        exchanges: exchanges)
    } catch {
      await server.end()
      throw error
    }
  }

  /// Sends the calls on every connection for a time; gives the server's CPU time for each call.
  func measure(seconds: Double) async throws -> (measure: BareMeasure, wallSeconds: Double) {
    let before = server.figures?.cpuSeconds ?? 0
    let start = ContinuousClock.now
    let deadline = start + .seconds(seconds)
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for connection in connections {
        group.addTask {
          var count = 0
          while ContinuousClock.now < deadline {
            try Task.checkCancellation()
            for exchange in exchanges {
              let answer = try await connection.send(exchange.request)
              guard answer.status == 200 else {
                throw CommandFailure(.environment, "the bare server answers \(answer.status)")
              }
              count += 1
            }
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    let wall = (ContinuousClock.now - start).inSeconds
    let measure = BareMeasure(
      count: count, cpuSeconds: (server.figures?.cpuSeconds ?? 0) - before)
    return (measure, wall)
  }

  func end() async {
    for connection in connections { await connection.close() }
    await server.end()
  }
}

extension Duration {
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
