import CSQLite
import CountersignCore

/// An error of SQLite's, told apart by its code, never by text.
struct SQLiteError: Error {
  /// The extended result code.
  let code: Int32
  /// SQLite's own words.
  let message: String
  /// The statement without its arguments, which can be personal; nil where there was none.
  let statement: String?

  init(code: Int32, message: String, statement: String?) {
    self.code = code
    self.message = message
    self.statement = statement
  }

  /// The newest error of a connection.
  init(of handle: OpaquePointer, _ statement: String? = nil) {
    self.init(
      code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)),
      statement: statement)
  }

  /// True if the rows were at fault, and neither the statement nor the file: SQLite has undone that
  /// one statement.
  var isBrokenConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }

  /// True if another connection holds the database.
  var isBusy: Bool { primaryCode == SQLITE_BUSY }

  /// True if an fsync failed: the disk's content is unknown then, and no later success heals it.
  var isFailedSync: Bool {
    let inputOrOutput = SQLITE_IOERR
    // The macros of C that Swift cannot see: SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC.
    return [inputOrOutput | 4 << 8, inputOrOutput | 5 << 8].contains(code)
  }

  /// The error as every store gives it.
  var storeError: StoreError {
    let place = statement.map { " in: \($0)" } ?? ""
    return StoreError(code: storeCode, reason: "SQLite \(code), \(message)\(place)")
  }

  private var primaryCode: Int32 { code & 0xff }

  private var storeCode: StoreError.Code {
    switch primaryCode {
    case SQLITE_CONSTRAINT: .constraint
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: .corrupt
    // Another program writes, as a backup tool or an administrator's shell does.
    case SQLITE_BUSY, SQLITE_LOCKED: .unavailable
    case SQLITE_FULL, SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN: .disk
    default: .failed
    }
  }
}

extension StoreError {
  /// The store's error for one that SQLite gave; any other error is a command's own and passes as
  /// it is.
  static func from(_ error: any Error) -> any Error {
    (error as? SQLiteError)?.storeError ?? error
  }
}
