import CountersignCore
import GRDB

/// Brings a database to the newest version of the schema.
enum SQLiteMigrations {
  /// Applies what is missing, each step in a transaction of its own.
  ///
  /// - Returns: The versions that were applied.
  /// - Throws: Where the database is newer than this program: an old program would not keep the
  ///   rules of a schema that it does not know.
  static func apply(_ migrations: [Schema.Migration], to database: Database) throws -> [Int] {
    try database.execute(
      sql: "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT PRIMARY KEY)")
    let present =
      try Int.fetchOne(database, sql: "SELECT MAX(version) FROM schema_version") ?? 0
    let newest = migrations.map(\.version).max() ?? 0
    guard present <= newest else {
      throw StoreError(
        code: .failed,
        reason: "the database has schema version \(present), this program knows \(newest)")
    }
    var applied: [Int] = []
    for migration in migrations where migration.version > present {
      try database.inTransaction(.immediate) {
        for statement in migration.statements { try database.execute(sql: statement) }
        try database.execute(
          sql: "INSERT INTO schema_version (version) VALUES (?)", arguments: [migration.version])
        return .commit
      }
      applied.append(migration.version)
    }
    return applied
  }
}
