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
  /// Before any spent row is forgotten, the store's `not_before` is raised, under which every node
  /// refuses challenges and tokens, so that a clock set back revives nothing. By another clock a
  /// challenge may have been issued after its use: what clocks may differ by is added.
  ///
  /// Nothing is removed while a clock that jumped has not settled: by a wrong one `not_before`
  /// could lie ahead of the true time, and nobody could prove anything until then.
  func run() async throws {
    let now = commands.now()
    if let notBefore = try await takeTurn(at: now) {
      for rows in expired(at: now) { try await remove(rows, under: notBefore) }
    }
    activities.forget(before: now.adding(seconds: -policy.sessionInactivitySeconds))
  }

  /// Takes this node's turn and raises `not_before`.
  ///
  /// The transaction writes what every approval reads, and so does nothing else.
  ///
  /// - Returns: What it was raised to; nil where it is not this node's turn.
  private func takeTurn(at now: Timestamp) async throws -> Int64? {
    let dayAgo = now.adding(seconds: -policy.spentRetentionSeconds)
    let notBefore = dayAgo.milliseconds + policy.clockToleranceMilliseconds
    return try await commands.write { transaction in
      guard try !ClockWatch.isUnsettled(policy.clock, at: now, in: transaction) else {
        return nil
      }
      let last = try StoreSetting.pruned.moment(in: transaction)
      let sinceLast = last.map { now.milliseconds(since: $0) } ?? .max
      guard !(0..<turnSeconds * 1000).contains(sinceLast) else { return nil }
      try StoreSetting.pruned.write(now.milliseconds, in: transaction)
      try StoreSetting.notBefore.raise(to: notBefore, in: transaction)
      return notBefore
    }
  }

  /// Rows of a table that are past their use.
  private struct ExpiredRows: Sendable {
    let table: String
    /// The columns of the table's primary key.
    let key: String
    let condition: String
    let arguments: [SQLValue]

    init(_ table: String, _ key: String, _ condition: String, _ moments: Timestamp...) {
      (self.table, self.key, self.condition) = (table, key, condition)
      arguments = moments.map { .integer($0.milliseconds) }
    }
  }

  private func expired(at now: Timestamp) -> [ExpiredRows] {
    let dayAgo = now.adding(seconds: -policy.spentRetentionSeconds)
    let linksEnd = now.adding(seconds: -2 * policy.links.lifetimeSeconds)
    let opened = dayAgo.adding(seconds: -policy.sessionLifetimeSeconds)
    return [
      ExpiredRows("spent", "challenge_id", "at < ?", dayAgo),
      ExpiredRows("registration_grants", "challenge_id", "at < ?", dayAgo),
      ExpiredRows("code_requests", "id", "created_at < ?", dayAgo),
      ExpiredRows("code_messages", "request_id, address", "at < ?", dayAgo),
      // The maker of one that enrolled a device has a day to say whose it is.
      ExpiredRows(
        "session_links", "id", "(created_at < ? AND wait_id IS NULL) OR created_at < ?", linksEnd,
        dayAgo),
      // The counts of PINs stay until a right one, however long ago: their block has no end.
      ExpiredRows(
        "attempts", "subject",
        "penalised_until < ? AND NOT (subject LIKE 'pin:%' OR subject LIKE 'device:%')", dayAgo),
      ExpiredRows("outbox", "id", "done_at < ? AND given_up_at IS NULL", dayAgo),
      ExpiredRows("session_hosts", "session_id, host_id", "at < ?", dayAgo),
      // What is used to its end was active to its end.
      ExpiredRows("sessions", "id", "last_active_at < ? OR created_at < ?", dayAgo, opened),
    ]
  }

  /// Removes rows, so many at a time that no transaction stands in the way of others for long, and
  /// that none is too long for a backlog.
  ///
  /// The database may be a standby by now that has not heard of the turn: nothing is removed there.
  private func remove(_ rows: ExpiredRows, under notBefore: Int64) async throws {
    let sql = """
      DELETE FROM \(rows.table) WHERE (\(rows.key)) IN (
        SELECT \(rows.key) FROM \(rows.table) WHERE \(rows.condition) LIMIT \(Self.rowsAtOnce))
      """
    var count = 0
    repeat {
      count = try await commands.write { transaction in
        let stored = try StoreSetting.notBefore.read(in: transaction) ?? 0
        return stored < notBefore ? 0 : try transaction.execute(sql, rows.arguments)
      }
    } while count == Self.rowsAtOnce
  }

  private static let rowsAtOnce = 2000
}
