public import CountersignClient
import Foundation

extension LockTime {
  /// The present moment by this device's clocks.
  public static var now: LockTime {
    LockTime(
      running: start.duration(to: .now),
      wallMilliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }

  private static let start = ContinuousClock.now
}
