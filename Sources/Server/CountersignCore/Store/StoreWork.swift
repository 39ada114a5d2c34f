/// Points within a transaction at which a test looks on, waits, or kills the process.
///
/// No part of the server sets one; a hook runs where the driver writes.
public struct StoreHooks: Sendable {
  /// Runs before each statement that writes, with its SQL.
  public var beforeStatement: (@Sendable (String) -> Void)?
  /// Runs before each commit; what it throws stands for a commit that failed.
  public var beforeCommit: (@Sendable () throws -> Void)?
  /// Runs after each commit, before any command is answered.
  public var afterCommit: (@Sendable () -> Void)?

  /// No hooks.
  public init() {}
}

/// The work of a store's writer since it opened.
public struct StoreStatistics: Sendable, Hashable {
  /// The number of committed transactions, each with one fsync.
  public private(set) var commits = 0
  /// The number of commands in those transactions.
  public private(set) var commands = 0
  /// The number of transactions by their number of commands.
  public private(set) var commitsByBatchSize: [Int: Int] = [:]
  /// The time that all commits took, fsync included.
  public private(set) var commitDuration = Duration.zero
  /// The number of times that a transaction was run again, as after a conflict with another one.
  public private(set) var retries = 0
  /// What commands asked the database, the commit included; nothing with SQLite.
  public var commandTraffic = StoreTraffic()
  /// What queries asked the database; nothing with SQLite.
  public var queryTraffic = StoreTraffic()

  /// Nothing yet.
  package init() {}

  /// Counts a transaction that is run again.
  package mutating func recordRetry() { retries += 1 }

  /// Counts a commit.
  package mutating func record(batchSize: Int, duration: Duration) {
    commits += 1
    commands += batchSize
    commitsByBatchSize[batchSize, default: 0] += 1
    commitDuration += duration
  }
}

/// What went to a database over a connection.
public struct StoreTraffic: Sendable, Hashable {
  /// The number of round trips.
  public var roundTrips = 0
  /// The number of statements in them, those of transactions included.
  public var statements = 0

  /// Nothing yet.
  package init() {}
}

/// A command in the writer's queue, with whoever waits for its outcome.
package struct WaitingCommand: Sendable {
  /// Runs the command; gives what hands its outcome over, to be called once it is durable.
  package let run: @Sendable (any WriteTransaction) throws -> @Sendable () -> Void
  /// Hands a failure over.
  package let fail: @Sendable (any Error) -> Void

  /// A command, and who is told its outcome.
  package init<Outcome: Sendable>(
    _ command: @escaping @Sendable (any WriteTransaction) throws -> Outcome,
    _ continuation: CheckedContinuation<Outcome, any Error>
  ) {
    run = { transaction in
      let outcome = try command(transaction)
      return { continuation.resume(returning: outcome) }
    }
    fail = { continuation.resume(throwing: $0) }
  }
}
