import Foundation

/// The clock of the service: a seam, so that tests need not wait.
public protocol ServiceClock: Sendable {
  /// The present moment.
  func now() -> Timestamp

  /// Milliseconds on a clock that nobody sets: they only ever grow, as time passes.
  ///
  /// Where the two clocks part, the one that can be set has jumped. A clock that has only one is
  /// steady by itself.
  func steadyMilliseconds() -> Int64

  /// Milliseconds by which this machine's own clock is ahead of this one, negative where it is
  /// behind; nil where this is the machine's own.
  func machineLeadMilliseconds() -> Int64?
}

extension ServiceClock {
  /// The present moment: this clock is never set.
  public func steadyMilliseconds() -> Int64 { now().milliseconds }

  /// Nothing: this is the machine's own clock, or nobody holds the two against each other.
  public func machineLeadMilliseconds() -> Int64? { nil }
}

/// The machine's clock.
public struct SystemClock: ServiceClock {
  private static let start = SuspendingClock.now

  /// The machine's clock.
  public init() {}

  /// The present moment.
  public func now() -> Timestamp {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }

  /// Milliseconds that this machine ran since the first reading; while it is suspended, it answers
  /// nobody, and no wait shall run.
  public func steadyMilliseconds() -> Int64 { Self.start.duration(to: .now).wholeMilliseconds }
}

extension Duration {
  /// The milliseconds that are over.
  package var wholeMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }

  /// The microseconds that are over.
  package var wholeMicroseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
