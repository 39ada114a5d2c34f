import CountersignCore
import Dispatch
import Foundation
import Synchronization

/// The one writer loop: takes all commands that wait into one transaction, so that they share one
/// fsync, and answers them only when it is durable.
///
/// It runs on a queue of its own, outside any request's task: a request that is
/// cancelled neither stops a commit nor loses the answer of another.
final class SQLiteWriter: Sendable {
  private struct State {
    var waiting: [WaitingCommand] = []
    var isScheduled = false
    /// No later command is taken.
    var isClosed = false
    /// A commit failed: nothing is run any more, not even what waits.
    var isBroken = false
    var auditLane: AuditLaneHead
    /// The commit that left the end of the lane; nil for a lane without rows.
    var last: NotedCommit?
    var statistics = StoreStatistics()
    var observer: CommitObserver?
    var settle: DoubtSettlement?
    /// SQLite's number of the file as the last doubt about it was settled: another one once another
    /// connection has written.
    var settledVersion: Int64?
    /// The latest stamp that the file was seen to have.
    var stamp: Int64
    /// The latest that it has also after a loss of power.
    var durableStamp: Int64

    mutating func takeWaiting(atMost count: Int) -> [WaitingCommand] {
      defer { waiting.removeFirst(min(count, waiting.count)) }
      return Array(waiting.prefix(count))
    }
  }

  private enum Attempt {
    case committed([@Sendable () -> Void])
    case rolledBack(any Error)
    case broken(any Error)
  }

  private let queue = DispatchQueue(label: "countersign.store")
  /// Used on the queue alone.
  private let connection: SQLiteConnection
  private let file: SQLiteFile
  private let seals: StoreSeals
  private let hooks: StoreHooks
  private let metrics: ServerMetrics?
  private let onFatal: @Sendable (StoreError) -> Void
  private let state: Mutex<State>

  init(
    connection: SQLiteConnection, file: SQLiteFile, seals: StoreSeals, auditLane: AuditLaneHead,
    hooks: StoreHooks, metrics: ServerMetrics?,
    onFatal: @escaping @Sendable (StoreError) -> Void
  ) throws {
    self.connection = connection
    self.file = file
    self.seals = seals
    self.hooks = hooks
    self.metrics = metrics
    self.onFatal = onFatal
    let stamp = try connection.fileStamp
    state = Mutex(State(auditLane: auditLane, stamp: stamp, durableStamp: stamp))
  }

  var isClosed: Bool { state.withLock(\.isClosed) }
  var statistics: StoreStatistics { state.withLock(\.statistics) }
  var auditLane: AuditLaneHead { state.withLock(\.auditLane) }
  /// The number of commands that wait for the next transaction.
  var waitingCommands: Int { state.withLock(\.waiting.count) }

  /// Has each commit told to an observer, before its commands are answered.
  func observeCommits(_ observer: @escaping CommitObserver) {
    state.withLock { $0.observer = observer }
  }

  /// Has each doubt settled, within the transaction that comes next.
  func settleDoubts(by settle: @escaping DoubtSettlement) { state.withLock { $0.settle = settle } }

  /// Puts a command into the queue and wakes the loop where it sleeps.
  func enqueue(_ command: WaitingCommand) {
    let isRefused = state.withLock { state in
      if state.isClosed { return true }
      state.waiting.append(command)
      // Within the lock: what was taken has its place in the queue before closing has.
      if !state.isScheduled { queue.async { self.drain() } }
      state.isScheduled = true
      return false
    }
    if isRefused { command.fail(StoreError.closed) }
  }

  /// Refuses every later command and, when the last one is through, closes the file.
  ///
  /// The log stays as it is where the store has failed: it may be that of another file.
  ///
  /// - Parameter closeReaders: Called before that: the last connection carries the log into the
  ///   database, and a read-only one cannot.
  /// - Throws: `StoreError`.
  func close(after closeReaders: @escaping @Sendable () -> Void) async throws {
    state.withLock { $0.isClosed = true }
    // A place in the queue behind the batch that runs now and all that waits.
    try await perform { connection in
      closeReaders()
      if self.state.withLock(\.isBroken) { connection.keepLog() }
      try connection.close()
    }
  }

  /// Carries the log into the file, as far as no reader needs the file as it is; from then on
  /// commits do so too.
  ///
  /// What rows held before they were rewritten leaves the file with it.
  ///
  /// - Returns: The file's stamp after that, which is on the disk.
  func carryLog() async throws -> Int64 {
    try await perform { connection in
      connection.carryLog()
      // Where there is no room for it, the next look does it, and the stamp is noted all the same.
      try? SQLiteDatabase.forgetFreePages(of: connection)
      // Waits for nobody.
      let row = try connection.run("PRAGMA wal_checkpoint(PASSIVE)").first
      let stamp = try connection.fileStamp
      // SQLite has the file written to the disk once it holds all of the log.
      let isComplete = try row.map { try $0.integer(0) == 0 && $0.integer(1) == $0.integer(2) }
      return self.state.withLock { state in
        if isComplete ?? false { state.durableStamp = max(state.durableStamp, stamp) }
        return state.durableStamp
      }
    }
  }

  /// Refuses a damaged file if its stamp is older than the noted one.
  ///
  /// - Throws: `StoreError`.
  func requireWhole(olderThan stamp: Int64) async throws {
    try await perform { [file] connection in
      guard try connection.fileStamp < stamp else { return }
      let answers = (try? connection.run("PRAGMA integrity_check(1)").map { try $0.text(0) }) ?? []
      if answers != ["ok"] {
        connection.keepLog()
        throw file.damaged
      }
    }
  }

  /// Uses the connection between two batches.
  func perform<Outcome: Sendable>(
    _ work: @escaping @Sendable (SQLiteConnection) throws -> Outcome
  ) async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(with: Result { try work(self.connection) }.mapError(StoreError.from))
      }
    }
  }

  private func drain() {
    while true {
      let batch = state.withLock { state in
        if state.waiting.isEmpty { state.isScheduled = false }
        return state.takeWaiting(atMost: Self.largestBatch)
      }
      if batch.isEmpty { return }
      run(batch, upTo: Self.largestBatch)
    }
  }

  /// Runs commands in one transaction, along with those that come until it holds so many.
  private func run(_ commands: [WaitingCommand], upTo limit: Int) {
    var batch = commands
    switch attempt(&batch, upTo: limit) {
    case .committed(let deliveries):
      for deliver in deliveries { deliver() }
    case .rolledBack(let error):
      // Where another program writes, each command alone would wait as long again.
      if batch.count == 1 || (error as? SQLiteError)?.isBusy == true {
        for command in batch { command.fail(StoreError.from(error)) }
      } else {
        for command in batch { run([command], upTo: 1) }
      }
    case .broken(let error):
      breakDown(error, batch)
    }
  }

  private func attempt(_ batch: inout [WaitingCommand], upTo limit: Int) -> Attempt {
    if state.withLock(\.isBroken) { return .rolledBack(StoreError.closed) }
    do {
      try requireStamp()
    } catch {
      return .broken(error)
    }
    let transaction = SQLiteWriteTransaction(
      connection: connection, seals: seals, auditLane: auditLane, hooks: hooks)
    var deliveries: [@Sendable () -> Void] = []
    let version: Int64?
    do {
      try connection.run("BEGIN IMMEDIATE")
      version = try settleDoubt(in: transaction)
      while deliveries.count < batch.count {
        deliveries.append(try batch[deliveries.count].run(transaction))
        if let failure = transaction.failure { throw failure }
        if deliveries.count == batch.count, batch.count < limit {
          batch += commandsThatCame(atMost: limit - batch.count)
        }
      }
    } catch {
      return rollback(because: transaction.failure ?? error)
    }
    do {
      let start = ContinuousClock.now
      try hooks.beforeCommit?()
      // Last: what is committed into a file without a name is lost.
      try file.requirePlace()
      try connection.run("COMMIT")
      hooks.afterCommit?()
      let duration = ContinuousClock.now - start
      let end = transaction.auditLane
      let (hasEnded, observer) = state.withLock { state in
        defer { (state.auditLane, state.settledVersion) = (end, version) }
        state.statistics.record(batchSize: batch.count, duration: duration)
        return (state.auditLane != end, state.observer)
      }
      if hasEnded {
        let last = NotedCommit(end: end, at: observer?(end))
        state.withLock { $0.last = last }
      }
      metrics?.noteCommit(of: batch.count, in: duration)
      return .committed(deliveries)
    } catch {
      _ = rollback(because: error)
      return .broken(error)
    }
  }

  /// Refuses to go on with a file that an older copy was written over.
  private func requireStamp() throws {
    let present = try connection.fileStamp
    let isOlder = state.withLock { state in
      defer { state.stamp = max(state.stamp, present) }
      return present < state.stamp
    }
    if isOlder { throw file.overwritten }
  }

  /// The failure to tell of a read that failed: a copy that was written over the file ends the
  /// store, also where a reader finds it damaged first.
  func cause(of error: any Error) async -> any Error {
    let failure = StoreError.from(error)
    guard let damaged = failure as? StoreError, damaged.code == .corrupt else { return failure }
    do {
      try await perform { _ in try self.requireStamp() }
    } catch let overwritten as StoreError where overwritten.code == .closed {
      end(overwritten)
      return overwritten
    } catch {}
    return damaged
  }

  /// Has a doubt settled, where another connection has written to the file since the last commit.
  ///
  /// Within the transaction nobody can write any more. A command beside the server writes too, so
  /// most doubts come to nothing.
  ///
  /// - Returns: SQLite's number of the file whose doubt is settled.
  private func settleDoubt(in transaction: SQLiteWriteTransaction) throws -> Int64? {
    let (settle, last, before) = state.withLock { ($0.settle, $0.last, $0.settledVersion) }
    guard let settle else { return before }
    let version = try connection.run("PRAGMA data_version").first?.integer(0)
    guard version != before else { return before }
    var lost: Timestamp?
    if let last, last.end.sequence > 0 {
      let row = try connection.run(
        "SELECT hash FROM audit WHERE lane = ? AND sequence = ?",
        [.blob(last.end.lane), .integer(last.end.sequence)]
      ).first
      if try row?.blob(0) != last.end.hash { lost = last.at }
    }
    // A lane that went on where rows are gone would never be whole again.
    if lost != nil { transaction.auditLane = .drawn() }
    try settle(WriterDoubt(lost: lost), transaction)
    return version
  }

  /// The commands that wait by now: those of a commit are all that came before it.
  ///
  /// A thread that is about to hand one in goes first, where it waits for a processor; where none
  /// does, this returns at once.
  private func commandsThatCame(atMost count: Int) -> [WaitingCommand] {
    sched_yield()
    return state.withLock { $0.takeWaiting(atMost: count) }
  }

  private func rollback(because error: any Error) -> Attempt {
    do {
      // SQLite has rolled back by itself after some failures, a full disk among them.
      if connection.isInsideTransaction {
        try connection.run("ROLLBACK")
      }
    } catch {
      return .broken(error)
    }
    return (error as? SQLiteError)?.isFailedSync == true ? .broken(error) : .rolledBack(error)
  }

  /// Ends the store: what is on the disk is unknown now, and only a new process, which reads the
  /// log from its start, finds out.
  private func breakDown(_ error: any Error, _ batch: [WaitingCommand]) {
    if let moved = error as? StoreError, moved.code == .closed {
      end(moved)
      for command in batch { command.fail(moved) }
      return
    }
    let reason = (StoreError.from(error) as? StoreError)?.description ?? "\(error)"
    let fatal = StoreError(code: .closed, reason: "closed after a failed commit: \(reason)")
    end(fatal)
    for command in batch { command.fail(fatal) }
  }

  /// Ends the store, and fails the commands that wait.
  func end(_ fatal: StoreError) {
    let (isFirst, waiting) = state.withLock { state in
      defer { (state.isClosed, state.isBroken, state.waiting) = (true, true, []) }
      return (!state.isBroken, state.waiting)
    }
    file.setLogAside(after: fatal)
    // Said first: whoever is told that a command failed finds the process ending.
    if isFirst { onFatal(fatal) }
    for command in waiting { command.fail(fatal) }
  }

  /// The most commands in one transaction: their answers wait for the last of them.
  private static let largestBatch = 256
}
