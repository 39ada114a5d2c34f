import CountersignCore

/// A query's view of a reader's snapshot.
struct SQLiteReadTransaction: ReadTransaction {
  let connection: SQLiteConnection
  let seals: StoreSeals

  var fileStamp: Int64? {
    get throws {
      do {
        return try connection.fileStamp
      } catch {
        throw StoreError.from(error)
      }
    }
  }

  func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
    do {
      return try connection.run(sql, arguments)
    } catch {
      throw StoreError.from(error)
    }
  }
}

/// The view that the commands of one batch have of the writer.
///
/// A failed statement spoils the transaction, as it does in PostgreSQL: SQLite rolls back by itself
/// after some failures, and a command that went on would write outside any transaction. A broken
/// constraint alone is healed by the savepoint around it.
final class SQLiteWriteTransaction: WriteTransaction {
  var auditLane: AuditLaneHead
  /// The first failure of a statement, which no command can swallow.
  private(set) var failure: (any Error)?
  let seals: StoreSeals
  private let connection: SQLiteConnection
  private let hooks: StoreHooks

  init(
    connection: SQLiteConnection, seals: StoreSeals, auditLane: AuditLaneHead, hooks: StoreHooks
  ) {
    self.connection = connection
    self.seals = seals
    self.auditLane = auditLane
    self.hooks = hooks
  }

  func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
    try attempt {
      hooks.beforeStatement?(sql)
      return try connection.run(sql, arguments)
    }
  }

  var fileStamp: Int64? { get throws { try attempt { try connection.fileStamp } } }

  /// Raises the file's stamp.
  func stamp(_ stamp: Int64) throws {
    try attempt { try SQLiteStamp.raise(to: stamp, on: connection) }
  }

  func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int {
    try attempt {
      hooks.beforeStatement?(sql)
      try connection.run(sql, arguments)
      return connection.changes
    }
  }

  func savepoint<Outcome>(_ body: () throws -> Outcome) throws -> Outcome {
    let lane = auditLane
    try attempt { _ = try connection.run("SAVEPOINT part") }
    do {
      let outcome = try body()
      try attempt { _ = try connection.run("RELEASE part") }
      return outcome
    } catch {
      auditLane = lane
      rollBackToSavepoint()
      throw error
    }
  }

  /// Undoes the innermost savepoint; where that fails, the transaction is spoiled.
  private func rollBackToSavepoint() {
    do {
      try connection.run("ROLLBACK TO part")
      try connection.run("RELEASE part")
      if let broken = failure as? SQLiteError, broken.isBrokenConstraint { failure = nil }
    } catch {
      failure = failure ?? error
    }
  }

  private func attempt<Outcome>(_ work: () throws -> Outcome) throws -> Outcome {
    if let failure { throw StoreError.from(failure) }
    do {
      return try work()
    } catch {
      failure = error
      throw StoreError.from(error)
    }
  }
}
