public import CountersignCore

/// A look at a database that changes nothing in it, a running server's among them: what a check
/// reads is what was there.
public final class SQLiteInspection: Sendable {
  private let connection: SQLiteConnection

  /// Opens the file for reading.
  ///
  /// - Throws: `StoreError`; `corrupt` where it is no database, `failed` where its schema is not
  ///   this program's.
  public init(path: String) throws {
    do {
      connection = try SQLiteConnection(path, for: .reading)
      let table = try connection.run(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_version'")
      let version = table.isEmpty ? 0 : try SQLiteDatabase.version(of: connection)
      let known = Schema.migrations.map { Int64($0.version) }.max() ?? 0
      guard version == known else {
        throw StoreError(
          code: .failed,
          reason: "its schema version is \(version), this program's is \(known)")
      }
    } catch {
      throw StoreError.from(error)
    }
  }

  /// Runs a query against one snapshot.
  ///
  /// - Throws: `StoreError`, and what the query throws.
  public func read<Outcome>(_ query: (any ReadTransaction) throws -> Outcome) throws -> Outcome {
    do {
      try connection.run("BEGIN")
      defer { _ = try? connection.run("ROLLBACK") }
      return try query(SQLiteReadTransaction(connection: connection))
    } catch {
      throw StoreError.from(error)
    }
  }

  /// What SQLite finds wrong with the file's structure; empty where it is whole.
  ///
  /// - Throws: `StoreError` where it cannot even be looked through.
  public func faults() throws -> [String] {
    let answers = try read { try $0.rows("PRAGMA integrity_check", []).map { try $0.text(0) } }
    return answers == ["ok"] ? [] : answers
  }
}
