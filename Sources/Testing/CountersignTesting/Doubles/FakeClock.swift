public import CountersignCore
import Synchronization

/// A clock that stands still until a test moves it.
public final class FakeClock: ServiceClock {
  private let time: Mutex<Int64>

  /// A clock that stands at 2024-01-22T10:30:45Z, the moment of seed 002's example.
  public init() { time = Mutex(1_705_919_445_000) }

  /// The moment at which the clock stands.
  public func now() -> Timestamp { Timestamp(milliseconds: time.withLock { $0 }) }

  /// Moves the clock, forward or back.
  public func advance(milliseconds: Int64) { time.withLock { $0 += milliseconds } }

  /// Moves the clock, forward or back.
  public func advance(seconds: Int64) { advance(milliseconds: seconds * 1000) }
}
