public import CountersignCore

/// A look at a database that changes nothing in it, a running server's among them: what a check
/// reads is what was there.
public final class SQLiteInspection: Sendable {
  private let connection: SQLiteConnection

  /// Opens the file for reading.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - schemas: The tables of the core, and of modules.
  /// - Throws: `StoreError`; `corrupt` where it is no database, `failed` where its schema is not
  ///   this program's, `incomplete` where a copy has not filled it to its end.
  public init(path: String, schemas: [Schema] = [.core]) throws {
    do {
      connection = try SQLiteConnection(path, for: .reading)
      try SQLiteDatabase.requireComplete(connection)
      let hasSteps = try SQLiteDatabase.hasTable("schema_steps", in: connection)
      for schema in schemas {
        let present =
          hasSteps ? try SQLiteDatabase.numbers(of: schema.owner, in: connection) : []
        try SQLiteDatabase.requireKnown(present, of: schema)
        let missing = schema.steps.filter { !present.contains(Int64($0.number)) }
        guard missing.isEmpty else {
          throw StoreError(
            code: .failed,
            reason: "steps of the tables of \(schema.owner) are missing: "
              + missing.map { "\($0.number)" }.joined(separator: ", ")
              + ": start the server again, or run countersign store migrate")
        }
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
      return try query(SQLiteReadTransaction(connection: connection, seals: .none))
    } catch {
      throw StoreError.from(error)
    }
  }

  /// Finds the faults of the file's structure; empty if it is whole.
  ///
  /// - Throws: `StoreError` where it cannot even be looked through.
  public func faults() throws -> [String] {
    let answers = try read { try $0.rows("PRAGMA integrity_check", []).map { try $0.text(0) } }
    return answers == ["ok"] ? [] : answers
  }
}
