import CountersignService
import GRDB
import GRDBSQLite

extension Database {
  /// Runs a statement of the connection's cache through SQLite's own interface: binding and reading
  /// each value by way of the driver's types costs more than the statement itself.
  ///
  /// - Returns: The rows of the answer.
  @discardableResult
  func run(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
    let statement = try cachedStatement(sql: sql).sqliteStatement
    defer {
      sqlite3_reset(statement)
      // What was bound can be personal: it does not stay in the cache.
      sqlite3_clear_bindings(statement)
    }
    guard sqlite3_bind_parameter_count(statement) == arguments.count else {
      throw StoreError(code: .failed, reason: "wrong number of arguments in: \(sql)")
    }
    for (index, value) in arguments.enumerated() {
      guard bind(value, at: Int32(index + 1), to: statement) == SQLITE_OK else {
        throw failure(sql)
      }
    }
    var rows: [SQLRow] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: rows.append(try row(of: statement))
      case SQLITE_DONE: return rows
      default: throw failure(sql)
      }
    }
  }

  private func bind(_ value: SQLValue, at index: Int32, to statement: OpaquePointer) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let value): sqlite3_bind_int64(statement, index, value)
    case .text(let text):
      text.withCString {
        sqlite3_bind_text(statement, index, $0, Int32(text.utf8.count), copied)
      }
    case .blob(let bytes):
      // No address means NULL to SQLite; an empty value is none.
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(statement, index, 0)
        : sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), copied)
    }
  }

  private func row(of statement: OpaquePointer) throws -> SQLRow {
    SQLRow(
      try (0..<sqlite3_column_count(statement)).map { column in
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_TEXT:
          let text = sqlite3_column_text(statement, column)
          let count = Int(sqlite3_column_bytes(statement, column))
          return .text(
            String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
        case SQLITE_BLOB:
          let bytes = sqlite3_column_blob(statement, column)
          let count = Int(sqlite3_column_bytes(statement, column))
          return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
        default: throw StoreError(code: .corrupt, reason: "a column holds a fraction")
        }
      })
  }

  private func failure(_ sql: String) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(sqliteConnection)),
      message: String(cString: sqlite3_errmsg(sqliteConnection)), sql: sql)
  }
}

/// Has SQLite copy what is bound (its `SQLITE_TRANSIENT`).
private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
