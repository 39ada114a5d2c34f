import CountersignCore
import Dispatch
import Foundation
import Synchronization

/// The writers of a store: threads with a connection each, which take the commands that wait.
///
/// They run outside any request's task: a request that is cancelled neither stops a commit nor
/// loses the answer of another.
final class PostgreSQLWriters: Sendable {
  /// A command with the time at which it was handed in.
  struct Entry: Sendable {
    let command: WaitingCommand
    let since = ContinuousClock.now
  }

  private struct State {
    var waiting: [Entry] = []
    var isClosed = false
    var working: Int
    var closers: [CheckedContinuation<Void, Never>] = []
    var statistics = StoreStatistics()
    var observer: CommitObserver?
    var settle: DoubtSettlement?
    var newest: NotedCommit?
  }

  private let wakes = DispatchSemaphore(value: 0)
  private let state: Mutex<State>
  private let count: Int
  let figures: ConnectionFigures

  /// Starts the threads.
  init(
    count: Int, _ figures: ConnectionFigures, _ make: (PostgreSQLWriters) -> PostgreSQLWriter
  ) {
    self.count = count
    self.figures = figures
    state = Mutex(State(working: count))
    for number in 1...count {
      let writer = make(self)
      let thread = Thread {
        while let batch = self.take() { writer.serve(batch) }
        writer.end()
        self.leave()
      }
      thread.name = "countersign.writer.\(number)"
      thread.start()
    }
  }

  var isClosed: Bool { state.withLock(\.isClosed) }
  var statistics: StoreStatistics { state.withLock(\.statistics) }
  /// The number of commands that wait for a writer.
  var waitingCommands: Int { state.withLock(\.waiting.count) }

  func recordCommit(of batchSize: Int, in duration: Duration) {
    state.withLock { $0.statistics.record(batchSize: batchSize, duration: duration) }
    figures.metrics?.noteCommit(of: batchSize, in: duration)
  }

  /// Has each commit told to an observer, before its commands are answered.
  func observeCommits(_ observer: @escaping CommitObserver) {
    state.withLock { $0.observer = observer }
  }

  /// Tells of the end of a lane that a commit left.
  ///
  /// - Returns: The commit with its moment.
  func note(_ end: AuditLaneHead) -> NotedCommit {
    let observer = state.withLock(\.observer)
    let commit = NotedCommit(end: end, at: observer?(end))
    state.withLock { $0.newest = commit }
    return commit
  }

  /// The last commit, whichever writer's; nil before the first one, and once its loss is settled.
  var newest: NotedCommit? { state.withLock(\.newest) }

  /// Puts a writer's own last commit in the place of one whose loss is settled: else the next new
  /// connection would lack it once more.
  func forgetNewest(notAfter lost: Timestamp, for own: NotedCommit?) {
    state.withLock { state in
      if let newest = state.newest, newest.at <= lost { state.newest = own }
    }
  }

  /// Has each doubt settled, within the transaction that the writer is about to begin.
  func settleDoubts(by settle: @escaping DoubtSettlement) { state.withLock { $0.settle = settle } }

  /// The settlement of a writer's doubt; nil before the server's first look.
  var settlement: DoubtSettlement? { state.withLock(\.settle) }

  func recordRetry(for cause: RetryCause) {
    state.withLock { $0.statistics.recordRetry() }
    figures.metrics?.noteRetry(for: cause)
  }

  /// Puts a command into the queue.
  func enqueue(_ command: WaitingCommand) {
    let isRefused = state.withLock { state in
      if state.isClosed { return true }
      state.waiting.append(Entry(command: command))
      // Before a writer can take it.
      figures.noteWaiting()
      return false
    }
    if isRefused { command.fail(StoreError.closed) } else { wakes.signal() }
  }

  /// Refuses every later command, and returns when the last one is through.
  func close() async {
    beginClosing()
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.working > 0 { state.closers.append(continuation) }
        return state.working == 0
      }
      if isOver { continuation.resume() }
    }
  }

  /// Refuses every later command.
  func beginClosing() {
    state.withLock { $0.isClosed = true }
    for _ in 0..<count { wakes.signal() }
  }

  /// Waits for commands; nil once the store has closed and none is left.
  private func take() -> [Entry]? {
    while true {
      let (batch, isOver) = state.withLock { state in
        // The other writers get their part.
        let share = (state.waiting.count + count - 1) / count
        let batch = Array(state.waiting.prefix(min(share, Self.largestBatch)))
        state.waiting.removeFirst(batch.count)
        return (batch, state.isClosed && batch.isEmpty)
      }
      if isOver { return nil }
      if !batch.isEmpty { return batch }
      wakes.wait()
    }
  }

  private func leave() {
    let closers = state.withLock { state in
      state.working -= 1
      guard state.working == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.closers = [] }
      return state.closers
    }
    for closer in closers { closer.resume() }
  }

  /// The most commands in one transaction: a conflict has all of them run again.
  private static let largestBatch = 16
}
