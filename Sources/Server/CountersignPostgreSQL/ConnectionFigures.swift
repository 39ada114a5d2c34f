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

  private struct Connections {
    var busy = 0
    var idle = 0
    /// The commands or queries that wait for a connection.
    var waiting = 0
  }

  private let use: ConnectionUse
  /// The metrics of the store; nil where nothing collects them.
  let metrics: ServerMetrics?
  private let roundTrips = Atomic(0)
  private let statements = Atomic(0)
  private let connections = Mutex(Connections())

  /// Nothing yet, which is shown.
  init(of use: ConnectionUse, _ metrics: ServerMetrics?) {
    self.use = use
    self.metrics = metrics
    change { _ in }
  }

  /// The traffic so far.
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
    guard let metrics else { return }
    let now = ContinuousClock.now
    for since in waiting { metrics.noteWait(for: use, of: now - since) }
  }

  /// Counts a connection in its new state.
  func note(_ state: State, after former: State) {
    change { connections in
      Self.add(-1, former, to: &connections)
      Self.add(1, state, to: &connections)
    }
  }

  private func change(_ body: (inout Connections) -> Void) {
    guard let metrics else { return }
    // Shown under the lock, so that no older number comes last.
    connections.withLock { connections in
      body(&connections)
      metrics.noteConnections(
        of: use, busy: connections.busy, idle: connections.idle, waiting: connections.waiting)
    }
  }

  private static func add(_ number: Int, _ state: State, to connections: inout Connections) {
    switch state {
    case .none: break
    case .idle: connections.idle += number
    case .busy: connections.busy += number
    }
  }
}
