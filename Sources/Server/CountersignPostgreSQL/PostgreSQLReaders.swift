import CountersignCore
import Dispatch
import Foundation
import Synchronization

/// The readers of a store: threads with a connection each, so that no request's thread waits for an
/// answer.
final class PostgreSQLReaders: Sendable {
  /// A query with whoever waits for it.
  private struct Query: Sendable {
    let since: ContinuousClock.Instant
    let run: @Sendable (PostgreSQLLink) -> Void
    let fail: @Sendable (any Error) -> Void
  }

  private struct State {
    var waiting: [Query] = []
    var isClosed = false
  }

  private let wakes = DispatchSemaphore(value: 0)
  private let state = Mutex(State())
  private let seals: StoreSeals
  private let count: Int
  private let settings: PostgreSQLSettings
  private let figures: ConnectionFigures

  /// Starts the threads.
  init(
    count: Int, seals: StoreSeals, _ settings: PostgreSQLSettings, _ figures: ConnectionFigures,
    _ makeLink: () -> PostgreSQLLink
  ) {
    self.figures = figures
    self.count = count
    self.seals = seals
    self.settings = settings
    for number in 1...count {
      let link = makeLink()
      let thread = Thread {
        while let query = self.take() {
          query.run(link)
          link.rest()
        }
        link.drop()
      }
      thread.name = "countersign.reader.\(number)"
      thread.start()
    }
  }

  /// Reads one statement, which is a snapshot by itself.
  func rows(_ sql: String, _ arguments: [SQLValue]) async throws -> [SQLRow] {
    try await perform { connection in
      (try connection.run(sql, arguments).rows, {})
    }
  }

  /// Reads in one snapshot for all that the query reads.
  func read<Outcome: Sendable>(
    _ query: @escaping @Sendable (any ReadTransaction) throws -> Outcome
  ) async throws -> Outcome {
    let seals = seals
    return try await perform { connection in
      let queue = StatementQueue(connection, beginning: Self.begin)
      // Whoever waits has the outcome before the transaction's end is sent.
      let end: () -> Void = {
        if queue.exchanges > 0 { connection.rollBack() }
      }
      do {
        return (try query(PostgreSQLReadTransaction(queue: queue, seals: seals)), end)
      } catch {
        end()
        throw error
      }
    }
  }

  /// Refuses every later query, and what waits.
  func close() {
    let waiting = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [] }
      return state.waiting
    }
    figures.noteServed(waiting.map(\.since))
    for query in waiting { query.fail(StoreError.closed) }
    for _ in 0..<count { wakes.signal() }
  }

  private func perform<Outcome: Sendable>(
    _ work: @escaping @Sendable (PostgreSQLConnection) throws -> (Outcome, () -> Void)
  ) async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
      let since = ContinuousClock.now
      let query = Query(
        since: since,
        run: { [self] link in
          do {
            let (outcome, end) = try answer(work, link, since: since)
            continuation.resume(returning: outcome)
            end()
          } catch {
            continuation.resume(throwing: StoreError.from(error))
          }
        }, fail: { continuation.resume(throwing: $0) })
      let isRefused = state.withLock { state in
        if state.isClosed { return true }
        state.waiting.append(query)
        // Before a thread can take it.
        figures.noteWaiting()
        return false
      }
      if isRefused { query.fail(StoreError.closed) } else { wakes.signal() }
    }
  }

  /// Reads, and again on a new connection where the one that it had is lost.
  private func answer<Outcome>(
    _ work: (PostgreSQLConnection) throws -> (Outcome, () -> Void), _ link: PostgreSQLLink,
    since: ContinuousClock.Instant
  ) throws -> (Outcome, () -> Void) {
    let deadline = since + settings.patience
    var newcomers = [since]
    var losses = 0
    while true {
      let connection: PostgreSQLConnection
      do {
        defer {
          figures.noteServed(newcomers)
          newcomers = []
        }
        connection = try link.connection(until: deadline)
      }
      do {
        return try work(connection)
      } catch {
        guard connection.isLost, ContinuousClock.now < deadline else { throw error }
        // A query's failure reaches this as the store's: it does not tell stale from lost.
        guard losses < Self.mostLosses else { throw error }
        if losses > 0 { PostgreSQLWriter.pause(after: losses) }
        losses += 1
        figures.metrics?.noteRetry(for: .connectionLost)
      }
    }
  }

  private func take() -> Query? {
    while true {
      let (query, isOver) = state.withLock { state in
        (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isClosed)
      }
      if let query { return query }
      if isOver { return nil }
      wakes.wait()
    }
  }

  /// The most times that a query is asked again: a query that breaks each connection is given up.
  private static let mostLosses = 10
  static let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
}
