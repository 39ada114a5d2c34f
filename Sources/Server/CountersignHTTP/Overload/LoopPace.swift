import CountersignCore
import NIOCore
import Synchronization

/// The turns of one event loop: in each it takes what came on its connections, then begins the
/// requests.
///
/// Where the processor is short, few requests are under way: they wait in sockets, and in the turn
/// behind others. Turns grow long then. One long turn is a burst, or a process that was stopped for
/// a moment; in a row of long turns a queue stands.
struct LoopTurns {
  private var tookAt: ContinuousClock.Instant
  private var lastBeganAt: ContinuousClock.Instant
  /// The newest turn that came in time; no queue stood then.
  private var calmAt: ContinuousClock.Instant
  private var isTaking = false
  private var wasShort = true
  /// The requests of this turn that have begun.
  private var begun = 0

  /// The turns of a loop that has done nothing yet.
  init(at moment: ContinuousClock.Instant) {
    (tookAt, lastBeganAt, calmAt) = (moment, moment, moment)
  }

  /// Takes requests off connections; the first after a request has begun opens a turn.
  ///
  /// - Parameter now: Tells the time, and is asked once a turn.
  mutating func take(_ now: () -> ContinuousClock.Instant) {
    guard !isTaking else { return }
    isTaking = true
    tookAt = now()
  }

  /// Begins a request of the turn.
  ///
  /// - Parameters:
  ///   - moment: The time.
  ///   - policy: The times that are late.
  /// - Returns: True if it has waited for so long that it should not be served.
  mutating func begin(at moment: ContinuousClock.Instant, _ policy: RequestPolicy) -> Bool {
    if isTaking {
      isTaking = false
      // A loop that has rested had no queue either.
      if wasShort || tookAt - lastBeganAt > policy.patience { calmAt = tookAt }
      begun = 0
    }
    lastBeganAt = moment
    wasShort = moment - tookAt <= policy.late
    begun += 1
    return !wasShort && begun > Self.few && moment - calmAt > policy.patience
  }

  /// So many requests of a turn are no queue, however long it takes: a slow machine, or one that
  /// stood still for a moment, sheds nothing that it can serve.
  static let few = 16
}

/// The turns of one event loop, for those who take and those who begin.
///
/// Both are on the loop, so that nobody ever waits for the lock.
final class LoopPace: Sendable {
  /// The pace of the loop that serves the running task's connection; nil where the loop is not this
  /// server's own.
  @TaskLocal static var current: LoopPace?

  private let now: @Sendable () -> ContinuousClock.Instant
  private let turns: Mutex<LoopTurns>

  init(_ now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.now = now
    turns = Mutex(LoopTurns(at: now()))
  }

  /// Notes that a part of a request came.
  func take() { turns.withLock { $0.take(now) } }

  /// Begins a request; returns true if it is late.
  func begin(_ policy: RequestPolicy) -> Bool {
    turns.withLock { $0.begin(at: now(), policy) }
  }
}

/// The paces of the event loops of a server, each found once for a connection.
package final class LoopPaces: Sendable {
  private let now: @Sendable () -> ContinuousClock.Instant
  private let paces = Mutex<[ObjectIdentifier: LoopPace]>([:])

  /// Paces by a clock.
  init(_ now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

  /// The pace of a loop.
  func pace(of loop: any EventLoop) -> LoopPace {
    paces.withLock { paces in
      let id = ObjectIdentifier(loop)
      if let pace = paces[id] { return pace }
      let pace = LoopPace(now)
      paces[id] = pace
      return pace
    }
  }
}
