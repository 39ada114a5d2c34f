package import CountersignCore
import Foundation

/// A database in a file that is copied from: this has it for itself, and no server starts on it.
package final class SQLiteCopySource: CopySource {
  private let connection: SQLiteConnection

  /// Takes the file.
  ///
  /// - Throws: `StoreError`, also where somebody has the database open.
  package init(path: String) throws {
    guard let connection = try SQLiteReplacement.take(path) else {
      throw StoreError(code: .corrupt, reason: "\(path) is missing, or no database")
    }
    self.connection = connection
  }

  /// Runs a SELECT.
  package func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
    try connection.rows(sql, arguments)
  }

  /// The tables of the schemas.
  package func tables() throws -> [StoredTable] { try connection.tables() }

  /// Tells if there is a table.
  package func hasTable(_ name: String) throws -> Bool { try connection.hasTable(name) }
}

/// A database in a file that is copied into.
package final class SQLiteCopyTarget: CopyTarget {
  private let connection: SQLiteConnection

  /// Opens the file, or makes it, and has it for itself.
  ///
  /// - Throws: `StoreError`, also where somebody has the database open.
  package init(path: String) throws {
    do {
      connection = try SQLiteDatabase.open(path)
      try connection.execute("PRAGMA busy_timeout = 0")
      // Held from the first transaction to the last.
      try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
      try connection.execute("BEGIN EXCLUSIVE")
      try connection.execute("COMMIT")
    } catch let error as SQLiteError where error.isBusy {
      throw StoreError(
        code: .failed, reason: "a server or another command has \(path) open")
    } catch {
      throw StoreError.from(error)
    }
  }

  /// Runs a SELECT.
  package func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
    try connection.rows(sql, arguments)
  }

  /// The tables of the schemas.
  package func tables() throws -> [StoredTable] { try connection.tables() }

  /// Tells if there is a table.
  package func hasTable(_ name: String) throws -> Bool { try connection.hasTable(name) }

  /// Runs statements in one transaction.
  package func write(_ statements: [SQLStatement]) throws {
    do {
      try SQLiteDatabase.transaction(on: connection) {
        for statement in statements { try connection.run(statement.sql, statement.arguments) }
      }
    } catch {
      throw StoreError.from(error)
    }
  }

  /// Makes the tables that are missing.
  package func makeTables(of schemas: [Schema]) throws {
    // The file is a copy's own by now, and so is its log.
    connection.carryLog()
    do {
      _ = try SQLiteDatabase.apply(schemas, sealing: .none, to: connection)
    } catch {
      throw StoreError.from(error)
    }
  }

  /// Carries the write-ahead log into the file, which needs no other one beside it then.
  package func close() throws {
    do {
      // The rows go on where the source's do: no restore mark of its servers is ahead of them.
      try SQLiteStamp.raise(to: Int64(Date.now.timeIntervalSince1970), on: connection)
      try connection.run("PRAGMA journal_mode = DELETE")
      try connection.close()
    } catch {
      throw StoreError.from(error)
    }
  }
}

extension SQLiteConnection {
  fileprivate func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
    do {
      return try run(sql, arguments)
    } catch {
      throw StoreError.from(error)
    }
  }

  fileprivate func hasTable(_ name: String) throws -> Bool {
    do {
      return try SQLiteDatabase.hasTable(name, in: self)
    } catch {
      throw StoreError.from(error)
    }
  }

  /// The tables, without SQLite's own and those that say which steps there are.
  fileprivate func tables() throws -> [StoredTable] {
    let own = ["schema_steps", StoreCopy.mark]
    let names = try rows(
      """
      SELECT name FROM sqlite_master
      WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name
      """, []
    ).map { try $0.text(0) }
    return try names.filter { !own.contains($0) }.map { name in
      let columns = try rows("SELECT name, pk FROM pragma_table_info(?)", [.text(name)])
        .map { (name: try $0.text(0), place: try $0.integer(1)) }
      let references = try rows(
        "SELECT DISTINCT \"table\" FROM pragma_foreign_key_list(?)", [.text(name)])
      return StoredTable(
        name: name, columns: columns.map(\.name),
        key: columns.filter { $0.place > 0 }.sorted { $0.place < $1.place }.map(\.name),
        references: Set(try references.map { try $0.text(0) }))
    }
  }
}
