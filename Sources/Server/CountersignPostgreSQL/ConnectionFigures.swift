import CountersignCore
import Synchronization

/// Counts what the connections of one use do, and what waits for them.
final class ConnectionFigures: Sendable {
  /// The state of a connection, as it is counted.
  enum State {
    /// It is not there: it has not been needed yet, or it was lost.
    case none
    case idle
    case busy
  }

  private let use: ConnectionUse
  private let monitor: (any StoreMonitor)?
  private let roundTrips = Atomic(0)
  private let statements = Atomic(0)
  private let connections: Mutex<StoreConnections>

  /// Nothing yet, which the monitor is told.
  init(of use: ConnectionUse, _ monitor: (any StoreMonitor)?) {
    self.use = use
    self.monitor = monitor
    connections = Mutex(StoreConnections(for: use))
    change { _ in }
  }

  /// The sums of what went out so far.
  var traffic: StoreTraffic {
    var traffic = StoreTraffic()
    traffic.roundTrips = roundTrips.load(ordering: .relaxed)
    traffic.statements = statements.load(ordering: .relaxed)
    return traffic
  }

  /// Counts a round trip.
  func noteRoundTrip(of count: Int) {
    roundTrips.add(1, ordering: .relaxed)
    statements.add(count, ordering: .relaxed)
  }

  /// Counts one more that waits for a connection.
  func noteWaiting() { change { $0.waiting += 1 } }

  /// Counts those that wait no longer, by the time since which they did.
  func noteServed(_ waiting: [ContinuousClock.Instant]) {
    guard !waiting.isEmpty else { return }
    change { $0.waiting -= waiting.count }
    guard let monitor else { return }
    let now = ContinuousClock.now
    for since in waiting { monitor.noteWait(for: use, of: now - since) }
  }

  /// Counts a connection in its new state.
  func note(_ state: State, after former: State) {
    change { connections in
      Self.add(-1, former, to: &connections)
      Self.add(1, state, to: &connections)
    }
  }

  /// Counts a transaction that is run again.
  func noteRetry(for cause: RetryCause) { monitor?.noteRetry(for: cause) }

  private func change(_ body: (inout StoreConnections) -> Void) {
    guard let monitor else { return }
    // The monitor is told under the lock, so that no older number comes last.
    connections.withLock { connections in
      body(&connections)
      monitor.note(connections)
    }
  }

  private static func add(_ number: Int, _ state: State, to connections: inout StoreConnections) {
    switch state {
    case .none: break
    case .idle: connections.idle += number
    case .busy: connections.busy += number
    }
  }
}
