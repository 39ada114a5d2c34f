public import CountersignCore
import Synchronization

/// A clock that stands still until a test moves or sets it.
public final class FakeClock: ServiceClock {
  private let time: Mutex<(wall: Int64, steady: Int64)>
  private let machineLead = Mutex<Int64?>(nil)

  /// A clock that stands at 2024-01-22T10:30:45Z.
  public init() { time = Mutex((1_705_919_445_000, 0)) }

  /// The moment at which the clock stands.
  public func now() -> Timestamp { Timestamp(milliseconds: time.withLock(\.wall)) }

  /// The milliseconds that the clock was moved by as time passes.
  public func steadyMilliseconds() -> Int64 { time.withLock(\.steady) }

  /// Milliseconds by which the machine's clock is ahead; nil until a test says so.
  public func machineLeadMilliseconds() -> Int64? { machineLead.withLock { $0 } }

  /// Has the machine's own clock be another one, so many milliseconds ahead.
  public func setMachineLead(milliseconds: Int64) {
    machineLead.withLock { $0 = milliseconds }
  }

  /// Lets time pass, or both clocks go back.
  public func advance(milliseconds: Int64) {
    time.withLock { $0 = ($0.wall + milliseconds, $0.steady + milliseconds) }
  }

  /// Lets time pass.
  public func advance(seconds: Int64) { advance(milliseconds: seconds * 1000) }

  /// Sets the clock, forward or back, while no time passes.
  public func jump(seconds: Int64) { time.withLock { $0.wall += seconds * 1000 } }
}
