import AirtimeServer
import ArgumentParser
import CountersignCore
import CountersignSQLite
import ProgramTesting
import Testing

@testable import BenchCommands

@Suite("bench")
struct BenchCommandTests {
  @Test("it measures 64 clients for 10 seconds unless told otherwise")
  func defaults() throws {
    let command = try BenchCommand.parse([])
    #expect(command.clients == 64)
    #expect(command.seconds == 10)
  }

  @Test(
    "wrong numbers, and a server whose mail cannot be read, are refused",
    arguments: [
      ["--clients", "0"], ["--seconds", "0"], ["--server", "http://localhost:8080"],
      ["--mailbox", "mailbox.jsonl"], ["--idle", "-1"], ["--history", "1000"],
      ["--commit-delay", "1001"],
      ["--server", "http://localhost:1", "--mailbox", "m", "--accounts", "5"],
    ])
  func refused(arguments: [String]) {
    #expect(throws: (any Error).self) { try BenchCommand.parse(arguments) }
  }

  @Test("percentiles and counts of all clients are put together")
  func figures() {
    var one = CallFigures()
    var other = CallFigures()
    for microseconds in 1...50 { one.record(.approval, .microseconds(microseconds)) }
    for microseconds in 51...100 { other.record(.approval, .microseconds(microseconds)) }
    one.add(other)
    #expect(one.approvals == 100)
    #expect(one.microseconds(.approval, 50) == 50)
    #expect(one.microseconds(.approval, 99) == 99)
  }

  @Test("a history has the accounts and the rows that were asked for, and its ledger sums to zero")
  func history() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("countersign.sqlite")
    try await BenchHistory(accounts: 20, rows: 900).write(to: file)
    try SQLiteInspection(path: file, schemas: .of([AirtimeShop()])).read { transaction in
      #expect(try transaction.rows("SELECT count(*) FROM accounts", []) == [SQLRow([20])])
      let tables = ["topups", "operations", "ledger_entries", "audit"]
      let rows = try tables.map {
        try transaction.rows("SELECT count(*) FROM \($0)", []).first?.integer(0) ?? 0
      }
      #expect(rows == [100, 100, 400, 300])
      #expect(
        try transaction.rows("SELECT sum(amount) FROM ledger_entries", []) == [SQLRow([0])])
    }
  }

  @Test("the ratio is the CPU of an approval over that of three requests, a signature and its rows")
  func ratio() {
    var figures = BenchFigures(clients: 1)
    for _ in 0..<10 { figures.calls.record(.approval, .milliseconds(1)) }
    figures.serverCPUSeconds = 10 * 400e-6
    figures.machine.requests = BareMeasure(count: 1000, cpuSeconds: 1000 * 30e-6)
    figures.machine.signatures = BareMeasure(count: 100, cpuSeconds: 100 * 50e-6)
    figures.machine.rows = BareMeasure(count: 64, cpuSeconds: 64 * 60e-6)
    #expect(abs(figures.ratio - 2) < 0.001)
  }
}
