import CSQLite

/// What the audit log of a store holds, read beside whoever has it open.
enum AuditRows {
  /// The kind and the details of each row; none where there is no store.
  static func read(path: String) -> [String] {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else { return [] }
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let query = "SELECT kind || ' ' || details FROM audit"
    guard sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK else { return [] }
    var rows: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      if let text = sqlite3_column_text(statement, 0) { rows.append(String(cString: text)) }
    }
    return rows
  }
}
