import CountersignCore

/// What a query sees of a reader's snapshot.
struct SQLiteReadTransaction: ReadTransaction {
  let connection: SQLiteConnection

  func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
    do {
      return try connection.run(sql, arguments)
    } catch {
      throw SQLiteFault.storeError(error)
    }
  }
}

/// What the commands of one batch see of the writer.
///
/// A failed statement spoils the transaction, as it does in PostgreSQL: SQLite rolls back by itself
/// after some failures, and a command that went on would write outside any transaction.
final class SQLiteWriteTransaction: WriteTransaction {
  var auditLane: AuditLaneHead
  /// The first failure of a statement, which no command can swallow.
  private(set) var failure: (any Error)?
  private let connection: SQLiteConnection
  private let hooks: StoreHooks

  init(connection: SQLiteConnection, auditLane: AuditLaneHead, hooks: StoreHooks) {
    self.connection = connection
    self.auditLane = auditLane
    self.hooks = hooks
  }

  func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
    try attempt(sql) { try connection.run(sql, arguments) }
  }

  func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int {
    try attempt(sql) {
      try connection.run(sql, arguments)
      return connection.changes
    }
  }

  private func attempt<Outcome>(_ sql: String, _ work: () throws -> Outcome) throws -> Outcome {
    if let failure { throw SQLiteFault.storeError(failure) }
    hooks.beforeStatement?(sql)
    do {
      return try work()
    } catch {
      failure = error
      throw SQLiteFault.storeError(error)
    }
  }
}
