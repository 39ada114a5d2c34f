/// Waits between tries that grow: each is twice the one before, up to the longest.
public struct Backoff: Sendable, Hashable {
  /// Seconds to wait after the first try.
  public var firstSeconds: Int64
  /// Seconds to wait at most, before chance adds to it.
  public var longestSeconds: Int64

  /// Waits from the first to the longest, in seconds.
  public init(firstSeconds: Int64, longestSeconds: Int64) {
    self.firstSeconds = firstSeconds
    self.longestSeconds = longestSeconds
  }

  /// Milliseconds to wait after so many tries, with up to a quarter added by chance so that what
  /// failed together does not return together.
  func milliseconds(afterAttempts attempts: Int64, chance: UInt8) -> Int64 {
    let doublings = min(max(attempts - 1, 0), 20)
    let pause = min(firstSeconds << doublings, longestSeconds) * 1000
    return pause + pause * Int64(chance) / 1024
  }
}
