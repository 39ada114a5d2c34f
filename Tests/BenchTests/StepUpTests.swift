import AirtimeServer
import ArgumentParser
import CountersignCore
import CountersignSQLite
import CountersignTesting
import ProgramTesting
import Synchronization
import Testing

@testable import countersign_bench

@Suite("The step-up's benchmark")
struct StepUpTests {
  @Test("its rows are what a step-up writes: the same tables in the same order")
  func statements() async throws {
    let folder = try TemporaryFolder()
    let written = Mutex<[String]>([])
    var hooks = StoreHooks()
    hooks.beforeStatement = { sql in
      // Where a minute has passed since the session was made, its use is written too.
      if sql.hasPrefix("UPDATE sessions SET last_active_at") { return }
      written.withLock { $0.append(sql) }
    }
    let loopback = try await BenchLoopback(StepUp(), folder: folder.path, hooks: hooks)
    // The first one makes the supplier's ledger account; the second is like all that follow.
    for _ in 0..<2 {
      written.withLock { $0 = [] }
      try await loopback.approve()
    }
    try await loopback.close()
    let statements = written.withLock { $0 }.compactMap(BenchmarkRows.target)
    #expect(statements == StepUp().rows.approval.compactMap(BenchmarkRows.target))
    #expect(statements.count >= 20)
  }

  @Test("ids and challenges of its bare rows begin with their moment, as the service's do")
  func order() async throws {
    let folder = try TemporaryFolder()
    let loopback = try await BenchLoopback(StepUp(), folder: folder.path)
    try await loopback.approve()
    try await loopback.close()
    #expect(try Self.rowsBeginWithTheirMoment(folder.file("countersign.sqlite")) == 1)

    let file = folder.file("rows.sqlite")
    let measure = try await BareRows(StepUp().rows, file: file).measure(seconds: 0.01)
    #expect(try Self.rowsBeginWithTheirMoment(file) == measure.count)
  }

  @Test("bench knows it by its name, to count and to measure it at another server")
  func named() throws {
    #expect(BenchCommand.additions.map(\.name) == ["step-up"])
    let server = ["--server", "http://localhost:1", "--mailbox", "m", "--with", "step-up"]
    #expect(try BenchCommand.parse(server).options.with == ["step-up"])
  }

  /// The number of purchases in a store, if the ids of each begin with its moment; nil if those of
  /// one do not.
  private static func rowsBeginWithTheirMoment(_ file: String) throws -> Int? {
    let store = try SQLiteInspection(path: file, schemas: .of([AirtimeShop()]))
    let rows = try store.read { transaction in
      try transaction.rows(
        """
        SELECT t.id, o.id, s.challenge_id, t.created_at FROM topups t
        JOIN operations o ON o.transaction_id = t.id
        JOIN spent s ON s.challenge_id = o.challenge_id
        """, [])
    }
    return try BenchmarkRows.countBeginningWithTheirMoment(rows, ids: 2)
  }
}
