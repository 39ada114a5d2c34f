public import CountersignCore

/// A look at a database that changes nothing in it, a running server's among them: what a check
/// reads is what was there.
public final class SQLiteInspection: Sendable {
  private let connection: SQLiteConnection
  /// The objects that the steps make; nil where the file has none.
  private let own: SQLiteOwnTables?

  /// Opens the file for reading.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - schemas: The tables of the core, and of modules.
  /// - Throws: `StoreError`; `corrupt` where it is no database, `failed` where its schema is not
  ///   this program's, `unsupported` where it cannot be upgraded to that, `incomplete` where a copy
  ///   has not filled it to its end.
  public init(path: String, schemas: [Schema] = [.core]) throws {
    do {
      connection = try SQLiteConnection(path, for: .reading)
      try SQLiteDatabase.requireComplete(connection)
      try SQLiteOwnTables.requirePlain(connection)
      let hasSteps = try SQLiteDatabase.hasTable("schema_steps", in: connection)
      let known = hasSteps ? try SQLiteDatabase.digests(in: connection) : [:]
      for schema in schemas {
        let present = known[schema.owner] ?? [:]
        try SQLiteDatabase.requireKnown(present, of: schema)
        let missing = schema.steps.filter { present[Int64($0.number)] == nil }
        guard missing.isEmpty else {
          throw StoreError(
            code: .failed,
            reason: "steps of the tables of \(schema.owner) are missing: "
              + missing.map { "\($0.number)" }.joined(separator: ", ")
              + ": start the server again, or run countersign store migrate")
        }
      }
      own = hasSteps ? try SQLiteOwnTables(madeBy: schemas) : nil
      try own?.require(in: connection)
    } catch {
      throw StoreError.from(error)
    }
  }

  /// Runs a query against one snapshot, in which all is as the program makes it.
  ///
  /// - Throws: `StoreError`, and what the query throws.
  public func read<Outcome>(_ query: (any ReadTransaction) throws -> Outcome) throws -> Outcome {
    do {
      try connection.run("BEGIN")
      defer { _ = try? connection.run("ROLLBACK") }
      // Again: since the last look, somebody may have put something between.
      try own?.require(in: connection)
      return try query(SQLiteReadTransaction(connection: connection, seals: .none))
    } catch {
      throw StoreError.from(error)
    }
  }

  /// Looks through the file's structure, as for an index that is not its table's.
  ///
  /// - Parameter table: The one table that is looked through; nil for all.
  /// - Returns: The faults; none if it is whole.
  /// - Throws: `StoreError` where it cannot even be looked through.
  public func faults(of table: String? = nil) throws -> [String] {
    let check = "PRAGMA integrity_check" + (table.map { "('\($0)')" } ?? "")
    let answers = try read { try $0.rows(check, []).map { try $0.text(0) } }
    return answers == ["ok"] ? [] : answers
  }
}
