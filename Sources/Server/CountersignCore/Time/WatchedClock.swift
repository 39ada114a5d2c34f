import Synchronization

/// A clock whose jumps are seen before anybody is told the time by it.
///
/// As long as a jump is not accepted, it tells the time that it would have been without it. So no
/// request finds a wait at its end that has not been moved yet.
final class WatchedClock: ServiceClock {
  /// A reading of both clocks at once.
  private struct Reading {
    let wall: Int64
    let steady: Int64

    /// The wall clock's time at a later steady one, if nobody sets it.
    func expectedWall(at steady: Int64) -> Int64 { wall + (steady - self.steady) }
  }

  /// The time without a jump, and with it.
  struct Jump: Sendable, Hashable {
    /// The moment by the clock as it ran before.
    let expected: Timestamp
    /// The moment as the clock tells it now.
    let told: Timestamp
    fileprivate let steady: Int64

    /// Milliseconds by which the clock jumped; negative where it was set back.
    var milliseconds: Int64 { told.milliseconds(since: expected) }
  }

  private struct State {
    var start: Reading
    /// The most milliseconds by which the wall clock was ahead of the steady one.
    var highestLead: Int64
  }

  private let base: any ServiceClock
  private let toleranceMilliseconds: Int64
  private let state: Mutex<State>

  /// A clock that is taken to be right now.
  init(_ base: any ServiceClock, toleranceMilliseconds: Int64) {
    self.base = base
    self.toleranceMilliseconds = toleranceMilliseconds
    let start = Reading(wall: base.now().milliseconds, steady: base.steadyMilliseconds())
    state = Mutex(State(start: start, highestLead: start.wall - start.steady))
  }

  /// The present moment, without a jump that is not accepted yet.
  func now() -> Timestamp { jump.map(\.expected) ?? base.now() }

  func steadyMilliseconds() -> Int64 { base.steadyMilliseconds() }

  func machineLeadMilliseconds() -> Int64? { base.machineLeadMilliseconds() }

  /// A jump that is not accepted yet; nil where there is none.
  ///
  /// All that the clock was set by since the start counts together, so that many small steps are
  /// seen as one.
  var jump: Jump? {
    let (told, steady) = (base.now(), base.steadyMilliseconds())
    let expected = state.withLock { state in
      state.highestLead = max(state.highestLead, told.milliseconds - steady)
      return state.start.expectedWall(at: steady)
    }
    guard (told.milliseconds - expected).magnitude > toleranceMilliseconds.magnitude else {
      return nil
    }
    return Jump(expected: Timestamp(milliseconds: expected), told: told, steady: steady)
  }

  /// Takes the clock to be right as it was read for a jump.
  func accept(_ jump: Jump) {
    state.withLock { $0.start = Reading(wall: jump.told.milliseconds, steady: jump.steady) }
  }

  /// A moment that is not before the present one, by all that the clock has told so far.
  ///
  /// A clock that was set back leaves it as it was: it goes on as the steady clock does.
  func latest() -> Timestamp {
    let (told, steady) = (base.now().milliseconds, base.steadyMilliseconds())
    return state.withLock { state in
      state.highestLead = max(state.highestLead, told - steady)
      return Timestamp(milliseconds: steady + state.highestLead)
    }
  }

  /// Has ``latest()`` be no earlier than a moment that another server has written.
  func raiseLatest(to milliseconds: Int64) {
    let steady = base.steadyMilliseconds()
    // Whoever writes to a database can write any number there.
    let lead = min(milliseconds, 1 << 62) - steady
    state.withLock { $0.highestLead = max($0.highestLead, lead) }
  }
}
