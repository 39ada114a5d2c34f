import ArgumentParser
import CountersignCore
import CountersignSQLite
import ProgramTesting
import Testing
import ToolSupport

@testable import countersign_bench

@Suite("bench")
struct BenchCommandTests {
  @Test("it measures 64 clients for 10 seconds unless told otherwise")
  func defaults() throws {
    let options = try BenchCommand.parse([]).options
    #expect(options.clients == 64)
    #expect(options.seconds == 10)
  }

  @Test(
    "wrong numbers, and a server whose mail cannot be read, are refused",
    arguments: [
      ["--clients", "0"], ["--seconds", "0"], ["--server", "http://localhost:8080"],
      ["--mailbox", "mailbox.jsonl"], ["--idle", "-1"], ["--history", "1000"],
      ["--commit-delay", "1001"], ["--with", "step-up"],
      ["--server", "http://localhost:1", "--mailbox", "m", "--with", "step-up", "--alone"],
      ["--server", "http://localhost:1", "--mailbox", "m", "--accounts", "5"],
      ["--server", "http://localhost:1", "--mailbox", "m", "--database", "postgres://localhost"],
      ["--nodes", "2"], ["--nodes", "0", "--database", "postgres://localhost"],
    ])
  func refused(arguments: [String]) {
    #expect(throws: (any Error).self) { try BenchCommand.parse(arguments) }
  }

  @Test("a benchmark that there is not is wrong use, to measure and to count")
  func unknown() async throws {
    let other = ["--server", "http://localhost:1", "--mailbox", "m", "--with", "step-down"]
    for arguments in [other, ["count", "step-down"]] {
      let failure = await #expect(throws: CommandFailure.self) { try await Self.run(arguments) }
      #expect(failure?.exit == .wrongUse)
      #expect(failure?.hint != nil)
    }
  }

  @Test("percentiles and counts of all clients are put together")
  func figures() {
    var one = CallFigures(of: DeclaredApproval())
    var other = CallFigures(of: DeclaredApproval())
    for microseconds in 1...50 { one.record(2, .microseconds(microseconds)) }
    for microseconds in 51...100 { other.record(2, .microseconds(microseconds)) }
    one.add(other)
    #expect(one.names == ["options", "action", "approval"])
    #expect(one.approvals == 100)
    #expect(one.microseconds(2, 50) == 50)
    #expect(one.microseconds(2, 99) == 99)
  }

  @Test("a history has the accounts and the rows that were asked for")
  func history() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("countersign.sqlite")
    try await BenchHistory(accounts: 20, rows: 200).write(toFile: file)
    try SQLiteInspection(path: file, schemas: .of([])).read { transaction in
      let rows = try ["accounts", "credentials", "operations", "audit"].map {
        try transaction.rows("SELECT count(*) FROM \($0)", []).first?.integer(0) ?? 0
      }
      #expect(rows == [20, 20, 100, 100])
    }
  }

  @Test("the ratio is the CPU of an approval over that of two requests, a signature and its rows")
  func ratio() {
    var figures = BenchFigures(clients: 1, of: [DeclaredApproval()])
    for _ in 0..<10 { figures.approvals[0].calls.record(2, .milliseconds(1)) }
    figures.approvals[0].serverCPUSeconds = 10 * 340e-6
    figures.approvals[0].requests = BareMeasure(count: 1000, cpuSeconds: 1000 * 30e-6)
    figures.signatures = BareMeasure(count: 100, cpuSeconds: 100 * 50e-6)
    figures.approvals[0].rows = BareMeasure(count: 64, cpuSeconds: 64 * 60e-6)
    #expect(abs(figures.approvals[0].ratio(figures.signatures) - 2) < 0.001)
    figures.hasMachine = true
    #expect(figures.lines.last == "ratio                       2.00")
  }

  @Test("bench count approves within the process, with a bound token too")
  func count() async throws {
    try await Self.run(["count", "approval", "--times", "2"])
    try await Self.run(["count", "approval", "--bound"])
    try await Self.run(["count", "assertion"])
  }

  private static func run(_ arguments: [String]) async throws {
    var command = try BenchCommand.parseAsRoot(arguments)
    if var waiting = command as? any AsyncParsableCommand {
      try await waiting.run()
    } else {
      try command.run()
    }
  }
}
