/// The numbers by which jobs of one kind are run.
public struct JobPace: Sendable, Hashable {
  /// Seconds for which one try holds a job; longer than its target is given to answer.
  public var leaseSeconds: Int64
  /// The most jobs of the kind that one worker has under way at once.
  public var concurrentJobs: Int
  /// The most of them for one target, and so the most that a hanging target takes from the others:
  /// a domain of mail, all text messages, the directory, a host, whoever a module asks.
  public var concurrentJobsPerTarget: Int
  /// The waits between tries.
  public var backoff: Backoff

  /// The numbers of one kind.
  public init(
    leaseSeconds: Int64, concurrentJobs: Int, concurrentJobsPerTarget: Int, backoff: Backoff
  ) {
    self.leaseSeconds = leaseSeconds
    self.concurrentJobs = concurrentJobs
    self.concurrentJobsPerTarget = concurrentJobsPerTarget
    self.backoff = backoff
  }
}

/// Deliveries of messages to people.
public struct MessagePolicy: Sendable, Hashable {
  /// The tries after which a message is given up; with the waits between, within some five hours.
  ///
  /// A notice is tried further while a wait that it announces runs.
  public var attempts: Int64 = 24
  /// The pace at which mail is handed over, for which there are 30 seconds.
  public var pace = JobPace(
    leaseSeconds: 40, concurrentJobs: 64, concurrentJobsPerTarget: 8,
    backoff: Backoff(firstSeconds: 4, longestSeconds: 960))

  /// The strict defaults.
  public init() {}
}

/// Events that tell a host of its transactions.
public struct HostEventPolicy: Sendable, Hashable {
  /// The presence of a host to tell; without one nothing is put in.
  public var areSent = false
  /// The tries after which an event is given up; with the waits between, within some 28 hours.
  public var attempts: Int64 = 36
  /// The pace at which a host is told, which is given ten seconds.
  public var pace = JobPace(
    leaseSeconds: 30, concurrentJobs: 64, concurrentJobsPerTarget: 8,
    backoff: Backoff(firstSeconds: 5, longestSeconds: 3600))

  /// The strict defaults.
  public init() {}
}

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
