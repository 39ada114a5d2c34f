import Synchronization

/// How many refusals are written down: so many a minute for each subject, so that whoever sends
/// junk cannot fill the disk with the record of it.
///
/// What is left out is counted, and said with the next row.
final class RefusalBudget: Sendable {
  private struct Window {
    var start: Timestamp
    var written = 0
    var leftOut: Int64 = 0
  }

  private let windows = Mutex<[String: Window]>([:])

  /// Takes a row's place.
  ///
  /// - Returns: How many rows were left out before this one; nil where it is left out too.
  func take(_ subject: String, at now: Timestamp) -> Int64? {
    windows.withLock { windows in
      if windows.count > Self.mostSubjects {
        windows = windows.filter { $0.value.start > now.adding(seconds: -Self.windowSeconds) }
      }
      var window = windows[subject] ?? Window(start: now)
      defer { windows[subject] = window }
      if now >= window.start.adding(seconds: Self.windowSeconds) || now < window.start {
        window.start = now
        window.written = 0
      }
      guard window.written < Self.rowsPerWindow else {
        window.leftOut += 1
        return nil
      }
      window.written += 1
      defer { window.leftOut = 0 }
      return window.leftOut
    }
  }

  private static let windowSeconds: Int64 = 60
  private static let rowsPerWindow = 30
  private static let mostSubjects = 10_000
}
