import CSQLite
import CountersignCore

/// A connection of SQLite's, with the statements prepared on it.
///
/// One thread at a time has a connection: the writer's loop its own, a reader its own until it is
/// given back.
final class SQLiteConnection: @unchecked Sendable {
  /// The rights of a connection.
  enum Access {
    case reading
    case writing

    fileprivate var flags: Int32 {
      switch self {
      case .reading: SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
      case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
      }
    }
  }

  /// Nil once the connection is closed.
  private var handle: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]

  /// Opens a file that is there.
  init(_ path: String, for access: Access) throws {
    _ = Self.isLibraryPrepared
    let code = sqlite3_open_v2(path, &handle, access.flags, nil)
    guard code == SQLITE_OK, handle != nil else {
      throw handle.map { SQLiteError(of: $0) }
        ?? SQLiteError(code: code, message: "no memory", statement: nil)
    }
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, 5000)
    keepLog()
  }

  deinit { try? close() }

  /// Closes the connection; every later statement is refused.
  func close() throws {
    for statement in statements.values { sqlite3_finalize(statement) }
    statements = [:]
    let closing = handle
    handle = nil
    let code = sqlite3_close(closing)
    guard code == SQLITE_OK else {
      throw SQLiteError(code: code, message: "the connection was in use", statement: nil)
    }
  }

  /// True if a transaction is open.
  var isInsideTransaction: Bool { handle.map { sqlite3_get_autocommit($0) == 0 } ?? false }

  /// True if the file that it has opened is not the one of that name any more.
  var hasMoved: Bool {
    var answer: Int32 = 0
    let code = sqlite3_file_control(handle, nil, SQLITE_FCNTL_HAS_MOVED, &answer)
    return code != SQLITE_OK || answer != 0
  }

  /// The stamp in the file itself (``SQLiteStamp``), whatever its write-ahead log says.
  var fileStamp: Int64 {
    get throws {
      let handle = try opened
      var stamp: UInt32 = 0
      let code = sqlite3_read_file_stamp(handle, &stamp)
      guard code == SQLITE_OK else {
        throw SQLiteError(code: code, message: "the file cannot be read", statement: nil)
      }
      return Int64(stamp)
    }
  }

  /// Leaves the write-ahead log as it is, as a new connection does.
  ///
  /// Before the first look nobody knows if it is the file's own.
  func keepLog() {
    sqlite3_wal_autocheckpoint(handle, 0)
    sqlite3_keep_log(handle, 1)
  }

  /// Has commits carry the write-ahead log into the file, and the last connection that closes.
  ///
  /// A commit does so where the log has many pages: one that many commits write is carried once.
  func carryLog() {
    sqlite3_wal_autocheckpoint(handle, 4096)
    sqlite3_keep_log(handle, 0)
  }

  /// The number of rows that the last statement changed.
  var changes: Int { handle.map { Int(sqlite3_changes($0)) } ?? 0 }

  /// Runs statements that are not run again and have no arguments.
  func execute(_ sql: String) throws {
    let handle = try opened
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw SQLiteError(of: handle, sql)
    }
  }

  /// Runs a statement, prepared once.
  ///
  /// - Returns: The rows of the answer.
  @discardableResult
  func run(_ sql: String, _ arguments: [SQLValue] = []) throws -> [SQLRow] {
    let handle = try opened
    let statement = try prepared(sql, handle)
    defer {
      sqlite3_reset(statement)
      // What was bound can be personal: it does not stay in the cache.
      sqlite3_clear_bindings(statement)
    }
    guard sqlite3_bind_parameter_count(statement) == arguments.count else {
      throw StoreError(code: .failed, reason: "wrong number of arguments in: \(sql)")
    }
    try arguments.requireStorable()
    for (index, value) in arguments.enumerated() {
      guard bind(value, at: Int32(index + 1), to: statement) == SQLITE_OK else {
        throw SQLiteError(of: handle, sql)
      }
    }
    var rows: [SQLRow] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: rows.append(try row(of: statement))
      case SQLITE_DONE: return rows
      default: throw SQLiteError(of: handle, sql)
      }
    }
  }

  private var opened: OpaquePointer {
    get throws {
      guard let handle else { throw StoreError.closed }
      return handle
    }
  }

  private func prepared(_ sql: String, _ handle: OpaquePointer) throws -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw SQLiteError(of: handle, sql) }
    statements[sql] = statement
    return statement
  }

  /// Binds a value; gives SQLite's result code.
  private func bind(_ value: SQLValue, at index: Int32, to statement: OpaquePointer) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let value): sqlite3_bind_int64(statement, index, value)
    case .text(let text):
      sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), Self.copied)
    case .blob(let bytes):
      // No address means NULL to SQLite; an empty value is none.
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(statement, index, 0)
        : sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), Self.copied)
    }
  }

  /// The row at which the statement stands.
  private func row(of statement: OpaquePointer) throws -> SQLRow {
    SQLRow(
      try (0..<sqlite3_column_count(statement)).map { column in
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_TEXT:
          let text = sqlite3_column_text(statement, column)
          let count = Int(sqlite3_column_bytes(statement, column))
          let units = UnsafeBufferPointer(start: text, count: count)
          // Repaired, it would be another text than the one that a copy has to have.
          guard let text = String(validating: units, as: UTF8.self) else {
            throw StoreError(code: .corrupt, reason: "a column holds a text that is not UTF-8")
          }
          return .text(text)
        case SQLITE_BLOB:
          let bytes = sqlite3_column_blob(statement, column)
          let count = Int(sqlite3_column_bytes(statement, column))
          return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
        default: throw StoreError(code: .corrupt, reason: "a column holds a fraction")
        }
      })
  }

  /// Has SQLite copy what is bound (its `SQLITE_TRANSIENT`).
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Prepares the library once, before its first connection; refused where a program around this
  /// one has used it before, and then it is only slower.
  private static let isLibraryPrepared = sqlite3_count_no_memory() == SQLITE_OK
}
