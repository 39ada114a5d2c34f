import CSQLite
import CountersignCore
import Foundation

/// Puts another database in the place of one that nobody has open.
public enum SQLiteReplacement {
  /// Refuses where a server, or anything else, has the database open.
  ///
  /// Nothing can be told of a file that is damaged or no database.
  ///
  /// - Throws: `StoreError`.
  public static func requireUnused(_ path: String) throws {
    try take(path)?.close()
  }

  /// Puts a database in the place of another, whole or not at all.
  ///
  /// - Parameters:
  ///   - draft: The file of the new database, in the same folder. Nobody has it open.
  ///   - path: The file of the database; there need be none.
  ///   - kept: The name that the database from before gets. It must not be there.
  /// - Throws: `StoreError`, also where somebody has the database open.
  public static func put(_ draft: String, inPlaceOf path: String, keeping kept: String) throws {
    try requireUnused(draft)
    // From here on, until it has another name, nobody else opens the one from before.
    let held = try take(path)
    defer { try? held?.close() }
    if FileManager.default.fileExists(atPath: path) {
      guard link(path, kept) == 0 else { throw SQLiteBackup.failure(kept) }
      // Only a damaged database has them still; beside another one they would damage that.
      for ending in ["-wal", "-shm", "-journal"]
      where FileManager.default.fileExists(atPath: path + ending) {
        guard rename(path + ending, kept + ending) == 0 else { throw SQLiteBackup.failure(kept) }
      }
    }
    guard rename(draft, path) == 0 else { throw SQLiteBackup.failure(path) }
    try SQLiteBackup.synchronizeFolder(of: path)
  }

  /// A connection that has the database for itself; nil where there is none that can be read.
  private static func take(_ path: String) throws -> SQLiteConnection? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      let connection = try SQLiteConnection(path, for: .writing)
      try connection.execute("PRAGMA busy_timeout = 0")
      try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
      // Whoever is alone with a database can end its write-ahead log, and nobody else.
      guard try connection.run("PRAGMA journal_mode = DELETE").first?.text(0) == "delete" else {
        throw inUse(path)
      }
      try connection.execute("BEGIN EXCLUSIVE")
      return connection
    } catch let error as SQLiteError where error.isBusy {
      throw inUse(path)
    } catch let error as SQLiteError where error.storeError.code == .corrupt {
      return nil
    } catch {
      throw StoreError.from(error)
    }
  }

  private static func inUse(_ path: String) -> StoreError {
    StoreError(code: .failed, reason: "a server or another command has \(path) open")
  }
}
