import CountersignCore
import GRDB
import GRDBSQLite

/// A connection, spoken to through SQLite's own interface, with the statements prepared on it.
///
/// The driver's types around each value, and its queue around each read, cost more than the
/// statements themselves (`docs/performance.md`).
///
/// One thread at a time has a connection: the writer's loop its own, a reader its own until it is
/// given back.
final class SQLiteConnection: @unchecked Sendable {
  private let handle: OpaquePointer
  private let isOwned: Bool
  private var statements: [StatementKey: OpaquePointer] = [:]

  /// Speaks to a connection that somebody else opened and closes.
  init(borrowing handle: OpaquePointer) {
    self.handle = handle
    isOwned = false
  }

  /// Opens a connection that cannot write.
  init(readingFrom path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) }
      sqlite3_close_v2(opened)
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }
    handle = opened
    isOwned = true
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, 5000)
  }

  deinit {
    finalize()
    if isOwned { sqlite3_close_v2(handle) }
  }

  /// Gives up the prepared statements, without which a borrowed connection can be closed.
  func finalize() {
    for statement in statements.values { sqlite3_finalize(statement) }
    statements = [:]
  }

  /// Whether a transaction is open.
  var isInsideTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// How many rows the last statement that writes changed.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// Runs a statement, prepared once.
  ///
  /// - Returns: The rows of the answer.
  @discardableResult
  func run(_ sql: String, _ arguments: [SQLValue] = []) throws -> [SQLRow] {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      // What was bound can be personal: it does not stay in the cache.
      if !arguments.isEmpty { sqlite3_clear_bindings(statement) }
    }
    guard sqlite3_bind_parameter_count(statement) == arguments.count else {
      throw StoreError(code: .failed, reason: "wrong number of arguments in: \(sql)")
    }
    for (index, value) in arguments.enumerated() {
      guard SQLiteStatement.bind(value, at: Int32(index + 1), to: statement) == SQLITE_OK else {
        throw failure(sql)
      }
    }
    var rows: [SQLRow] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: rows.append(try SQLiteStatement.row(of: statement))
      case SQLITE_DONE: return rows
      default: throw failure(sql)
      }
    }
  }

  private func prepared(_ sql: String) throws -> OpaquePointer {
    let key = StatementKey(sql: sql)
    if let statement = statements[key] { return statement }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(sql) }
    statements[key] = statement
    return statement
  }

  private func failure(_ sql: String) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(handle)),
      message: String(cString: sqlite3_errmsg(handle)), sql: sql)
  }
}

/// A statement's text, hashed by its length and its end: the texts are long, few and the program's
/// own, so hashing all of one would cost more than looking it up.
private struct StatementKey: Hashable {
  let sql: String

  func hash(into hasher: inout Hasher) {
    let end = sql.utf8.withContiguousStorageIfAvailable { text in
      let start = text.count - 8
      return start < 0
        ? 0
        : UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: start, as: UInt64.self)
    }
    hasher.combine(sql.utf8.count)
    hasher.combine(end ?? 0)
  }
}
