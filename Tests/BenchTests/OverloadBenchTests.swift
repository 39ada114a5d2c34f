import ArgumentParser
import Foundation
import ProgramTesting
import Testing
import ToolSupport
import WebAuthnModel

@testable import countersign_bench

@Suite("bench overload", .timeLimit(.minutes(5)))
struct OverloadBenchTests {
  @Test("it is for one server of its own, with connections, bearer tokens and an end")
  func refused() async throws {
    for arguments in [
      ["--bound", "overload"], ["--seconds", "121", "overload"],
      ["--server", "http://localhost:1", "--mailbox", "m", "overload"],
      ["--database", "postgres://localhost/bench", "--nodes", "2", "overload"],
    ] {
      let command = try BenchCommand.parseAsRoot(arguments)
      let overload = try #require(command as? OverloadCommand)
      let failure = await #expect(throws: CommandFailure.self) { try await overload.run() }
      #expect(failure?.exit == .wrongUse)
    }
    #expect(throws: (any Error).self) {
      try BenchCommand.parseAsRoot(["overload", "--connections", "0"])
    }
  }

  @Test("each that is due goes to one who is free, those of the lead first and uncounted")
  func arrivals() async throws {
    let arrivals = Arrivals(perSecond: 100_000, lead: 20, count: 50)
    let taken = try await withThrowingTaskGroup(of: [Arrivals.Arrival].self) { group in
      for _ in 0..<3 {
        group.addTask {
          var taken: [Arrivals.Arrival] = []
          while let arrival = await arrivals.next() { taken.append(arrival) }
          return taken
        }
      }
      try await arrivals.come()
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(taken.map(\.number).sorted() == Array(0..<70))
    #expect(taken.filter { !$0.isCounted }.map(\.number).sorted() == Array(0..<20))
    for (one, next) in zip(taken.sorted { $0.number < $1.number }, 1...) where next < taken.count {
      let other = taken.first { $0.number == next }
      #expect(other.map { $0.due - one.due } == .microseconds(10))
    }
  }

  @Test("of those who are free the one that has waited longest is next, so that none idles")
  func line() {
    var line = Line<Int>()
    var taken: [Int?] = [line.popFirst()]
    for number in 1...3 { line.append(number) }
    taken += [line.popFirst(), line.popFirst()]
    line.append(4)
    for _ in 0..<3 { taken.append(line.popFirst()) }
    line.append(5)
    taken.append(line.popFirst())
    #expect(taken == [nil, 1, 2, 3, 4, nil, 5])
  }

  @Test("whoever comes late finds those that wait, the first of them first; after the end nobody")
  func waiting() async throws {
    let arrivals = Arrivals(perSecond: 1_000_000, lead: 0, count: 3)
    try await arrivals.come()
    var numbers: [Int?] = []
    for _ in 0..<4 { numbers.append(await arrivals.next()?.number) }
    #expect(numbers == [0, 1, 2, nil])
  }

  @Test("each approval that was answered is looked up, and one that is not there counts as lost")
  func lost() async throws {
    let folder = try TemporaryFolder()
    let scenarios = folder.file("scenarios.yaml")
    try Data(DeclaredApproval.file).write(to: URL(filePath: scenarios))
    let server = try DemoServer(
      folder: folder.file("data"), options: ["--scenarios", scenarios])
    let target = BenchTarget(url: server.address, mailboxFile: server.mailbox, processes: [])
    let clients = try await BenchRun.signUp(
      2, on: target, bound: false, for: [DeclaredApproval()])
    let connections = try await BenchConnection.open(2, port: server.port)
    let load = OpenLoad(clients, connections, port: server.port)
    var approved: [OpenLoad.Approval] = []
    // A busy machine may do none in half a second.
    while approved.isEmpty { approved += try await load.sustain(by: 2, seconds: 0.5) }
    let first = try #require(approved.first)
    #expect(try await OverloadRun.lost(approved, clients, port: server.port) == 0)
    // One that nobody made, and one that stands for two.
    let more = approved + [(0, "none"), first]
    #expect(try await OverloadRun.lost(more, clients, port: server.port) == 2)
    for connection in connections + clients.map(\.connection) { await connection.close() }
  }

  @Test("what was answered in any load is looked up")
  func lookedUp() {
    var figures = OverloadFigures(clients: 1, connections: 2)
    (figures.warmUp, figures.sustained) = ([(0, "warm")], [(0, "sustained")])
    (figures.half.approved, figures.fourfold.approved) = ([(0, "half")], [(1, "fourfold")])
    #expect(figures.approved.map(\.operation) == ["warm", "sustained", "half", "fourfold"])
  }

  @Test("the ratio is the p99 of the served at four times the rate over that at half of it")
  func figures() throws {
    var figures = OverloadFigures(clients: 1, connections: 2)
    for milliseconds in 1...100 {
      figures.half.served.record(.milliseconds(milliseconds))
      figures.fourfold.served.record(.milliseconds(3 * milliseconds))
      figures.fourfold.shed.record(.milliseconds(1000))
    }
    #expect(abs(figures.ratio - 3) < 0.01)
    var round = LoadFigures()
    round.note(retryAfterSeconds: 2)
    round.note(retryAfterSeconds: 7)
    figures.fourfold.note(retryAfterSeconds: 4)
    figures.fourfold += round
    figures.fourfold += LoadFigures()
    #expect(figures.fourfold.leastRetryAfterSeconds == 2)
    #expect(figures.fourfold.greatestRetryAfterSeconds == 7)
    guard case .object(let members) = figures.json, case .object(let half)? = members["half"] else {
      throw CommandFailure(.environment, "the figures are no object")
    }
    #expect(members["approvalsLost"] == 0)
    #expect(half["leastRetryAfterSeconds"] == nil)
  }
}
