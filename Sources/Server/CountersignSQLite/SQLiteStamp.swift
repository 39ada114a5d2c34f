import CountersignCore
import Foundation

/// The number in the first page of a database's file by which an older copy is told.
///
/// It is about the second in which a server looked at the clock last. An older copy that was
/// written over the file has a lower one.
///
/// What is committed stands in the write-ahead log first, and SQLite lays that over whatever file
/// it finds. So the tables do not tell of a copy that was put under a log. The stamp is read from
/// the file alone. It only rises: another server or a command may have carried a later one there.
///
/// It stands where `PRAGMA application_id` does, of which SQLite makes no use.
enum SQLiteStamp {
  /// The place of its four bytes in the file.
  static let offset: off_t = 68
  /// The largest that a clock gives: what is left is for counting up.
  private static let latest: Int64 = 4_000_000_000

  /// Writes a later stamp; the log carries it into the file.
  ///
  /// - Parameters:
  ///   - stamp: The least that is written.
  ///   - connection: The connection, within a transaction.
  /// - Throws: `SQLiteError`.
  static func raise(to stamp: Int64, on connection: SQLiteConnection) throws {
    let row = try connection.run("PRAGMA application_id").first
    let present = Int64(UInt32(truncatingIfNeeded: try row?.integer(0) ?? 0))
    let later = min(max(present + 1, min(stamp, latest)), Int64(UInt32.max))
    try connection.execute("PRAGMA application_id = \(Int32(truncatingIfNeeded: later))")
  }
}
