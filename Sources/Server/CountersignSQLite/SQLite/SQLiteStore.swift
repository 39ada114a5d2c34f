public import CountersignCore
import Foundation
import GRDB
import SQLiteSettings

/// The embedded store: SQLite in one file, written through one connection, read through several.
///
/// Every commit is on the disk before its command returns (write-ahead log, synchronous FULL).
public final class SQLiteStore: Store {
  private let pool: DatabasePool
  private let writer: SQLiteWriter
  private let readers: SQLiteReaders
  /// The versions of the schema that opening the store has applied.
  public let appliedMigrations: [Int]

  /// Opens or makes the database and brings its schema up to date.
  ///
  /// - Parameters:
  ///   - path: The file. Its folder is made (0700) where it is missing, the file with 0600.
  ///   - migrations: The steps of the schema.
  ///   - hooks: Points at which a test interferes.
  ///   - onFatal: Called once when a commit failed, before its commands are told. The process is to
  ///     exit: the store stays closed.
  /// - Throws: `StoreError`.
  public init(
    path: String, migrations: [Schema.Migration] = Schema.migrations,
    hooks: StoreHooks = StoreHooks(),
    onFatal: @escaping @Sendable (StoreError) -> Void = { _ in }
  ) throws {
    _ = Self.isLibraryPrepared
    try SQLiteFile.prepare(path)
    var configuration = Configuration()
    configuration.label = "countersign.store"
    configuration.busyMode = .timeout(5)
    let connection: SQLiteConnection
    do {
      let pool = try DatabasePool(path: path, configuration: configuration)
      (appliedMigrations, connection) = try pool.writeWithoutTransaction { database in
        // GRDB has set NORMAL when it entered WAL mode, with which a power cut loses commits.
        try database.execute(sql: "PRAGMA synchronous = FULL")
        // A page that many commits write is carried into the database once for all of them.
        try database.execute(sql: "PRAGMA wal_autocheckpoint = 4096")
        // In KiB: of a large database, the parts that the newest rows touch stay in memory.
        try database.execute(sql: "PRAGMA cache_size = -16384")
        let applied = try SQLiteMigrations.apply(migrations, to: database)
        guard let handle = database.sqliteConnection else { throw SQLiteWriter.closedError }
        return (applied, SQLiteConnection(borrowing: handle))
      }
      self.pool = pool
    } catch {
      throw SQLiteFault.storeError(error)
    }
    var random = SystemRandomNumberGenerator()
    let lane = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    writer = SQLiteWriter(
      pool: pool, connection: connection, auditLane: AuditLaneHead(newLane: lane), hooks: hooks,
      onFatal: onFatal)
    readers = SQLiteReaders(path: path)
  }

  /// Runs a command in a transaction that is durable before this returns.
  public func write<Outcome: Sendable>(
    _ command: @escaping @Sendable (any WriteTransaction) throws -> Outcome
  ) async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
      writer.enqueue(WaitingCommand(command, continuation))
    }
  }

  /// Runs one SELECT against the newest committed state.
  public func rows(_ sql: String, _ arguments: [SQLValue]) async throws -> [SQLRow] {
    if writer.isClosed { throw SQLiteWriter.closedError }
    do {
      return try readers.rows(sql, arguments)
    } catch {
      throw SQLiteFault.storeError(error)
    }
  }

  /// Runs a query against a snapshot of the newest committed state.
  public func read<Outcome: Sendable>(
    _ query: @escaping @Sendable (any ReadTransaction) throws -> Outcome
  ) async throws -> Outcome {
    if writer.isClosed { throw SQLiteWriter.closedError }
    do {
      return try readers.read(query)
    } catch {
      throw SQLiteFault.storeError(error)
    }
  }

  /// Runs the commands that wait, refuses every later one, and closes the file.
  public func close() async throws {
    try await writer.close()
    readers.close()
    do {
      try pool.close()
    } catch {
      throw SQLiteFault.storeError(error)
    }
  }

  /// Prepares the library once, before its first connection; refused where a program around this
  /// one has used it before, and then it is only slower.
  private static let isLibraryPrepared = sqliteSettingsCountNoMemory() == 0

  /// How many commands wait for the writer's next transaction.
  var waitingCommands: Int { writer.waitingCommands }

  /// What the writer has done since the store opened.
  public var statistics: StoreStatistics { writer.statistics }

  /// Settings of the live writer connection, read back from SQLite.
  public func writerPragmas() async throws -> [String: String] {
    try await pool.writeWithoutTransaction { database in
      var settings: [String: String] = [:]
      for name in ["synchronous", "journal_mode", "foreign_keys"] {
        settings[name] = try String.fetchOne(database, sql: "PRAGMA \(name)")
      }
      return settings
    }
  }
}
