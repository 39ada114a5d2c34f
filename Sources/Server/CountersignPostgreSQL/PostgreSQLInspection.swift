public import CountersignCore
import Synchronization

/// A look at a database that changes nothing in it, while nodes serve from it.
public final class PostgreSQLInspection: Sendable {
  // One query at a time has the connection.
  private let connection: Mutex<PostgreSQLConnection>

  /// Connects for reading.
  ///
  /// - Parameters:
  ///   - address: Where the database is.
  ///   - schemas: The tables of the core, and of modules.
  /// - Throws: `StoreError`; `failed` where its tables are not this program's.
  public init(_ address: PostgreSQLAddress, schemas: [Schema] = [.core]) throws {
    let settings = PostgreSQLSettings()
    let opened = try PostgreSQLConnection.first(to: address, for: .checking, settings)
    do {
      try PostgreSQLSchema(schemas: schemas, seals: .none, address: address, settings: settings)
        .requireFit(in: opened)
    } catch {
      throw StoreError.from(error)
    }
    connection = Mutex(opened)
  }

  /// Tells if nodes or commands work on a database, whatever its tables are.
  ///
  /// - Throws: `StoreError`.
  public static func isServed(_ address: PostgreSQLAddress) throws -> Bool {
    do {
      let settings = PostgreSQLSettings()
      return try PostgreSQLSchema(schemas: [], seals: .none, address: address, settings: settings)
        .isServedByOthers(.first(to: address, for: .checking, settings))
    } catch {
      throw StoreError.from(error)
    }
  }

  /// Runs a query against one snapshot, however long it takes.
  ///
  /// - Throws: `StoreError`, and what the query throws.
  public func read<Outcome>(_ query: (any ReadTransaction) throws -> Outcome) throws -> Outcome {
    try connection.withLock { connection in
      let queue = StatementQueue(connection, beginning: PostgreSQLReaders.begin)
      defer { connection.rollBack() }
      return try query(PostgreSQLReadTransaction(queue: queue, seals: .none))
    }
  }
}
