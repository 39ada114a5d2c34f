public import CountersignCore

/// The number of a store's connections, and the longest time that they wait.
public struct PostgreSQLSettings: Sendable, Hashable {
  /// The number of connections, beside the one by which a node is present.
  ///
  /// Half of them write, the others read.
  public var connections = 8
  /// The longest time that a server takes to answer a new connection, in seconds: then the next
  /// server of the address is asked.
  public var connectSeconds: Int64 = 10
  /// The longest time that the server works on one statement, in seconds.
  public var statementSeconds: Int64 = 10
  /// The time for which a command or a query waits for a database that is away, in seconds.
  public var patienceSeconds: Int64 = 20

  /// The defaults.
  public init() {}

  var patience: Duration { .seconds(patienceSeconds) }
}

/// The store in PostgreSQL, which equal nodes share: as many as are wanted.
///
/// Every command runs in a serializable transaction, which is run again where it met another one.
/// A commit is durable before its command returns, and one whose answer was lost is looked up.
public final class PostgreSQLStore: Store {
  private let writers: PostgreSQLWriters
  private let readers: PostgreSQLReaders
  private let presence: PostgreSQLPresence
  private let failure = FailureSignal()
  private let commandFigures: ConnectionFigures
  private let queryFigures: ConnectionFigures
  /// The steps of the schemas that opening the store has applied.
  public let appliedSteps: [AppliedStep]
  /// The clock that all nodes have in common: the database's.
  public let clock: PostgreSQLClock

  /// Opens the database and brings its tables up to date.
  ///
  /// - Parameters:
  ///   - address: Where the database is.
  ///   - schemas: The tables of the core, and of modules.
  ///   - seals: The keys with which rows hide what they say of people.
  ///   - settings: The number of connections, and how long they wait.
  ///   - hooks: Points at which a test interferes.
  ///   - metrics: Counts its commits, its retries and its connections; nil for nobody.
  ///   - onFatal: Called once when this node does not fit to the database any more, as after an
  ///     upgrade by another version. The store stays closed; a program that has nothing else exits
  ///     here.
  /// - Throws: `StoreError`, which says what to do.
  public init(
    _ address: PostgreSQLAddress, schemas: [Schema] = [.core], seals: StoreSeals,
    settings: PostgreSQLSettings = PostgreSQLSettings(), hooks: StoreHooks = StoreHooks(),
    metrics: ServerMetrics? = nil,
    onFatal: @escaping @Sendable (StoreError) -> Void = { _ in }
  ) throws {
    let schema = PostgreSQLSchema(
      schemas: schemas, seals: seals, address: address, settings: settings)
    do {
      appliedSteps = try schema.apply()
      // Another node may be about to end its upgrade.
      let connection = try PostgreSQLLink(address, for: .writing, settings, fitting: schema)
        .connection(until: .now + settings.patience)
      clock = try PostgreSQLClock(connection)
      try Self.forgetWriters(connection)
      // From here on the connection is the presence's own.
      presence = try PostgreSQLPresence(connection, address, schema, clock)
    } catch {
      throw StoreError.from(error)
    }
    let half = max(settings.connections / 2, 1)
    // Each connection of the store holds the lock of a node that serves: the tables do not change
    // under it.
    let link = { (purpose: PostgreSQLConnection.Purpose, figures: ConnectionFigures) in
      PostgreSQLLink(address, for: purpose, settings, fitting: schema, counting: figures)
    }
    let commandFigures = ConnectionFigures(of: .writer, metrics)
    let queryFigures = ConnectionFigures(of: .reader, metrics)
    (self.commandFigures, self.queryFigures) = (commandFigures, queryFigures)
    let (writers, readers) = (
      PostgreSQLWriters(count: half, commandFigures) {
        PostgreSQLWriter(link(.writing, commandFigures), seals: seals, hooks: hooks, in: $0)
      },
      PostgreSQLReaders(count: half, seals: seals, settings, queryFigures) {
        link(.reading, queryFigures)
      }
    )
    (self.writers, self.readers) = (writers, readers)
    presence.start { [failure] error in
      onFatal(error)
      writers.beginClosing()
      readers.close()
      failure.raise(error)
    }
  }

  deinit {
    // The threads end with what waits.
    writers.beginClosing()
    readers.close()
    presence.close()
  }

  /// Runs a command in a transaction that is durable before this returns.
  public func write<Outcome: Sendable>(
    _ command: @escaping @Sendable (any WriteTransaction) throws -> Outcome
  ) async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
      writers.enqueue(WaitingCommand(command, continuation))
    }
  }

  /// Runs one SELECT against the newest committed state.
  public func rows(_ sql: String, _ arguments: [SQLValue]) async throws -> [SQLRow] {
    try await readers.rows(sql, arguments)
  }

  /// Runs a query against a snapshot of the newest committed state.
  public func read<Outcome: Sendable>(
    _ query: @escaping @Sendable (any ReadTransaction) throws -> Outcome
  ) async throws -> Outcome { try await readers.read(query) }

  /// Waits until this node does not fit to the database any more.
  public func waitForFailure() async -> StoreError? { await failure.wait() }

  /// The relay of hints to the other nodes.
  public var relay: (any ChangeRelay)? { presence }

  /// Tells if a node vouches for the database, by the locks of all connections to it.
  ///
  /// - Throws: `StoreError` where the database does not tell.
  public func isVouchedFor() async throws -> Bool {
    let holders = PostgreSQLSchema.holders(of: PostgreSQLSchema.LockName.vouching)
    do {
      return try await rows(holders.sql, holders.arguments).first?.integer(0) ?? 0 > 0
    } catch let error as StoreError {
      throw StoreError(
        code: error.code,
        reason: "the database does not tell whether another node knows it: \(error.reason)")
    }
  }

  /// Has this node vouch for the database by a lock, for as long as the connection of its presence
  /// lasts.
  public func vouch(knowing recognition: @escaping StoreRecognition) async throws {
    try await presence.vouch(knowing: recognition)
  }

  /// Has each commit told to an observer.
  public func observeCommits(_ observer: @escaping CommitObserver) {
    writers.observeCommits(observer)
  }

  /// Has each doubt of a writer settled: one comes up with each new connection.
  public func settleDoubts(by settle: @escaping DoubtSettlement) {
    writers.settleDoubts(by: settle)
  }

  /// Runs the commands that wait, refuses every later one, and ends all connections.
  public func close() async throws {
    await writers.close()
    readers.close()
    presence.close()
  }

  /// The number of commands that wait for a writer.
  package var waitingCommands: Int { writers.waitingCommands }

  /// The writers' work since the store opened, and what was asked of the database.
  public var statistics: StoreStatistics {
    var statistics = writers.statistics
    statistics.commandTraffic = commandFigures.traffic
    statistics.queryTraffic = queryFigures.traffic
    return statistics
  }

  /// Removes the rows of writers that wrote nothing for a month.
  private static func forgetWriters(_ connection: PostgreSQLConnection) throws {
    try connection.run(
      "DELETE FROM store_writers WHERE at < \(PostgreSQLClock.expression) - 2592000000")
  }
}
