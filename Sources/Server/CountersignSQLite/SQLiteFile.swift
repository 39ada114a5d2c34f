import CountersignCore
import Foundation

/// The file that the writer has opened, told from another one that gets its name.
///
/// A file that is put back by renaming, as `mv`, `rsync` and `tar` do, takes the name alone.
/// Whoever has the one from before open goes on with it. What is committed there is gone with the
/// last of them.
struct SQLiteFile: Sendable {
  /// The identity of a file under whatever name.
  private struct Identity: Hashable {
    let device: dev_t
    let number: ino_t

    /// Nil where there is no file.
    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, number) = (status.st_dev, status.st_ino)
    }
  }

  let path: String
  private let identity: Identity?
  /// Those of the write-ahead log and its index, by the ends of their names.
  private let besides: [String: Identity]

  /// - Parameters:
  ///   - path: The path of the file.
  ///   - connection: The connection that has opened it, and its write-ahead log.
  /// - Throws: `StoreError` where another file has its name by now.
  init(_ path: String, openedBy connection: SQLiteConnection) throws {
    self.path = path
    identity = Identity(of: path)
    besides = Dictionary(
      uniqueKeysWithValues: ["-wal", "-shm"].compactMap { ending in
        Identity(of: path + ending).map { (ending, $0) }
      })
    try requirePlace(of: connection)
  }

  /// Refuses to go on where the file has no name any more, or another file has it.
  ///
  /// - Throws: `StoreError`.
  func requirePlace() throws(StoreError) {
    guard let identity, Identity(of: path) == identity else { throw moved }
  }

  /// The failure of a file whose stamp (``SQLiteStamp``) is older than it was.
  var overwritten: StoreError {
    StoreError(
      code: .closed,
      reason: "an older copy was written over \(path) while it was open: what came last stands in "
        + "its write-ahead log from before, \(path).before-wal; put a backup back with the server "
        + "stopped, by countersign store restore, and start the server again: it goes on with the "
        + "copy")
  }

  /// The failure of a file that is older than what was noted of it, and damaged.
  var damaged: StoreError {
    StoreError(
      code: .corrupt,
      reason: "\(path) is older than its restore mark and damaged: a backup was written over it "
        + "while its write-ahead log from before lay beside it; \(Self.wayOn(path))")
  }

  /// The failure of a damaged file that was to be opened: a log beside it may be that of another.
  static func damaged(_ path: String, because reason: String) -> StoreError {
    guard FileManager.default.fileExists(atPath: path + "-wal") else {
      return StoreError(code: .corrupt, reason: reason)
    }
    return StoreError(
      code: .corrupt,
      reason: reason + "; if a backup was written over \(path) while its write-ahead log from "
        + "before lay beside it, \(wayOn(path))")
  }

  private static func wayOn(_ path: String) -> String {
    "move \(path)-wal and \(path)-shm away and put the backup there once more, or take "
      + "countersign store restore"
  }

  private var moved: StoreError {
    StoreError(
      code: .closed,
      reason: "\(path) was moved, removed or replaced while it was open: what came last stands in "
        + "the file from before; put a backup back with the server stopped, by countersign store "
        + "restore, and start the server again: it goes on with the file that has the name")
  }

  /// Refuses a connection that has opened another file than the writer's.
  ///
  /// - Throws: `StoreError`.
  func requirePlace(of connection: SQLiteConnection) throws {
    // Asked in this order: the name led to the file both before it was opened and after.
    let hasMoved = connection.hasMoved
    try requirePlace()
    if hasMoved { throw moved }
  }

  /// Takes the write-ahead log of the file from before from beside another file that has its name,
  /// or from beside the copy that was written over it.
  ///
  /// Whoever opened that one would carry the log into it.
  func setLogAside(after failure: StoreError) {
    guard let present = Identity(of: path), present != identity || failure == overwritten else {
      return
    }
    for (ending, identity) in besides where Identity(of: path + ending) == identity {
      rename(path + ending, path + ".before" + ending)
    }
  }
}
