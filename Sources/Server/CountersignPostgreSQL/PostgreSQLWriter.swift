import CountersignCore
import Foundation

/// One writer: its connection, its audit lane, and the row by which it finds out what became of a
/// commit whose answer was lost.
///
/// It is used on its own thread alone.
final class PostgreSQLWriter: @unchecked Sendable {
  private enum Attempt {
    case committed([@Sendable () -> Void])
    /// It was rolled back; a collision is with a row that its snapshot may not have had.
    case failed(any Error, isCollision: Bool)
    /// Its commit was lost, and did not take place.
    case absent(any Error)
    /// There is no connection.
    case away(any Error)
    /// Nobody knows whether the commit took place.
    case unsettled(any Error)
  }

  private let link: PostgreSQLLink
  private let seals: StoreSeals
  private let hooks: StoreHooks
  private unowned let pool: PostgreSQLWriters
  private var lane: AuditLaneHead
  /// The commit that left the end of the lane; nil for a lane without rows.
  private var last: NotedCommit?
  /// The number of this lane's commits that wrote something.
  private var commits: Int64 = 0
  /// The connection about whose database there is no doubt; nil for none.
  private weak var checked: PostgreSQLConnection?
  /// The doubt about another one.
  private var doubt = WriterDoubt(lost: nil)
  /// The times since which commands of this batch have waited that had no connection yet.
  private var newcomers: [ContinuousClock.Instant] = []

  init(
    _ link: PostgreSQLLink, seals: StoreSeals, hooks: StoreHooks, in pool: PostgreSQLWriters
  ) {
    self.link = link
    self.seals = seals
    self.hooks = hooks
    self.pool = pool
    lane = .drawn()
  }

  /// Runs commands that have waited for this writer.
  func serve(_ batch: [PostgreSQLWriters.Entry]) {
    newcomers = batch.map(\.since)
    run(batch)
    link.rest()
  }

  /// Runs commands in one transaction; where that fails, each in one of its own.
  private func run(_ batch: [PostgreSQLWriters.Entry]) {
    guard let oldest = batch.map(\.since).min() else { return }
    let deadline = oldest + link.settings.patience
    var (conflicts, losses, renewals, collisions) = (0, 0, 0, 0)
    while true {
      let error: any Error
      var isCollision = false
      var cause: RetryCause?
      switch attempt(batch, until: deadline) {
      case .committed(let deliveries):
        for deliver in deliveries { deliver() }
        return
      case .unsettled(let failure):
        // The end of the lane is unknown, too.
        beginLane()
        return fail(batch, failure)
      case .away(let failure): return fail(batch, failure)
      case .absent(let failure): (error, cause) = (failure, .commitLost)
      case .failed(let failure, let collides): (error, isCollision) = (failure, collides)
      }
      let failure = error as? PostgreSQLError
      let counted = cause ?? failure?.retryCause ?? (isCollision ? .collision : .shared)
      if failure?.isLost == true, ContinuousClock.now < deadline {
        // The first loss tells nothing yet of the next connection.
        if losses > 0 { Self.pause(after: losses) }
        losses += 1
      } else if failure?.isStale == true, renewals == 0 {
        renewals += 1
      } else if batch.count > 1 {
        pool.recordRetry(for: counted)
        for entry in batch { run([entry]) }
        return
      } else if failure?.isConflict == true, conflicts < Self.mostConflicts,
        ContinuousClock.now < deadline
      {
        conflicts += 1
        Self.pause(after: conflicts)
      } else if isCollision, collisions < Self.mostCollisions {
        // Run again, the command sees the row, and decides by it.
        collisions += 1
      } else {
        return fail(batch, error)
      }
      pool.recordRetry(for: counted)
    }
  }

  /// Takes the writer's row out of the database, where there is one.
  func end() {
    defer { link.drop() }
    guard commits > 0, let connection = try? link.connection(until: .now) else { return }
    _ = try? connection.run("DELETE FROM store_writers WHERE lane = ?", [.blob(lane.lane)])
  }

  private func fail(_ batch: [PostgreSQLWriters.Entry], _ error: any Error) {
    for entry in batch { entry.command.fail(StoreError.from(error)) }
  }

  private func attempt(
    _ batch: [PostgreSQLWriters.Entry], until deadline: ContinuousClock.Instant
  ) -> Attempt {
    let connection: PostgreSQLConnection
    do {
      defer {
        pool.figures.noteServed(newcomers)
        newcomers = []
      }
      connection = try link.connection(until: deadline)
    } catch {
      return .away(error)
    }
    do {
      try requireLane(in: connection)
    } catch {
      return .failed(error, isCollision: false)
    }
    let queue = StatementQueue(connection, beginning: "BEGIN ISOLATION LEVEL SERIALIZABLE")
    let transaction = PostgreSQLWriteTransaction(
      queue: queue, seals: seals, auditLane: lane, hooks: hooks)
    var deliveries: [@Sendable () -> Void] = []
    do {
      if checked !== connection { try pool.settlement?(doubt, transaction) }
      for entry in batch {
        deliveries.append(try entry.command.run(transaction))
        if let failure = transaction.failure { throw failure }
      }
      try hooks.beforeCommit?()
    } catch {
      rollBack(connection, queue)
      return .failed(transaction.failure ?? error, isCollision: transaction.hasCollided)
    }
    let start = ContinuousClock.now
    do {
      try commit(queue, transaction.hasWritten)
    } catch let error as PostgreSQLError where error.isLost && transaction.hasWritten {
      let outcome = settled(until: max(deadline, .now + link.settings.patience))
      pool.figures.metrics?.noteLostCommit(outcome)
      switch outcome {
      case .committed: break
      case .absent: return .absent(error)
      case .unknown: return .unsettled(Self.unknown)
      }
    } catch {
      rollBack(connection, queue)
      return .failed(error, isCollision: (error as? PostgreSQLError)?.isCollision == true)
    }
    hooks.afterCommit?()
    if lane != transaction.auditLane { last = pool.note(transaction.auditLane) }
    lane = transaction.auditLane
    if let lost = doubt.lost { pool.forgetNewest(notAfter: lost, for: last) }
    (checked, doubt) = (connection, WriterDoubt(lost: nil))
    if transaction.hasWritten { commits += 1 }
    pool.recordCommit(of: batch.count, in: .now - start)
    return .committed(deliveries)
  }

  /// Finds out if a new connection's database lacks the last commit.
  ///
  /// It was put back, or is a standby that had not come so far. Where it lacks the end of this
  /// lane, another one begins.
  private func requireLane(in connection: PostgreSQLConnection) throws {
    guard checked !== connection else { return }
    let newest = pool.newest
    let isOthers = newest.map { $0.end.lane != lane.lane } ?? false
    if lane.sequence > 0 {
      let rows = try connection.run(
        "SELECT hash FROM audit WHERE lane = ? AND sequence >= ? ORDER BY sequence LIMIT 2",
        [.blob(lane.lane), .integer(lane.sequence)]
      ).rows
      let isThere = try rows.first?.blob(0) == lane.hash
      if !isThere { noteLoss(of: last) }
      // A commit of which nobody knew what became of it may have gone on with the lane.
      if !isThere || rows.count > 1 { beginLane() }
    }
    // Another writer's commit is lost too where it came later than this one's, and this one's loss
    // may have been made good before.
    guard isOthers, let newest else { return }
    let row = try connection.run(
      "SELECT hash FROM audit WHERE lane = ? AND sequence = ?",
      [.blob(newest.end.lane), .integer(newest.end.sequence)]
    ).rows.first
    if try row?.blob(0) != newest.end.hash { noteLoss(of: newest) }
  }

  /// Adds to the doubt, which stays until a transaction of it is committed.
  private func noteLoss(of commit: NotedCommit?) {
    let moment = commit?.at ?? Timestamp(milliseconds: .max)
    doubt = WriterDoubt(lost: max(moment, doubt.lost ?? moment))
  }

  private func beginLane() { (lane, last, commits) = (.drawn(), nil, 0) }

  /// Commits, and counts the commit in the writer's own row.
  private func commit(_ queue: StatementQueue, _ hasWritten: Bool) throws {
    if queue.exchanges == 0 {
      // A transaction that ran nothing has not even begun.
      guard hasWritten else { return }
      // What settles a lost commit rests on a snapshot that is older than the commit.
      _ = try queue.run([])
    }
    var statements: [SQLStatement] = []
    if hasWritten {
      statements.append(
        SQLStatement(
          """
          INSERT INTO store_writers (lane, commits, settlements, at) VALUES (?, ?, 0, \(now))
          ON CONFLICT (lane) DO UPDATE SET commits = excluded.commits, at = excluded.at
          """, [.blob(lane.lane), .integer(commits + 1)]))
    }
    let answers = try queue.run(statements + [SQLStatement("COMMIT")])
    guard answers.last?.tag == "COMMIT" else {
      throw PostgreSQLError(
        state: "25P02", message: "the transaction was rolled back", statement: nil, isLost: false)
    }
  }

  /// Finds out what became of a commit whose answer was lost.
  ///
  /// The statement waits for the lost transaction where that still runs, and changes the row: a
  /// transaction that has not come to its end by then cannot come to it any more, since its
  /// snapshot is older than that change.
  private func settled(until deadline: ContinuousClock.Instant) -> LostCommitOutcome {
    while ContinuousClock.now < deadline {
      guard let connection = try? link.connection(until: deadline) else { return .unknown }
      do {
        let row = try connection.run(
          """
          INSERT INTO store_writers (lane, commits, settlements, at) VALUES (?, ?, 1, \(now))
          ON CONFLICT (lane) DO UPDATE SET settlements = store_writers.settlements + 1
          RETURNING commits
          """, [.blob(lane.lane), .integer(commits)]
        ).rows.first
        return try row?.integer(0) == commits + 1 ? .committed : .absent
      } catch {
        Self.pause(after: 3)
      }
    }
    return .unknown
  }

  private func rollBack(_ connection: PostgreSQLConnection, _ queue: StatementQueue) {
    if queue.exchanges > 0 { connection.rollBack() }
  }

  /// The database's present moment, in milliseconds.
  private let now = PostgreSQLClock.expression

  /// Waits a random time that grows with each conflict, so that two that met do not meet again.
  static func pause(after conflicts: Int) {
    let longest = min(1_000 << min(conflicts, 7), 100_000)
    usleep(UInt32.random(in: 200...UInt32(longest)))
  }

  private static let mostConflicts = 30
  /// One that is with a row of before the first run is the command's own fault.
  private static let mostCollisions = 2
  private static let unknown = StoreError(
    code: .unavailable,
    reason: "the answer of a commit was lost, and the database cannot be asked what became of it")
}
