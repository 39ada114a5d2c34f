import CountersignCore

/// Statements that wait to go out with the next one that needs an answer.
final class StatementQueue {
  private let connection: PostgreSQLConnection
  private(set) var waiting: [SQLStatement]
  /// The number of round trips so far.
  private(set) var exchanges = 0
  /// The number of statements that went out.
  private var sent = 0
  /// The place of the statement that failed last, among all of the transaction; nil where none did.
  private(set) var failedPlace: Int?
  /// The answers to queries that ran ahead.
  private var prefetched: [SQLStatement: [SQLRow]] = [:]

  /// A queue that begins a transaction with its first statement.
  init(_ connection: PostgreSQLConnection, beginning statement: String) {
    self.connection = connection
    waiting = [SQLStatement(statement)]
  }

  /// Sends what waits and these statements, and gives the answers to these.
  func run(_ statements: [SQLStatement]) throws -> [PostgreSQLConnection.Answer] {
    let (all, count, before) = (waiting + statements, waiting.count, sent)
    waiting = []
    exchanges += 1
    sent += all.count
    do {
      return Array(try connection.exchange(all).dropFirst(count))
    } catch {
      failedPlace = (error as? PostgreSQLError)?.place.map { before + $0 }
      throw error
    }
  }

  /// The rows of queries, those that ran ahead without asking again.
  func rows(ofEach queries: [SQLStatement]) throws -> [[SQLRow]] {
    let missing = queries.filter { prefetched[$0] == nil }
    var asked = (missing.isEmpty ? [] : try run(missing)).makeIterator()
    return queries.map { prefetched[$0] ?? asked.next()?.rows ?? [] }
  }

  /// Runs queries ahead.
  func prefetch(_ queries: [SQLStatement]) throws {
    let missing = Set(queries).filter { prefetched[$0] == nil }
    guard !missing.isEmpty else { return }
    for (query, answer) in zip(missing, try run(Array(missing))) { prefetched[query] = answer.rows }
  }

  /// Forgets what ran ahead: it may be otherwise now.
  func forgetPrefetched() { prefetched = [:] }

  /// The place of the statement that is appended next.
  var nextPlace: Int { sent + waiting.count }

  /// Has a statement wait.
  func append(_ statement: SQLStatement) { waiting.append(statement) }

  /// Takes back what waits behind a place.
  func drop(after count: Int) { waiting.removeSubrange(min(count, waiting.count)...) }
}

/// A query's view of one snapshot.
struct PostgreSQLReadTransaction: ReadTransaction {
  let queue: StatementQueue
  let seals: StoreSeals

  func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
    try rows(ofEach: [SQLStatement(sql, arguments)]).first ?? []
  }

  func rows(ofEach queries: [SQLStatement]) throws -> [[SQLRow]] {
    do {
      return try queue.rows(ofEach: queries)
    } catch {
      throw StoreError.from(error)
    }
  }

  func prefetch(_ queries: () throws -> [SQLStatement]) throws {
    let queries = try queries()
    do {
      try queue.prefetch(queries)
    } catch {
      throw StoreError.from(error)
    }
  }
}

/// The view that the commands of one batch have of their transaction.
///
/// A failed statement spoils the transaction: PostgreSQL takes no other one before it is rolled
/// back. A broken constraint alone is healed by the savepoint around it.
final class PostgreSQLWriteTransaction: WriteTransaction {
  var auditLane: AuditLaneHead
  let seals: StoreSeals
  /// The first failure of a statement, which no command can swallow.
  private(set) var failure: (any Error)?
  /// True once a row had a key that another one has, whether a savepoint healed it or not.
  private(set) var hasCollided = false
  /// True once a statement may have changed something.
  private(set) var hasWritten = false
  /// The savepoints that are open.
  private var depth = 0
  private let queue: StatementQueue
  private let hooks: StoreHooks

  init(queue: StatementQueue, seals: StoreSeals, auditLane: AuditLaneHead, hooks: StoreHooks) {
    self.queue = queue
    self.seals = seals
    self.auditLane = auditLane
    self.hooks = hooks
  }

  func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
    try rows(ofEach: [SQLStatement(sql, arguments)]).first ?? []
  }

  func rows(ofEach queries: [SQLStatement]) throws -> [[SQLRow]] {
    try attempt {
      for query in queries { note(query.sql) }
      return try queue.rows(ofEach: queries)
    }
  }

  func prefetch(_ queries: () throws -> [SQLStatement]) throws {
    let queries = try queries()
    try attempt { try queue.prefetch(queries) }
  }

  func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int {
    try attempt {
      note(sql)
      return try queue.run([SQLStatement(sql, arguments)]).first?.changes ?? 0
    }
  }

  func enqueue(_ sql: String, _ arguments: [SQLValue]) throws {
    try attempt {
      note(sql)
      queue.append(SQLStatement(sql, arguments))
      // What waits is kept small, and goes out while the command works on.
      if queue.waiting.count >= 32 { _ = try queue.run([]) }
    }
  }

  /// Sends what waits.
  func flush() throws {
    try attempt { if !queue.waiting.isEmpty { _ = try queue.run([]) } }
  }

  func savepoint<Outcome>(_ body: () throws -> Outcome) throws -> Outcome {
    if let failure { throw StoreError.from(failure) }
    let (lane, exchanges, count) = (auditLane, queue.exchanges, queue.waiting.count)
    let place = queue.nextPlace
    // Each has a name of its own: the end of an inner one may be dropped before it was sent, and an
    // outer one goes back past it.
    let name = "part\(depth)"
    depth += 1
    defer { depth -= 1 }
    queue.append(SQLStatement("SAVEPOINT \(name)"))
    do {
      let outcome = try body()
      // What still waits belongs to the savepoint, and so does its failure.
      if queue.exchanges > exchanges || queue.waiting.count > count + 1 { try flush() }
      if queue.exchanges == exchanges {
        queue.drop(after: count)
      } else {
        queue.append(SQLStatement("RELEASE \(name)"))
      }
      return outcome
    } catch {
      auditLane = lane
      guard isHealed(since: place) else { throw error }
      failure = nil
      queue.forgetPrefetched()
      if queue.exchanges == exchanges {
        queue.drop(after: count)
      } else {
        queue.drop(after: 0)
        queue.append(SQLStatement("ROLLBACK TO \(name)"))
        queue.append(SQLStatement("RELEASE \(name)"))
      }
      throw error
    }
  }

  /// True if going back to the savepoint at a place leaves nothing broken.
  ///
  /// What was enqueued before a savepoint may go out, and fail, within it.
  private func isHealed(since place: Int) -> Bool {
    guard let failure else { return true }
    guard (failure as? PostgreSQLError)?.isBrokenConstraint == true else { return false }
    return queue.failedPlace.map { $0 > place } ?? false
  }

  private func note(_ sql: String) {
    if !sql.hasPrefix("SELECT") {
      hasWritten = true
      queue.forgetPrefetched()
    }
    hooks.beforeStatement?(sql)
  }

  private func attempt<Outcome>(_ work: () throws -> Outcome) throws -> Outcome {
    if let failure { throw StoreError.from(failure) }
    do {
      return try work()
    } catch {
      failure = error
      if (error as? PostgreSQLError)?.isCollision == true { hasCollided = true }
      throw StoreError.from(error)
    }
  }
}
