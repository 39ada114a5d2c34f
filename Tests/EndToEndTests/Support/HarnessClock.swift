import CountersignCore
import CountersignTesting
import Synchronization

/// The clock of a test's server, as a phone reads it: both see the same time pass.
final class HarnessClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let clock: FakeClock
  private let sleepers = Mutex<Set<Task<Void, any Error>>>([])

  init(clock: FakeClock) { self.clock = clock }

  var now: Instant { Instant(offset: .milliseconds(clock.now().milliseconds)) }
  var minimumResolution: Duration { .milliseconds(1) }

  /// Pauses are real, as nobody moves the clock for them, but for those that a test cuts short.
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let pause = now.duration(to: deadline)
    let sleeper = Task { try await ContinuousClock().sleep(for: pause) }
    sleepers.withLock { _ = $0.insert(sleeper) }
    await withTaskCancellationHandler {
      _ = await sleeper.result
    } onCancel: {
      sleeper.cancel()
    }
    sleepers.withLock { _ = $0.remove(sleeper) }
    try Task.checkCancellation()
  }

  /// Wakes all who sleep now.
  func wakeAll() {
    for sleeper in sleepers.withLock({ $0 }) { sleeper.cancel() }
  }
}
