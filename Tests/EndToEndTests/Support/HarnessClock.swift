import CountersignService
import CountersignTesting

/// The clock of a test's server, as a phone reads it: both see the same time pass.
struct HarnessClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let clock: FakeClock

  var now: Instant { Instant(offset: .milliseconds(clock.now().milliseconds)) }
  var minimumResolution: Duration { .milliseconds(1) }

  /// Pauses are real: nobody moves the clock for them.
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await ContinuousClock().sleep(for: now.duration(to: deadline))
  }
}
