import Synchronization
import WireModel

/// The refusals of one source, aimed at one account, which share a place in the audit log.
///
/// So a flood against one account, or from one network, hides no attempt at another account or from
/// elsewhere.
struct RefusalLine: Sendable, Hashable {
  /// The source of attempts.
  enum Source: Sendable, Hashable {
    /// A session, a device, a host's key or a link: what opened or signed it is a right element.
    case known(String)
    /// Anybody, by the widest network that one line can have.
    case stranger(RequesterNetwork)
  }

  /// Whom they are aimed at.
  let target: String
  let source: Source
}

/// The budget of refusals that are written down: so many a minute for each line, so that whoever
/// sends junk cannot fill the disk with the record of it.
///
/// Strangers of many networks share a further bound for each account, of which half is kept for
/// networks without a row yet. It hides no attempt with a right element. What is left out is
/// counted, and said with the next row.
final class RefusalBudget: Sendable {
  private enum Key: Hashable {
    case line(RefusalLine)
    /// All strangers that aim at one account.
    case strangers(target: String)
    /// All strangers' lines for which no memory is left.
    case rest
  }

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

  private let windows = Mutex<[Key: Window]>([:])
  private let policy: RefusalPolicy

  init(policy: RefusalPolicy) { self.policy = policy }

  /// The place that a row would have, without taking it: for a row that may not be written.
  func place(for line: RefusalLine, at now: Timestamp) -> RefusalPlace? {
    windows.withLock { windows in
      let found = bounds(of: line, windows).map {
        windows[$0.key]?.open(at: now) ?? Window(start: now)
      }
      guard fit(found, bounds(of: line, windows)) else { return nil }
      return RefusalPlace(leftOut: found[0].leftOut)
    }
  }

  /// Takes a row's place.
  ///
  /// - Returns: How many rows of its line were left out before this one; nil where it is left out
  ///   too.
  @discardableResult
  func take(_ line: RefusalLine, at now: Timestamp) -> Int64? {
    windows.withLock { windows in
      if windows.count > Self.mostLines {
        windows = windows.filter { $0.value.start > now.adding(seconds: -Self.windowSeconds) }
      }
      let bounds = bounds(of: line, windows)
      var found = bounds.map { windows[$0.key]?.open(at: now) ?? Window(start: now) }
      let fits = fit(found, bounds)
      let leftOut = found[0].leftOut
      for index in found.indices where fits { found[index].written += 1 }
      found[0].leftOut = fits ? 0 : leftOut + 1
      for (bound, window) in zip(bounds, found) { windows[bound.key] = window }
      return fits ? leftOut : nil
    }
  }

  /// The line itself first.
  private func bounds(of line: RefusalLine, _ windows: [Key: Window]) -> [(key: Key, rows: Int)] {
    let own: [(key: Key, rows: Int)] = [(.line(line), policy.rowsPerMinute)]
    guard case .stranger = line.source else { return own }
    let bounds = own + [(.strangers(target: line.target), policy.strangersRowsPerMinute)]
    // Whoever aims at ever new accounts shares one bound: else they would fill the memory.
    if windows.count >= Self.mostLines, bounds.contains(where: { windows[$0.key] == nil }) {
      return [(.rest, policy.strangersRowsPerMinute)]
    }
    return bounds
  }

  private func fit(_ windows: [Window], _ bounds: [(key: Key, rows: Int)]) -> Bool {
    zip(windows, bounds).enumerated().allSatisfy { index, pair in
      let (window, bound) = pair
      return SharedBound.hasRoom(
        bound.rows, used: window.written, own: index == 0 ? 0 : windows[0].written)
    }
  }

  private static let windowSeconds: Int64 = 60
  private static let mostLines = 10_000
}

/// The place of a refusal's row in the audit log.
struct RefusalPlace: Sendable {
  /// The number of rows that were left out before it.
  let leftOut: Int64
}
