import CountersignCore
import Foundation

/// Makes the database's file, so that nobody but its owner reads it from its first byte on.
enum SQLiteFile {
  /// Makes the folder (0700) and the file (0600) where they are missing.
  ///
  /// SQLite gives the files beside it, the write-ahead log and its index, the mode of this one.
  static func prepare(_ path: String) throws(StoreError) {
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StoreError(code: .disk, reason: "\(folder) cannot be made: \(error)")
    }
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StoreError(code: .disk, reason: "\(path): \(String(cString: strerror(errno)))")
    }
    close(descriptor)
  }
}
