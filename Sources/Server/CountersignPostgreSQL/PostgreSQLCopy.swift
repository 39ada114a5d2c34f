package import CountersignCore
import Foundation

/// A database that is copied from, by one snapshot.
package final class PostgreSQLCopySource: CopySource {
  /// The nodes of the source during the copy.
  package enum Nodes: Sendable {
    /// None does, and none begins to.
    case stopped
    /// They go on: what they write is not in the snapshot.
    case serving
  }

  private let connection: PostgreSQLConnection

  /// Connects, and takes the snapshot.
  ///
  /// - Throws: `StoreError`, also where a node serves that should not.
  package init(_ address: PostgreSQLAddress, nodes: Nodes) throws {
    connection = try .first(to: address, for: .checking, PostgreSQLSettings())
    do {
      if nodes == .stopped { try connection.takeLock(PostgreSQLSchema.LockName.serving, address) }
      try connection.run(PostgreSQLReaders.begin)
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
}

/// A database that is copied into.
package final class PostgreSQLCopyTarget: CopyTarget {
  private let address: PostgreSQLAddress
  private let connection: PostgreSQLConnection

  /// Connects.
  ///
  /// No node begins to serve until this has looked at the database, and marked it.
  ///
  /// - Throws: `StoreError`, also where a node serves or another copy runs.
  package init(_ address: PostgreSQLAddress) throws {
    self.address = address
    connection = try .first(to: address, for: .upgrading, PostgreSQLSettings())
    do {
      try connection.takeLock(PostgreSQLSchema.LockName.copying, address)
      try connection.takeLock(PostgreSQLSchema.LockName.serving, address)
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

  /// Runs statements in one transaction, and one round trip.
  package func write(_ statements: [SQLStatement]) throws {
    do {
      _ = try connection.exchange(
        [SQLStatement("BEGIN")] + statements + [SQLStatement("COMMIT")])
    } catch {
      connection.rollBack()
      throw StoreError.from(error)
    }
  }

  /// Makes the tables that are missing.
  package func makeTables(of schemas: [Schema]) throws {
    // The schema takes the lock itself. From here on the mark keeps nodes away.
    try connection.freeLock(PostgreSQLSchema.LockName.serving)
    var schema = PostgreSQLSchema(
      schemas: schemas, seals: .none, address: address, settings: PostgreSQLSettings())
    schema.takesCopies = true
    _ = try schema.apply()
  }

  /// Nothing: the connection ends with this.
  package func close() {}
}

extension PostgreSQLConnection {
  fileprivate func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
    do {
      return try run(sql, arguments).rows
    } catch {
      throw StoreError.from(error)
    }
  }

  fileprivate func hasTable(_ name: String) throws -> Bool {
    let table = try rows("SELECT CAST(to_regclass(?) AS TEXT)", [.text(name)])
    return try table.first?.optionalText(0) != nil
  }

  /// Takes a lock that a node, or another copy, may have.
  ///
  /// The server ends a session a moment after its client has, so one that just ended is waited for.
  fileprivate func takeLock(_ lock: Int64, _ address: PostgreSQLAddress) throws {
    for _ in 0..<20 {
      let isTaken = try run("SELECT pg_try_advisory_lock(?)", [.integer(lock)]).rows.first?.flag(0)
      if isTaken == true { return }
      usleep(50_000)
    }
    throw StoreError(
      code: .unavailable,
      reason: "\(address): a server or another command uses the database: stop all nodes first")
  }

  fileprivate func freeLock(_ lock: Int64) throws {
    _ = try rows("SELECT pg_advisory_unlock(?)", [.integer(lock)])
  }

  /// The tables, without those that say which steps and which writers there are.
  fileprivate func tables() throws -> [StoredTable] {
    let own = ["schema_steps", "store_writers", StoreCopy.mark]
    let place = """
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
      """
    let columns = try pairs(
      """
      SELECT c.relname, a.attname \(place)
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') ORDER BY c.relname, a.attnum
      """)
    let keys = try pairs(
      """
      SELECT c.relname, a.attname \(place)
        JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
        CROSS JOIN LATERAL unnest(k.conkey) WITH ORDINALITY AS part (attnum, place)
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = part.attnum
      ORDER BY c.relname, part.place
      """)
    let references = try pairs(
      """
      SELECT c.relname, other.relname \(place)
        JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f'
        JOIN pg_class other ON other.oid = k.confrelid
      """)
    return columns.filter { !own.contains($0.key) }.map { name, columns in
      StoredTable(
        name: name, columns: columns, key: keys[name] ?? [],
        references: Set(references[name] ?? []))
    }.sorted { $0.name < $1.name }
  }

  /// The second column of each row, by the first.
  private func pairs(_ sql: String) throws -> [String: [String]] {
    var pairs: [String: [String]] = [:]
    for row in try rows(sql, []) { pairs[try row.text(0), default: []].append(try row.text(1)) }
    return pairs
  }
}
