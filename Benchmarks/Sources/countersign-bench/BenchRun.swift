import CountersignClient
import CountersignTransport
import ToolSupport
import WebAuthnModel

/// One run: accounts first, then rounds of approvals with the machine's own figures between them.
struct BenchRun {
  /// Rounds into which a run is cut, so that a machine whose speed drifts drifts under all alike.
  private static let rounds = 5

  private let target: BenchTarget
  private let options: BenchOptions
  /// The declared approval first.
  private let benchmarks: [any Benchmark]
  /// The folder for the machine's own figures; nil if they are not measured.
  private let folder: String?
  private let statistics: [StoreStatisticsLog]
  private let database: BenchDatabase?

  /// Measures a server that this starts on a temporary store.
  ///
  /// - Parameters:
  ///   - options: The options of the run.
  ///   - additions: The benchmarks of the modules.
  /// - Returns: The figures, those of the machine too.
  /// - Throws: `CommandFailure` for a server that cannot be started or measured.
  static func measureOwnServer(
    _ options: BenchOptions, _ additions: [any Benchmark]
  ) async throws -> BenchFigures {
    let serveOptions =
      BenchServer.withoutShedding(clients: options.clients) + additions.flatMap(\.serveOptions)
    return try await BenchServer.prepare(options, serveOptions) { server in
      var figures = try await server.run("server") { child in
        let benchmarks = [DeclaredApproval()] + additions
        let target = server.target(of: child)
        // Before there are others, so that one of them alone mails codes.
        let clients = try await signUp(
          options.clients, on: target, bound: options.bound, for: benchmarks)
        return try await server.run(beside: [child], count: options.nodes) { children in
          try await BenchRun(
            target: target.withProcesses(children.map(\.processID)), options: options,
            benchmarks: benchmarks, folder: server.folder,
            statistics: children.map { StoreStatisticsLog($0) }, database: server.database
          ).figures(of: BenchClient.spread(clients, over: children.map(\.port)))
        }
      }
      try Task.checkCancellation()
      figures.restartSeconds = try await server.run("restart") { $0.startSeconds }
      return figures
    }
  }

  /// Measures a server that runs, which declares the scenario.
  static func measure(
    _ target: BenchTarget, _ options: BenchOptions, _ additions: [any Benchmark]
  ) async throws -> BenchFigures {
    let benchmarks = [DeclaredApproval()] + additions
    let clients = try await signUp(
      options.clients, on: target, bound: options.bound, for: benchmarks)
    return try await BenchRun(
      target: target, options: options, benchmarks: benchmarks, folder: nil, statistics: [],
      database: nil
    ).figures(of: clients)
  }

  /// Measures, and closes the clients' connections.
  private func figures(of clients: [BenchClient]) async throws -> BenchFigures {
    let outcome: Result<BenchFigures, any Error>
    do {
      outcome = .success(try await measured(clients))
    } catch {
      outcome = .failure(error)
    }
    for client in clients { await client.connection.close() }
    return try outcome.get()
  }

  private func measured(_ clients: [BenchClient]) async throws -> BenchFigures {
    var figures = BenchFigures(clients: clients.count, of: benchmarks)
    let idle = try await IdleConnections.open(options.idle, on: target)
    var machine: MachineRun?
    do {
      // What only the first approvals cost (connections, caches, statements) is not measured.
      var warm: [(any Benchmark, [BareExchange])] = []
      for benchmark in benchmarks {
        let calls = try await Self.approve(benchmark, clients, seconds: 0.5)
        warm.append((benchmark, calls.exchanges))
      }
      if let folder {
        machine = try await MachineRun.start(
          like: warm, connections: clients.count, folder: folder, database)
      }
      for round in 1...Self.rounds {
        Console.note("round \(round) of \(Self.rounds)")
        for (index, benchmark) in benchmarks.enumerated() {
          try await measure(benchmark, &figures.approvals[index], clients)
        }
        try await machine?.measure(into: &figures, seconds: Double(options.seconds) / 25)
      }
    } catch {
      await machine?.end()
      _ = await idle.close()
      throw error
    }
    await machine?.end()
    figures.peakMemoryBytes = target.figures.map(\.peakMemoryBytes).max() ?? 0
    figures.idleConnections = await idle.close()
    figures.hasServerProcess = !target.processes.isEmpty
    figures.hasMachine = machine != nil
    return figures
  }

  /// Measures one round of a benchmark.
  private func measure(
    _ benchmark: any Benchmark, _ figures: inout ApprovalFigures, _ clients: [BenchClient]
  ) async throws {
    let firstCommits = await statistics.sum()
    let databaseBefore = try database.map { (try $0.times(), try $0.walBytes()) }
    let before = target.cpuSeconds
    let start = ContinuousClock.now
    let calls = try await Self.approve(
      benchmark, clients, seconds: Double(options.seconds) / Double(Self.rounds))
    figures.wallSeconds += (ContinuousClock.now - start).inSeconds
    figures.calls.add(calls)
    figures.serverCPUSeconds += target.cpuSeconds - before
    if let database, let (times, bytes) = databaseBefore {
      figures.databaseCPUSeconds += try database.cpuSeconds(since: times)
      figures.walBytes += try database.walBytes() - bytes
    }
    if let firstCommits, let lastCommits = await statistics.sum() {
      let commits = lastCommits - firstCommits
      figures.commits = figures.commits.map { $0 + commits } ?? commits
    }
  }

  /// Signs clients up, each with a key.
  static func signUp(
    _ count: Int, on target: BenchTarget, bound: Bool, for benchmarks: [any Benchmark]
  ) async throws -> [BenchClient] {
    guard let address = ServerAddress(target.url), address.prefix == .root else {
      throw CommandFailure(
        .wrongUse, "\(target.url) is no address of a server",
        hint: "give one on this machine, as in http://localhost:8080")
    }
    Console.note("\(count) clients sign up")
    let run = String(UInt32.random(in: .min ... .max), radix: 36)
    let transport = HTTPTransport(address: address)
    defer { Task { await transport.shutdown() } }
    return try await withThrowingTaskGroup(of: BenchClient.self) { group in
      var clients: [BenchClient] = []
      for number in 0..<count {
        // A few at a time: each waits for mail, and reads the whole mailbox for it.
        if number >= 16, let client = try await group.next() { clients.append(client) }
        // Of its own: a key is one session's.
        let server = ServerConnection(
          transport: transport,
          binding: bound ? BenchTokens.binding(at: address.description) : nil)
        group.addTask {
          try await BenchClient.signUp(
            number, on: target, server, address, run: run, for: benchmarks)
        }
      }
      for try await client in group { clients.append(client) }
      return clients
    }
  }

  /// Has each client approve again once it is answered, for a time.
  static func approve(
    _ benchmark: any Benchmark, _ clients: [BenchClient], seconds: Double
  ) async throws -> CallFigures {
    let deadline = ContinuousClock.now + .seconds(seconds)
    return try await withThrowingTaskGroup(of: CallFigures.self) { group in
      for client in clients {
        group.addTask {
          var figures = CallFigures(of: benchmark)
          while ContinuousClock.now < deadline {
            try Task.checkCancellation()
            try await client.approve(benchmark, &figures)
          }
          return figures
        }
      }
      return try await group.reduce(into: CallFigures(of: benchmark)) { $0.add($1) }
    }
  }
}

/// The server that is measured.
struct BenchTarget: Sendable {
  let url: String
  /// The file of its mailed codes.
  let mailboxFile: String
  /// Its processes, where their CPU time can be read: several where nodes share a database.
  let processes: [Int32]

  /// The same server with other processes.
  func withProcesses(_ processes: [Int32]) -> BenchTarget {
    BenchTarget(url: url, mailboxFile: mailboxFile, processes: processes)
  }

  /// The use that its processes make of the machine so far.
  var figures: [ProcessFigures] { processes.compactMap(ProcessFigures.init) }
  /// The CPU time of all of them.
  var cpuSeconds: Double { figures.reduce(0) { $0 + $1.cpuSeconds } }
}
