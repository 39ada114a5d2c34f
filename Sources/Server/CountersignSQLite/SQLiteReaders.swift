import CountersignCore
import Synchronization

/// The connections that read, as many as there are threads that read at once.
final class SQLiteReaders: Sendable {
  private struct State {
    var idle: [SQLiteConnection] = []
    var isClosed = false
  }

  private let path: String
  private let seals: StoreSeals
  private let state = Mutex(State())

  init(path: String, seals: StoreSeals) {
    self.path = path
    self.seals = seals
  }

  /// Reads on the calling thread: a query takes microseconds, a hop to another thread and back
  /// takes several times that.
  func read<Outcome>(_ query: (any ReadTransaction) throws -> Outcome) throws -> Outcome {
    let connection = try take()
    defer { giveBack(connection) }
    // One snapshot for all that the query reads.
    try connection.run("BEGIN")
    do {
      let outcome = try query(SQLiteReadTransaction(connection: connection, seals: seals))
      try connection.run("COMMIT")
      return outcome
    } catch {
      if connection.isInsideTransaction { try connection.run("ROLLBACK") }
      throw error
    }
  }

  /// Reads one statement, which is a snapshot by itself.
  func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
    let connection = try take()
    defer { giveBack(connection) }
    return try connection.run(sql, arguments)
  }

  /// Closes every connection that is idle, and each other one when it is given back.
  func close() {
    // Out of the lock: closing the file's last connection writes to it.
    let idle = state.withLock { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    withExtendedLifetime(idle) {}
  }

  private func take() throws -> SQLiteConnection {
    let idle = try state.withLock { state in
      if state.isClosed { throw StoreError.closed }
      return state.idle.popLast()
    }
    return try idle ?? SQLiteConnection(path, for: .reading)
  }

  private func giveBack(_ connection: SQLiteConnection) {
    state.withLock { state in
      if !state.isClosed { state.idle.append(connection) }
    }
  }
}
