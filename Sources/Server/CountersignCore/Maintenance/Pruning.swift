/// Removes what is past its use.
struct Pruning {
  let commands: Commands
  let activities: SessionActivities
  let policy: ServicePolicy
  /// Seconds within which one node clears away for all.
  var turnSeconds: Int64 = 0

  /// Removes what is past its use: spent rows after a day, closed code requests, grants, links,
  /// delivered messages and ended sessions.
  ///
  /// The transaction that forgets spent rows raises the store's `not_before`, under which every
  /// node refuses challenges and tokens, so that a clock set back revives nothing. By another clock
  /// a challenge may have been issued after its use: what clocks may differ by is added.
  ///
  /// Nothing is removed while a clock that jumped has not settled: by a wrong one `not_before`
  /// could lie ahead of the true time, and nobody could prove anything until then.
  func run() async throws {
    let now = commands.now()
    let dayAgo = now.adding(seconds: -policy.spentRetentionSeconds)
    let notBefore = dayAgo.milliseconds + policy.clockToleranceMilliseconds
    try await commands.write { transaction in
      guard try !ClockWatch.isUnsettled(policy.clock, at: now, in: transaction) else { return }
      let last = try StoreSetting.pruned.moment(in: transaction)
      let sinceLast = last.map { now.milliseconds(since: $0) } ?? .max
      guard !(0..<turnSeconds * 1000).contains(sinceLast) else { return }
      try StoreSetting.pruned.write(now.milliseconds, in: transaction)
      try StoreSetting.notBefore.raise(to: notBefore, in: transaction)
      let cutoff = [SQLValue.integer(dayAgo.milliseconds)]
      try transaction.execute("DELETE FROM spent WHERE at < ?", cutoff)
      try transaction.execute("DELETE FROM registration_grants WHERE at < ?", cutoff)
      try transaction.execute("DELETE FROM code_requests WHERE created_at < ?", cutoff)
      try transaction.execute("DELETE FROM code_messages WHERE at < ?", cutoff)
      let linksEnd = now.adding(seconds: -2 * policy.links.lifetimeSeconds)
      try transaction.execute(
        "DELETE FROM session_links WHERE created_at < ? AND wait_id IS NULL",
        [.integer(linksEnd.milliseconds)])
      // The maker of one that enrolled a device has a day to say whose it is.
      try transaction.execute("DELETE FROM session_links WHERE created_at < ?", cutoff)
      // The counts of PINs stay until a right one, however long ago: their block has no end.
      try transaction.execute(
        """
        DELETE FROM attempts WHERE penalised_until < ?
          AND NOT (subject LIKE 'pin:%' OR subject LIKE 'device:%')
        """, cutoff)
      try transaction.execute(
        "DELETE FROM outbox WHERE done_at < ? AND given_up_at IS NULL", cutoff)
      try transaction.execute("DELETE FROM session_hosts WHERE at < ?", cutoff)
      // What is used to its end was active to its end.
      let opened = dayAgo.adding(seconds: -policy.sessionLifetimeSeconds)
      try transaction.execute(
        "DELETE FROM sessions WHERE last_active_at < ? OR created_at < ?",
        cutoff + [.integer(opened.milliseconds)])
    }
    activities.forget(before: now.adding(seconds: -policy.sessionInactivitySeconds))
  }
}
