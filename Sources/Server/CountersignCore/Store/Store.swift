/// What can be read within one transaction.
public protocol ReadTransaction {
  /// Runs a SELECT and gives all its rows. `?` stands for each argument in turn.
  func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow]
}

/// What can be read and written within one transaction of the writer.
public protocol WriteTransaction: ReadTransaction {
  /// Runs one INSERT, UPDATE or DELETE and gives the number of rows it changed.
  @discardableResult
  func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int

  /// Runs a body and keeps what it wrote, or undoes all of it and nothing else.
  ///
  /// Where the body throws, every row and the audit lane are as they were at its beginning, and the
  /// command may go on: a broken constraint is healed, too. Any other failure of the store spoils
  /// the whole transaction. Savepoints nest.
  ///
  /// - Throws: What the body threw; ``StoreError`` for a failed statement whose error it caught
  ///   without a savepoint around it.
  func savepoint<Outcome>(_ body: () throws -> Outcome) throws -> Outcome

  /// The head of this writer's audit lane. The driver puts it back with a rollback.
  var auditLane: AuditLaneHead { get nonmutating set }
}

extension ReadTransaction {
  /// The first row of an answer, where there is one.
  func row(_ sql: String, _ arguments: [SQLValue] = []) throws -> SQLRow? {
    try rows(sql, arguments).first
  }
}

/// Where commands run: SQLite in the file, PostgreSQL across nodes.
///
/// A command is a synchronous closure that reads, decides and writes in one transaction, and that
/// may be run again from its start: it draws no randomness, reads no clock and touches nothing but
/// the transaction. An expected refusal is a value it returns; what it threw is rolled back.
public protocol Store: Sendable {
  /// Runs a command in a transaction that is durable before this returns.
  ///
  /// - Throws: ``StoreError``; then nothing of the command is stored.
  func write<Outcome: Sendable>(
    _ command: @escaping @Sendable (any WriteTransaction) throws -> Outcome
  ) async throws -> Outcome

  /// Runs one SELECT against the newest committed state and gives all its rows.
  func rows(_ sql: String, _ arguments: [SQLValue]) async throws -> [SQLRow]

  /// Runs a query, of more than one SELECT, against one snapshot of the newest committed state.
  func read<Outcome: Sendable>(
    _ query: @escaping @Sendable (any ReadTransaction) throws -> Outcome
  ) async throws -> Outcome
}
