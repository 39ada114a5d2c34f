/// The cause for which a request is shed, as it is counted.
package enum SheddingCause: String, Sendable, Hashable, CaseIterable {
  /// It could not be begun in time: the processor is short.
  case late
  /// Too many were under way: they wait for the disk or the database.
  case full
}

/// The end of a protected action, as it is counted.
package enum ApprovalOutcome: String, Sendable, Hashable, CaseIterable {
  /// It was executed.
  case executed
  /// It had been executed before, and was answered as then.
  case repeated
  /// A second code was texted, which is still missing.
  case codeSent = "code_sent"
  /// It was refused.
  case refused
  /// The server failed.
  case failed
}

/// The end of one try of a job, as it is counted.
package enum JobOutcome: String, Sendable, Hashable, CaseIterable {
  /// It is done.
  case done
  /// It is tried again later.
  case postponed
  /// No further try is made.
  case givenUp = "given_up"
}

/// The cause for which a transaction is run again, as it is counted.
package enum RetryCause: String, Sendable, Hashable, CaseIterable {
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
package enum LostCommitOutcome: String, Sendable, Hashable, CaseIterable {
  /// It took place, and its commands are answered.
  case committed
  /// It did not take place, and its commands run again.
  case absent
  /// The database could not be asked in time: nobody knows.
  case unknown
}

/// The use of a connection to a database elsewhere, as it is counted.
package enum ConnectionUse: String, Sendable, Hashable, CaseIterable {
  /// It runs commands.
  case writer
  /// It answers queries.
  case reader
}
