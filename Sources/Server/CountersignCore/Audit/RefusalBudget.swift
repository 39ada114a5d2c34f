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

    /// The window as it stands at a moment: one that is over begins anew.
    func open(at now: Timestamp) -> Window {
      guard now >= start.adding(seconds: RefusalBudget.windowSeconds) || now < start else {
        return self
      }
      var window = self
      window.start = now
      window.written = 0
      return window
    }
  }

  private let windows = Mutex<[String: Window]>([:])

  /// The place that a row would have, without taking it: for a row that may not be written.
  func place(for subject: String, at now: Timestamp) -> RefusalPlace? {
    windows.withLock { windows in
      let window = windows[subject]?.open(at: now) ?? Window(start: now)
      return window.written < Self.rowsPerWindow ? RefusalPlace(leftOut: window.leftOut) : nil
    }
  }

  /// Takes a row's place.
  ///
  /// - Returns: How many rows were left out before this one; nil where it is left out too.
  @discardableResult
  func take(_ subject: String, at now: Timestamp) -> Int64? {
    windows.withLock { windows in
      if windows.count > Self.mostSubjects {
        windows = windows.filter { $0.value.start > now.adding(seconds: -Self.windowSeconds) }
      }
      var window = windows[subject]?.open(at: now) ?? Window(start: now)
      defer { windows[subject] = window }
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

/// The place of a refusal's row in the audit log.
struct RefusalPlace: Sendable {
  /// How many rows were left out before it.
  let leftOut: Int64
}
