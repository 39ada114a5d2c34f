import CountersignCore
import GRDBSQLite

/// Carries values into a prepared statement and out of it.
enum SQLiteStatement {
  /// Binds a value; gives SQLite's result code.
  static func bind(_ value: SQLValue, at index: Int32, to statement: OpaquePointer) -> Int32 {
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

  /// The row at which the statement stands.
  static func row(of statement: OpaquePointer) throws -> SQLRow {
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
}

/// Has SQLite copy what is bound (its `SQLITE_TRANSIENT`).
private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
