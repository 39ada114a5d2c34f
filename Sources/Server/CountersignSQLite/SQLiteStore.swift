public import CountersignCore

/// The embedded store: SQLite in one file, written through one connection, read through several.
///
/// Every commit is on the disk before its command returns (write-ahead log, synchronous FULL).
public final class SQLiteStore: Store {
  private let writer: SQLiteWriter
  private let readers: SQLiteReaders
  private let failure = FailureSignal()
  /// The steps of the schemas that opening the store has applied.
  public let appliedSteps: [AppliedStep]

  /// Opens or makes the database and brings its schema up to date.
  ///
  /// - Parameters:
  ///   - path: The file. Its folder is made (0700) where it is missing, the file with 0600.
  ///   - schemas: The tables of the core, and of modules.
  ///   - seals: The keys with which rows hide what they say of people.
  ///   - hooks: Points at which a test interferes.
  ///   - metrics: Counts its commits; nil for nobody.
  ///   - onFatal: Called once when a commit failed, before its commands are told, or when the file
  ///     was moved or replaced. The store stays closed; a program that has nothing else exits here.
  /// - Throws: `StoreError`.
  public init(
    path: String, schemas: [Schema] = [.core], seals: StoreSeals,
    hooks: StoreHooks = StoreHooks(), metrics: ServerMetrics? = nil,
    onFatal: @escaping @Sendable (StoreError) -> Void = { _ in }
  ) throws {
    let connection: SQLiteConnection
    let file: SQLiteFile
    do {
      connection = try SQLiteDatabase.open(path)
      try SQLiteDatabase.requireComplete(connection)
      appliedSteps = try SQLiteDatabase.apply(schemas, sealing: seals, to: connection)
      file = try SQLiteFile(path, openedBy: connection)
      writer = try SQLiteWriter(
        connection: connection, file: file, seals: seals, auditLane: .drawn(), hooks: hooks,
        metrics: metrics
      ) { [failure] error in
        onFatal(error)
        failure.raise(error)
      }
    } catch let error as SQLiteError where error.storeError.code == .corrupt {
      throw SQLiteFile.damaged(path, because: error.storeError.reason)
    } catch {
      throw StoreError.from(error)
    }
    readers = SQLiteReaders(file: file, seals: seals) { [writer] error in writer.end(error) }
  }

  /// Runs a command in a transaction that is durable before this returns.
  public func write<Outcome: Sendable>(
    _ command: @escaping @Sendable (any WriteTransaction) throws -> Outcome
  ) async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
      writer.enqueue(WaitingCommand(command, continuation))
    }
  }

  /// Runs one SELECT against the newest committed state.
  public func rows(_ sql: String, _ arguments: [SQLValue]) async throws -> [SQLRow] {
    if writer.isClosed { throw StoreError.closed }
    do {
      return try readers.rows(sql, arguments)
    } catch {
      throw await writer.cause(of: error)
    }
  }

  /// Runs a query against a snapshot of the newest committed state.
  public func read<Outcome: Sendable>(
    _ query: @escaping @Sendable (any ReadTransaction) throws -> Outcome
  ) async throws -> Outcome {
    if writer.isClosed { throw StoreError.closed }
    do {
      return try readers.read(query)
    } catch {
      throw await writer.cause(of: error)
    }
  }

  /// Runs a command that writes nothing: it fails while another program writes to the file.
  public func requireWritable() async throws { try await write { _ in } }

  /// Has each commit told to an observer.
  public func observeCommits(_ observer: @escaping CommitObserver) {
    writer.observeCommits(observer)
  }

  /// Has each doubt of the writer settled: one comes up where another connection has written.
  public func settleDoubts(by settle: @escaping DoubtSettlement) { writer.settleDoubts(by: settle) }

  /// Gives the file a later stamp, and carries it there.
  ///
  /// - Returns: The stamp that the file has then: one of before, where a reader needs the file as
  ///   it is.
  public func stampFile(_ stamp: Int64) async throws -> Int64? {
    try await write { transaction in
      try (transaction as? SQLiteWriteTransaction)?.stamp(stamp)
    }
    return try await writer.carryLog()
  }

  /// Refuses a damaged file that is older than a stamp.
  public func requireWholeFile(olderThan stamp: Int64) async throws {
    try await writer.requireWhole(olderThan: stamp)
  }

  /// Waits until a commit has failed.
  public func waitForFailure() async -> StoreError? { await failure.wait() }

  /// Runs the commands that wait, refuses every later one, and closes the file.
  public func close() async throws {
    try await writer.close { [readers] in readers.close() }
  }

  /// The number of commands that wait for the writer's next transaction.
  var waitingCommands: Int { writer.waitingCommands }

  /// The writer's work since the store opened.
  public var statistics: StoreStatistics { writer.statistics }

  /// Settings of the live writer connection, read back from SQLite.
  public func writerPragmas() async throws -> [String: String] {
    try await writer.perform { connection in
      var settings: [String: String] = [:]
      for name in ["synchronous", "journal_mode", "foreign_keys"] {
        switch try connection.run("PRAGMA \(name)").first?.values.first {
        case .integer(let value): settings[name] = String(value)
        case .text(let text): settings[name] = text
        default: break
        }
      }
      return settings
    }
  }
}
