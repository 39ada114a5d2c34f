/// Counts what a store does, for whoever operates it.
public protocol StoreMonitor: Sendable {
  /// Notes a transaction that is durable.
  ///
  /// - Parameters:
  ///   - commands: The number of commands in it.
  ///   - duration: The time that its commit took, fsync included.
  func noteCommit(of commands: Int, in duration: Duration)

  /// Notes that a transaction is run again.
  func noteRetry(for cause: RetryCause)

  /// Notes what was found out about a commit whose answer was lost.
  func noteLostCommit(_ outcome: LostCommitOutcome)

  /// Notes how many connections to a database elsewhere there are now, and how many wait for one.
  func note(_ connections: StoreConnections)

  /// Notes that a command or a query waits no longer: it has a connection, or will get none.
  func noteWait(for use: ConnectionUse, of duration: Duration)
}

/// The cause for which a transaction is run again, as it is counted.
public enum RetryCause: String, Sendable, Hashable, CaseIterable {
  /// It and another one do not fit into any order.
  case serialization
  /// It and another one waited for each other.
  case deadlock
  /// It waited for a lock too long.
  case lock
  /// Another one wrote a row with the same key meanwhile.
  case collision
  /// A command that shared it failed: each runs in one of its own.
  case shared
  /// The tables changed, or the database only reads by now: a new connection may do better.
  case stale
  /// The connection broke before the commit.
  case connectionLost = "connection_lost"
  /// The commit's answer was lost, and the commit did not take place.
  case commitLost = "commit_lost"
}

/// The fate of a commit whose answer was lost, as it is counted.
public enum LostCommitOutcome: String, Sendable, Hashable, CaseIterable {
  /// It took place, and its commands are answered.
  case committed
  /// It did not take place, and its commands run again.
  case absent
  /// The database could not be asked in time: nobody knows.
  case unknown
}

/// The use of a connection to a database elsewhere, as it is counted.
public enum ConnectionUse: String, Sendable, Hashable, CaseIterable {
  /// It runs commands.
  case writer
  /// It answers queries.
  case reader
}

/// The numbers of connections of one use, and of what waits for one, at one moment.
public struct StoreConnections: Sendable, Hashable {
  /// The use.
  public let use: ConnectionUse
  /// The number of connections at work.
  public var busy = 0
  /// The number of connections that wait for work.
  public var idle = 0
  /// The number of commands or queries that wait for a connection.
  public var waiting = 0

  /// No connection of a use.
  public init(for use: ConnectionUse) { self.use = use }
}
