import CountersignClient
import CountersignTransport
import Foundation
import ToolSupport
import WebAuthnModel

/// One run: accounts first, then rounds of approvals with the machine's own figures between them.
struct BenchRun {
  /// Rounds into which a run is cut, so that a machine whose speed drifts drifts under all alike.
  private static let rounds = 5

  /// Measures a server that this starts on a temporary store.
  static func measureOwnServer(_ command: BenchCommand) async throws -> BenchFigures {
    let base = command.data.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory
    let folder = base.appending(path: "countersign-bench-\(UUID().uuidString)").path
    try PrivateFile.makeFolder(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try PrivateFile.makeFolder(folder + "/data")
    try await BenchHistory(accounts: command.accounts, rows: command.history).write(
      to: folder + "/data/countersign.sqlite")
    let arguments = [
      "serve", "--demo", "--port", "0", "--data", folder + "/data",
      "--opening-balance", "1000000000000", "--commit-delay", "\(command.commitDelay)",
    ]
    var figures = try await BenchChild.run(arguments, logFile: folder + "/server.log") { server in
      let target = BenchTarget(
        url: "http://localhost:\(server.port)", mailboxFile: folder + "/data/mailbox.jsonl",
        process: server.processID)
      let statistics = StoreStatisticsLog(server)
      var figures = try await measure(target, command, folder: folder, statistics: statistics)
      figures.commits = await statistics.sinceStart()
      return figures
    }
    try Task.checkCancellation()
    figures.restartSeconds = try await BenchChild.run(
      arguments, logFile: folder + "/restart.log"
    ) { $0.startSeconds }
    return figures
  }

  /// Measures a server; with a folder, the machine's own figures too.
  static func measure(
    _ target: BenchTarget, _ command: BenchCommand, folder: String? = nil,
    statistics: StoreStatisticsLog? = nil
  ) async throws -> BenchFigures {
    let clients = try await signUp(command.clients, on: target)
    let outcome: Result<BenchFigures, any Error>
    do {
      outcome = .success(try await measure(clients, target, command, folder, statistics))
    } catch {
      outcome = .failure(error)
    }
    for client in clients { await client.connection.close() }
    return try outcome.get()
  }

  private static func measure(
    _ clients: [BenchClient], _ target: BenchTarget, _ command: BenchCommand, _ folder: String?,
    _ statistics: StoreStatisticsLog?
  ) async throws -> BenchFigures {
    var figures = BenchFigures(clients: command.clients)
    let idle = try await IdleConnections.open(command.idle, on: target)
    var machine: MachineRun?
    do {
      // What only the first approvals cost (connections, caches, statements) is not measured.
      let warm = try await approve(clients, seconds: 0.5)
      machine = try await folder.asyncMap {
        try await MachineRun.start(like: warm.exchanges, connections: clients.count, folder: $0)
      }
      await statistics?.start()
      for round in 1...rounds {
        Console.note("round \(round) of \(rounds)")
        try await measureRound(&figures, clients, target, command, machine)
      }
    } catch {
      await machine?.end()
      _ = await idle.close()
      throw error
    }
    await machine?.end()
    figures.idleConnections = await idle.close()
    figures.hasServerProcess = target.process != nil
    figures.hasMachine = machine != nil
    return figures
  }

  private static func measureRound(
    _ figures: inout BenchFigures, _ clients: [BenchClient], _ target: BenchTarget,
    _ command: BenchCommand, _ machine: MachineRun?
  ) async throws {
    let before = target.process.flatMap(ProcessFigures.init)
    let start = ContinuousClock.now
    let calls = try await approve(clients, seconds: Double(command.seconds) / Double(rounds))
    figures.wallSeconds += (ContinuousClock.now - start).inSeconds
    let after = target.process.flatMap(ProcessFigures.init)
    figures.calls.add(calls)
    if let before, let after {
      figures.serverCPUSeconds += after.cpuSeconds - before.cpuSeconds
      figures.peakMemoryBytes = after.peakMemoryBytes
    }
    try await machine?.measure(into: &figures.machine, seconds: Double(command.seconds) / 25)
  }

  private static func signUp(_ count: Int, on target: BenchTarget) async throws -> [BenchClient] {
    guard let address = ServerAddress(target.url), address.prefix == .root else {
      throw CommandFailure(
        .wrongUse, "\(target.url) is no address of a server",
        hint: "give one on this machine, as in http://localhost:8080")
    }
    Console.note("\(count) clients sign up")
    let run = String(UInt32.random(in: .min ... .max), radix: 36)
    let transport = HTTPTransport(address: address)
    defer { Task { await transport.shutdown() } }
    let server = ServerConnection(transport: transport)
    return try await withThrowingTaskGroup(of: BenchClient.self) { group in
      var clients: [BenchClient] = []
      for number in 0..<count {
        // A few at a time: each waits for mail, and reads the whole mailbox for it.
        if number >= 16, let client = try await group.next() { clients.append(client) }
        group.addTask {
          try await BenchClient.signUp(number, on: target, server, address, run: run)
        }
      }
      for try await client in group { clients.append(client) }
      return clients
    }
  }

  private static func approve(
    _ clients: [BenchClient], seconds: Double
  ) async throws -> CallFigures {
    let deadline = ContinuousClock.now + .seconds(seconds)
    return try await withThrowingTaskGroup(of: CallFigures.self) { group in
      for client in clients {
        group.addTask {
          var figures = CallFigures()
          while ContinuousClock.now < deadline {
            try Task.checkCancellation()
            try await client.approve(&figures)
          }
          return figures
        }
      }
      return try await group.reduce(into: CallFigures()) { $0.add($1) }
    }
  }
}

extension Optional where Wrapped: Sendable {
  fileprivate func asyncMap<Outcome>(
    _ work: (Wrapped) async throws -> Outcome
  ) async rethrows -> Outcome? {
    guard let self else { return nil }
    return try await work(self)
  }
}

/// The server that is measured.
struct BenchTarget: Sendable {
  let url: String
  /// Where the codes that it mails are read.
  let mailboxFile: String
  /// Its process, where its CPU time can be read.
  let process: Int32?
}
