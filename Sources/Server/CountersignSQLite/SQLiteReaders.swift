import CountersignCore
import Synchronization

/// The connections that read, as many as there are threads that read at once.
final class SQLiteReaders: Sendable {
  private struct State {
    var idle: [SQLiteConnection] = []
    var isClosed = false
  }

  private let file: SQLiteFile
  private let seals: StoreSeals
  /// Told of a file that is not in its place any more.
  private let onMoved: @Sendable (StoreError) -> Void
  private let state = Mutex(State())

  init(
    file: SQLiteFile, seals: StoreSeals, onMoved: @escaping @Sendable (StoreError) -> Void
  ) {
    self.file = file
    self.seals = seals
    self.onMoved = onMoved
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
    return try idle ?? opened()
  }

  /// Opens the writer's file once more: never another one that has its name by now.
  private func opened() throws -> SQLiteConnection {
    do {
      try file.requirePlace()
      let connection = try SQLiteConnection(file.path, for: .reading)
      try file.requirePlace(of: connection)
      return connection
    } catch let error as StoreError {
      onMoved(error)
      throw error
    }
  }

  private func giveBack(_ connection: SQLiteConnection) {
    state.withLock { state in
      if !state.isClosed { state.idle.append(connection) }
    }
  }
}
