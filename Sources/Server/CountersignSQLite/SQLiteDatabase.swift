import CountersignCore
import Foundation

/// Opens the database's file for the one connection that writes to it.
enum SQLiteDatabase {
  /// Makes the file where it is missing, and sets the connection so that every commit is durable.
  static func open(_ path: String) throws -> SQLiteConnection {
    try prepare(path)
    let connection = try SQLiteConnection(path, for: .writing)
    let mode = try connection.run("PRAGMA journal_mode = WAL").first?.text(0)
    guard mode == "wal" else {
      throw StoreError(code: .disk, reason: "\(path) takes no write-ahead log")
    }
    // With NORMAL, a power cut loses commits.
    try connection.execute("PRAGMA synchronous = FULL")
    try connection.execute("PRAGMA foreign_keys = ON")
    // A page that many commits write is carried into the database once for all of them.
    try connection.execute("PRAGMA wal_autocheckpoint = 4096")
    // In KiB: of a large database, the parts that the newest rows touch stay in memory.
    try connection.execute("PRAGMA cache_size = -16384")
    return connection
  }

  /// Brings a database to the newest version of the schema: applies what is missing, each step in a
  /// transaction of its own.
  ///
  /// - Returns: The versions that were applied.
  /// - Throws: Where the database is newer than this program: an old program would not keep the
  ///   rules of a schema that it does not know.
  static func apply(
    _ migrations: [Schema.Migration], to connection: SQLiteConnection
  ) throws -> [Int] {
    try connection.execute(
      "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT PRIMARY KEY)")
    let present = try version(of: connection)
    let newest = Int64(migrations.map(\.version).max() ?? 0)
    guard present <= newest else {
      throw StoreError(
        code: .failed,
        reason: "the database has schema version \(present), this program knows \(newest)")
    }
    var applied: [Int] = []
    for migration in migrations where migration.version > present {
      try connection.execute("BEGIN IMMEDIATE")
      do {
        for statement in migration.statements { try connection.execute(statement) }
        try connection.execute(
          "INSERT INTO schema_version (version) VALUES (\(migration.version))")
        try connection.execute("COMMIT")
      } catch {
        if connection.isInsideTransaction { try connection.execute("ROLLBACK") }
        throw error
      }
      applied.append(migration.version)
    }
    return applied
  }

  /// The newest version that was applied; 0 for none.
  static func version(of connection: SQLiteConnection) throws -> Int64 {
    try connection.run("SELECT MAX(version) FROM schema_version").first?.optionalInteger(0) ?? 0
  }

  /// Makes the folder (0700) and the file (0600) where they are missing, so that nobody but its
  /// owner reads it from its first byte on.
  ///
  /// SQLite gives the files beside it, the write-ahead log and its index, the mode of this one.
  private static func prepare(_ path: String) throws(StoreError) {
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StoreError(code: .disk, reason: "\(folder) cannot be made: \(error)")
    }
    let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StoreError(code: .disk, reason: "\(path): \(String(cString: strerror(errno)))")
    }
    close(descriptor)
  }
}
