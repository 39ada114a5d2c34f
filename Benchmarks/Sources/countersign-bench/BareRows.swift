import CSQLite
import CountersignSQLite
import Foundation
import ToolSupport

/// The approval's own rows, written bare: the cost of the disk and the database where nothing else
/// is done.
protocol BareRowsWriter: AnyObject {
  /// Writes batches for a time; gives the CPU seconds of each approval's rows.
  func measure(seconds: Double) throws -> BareMeasure
}

/// The rows as SQLite's C interface takes them.
final class BareRows: BareRowsWriter {
  /// The number of approvals that share one transaction.
  static let batchSize = 64

  private let database: OpaquePointer
  private let begin: BareStatement
  private let commit: BareStatement
  private let approval: [BareStatement]
  private let values: @Sendable (BenchRow) -> [String: BenchValue]
  private var next = 0

  /// Makes a database with the schema of the server, and one account for each place of a batch.
  init(_ rows: BenchRows, file: String) async throws {
    try await SQLiteStore(path: file, schemas: rows.schemas, seals: .none).close()
    var opened: OpaquePointer?
    guard sqlite3_open_v2(file, &opened, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK, let opened
    else { throw CommandFailure(.environment, "the database \(file) cannot be opened") }
    database = opened
    // As the server's own writer has them.
    let settings = [
      "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL",
      "PRAGMA wal_autocheckpoint = 4096", "PRAGMA cache_size = -16384",
    ]
    for setting in settings { sqlite3_exec(database, setting, nil, nil, nil) }
    begin = try BareStatement("BEGIN IMMEDIATE", database)
    commit = try BareStatement("COMMIT", database)
    values = rows.values
    approval = try rows.approval.map { try BareStatement($0, opened) }
    let setup = try rows.setup.map { try BareStatement($0, opened) }
    try write(setup)
  }

  deinit { sqlite3_close_v2(database) }

  func measure(seconds: Double) throws -> BareMeasure {
    var measure = BareMeasure()
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
      try Task.checkCancellation()
      measure.cpuSeconds += try write(approval)
      measure.count += Self.batchSize
    }
    return measure
  }

  /// Runs statements for each approval of a batch; the values are made before the time is taken.
  @discardableResult
  private func write(_ statements: [BareStatement]) throws -> Double {
    var values = BareValues()
    let rows = try (0..<Self.batchSize).map { place in
      let row = BenchRow(number: next + place, account: place)
      let named = values.placed(row.common.merging(self.values(row)) { _, own in own })
      return try statements.map { try $0.values(of: named) }
    }
    next += Self.batchSize
    return try values.withArena { arena in
      let start = threadCPUSeconds()
      try begin.run(database, [], arena)
      for row in rows {
        for (statement, values) in zip(statements, row) {
          try statement.run(database, values, arena)
        }
      }
      try commit.run(database, [], arena)
      return threadCPUSeconds() - start
    }
  }
}

/// A number of times that something was done, and the CPU time of all.
struct BareMeasure: Sendable {
  var count = 0
  var cpuSeconds = 0.0

  var microseconds: Double { count == 0 ? 0 : cpuSeconds / Double(count) * 1e6 }

  static func += (sum: inout BareMeasure, other: BareMeasure) {
    sum.count += other.count
    sum.cpuSeconds += other.cpuSeconds
  }
}

/// A prepared statement whose parameters are known by name.
final class BareStatement {
  private let statement: OpaquePointer
  /// The parameters' names, by their places.
  private let names: [String]

  init(_ sql: String, _ database: OpaquePointer) throws {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &prepared, nil) == SQLITE_OK, let prepared else {
      throw Self.failure(database)
    }
    statement = prepared
    names = try (0..<sqlite3_bind_parameter_count(prepared)).map { index in
      guard let name = sqlite3_bind_parameter_name(prepared, index + 1) else {
        throw CommandFailure(.environment, "the bare rows have a parameter without a name")
      }
      return String(cString: name + 1)
    }
  }

  deinit { sqlite3_finalize(statement) }

  /// The values of its parameters, in their order.
  ///
  /// - Throws: `CommandFailure` for a parameter that has none.
  func values(of named: [String: BareValues.Value]) throws -> [BareValues.Value] {
    try names.map { name in
      guard let value = named[name] else {
        throw CommandFailure(.environment, "the bare rows have no value \(name)")
      }
      return value
    }
  }

  func run(
    _ database: OpaquePointer, _ values: [BareValues.Value], _ arena: UnsafeRawBufferPointer
  ) throws {
    for (index, value) in values.enumerated() {
      let position = Int32(index + 1)
      switch value {
      case .integer(let value): sqlite3_bind_int64(statement, position, value)
      case .text(let range):
        sqlite3_bind_text(
          statement, position,
          arena.baseAddress.map { ($0 + range.lowerBound).assumingMemoryBound(to: CChar.self) },
          Int32(range.count), nil)
      case .blob(let range):
        sqlite3_bind_blob(
          statement, position, arena.baseAddress.map { $0 + range.lowerBound },
          Int32(range.count), nil)
      }
    }
    let result = sqlite3_step(statement)
    sqlite3_reset(statement)
    guard result == SQLITE_DONE else { throw Self.failure(database) }
  }

  private static func failure(_ database: OpaquePointer) -> CommandFailure {
    CommandFailure(.environment, "bare rows: \(String(cString: sqlite3_errmsg(database)))")
  }
}

/// The values of a batch of approvals.
///
/// Texts and bytes lie in one arena, from which SQLite reads them without a copy.
struct BareValues {
  enum Value {
    case integer(Int64)
    case text(Range<Int>)
    case blob(Range<Int>)
  }

  private var arena: [UInt8] = []

  /// Places the values of one approval into the arena.
  mutating func placed(_ values: [String: BenchValue]) -> [String: Value] {
    values.mapValues { value in
      switch value {
      case .integer(let number): .integer(number)
      case .text(let text): .text(append(Array(text.utf8)))
      case .blob(let bytes): .blob(append(bytes))
      }
    }
  }

  func withArena<Outcome>(_ work: (UnsafeRawBufferPointer) throws -> Outcome) rethrows -> Outcome {
    try arena.withUnsafeBytes(work)
  }

  private mutating func append(_ bytes: [UInt8]) -> Range<Int> {
    let start = arena.count
    arena += bytes
    return start..<arena.count
  }
}
