import AirtimeServer
import CSQLite
import CountersignCore
import CountersignSQLite
import Foundation
import ToolSupport

/// The approval's own rows, written through SQLite's C interface: what the disk and the database
/// cost where nothing else is done (`Benchmarks/rows.sql`).
final class BareRows {
  /// How many approvals share one transaction.
  static let batchSize = 64

  private let database: OpaquePointer
  private let begin: BareStatement
  private let commit: BareStatement
  private let approval: [BareStatement]
  private var next = 0

  /// Makes a database with the schema of the server, and one account for each place of a batch.
  init(file: String) async throws {
    try await SQLiteStore(path: file, schemas: .of([AirtimeShop()])).close()
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
    let sections = Self.sections
    approval = try sections.approval.map { try BareStatement($0, opened) }
    let setup = try sections.setup.map { try BareStatement($0, opened) }
    try write(setup)
  }

  deinit { sqlite3_close_v2(database) }

  /// Writes batches for a time; gives the CPU seconds of each approval's rows.
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
    let rows = (0..<Self.batchSize).map { place in
      values.approval(next + place, account: place)
    }
    next += Self.batchSize
    return try values.withArena { arena in
      let start = threadCPUSeconds()
      try begin.run(database, [], arena)
      for row in rows {
        for statement in statements { try statement.run(database, row, arena) }
      }
      try commit.run(database, [], arena)
      return threadCPUSeconds() - start
    }
  }

  /// The statements of `rows.sql`, by the section in which they stand.
  static var sections: (setup: [String], approval: [String]) {
    var setup: [String] = []
    var approval: [String] = []
    var isSetup = false
    let text = String(decoding: PackageResources.rows_sql, as: UTF8.self)
    for line in text.split(separator: "\n") {
      if line.hasPrefix("-- setup") { isSetup = true }
      if line.hasPrefix("-- approval") { isSetup = false }
      guard !line.hasPrefix("--") else { continue }
      if isSetup { setup.append(String(line)) } else { approval.append(String(line)) }
    }
    return (setup, approval)
  }
}

/// How often something was done, and the CPU time it took.
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
  /// The place of each parameter's value in an approval's values.
  private let slots: [Int]

  init(_ sql: String, _ database: OpaquePointer) throws {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &prepared, nil) == SQLITE_OK, let prepared else {
      throw Self.failure(database)
    }
    statement = prepared
    slots = try (0..<sqlite3_bind_parameter_count(prepared)).map { index in
      guard let name = sqlite3_bind_parameter_name(prepared, index + 1),
        let slot = BareValues.Slot(rawValue: String(cString: name + 1))
      else { throw CommandFailure(.environment, "rows.sql has a parameter without a value") }
      return slot.place
    }
  }

  deinit { sqlite3_finalize(statement) }

  func run(
    _ database: OpaquePointer, _ values: [BareValues.Value?], _ arena: UnsafeRawBufferPointer
  ) throws {
    for (index, slot) in slots.enumerated() {
      let position = Int32(index + 1)
      switch values[slot] {
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
      case nil: sqlite3_bind_null(statement, position)
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
