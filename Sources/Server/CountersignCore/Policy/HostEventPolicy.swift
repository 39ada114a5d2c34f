/// Whether and how stubbornly a host is told of its transactions.
public struct HostEventPolicy: Sendable, Hashable {
  /// Whether there is a host to tell; without one nothing is put in.
  public var areSent = false
  /// How often an event is tried before it is given up; with the waits between, within some 28
  /// hours.
  public var attempts: Int64 = 36
  /// Seconds for which one try holds an event; longer than a host is given to answer.
  public var leaseSeconds: Int64 = 30
  /// Seconds before the second try; doubled with each that follows.
  public var firstPauseSeconds: Int64 = 5
  /// Seconds between two tries at most.
  public var longestPauseSeconds: Int64 = 3600
  /// How many events are under way at once.
  public var concurrentEvents = 20

  /// The strict defaults.
  public init() {}

  /// Milliseconds to wait after so many tries.
  func pauseMilliseconds(afterAttempts attempts: Int64, chance: UInt8) -> Int64 {
    Backoff(firstSeconds: firstPauseSeconds, longestSeconds: longestPauseSeconds)
      .milliseconds(afterAttempts: attempts, chance: chance)
  }
}
