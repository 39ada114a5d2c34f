import Foundation
import ToolSupport
import WebAuthnModel
import WireModel

/// A run: in each round what is sustained, then half of it, then four times it.
struct OverloadRun {
  /// So many rounds, so that a machine whose speed drifts drifts under all loads alike.
  private static let rounds = 5
  /// The seconds of each load before it is counted: what it does from then on is asked for, and
  /// not how it begins.
  private static let leadSeconds = 1.0
  private static let benchmark = DeclaredApproval()

  private let clients: Int
  private let load: OpenLoad
  private let seconds: Double
  private let process: Int32

  /// Measures a server that this starts, and looks at what is left of the approvals in another
  /// process.
  ///
  /// - Parameters:
  ///   - options: The options of the run.
  ///   - connections: The number of connections of the open loads.
  ///   - serveOptions: Further options of the server.
  /// - Returns: The figures.
  /// - Throws: `CommandFailure` for a server that cannot be started or measured.
  static func measure(
    _ options: BenchOptions, connections: Int, serveOptions: [String]
  ) async throws -> OverloadFigures {
    try await BenchServer.prepare(options, serveOptions) { server in
      var (figures, clients) = try await server.run("server") { child in
        let target = server.target(of: child)
        // As many people as connections: few would mostly be in their own way.
        let clients = try await BenchRun.signUp(
          max(options.clients, connections), on: target, bound: false, for: [benchmark])
        let open = try await BenchConnection.open(connections, port: child.port)
        let run = OverloadRun(
          clients: options.clients,
          load: OpenLoad(clients, open, port: child.port),
          seconds: Double(options.seconds) / Double(rounds), process: child.processID)
        let figures = try await run.figures()
        for connection in open + clients.map(\.connection) { await connection.close() }
        return (figures, clients)
      }
      try Task.checkCancellation()
      Console.note("\(figures.approved.count) approvals are looked up")
      let approved = figures.approved
      figures.lost = try await server.run("restart") { child in
        try await lost(approved, clients, port: child.port)
      }
      return figures
    }
  }

  private func figures() async throws -> OverloadFigures {
    var figures = OverloadFigures(clients: clients, connections: load.connections.count)
    // What only the first approvals cost is not measured.
    figures.warmUp = try await load.sustain(by: clients, seconds: 0.5)
    for round in 1...Self.rounds {
      Console.note("round \(round) of \(Self.rounds)")
      let start = ContinuousClock.now
      figures.sustained += try await load.sustain(by: clients, seconds: seconds)
      figures.sustainedSeconds += (ContinuousClock.now - start).inSeconds
      figures.half += try await measure(0.5 * figures.sustainedPerSecond)
      // It is a peak: after an overload it is the overload's.
      if round == 1 { figures.memoryBefore = memory }
      figures.fourfold += try await measure(4 * figures.sustainedPerSecond)
      figures.memoryAfter = memory
    }
    return figures
  }

  private var memory: Int { ProcessFigures(of: process)?.peakMemoryBytes ?? 0 }

  private func measure(_ perSecond: Double) async throws -> LoadFigures {
    let figures = try await load.run(
      perSecond: perSecond, leadSeconds: Self.leadSeconds, seconds: seconds)
    // The next load finds nothing of this one.
    try await Task.sleep(for: .milliseconds(500))
    return figures
  }

  /// Looks approvals up; returns how many are not there.
  static func lost(
    _ approved: [OpenLoad.Approval], _ clients: [BenchClient], port: Int
  ) async throws -> Int {
    let connections = try await BenchConnection.open(min(32, approved.count), port: port)
    let found = try await withThrowingTaskGroup(of: Set<String>.self) { group in
      for (place, connection) in connections.enumerated() {
        group.addTask {
          var found: Set<String> = []
          for index in stride(from: place, to: approved.count, by: connections.count) {
            try Task.checkCancellation()
            let (client, operation) = approved[index]
            let answer = try await connection.send(
              clients[client].question(Route.operation, ["id": operation]))
            if let id = Self.completed(answer) { found.insert(id) }
          }
          return found
        }
      }
      // Counted by the operations that they are: none stands for two.
      return try await group.reduce(into: Set<String>()) { $0.formUnion($1) }
    }
    for connection in connections { await connection.close() }
    return approved.count - found.count
  }

  /// The id of an operation that was executed; nil for anything else.
  private static func completed(_ answer: BenchAnswer) -> String? {
    guard answer.status == 200, let body = try? JSONValue(parsing: answer.body),
      let operation = try? OperationAnswer(json: body), operation.status == .completed
    else { return nil }
    return operation.operationID
  }
}
