import Synchronization

/// Counts how often something happened.
final class Alarms: Sendable {
  private let rings = Mutex(0)

  var count: Int { rings.withLock { $0 } }

  func ring() { rings.withLock { $0 += 1 } }
}
