/// Waits between tries that grow: each twice the one before, up to the longest.
struct Backoff: Sendable {
  let firstSeconds: Int64
  let longestSeconds: Int64

  /// Milliseconds to wait after so many tries, with up to a quarter added by chance so that what
  /// failed together does not return together.
  func milliseconds(afterAttempts attempts: Int64, chance: UInt8) -> Int64 {
    let doublings = min(max(attempts - 1, 0), 20)
    let pause = min(firstSeconds << doublings, longestSeconds) * 1000
    return pause + pause * Int64(chance) / 1024
  }
}
