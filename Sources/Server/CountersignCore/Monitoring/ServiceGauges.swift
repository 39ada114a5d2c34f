/// The numbers of waiting jobs, open sessions and open streams at one moment.
package struct ServiceGauges: Sendable, Hashable {
  /// The jobs of one kind that are not done.
  package struct Backlog: Sendable, Hashable {
    /// The kind.
    package let kind: JobName
    /// The number of jobs.
    package let jobs: Int64
    /// The time since the oldest of them was put in, in milliseconds.
    package let oldestMilliseconds: Int64
  }

  /// The moment at which they were read.
  package let readAt: Timestamp
  /// The outbox; a kind without jobs is left out.
  package let outbox: [Backlog]
  /// The number of sessions that are open, by the activity that the store knows of.
  package let openSessions: Int64
  /// The number of streams of events that this process holds.
  package let openStreams: Int

  /// Reads the amounts.
  init(
    streams: Int, _ policy: ServicePolicy, at now: Timestamp, in transaction: any ReadTransaction
  ) throws {
    readAt = now
    openStreams = streams
    outbox = try transaction.rows(
      """
      SELECT kind, COUNT(*), MIN(put_at) FROM outbox
      WHERE done_at IS NULL GROUP BY kind ORDER BY kind
      """, []
    ).map { row in
      // A clock that was set back makes nothing younger than new.
      let age = max(0, now.milliseconds - (try row.integer(2)))
      return Backlog(
        kind: JobName(try row.text(0)), jobs: try row.integer(1), oldestMilliseconds: age)
    }
    let row = try transaction.row(
      """
      SELECT COUNT(*) FROM sessions
      WHERE ended_at IS NULL AND last_active_at > ? AND created_at > ?
      """,
      [
        .integer(now.adding(seconds: -policy.sessionInactivitySeconds).milliseconds),
        .integer(now.adding(seconds: -policy.sessionLifetimeSeconds).milliseconds),
      ])
    openSessions = try row?.integer(0) ?? 0
  }
}
