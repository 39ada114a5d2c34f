import CountersignCore
import CountersignSQLite
import CountersignTesting
import ProgramTesting
import Synchronization
import Testing

@testable import countersign_bench

@Suite("Bare rows of a benchmark")
struct BareRowsTests {
  @Test("rows.sql writes what an approval writes: the same tables in the same order")
  func statements() async throws {
    let folder = try TemporaryFolder()
    let written = Mutex<[String]>([])
    var hooks = StoreHooks()
    hooks.beforeStatement = { sql in
      // Where a minute has passed since the session was made, its use is written too.
      if sql.hasPrefix("UPDATE sessions SET last_active_at") { return }
      written.withLock { $0.append(sql) }
    }
    let loopback = try await BenchLoopback(DeclaredApproval(), folder: folder.path, hooks: hooks)
    // The first one of a session notes whose scenario was proved in it.
    try await loopback.approve()
    written.withLock { $0 = [] }
    try await loopback.approve()
    try await loopback.close()
    let statements = written.withLock { $0 }.compactMap(BenchmarkRows.target)
    #expect(statements == DeclaredApproval().rows.approval.compactMap(BenchmarkRows.target))
    #expect(statements.count >= 4)
  }

  @Test("ids and challenges of the bare rows begin with their moment, as the service's do")
  func order() async throws {
    let folder = try TemporaryFolder()
    let loopback = try await BenchLoopback(DeclaredApproval(), folder: folder.path)
    try await loopback.approve()
    try await loopback.close()
    #expect(try Self.rowsBeginWithTheirMoment(folder.file("countersign.sqlite")) == 1)

    let file = folder.file("rows.sqlite")
    let measure = try await BareRows(DeclaredApproval().rows, file: file).measure(seconds: 0.01)
    #expect(measure.count >= BareRows.batchSize && measure.cpuSeconds > 0)
    #expect(try Self.rowsBeginWithTheirMoment(file) == measure.count)
  }

  /// The number of approvals in a store, if the ids of each begin with its moment; nil if those of
  /// one do not.
  private static func rowsBeginWithTheirMoment(_ file: String) throws -> Int? {
    let rows = try SQLiteInspection(path: file, schemas: .of([])).read { transaction in
      try transaction.rows(
        """
        SELECT o.id, s.challenge_id, o.at FROM operations o
        JOIN spent s ON s.challenge_id = o.challenge_id
        """, [])
    }
    return try BenchmarkRows.countBeginningWithTheirMoment(rows, ids: 1)
  }
}
