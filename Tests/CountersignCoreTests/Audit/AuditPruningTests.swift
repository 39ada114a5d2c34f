import CountersignTesting
import Synchronization
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCore

@Suite("An export of the audit log, and what is pruned by it")
struct AuditPruningTests {
  @Test("an export holds all rows, and is whole without a database")
  func export() async throws {
    let log = try await Log(rows: [3, 2100])
    let lines = try await log.export()
    // The registry has a row for its beginning, one for each lane, and one for the end that the
    // first lane had when the second began. Each lane has two lines, and the file has two.
    #expect(lines.count == 2115)
    var reader = AuditExportReader()
    for line in lines { try reader.take(line) }
    let summary = try reader.end()
    #expect(summary.rows == 2107 && summary.lanes == 3)
    var keyed = AuditExportReader(codes: log.harness.keyring)
    for line in lines { try keyed.take(line) }
    #expect(try keyed.end() == summary)
  }

  @Test("a row that comes while the log is exported is not in it, and does no harm")
  func exportWhileWritten() async throws {
    let log = try await Log(rows: [])
    try await log.append(1500)
    var exporter = AuditExporter(
      at: Timestamp(milliseconds: 0), by: log.harness.keyring)
    var reader = AuditExportReader()
    while let piece = try await log.piece(&exporter) {
      for line in Log.lines(piece) { try reader.take(line) }
      try await log.append(1)
    }
    #expect(try reader.end().rows == 1502)
  }

  @Test("an export with a line that was changed, moved, removed or cut off is refused")
  func spoiledExports() async throws {
    let log = try await Log(rows: [3, 4])
    let lines = try await log.export()
    for index in lines.indices {
      var (removed, doubled, cut, changed) = (lines, lines, lines, lines)
      removed.remove(at: index)
      doubled.insert(lines[index], at: index)
      cut.removeSubrange(index...)
      changed[index] = Log.changed(lines[index])
      for (spoiled, how) in [
        (removed, "removed"), (doubled, "doubled"), (cut, "cut"), (changed, "changed"),
      ] {
        #expect(throws: AuditExportFault.self, "line \(index) \(how)") {
          var reader = AuditExportReader()
          for line in spoiled { try reader.take(line) }
          _ = try reader.end()
        }
      }
    }
    let other = try await Log(rows: [3, 4]).export()
    #expect(throws: AuditExportFault.self) {
      var reader = AuditExportReader()
      for line in other.dropLast() + [lines[lines.count - 1]] { try reader.take(line) }
      _ = try reader.end()
    }
  }

  @Test("old rows go in small transactions, the rest is whole, and the newest of a lane stays")
  func prune() async throws {
    let log = try await Log(rows: [450, 5])
    // Ten seconds of each lane's rows are young; the second lane has no others.
    let pruned = try await log.prune(log.export(), before: 440)
    #expect(pruned == 444)
    let report = try await log.report()
    #expect(report.fault == nil && report.prunedRows == 444)
    // What is left, and what says that rows were pruned: in a lane of the harness's own, and in the
    // registry. That has a row for its beginning, one for each lane, and two for ends, besides.
    #expect(report.rows == 20)
    #expect(log.transactions() >= 4)
    let noted = try await log.harness.auditDetails("audit_pruned")
    #expect(noted.contains("\"rows\":444") && noted.contains("exportSHA256"), "\(noted)")
    // All of it is old by now; what was pruned is in the new export's base.
    let again = try await log.prune(log.export(), before: 1000)
    #expect(again == 9)
    #expect(try await log.report().fault == nil)
    // An export from before has nothing more to give.
    #expect(try await log.prune(log.export(), before: 0) == 0)
  }

  @Test("an older export goes on where a newer one has pruned")
  func olderExport() async throws {
    let log = try await Log(rows: [30])
    let older = try await log.export()
    #expect(try await log.prune(older, before: 10) == 10)
    #expect(try await log.prune(older, before: 20) == 10)
    let newer = try await log.export()
    // Ten rows, two about what was pruned, six of the registry, two lines for each lane, and the
    // first and the last.
    #expect(newer.count == 26)
    #expect(try await log.report().prunedRows == 20)
  }

  @Test(
    "after a pruning, what was changed or removed without one is still found",
    arguments: [
      "UPDATE audit SET details = '[]' WHERE sequence = 15",
      "DELETE FROM audit WHERE sequence = 11", "DELETE FROM audit WHERE sequence <= 12",
      "DELETE FROM audit WHERE sequence = 15", "DELETE FROM audit WHERE sequence >= 11",
      "UPDATE audit SET previous_hash = lane WHERE sequence = 11",
      "UPDATE audit SET details = replace(details, ':10', ':11') WHERE kind = 'audit_lane_pruned'",
      "DELETE FROM audit WHERE kind = 'audit_lane_pruned'",
      "DELETE FROM audit WHERE kind LIKE 'audit_lane_%'",
      "UPDATE audit SET sequence = 3 WHERE sequence = 11",
    ])
  func tampering(statement: String) async throws {
    let log = try await Log(rows: [30])
    _ = try await log.prune(log.export(), before: 10)
    #expect(try await log.report().fault == nil)
    try await log.harness.store.write { _ = try $0.execute(statement, []) }
    #expect(try await log.report().fault != nil)
  }

  @Test(
    "nothing is pruned where database and export say different things",
    arguments: [
      "UPDATE audit SET details = '[]' WHERE sequence = 15",
      // With a hash that fits: the log by itself is whole.
      "DELETE FROM audit WHERE sequence = 30",
      "DELETE FROM audit WHERE sequence = 5",
      // More is gone than was pruned: the export has it, and no pruning says so.
      "DELETE FROM audit WHERE sequence = 4",
      "UPDATE audit SET previous_hash = lane WHERE sequence = 4",
    ])
  func refused(statement: String) async throws {
    let log = try await Log(rows: [30])
    let whole = try await log.export()
    #expect(try await log.prune(whole, before: 3) == 3)
    try await log.harness.store.write { _ = try $0.execute(statement, []) }
    let count = try await log.harness.count("audit")
    await #expect(throws: AuditPruningFault.self) { try await log.prune(whole, before: 20) }
    #expect(try await log.harness.count("audit") == count)
  }

  @Test("an export of another server, and one that was cut off, prune nothing")
  func otherExports() async throws {
    let log = try await Log(rows: [30])
    let other = try await Log(rows: [30]).export()
    // Its codes are another keyring's.
    await #expect(throws: AuditExportFault.self) { try await log.prune(other, before: 20) }
    let cut = try await log.export().dropLast()
    await #expect(throws: AuditExportFault.self) { try await log.prune(Array(cut), before: 20) }
    // Its rows are no longer in the database that it begins after.
    _ = try await log.prune(log.export(), before: 20)
    let late = try await log.export()
    try await log.harness.store.write {
      _ = try $0.execute("DELETE FROM audit WHERE kind = 'audit_lane_pruned'", [])
    }
    await #expect(throws: AuditPruningFault.self) { try await log.prune(late, before: 25) }
    // Ten rows, one that says what was pruned, and the registry's: its beginning, the two lanes,
    // and the end of the first.
    #expect(try await log.harness.count("audit") == 15)
  }

  @Test("what changed between the comparison and the removal stops it, and stays whole")
  func changedMeanwhile() async throws {
    let log = try await Log(rows: [450])
    var pruning = try await log.compared(log.export(), before: 440)
    // Another pruning was faster.
    #expect(try await log.prune(log.export(), before: 220) == 220)
    await #expect(throws: AuditPruningFault.self) { try await log.prune(pruning) }
    #expect(try await log.report().fault == nil)
    pruning = try await log.compared(log.export(), before: 440)
    try await log.harness.store.write {
      _ = try $0.execute("DELETE FROM audit WHERE sequence = 430", [])
    }
    await #expect(throws: AuditPruningFault.self) { try await log.prune(pruning) }
  }

  @Test("a service goes on while its log is pruned")
  func serving() async throws {
    let log = try await Log(rows: [1000])
    let lines = try await log.export()
    async let pruned = log.prune(lines, before: 990)
    for number in 1...10 { _ = try await log.harness.signUp("person\(number)@example.com") }
    #expect(try await pruned == 990)
    let report = try await log.report()
    #expect(report.fault == nil && report.prunedRows == 990)
  }
}

/// A service whose audit log has lanes of so many rows, one a second from the beginning of 1970.
private final class Log: Sendable {
  let harness: ServiceHarness
  private let commits: CommitCount

  init(rows: [Int]) async throws {
    let counted = CommitCount()
    var hooks = StoreHooks()
    hooks.afterCommit = { counted.count() }
    commits = counted
    harness = try await ServiceHarness(hooks: hooks)
    for count in rows { try await append(count, lane: SystemRandomBytes().bytes(16)) }
    commits.reset()
  }

  /// Appends rows to a lane; nil for the harness's own.
  func append(_ count: Int, lane: [UInt8]? = nil) async throws {
    let trail = AuditTrail(keyring: harness.keyring)
    try await harness.store.write { transaction in
      let own = transaction.auditLane
      if let lane { transaction.auditLane = AuditLaneHead(newLane: lane) }
      for number in 0..<count {
        try trail.append(
          AuditEvent("counted", subjectText: "a"),
          at: Timestamp(milliseconds: 0).adding(
            seconds: Int64(number)),
          in: transaction)
      }
      if lane != nil { transaction.auditLane = own }
    }
  }

  func transactions() -> Int { commits.value }

  func report() async throws -> AuditReport {
    try await harness.report()
  }

  func piece(_ exporter: inout AuditExporter) async throws -> [UInt8]? {
    let (piece, next) = try await harness.store.read { [exporter] transaction in
      var next = exporter
      return (try next.next(in: transaction), next)
    }
    exporter = next
    return piece
  }

  /// The lines of an export.
  func export() async throws -> [[UInt8]] {
    var exporter = AuditExporter(at: Timestamp(milliseconds: 0), by: harness.keyring)
    var lines: [[UInt8]] = []
    while let piece = try await piece(&exporter) { lines += Self.lines(piece) }
    return lines
  }

  func compared(_ lines: [[UInt8]], before seconds: Int64) async throws -> AuditPruning {
    let start = AuditPruning(
      before: Timestamp(milliseconds: 0).adding(seconds: seconds), by: harness.keyring)
    let pruning = try await harness.store.read { transaction in
      var pruning = start
      for line in lines { try pruning.take([line], from: transaction) }
      return pruning
    }
    try pruning.requireWholeExport()
    return pruning
  }

  /// Prunes the rows of the first so many seconds, and gives their number.
  @discardableResult
  func prune(_ lines: [[UInt8]], before seconds: Int64) async throws -> Int {
    try await prune(compared(lines, before: seconds))
  }

  @discardableResult
  func prune(_ pruning: AuditPruning) async throws -> Int {
    try await pruning.prune(in: harness.store, at: harness.clock.now()) { _ in await Task.yield() }
    return pruning.rows
  }

  static func lines(_ piece: [UInt8]) -> [[UInt8]] {
    piece.split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  /// The line with another digit in the place of its last.
  static func changed(_ line: [UInt8]) -> [UInt8] {
    var line = line
    if let index = line.lastIndex(where: { (48...57).contains($0) }) {
      line[index] = line[index] == 48 ? 49 : 48
    }
    return line
  }
}

/// Counts commits.
private final class CommitCount: Sendable {
  private let number = Mutex(0)
  var value: Int { number.withLock(\.self) }
  func count() { number.withLock { $0 += 1 } }
  func reset() { number.withLock { $0 = 0 } }
}
