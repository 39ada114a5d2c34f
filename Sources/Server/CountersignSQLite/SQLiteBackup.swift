import CountersignCore
import Foundation

/// Copies a database into one file, while a server may be writing to it.
public enum SQLiteBackup {
  /// Writes what was committed when the copy began, durably, and with no half of it under its name.
  ///
  /// - Parameters:
  ///   - source: The database's file. It is only read: its schema stays as it is.
  ///   - target: The file to write (0600). It must not be there.
  /// - Throws: `StoreError`.
  public static func copy(_ source: String, to target: String) throws {
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
      try SQLiteConnection(source, for: .reading).run("VACUUM INTO ?", [.text(draft)])
    } catch {
      throw StoreError.from(error)
    }
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
