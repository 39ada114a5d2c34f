import Synchronization

/// When each session was last active, kept in memory between two writes of the store.
final class SessionActivities: Sendable {
  private let latest = Mutex<[SessionID: Timestamp]>([:])

  /// The later of what the store knows and what happened since.
  func lastActive(_ session: SessionID, stored: Timestamp) -> Timestamp {
    latest.withLock { max($0[session] ?? stored, stored) }
  }

  /// Notes activity.
  func note(_ session: SessionID, at now: Timestamp) {
    latest.withLock { $0[session] = now }
  }

  /// Forgets sessions that have been inactive since `moment`: they are over.
  func forget(before moment: Timestamp) {
    latest.withLock { $0 = $0.filter { $0.value >= moment } }
  }
}
