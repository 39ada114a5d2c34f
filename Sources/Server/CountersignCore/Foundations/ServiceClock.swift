import Foundation

/// Where the service reads the time: a seam, so that tests need not wait.
public protocol ServiceClock: Sendable {
  /// The present moment.
  func now() -> Timestamp
}

/// The machine's clock.
public struct SystemClock: ServiceClock {
  /// The machine's clock.
  public init() {}

  /// The present moment.
  public func now() -> Timestamp {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }
}
