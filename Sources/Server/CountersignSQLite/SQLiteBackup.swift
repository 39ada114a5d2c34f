import CSQLite
import CountersignCore
import Foundation

/// Copies a database into one file, while a server may be writing to it.
public enum SQLiteBackup {
  /// Writes what was committed when the copy began, durably, and with no half of it under its name.
  ///
  /// - Parameters:
  ///   - source: The database's file. It is only read: its schema stays as it is.
  ///   - target: The file to write (0600). It must not be there.
  ///   - isPutBack: True unless its restore mark says that the source is whole: then the copy
  ///     counts as put back, too.
  /// - Throws: `StoreError`; `incomplete` where a copy has not filled the source to its end.
  public static func copy(
    _ source: String, to target: String, isPutBack: Bool = false
  ) throws {
    guard !FileManager.default.fileExists(atPath: target) else {
      throw StoreError(code: .disk, reason: "\(target) is there already")
    }
    let draft = target + ".partial"
    unlink(draft)
    defer { unlink(draft) }
    // VACUUM INTO takes an empty file as it is, with its mode.
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(draft) }
    defer { close(descriptor) }
    do {
      let connection = try SQLiteConnection(source, for: .reading)
      try SQLiteDatabase.requireComplete(connection)
      try connection.run("VACUUM INTO ?", [.text(draft)])
      if isPutBack { try forgetMark(in: draft) }
    } catch {
      throw StoreError.from(error)
    }
    // A copy has no stamp of a server's: whoever writes it over the database is noticed at once.
    let none = [UInt8](repeating: 0, count: 4)
    guard pwrite(descriptor, none, none.count, SQLiteStamp.offset) == none.count else {
      throw failure(draft)
    }
    try publish(draft, as: target)
  }

  /// Has a draft count as put back; it has no log beside it afterwards.
  private static func forgetMark(in draft: String) throws {
    let connection = try SQLiteConnection(draft, for: .writing)
    try connection.run("PRAGMA journal_mode = DELETE")
    try connection.run(RestoreNote.forgetting.sql, RestoreNote.forgetting.arguments)
    try connection.close()
  }

  /// Gives a finished file its name, durably; the draft keeps its own.
  ///
  /// - Throws: `StoreError`, also where there is a file of that name.
  public static func publish(_ draft: String, as target: String) throws(StoreError) {
    let descriptor = open(draft, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(draft) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0, link(draft, target) == 0 else { throw failure(target) }
    try synchronizeFolder(of: target)
  }

  /// A file's name is durable only when its folder is.
  static func synchronizeFolder(of file: String) throws(StoreError) {
    let folder = URL(filePath: file).deletingLastPathComponent().path(percentEncoded: false)
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(folder) }
  }

  static func failure(_ path: String) -> StoreError {
    StoreError(code: .disk, reason: "\(path): \(String(cString: strerror(errno)))")
  }
}

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
    // Its log does not come along.
    try take(draft, carryingLog: true)?.close()
    // From here on, until it has another name, nobody else opens the one from before. Its log may
    // be that of another file: it gets another name with it.
    let held = try take(path)
    defer { try? held?.close() }
    if FileManager.default.fileExists(atPath: path) {
      guard link(path, kept) == 0 else { throw SQLiteBackup.failure(kept) }
      for ending in ["-wal", "-shm", "-journal"]
      where FileManager.default.fileExists(atPath: path + ending) {
        guard rename(path + ending, kept + ending) == 0 else { throw SQLiteBackup.failure(kept) }
      }
    }
    guard rename(draft, path) == 0 else { throw SQLiteBackup.failure(path) }
    try SQLiteBackup.synchronizeFolder(of: path)
  }

  /// Opens a database so that nobody else does.
  ///
  /// - Parameters:
  ///   - path: The file of the database.
  ///   - carryingLog: True to end its write-ahead log, so that the file holds all.
  /// - Returns: The connection; nil where there is no database that can be read.
  /// - Throws: `StoreError`, also where somebody has the database open.
  static func take(_ path: String, carryingLog: Bool = false) throws -> SQLiteConnection? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      let connection = try SQLiteConnection(path, for: .writing)
      try connection.execute("PRAGMA busy_timeout = 0")
      try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
      if carryingLog {
        guard try connection.run("PRAGMA journal_mode = DELETE").first?.text(0) == "delete" else {
          throw inUse(path)
        }
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
