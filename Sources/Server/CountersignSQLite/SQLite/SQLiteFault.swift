import CountersignCore
import GRDB

/// Tells SQLite's errors apart by result code, never by text.
enum SQLiteFault {
  /// The store's error for one that SQLite or GRDB gave; any other error is a command's own and
  /// passes as it is.
  static func storeError(_ error: any Error) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    return StoreError(code: code(error.resultCode), reason: reason(error))
  }

  /// Whether an fsync failed: what the disk holds is unknown then, and no later success heals it.
  static func isFailedSync(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    return error.extendedResultCode == .SQLITE_IOERR_FSYNC
      || error.extendedResultCode == .SQLITE_IOERR_DIR_FSYNC
  }

  /// Whether the rows were at fault, and neither the statement nor the file: SQLite has undone that
  /// one statement.
  static func isBrokenConstraint(_ error: any Error) -> Bool {
    (error as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT
  }

  private static func code(_ resultCode: ResultCode) -> StoreError.Code {
    switch resultCode {
    case .SQLITE_CONSTRAINT: .constraint
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: .corrupt
    case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN: .disk
    default: .failed
    }
  }

  /// The code, SQLite's message and the statement without its arguments, which can be personal.
  private static func reason(_ error: DatabaseError) -> String {
    let message = error.message ?? "no message"
    let statement = error.sql.map { " in: \($0)" } ?? ""
    return "SQLite \(error.extendedResultCode.rawValue), \(message)\(statement)"
  }
}
