/// A transaction that reads.
public protocol ReadTransaction {
  /// The keys with which rows hide what they say of people.
  var seals: StoreSeals { get }

  /// The stamp in the database's one file (``Store/stampFile(_:)``), as it is by now; nil where
  /// there is none.
  var fileStamp: Int64? { get throws }

  /// Runs a SELECT and gives all its rows. `?` stands for each argument in turn.
  func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow]

  /// Runs SELECTs that do not depend on each other, in one round trip where the database is
  /// elsewhere.
  ///
  /// - Returns: The rows of each, in their order.
  func rows(ofEach queries: [SQLStatement]) throws -> [[SQLRow]]

  /// Has SELECTs that will be asked for soon run ahead, in one round trip where the database is
  /// elsewhere.
  ///
  /// Until the transaction writes, each of them is answered from here, in the same words with the
  /// same arguments. It saves time alone: whoever asks for one asks as if nobody had prefetched.
  ///
  /// - Parameter queries: Says which; not asked where nothing is to be saved.
  /// - Throws: ``StoreError``.
  func prefetch(_ queries: () throws -> [SQLStatement]) throws
}

/// A statement with its arguments.
public struct SQLStatement: Sendable, Hashable {
  /// The statement; `?` stands for each argument in turn.
  public let sql: String
  /// The arguments.
  public let arguments: [SQLValue]

  /// A statement with its arguments.
  public init(_ sql: String, _ arguments: [SQLValue] = []) {
    self.sql = sql
    self.arguments = arguments
  }
}

/// A transaction of the writer, which reads and writes.
public protocol WriteTransaction: ReadTransaction {
  /// Runs one INSERT, UPDATE or DELETE and gives the number of rows it changed.
  @discardableResult
  func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int

  /// Runs one INSERT, UPDATE or DELETE whose count nobody needs to know.
  ///
  /// A database that is elsewhere gets it along with a later statement, or with the commit: its
  /// failure spoils the command there, or the savepoint around it at its end.
  func enqueue(_ sql: String, _ arguments: [SQLValue]) throws

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
  /// The database is no file.
  public var fileStamp: Int64? { nil }

  /// The first row of an answer, where there is one.
  public func row(_ sql: String, _ arguments: [SQLValue] = []) throws -> SQLRow? {
    try rows(sql, arguments).first
  }

  /// The first row of an answer, where there is one.
  public func row(_ query: SQLStatement) throws -> SQLRow? {
    try rows(query).first
  }

  /// Runs one SELECT.
  public func rows(_ query: SQLStatement) throws -> [SQLRow] {
    try rows(query.sql, query.arguments)
  }

  /// Runs SELECTs one after the other.
  public func rows(ofEach queries: [SQLStatement]) throws -> [[SQLRow]] {
    try queries.map { try rows($0) }
  }

  /// Does nothing: the database is here.
  public func prefetch(_ queries: () throws -> [SQLStatement]) throws {}
}

extension WriteTransaction {
  /// Runs one INSERT, UPDATE or DELETE at once.
  public func enqueue(_ sql: String, _ arguments: [SQLValue]) throws {
    try execute(sql, arguments)
  }
}

/// The place in which commands run: SQLite in the file, PostgreSQL across nodes.
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

  /// Finds out whether commands run at the moment.
  ///
  /// - Throws: ``StoreError`` where they do not, as while another program writes to the file.
  func requireWritable() async throws

  /// Waits until the store has failed for good: after a failed commit it stays closed.
  ///
  /// - Returns: The failure, also where it is long past; nil where the task was cancelled first.
  func waitForFailure() async -> StoreError?

  /// Has each commit told to an observer from now on, before its commands are answered: the end of
  /// the audit lane that it left.
  ///
  /// One observer at a time; it must not wait.
  func observeCommits(_ observer: @escaping CommitObserver)

  /// Has each doubt of a writer settled from now on, in the transaction that it is about to begin,
  /// before the commands of that.
  func settleDoubts(by settle: @escaping DoubtSettlement)

  /// Gives the database's one file a later stamp, by which an older copy of it is told that was
  /// written over it: its tables do not tell where a log of later commits lies beside it.
  ///
  /// - Parameter stamp: The least that it becomes.
  /// - Returns: The stamp that the file has then, which may be one of before; nil for a database
  ///   that is no file.
  /// - Throws: ``StoreError``; then the file has one of before.
  func stampFile(_ stamp: Int64) async throws -> Int64?

  /// Refuses a damaged file whose stamp is below another: parts of later commits may lie over it.
  ///
  /// - Throws: ``StoreError``.
  func requireWholeFile(olderThan stamp: Int64) async throws

  /// The relay of hints to the other nodes on the same database; nil for a store of one node.
  var relay: (any ChangeRelay)? { get }

  /// Tells if a node vouches for the database, as each does that is connected and whose first look
  /// is complete.
  ///
  /// - Throws: ``StoreError``.
  func isVouchedFor() async throws -> Bool

  /// Has this node vouch for the database: a new node beside it takes the database for no restored
  /// backup.
  ///
  /// It lasts as long as the node is connected. With another connection the node vouches again once
  /// it knows the database there.
  ///
  /// - Parameter recognition: Tells if a database is the one that this node knows.
  /// - Throws: ``StoreError``.
  func vouch(knowing recognition: @escaping StoreRecognition) async throws
}

extension Store {
  /// Says yes: each command that fails finds out by itself.
  public func requireWritable() async throws {}

  /// Nobody is told.
  public func observeCommits(_ observer: @escaping CommitObserver) {}

  /// No writer is ever in doubt.
  public func settleDoubts(by settle: @escaping DoubtSettlement) {}

  /// The database is no file.
  public func stampFile(_ stamp: Int64) async throws -> Int64? { nil }

  /// The database is no file.
  public func requireWholeFile(olderThan stamp: Int64) async throws {}

  /// No other node has this store.
  public var relay: (any ChangeRelay)? { nil }

  /// No other node has this store.
  public func isVouchedFor() async throws -> Bool { false }

  /// No other node has this store.
  public func vouch(knowing recognition: @escaping StoreRecognition) async throws {}
}

/// A writer's doubt whether the database is still the one in which it committed last: it has a new
/// connection, or somebody else has written to the file.
public struct WriterDoubt: Sendable, Hashable {
  /// The moment of the newest commit that the database lacks, of the writer's last one and the last
  /// one of all the store's writers; nil if it lacks neither.
  public let lost: Timestamp?

  /// A doubt as a driver has it.
  public init(lost: Timestamp?) { self.lost = lost }
}

/// Readies a database that was put back.
///
/// What it throws fails the transaction.
public typealias DoubtSettlement = @Sendable (WriterDoubt, any WriteTransaction) throws -> Void

/// Tells if a database is the one that a node knows.
public typealias StoreRecognition = @Sendable (any ReadTransaction) throws -> Bool

/// Is told the end of the audit lane that a commit left, and gives a moment that is not before the
/// commit.
public typealias CommitObserver = @Sendable (AuditLaneHead) -> Timestamp

/// Carries hints to the other nodes on the same database: what a stream of events is about may have
/// changed there.
///
/// A hint may be lost, and comes after the commit that it is about. Nothing rests on it.
public protocol ChangeRelay: Sendable {
  /// Sends a hint to all other nodes, without waiting for it.
  func send(_ hint: String)

  /// Calls a handler from now on each time that the database is there again after the connection
  /// to it was lost.
  func observeReturns(_ handler: @escaping @Sendable () -> Void)

  /// Hands over each hint of another node from now on.
  func receive(_ handler: @escaping @Sendable (String) -> Void)
}

/// The end of one audit lane: what the next row of this writer connection follows.
///
/// A lane belongs to one writer connection and one boot, so that no two writers wait for each
/// other's last hash (`docs/architecture.md`, "Audit").
public struct AuditLaneHead: Sendable, Hashable {
  /// The lane's id: 16 random bytes drawn when the writer opened.
  public let lane: [UInt8]
  /// The sequence of the lane's newest row; 0 before the first.
  public let sequence: Int64
  /// SHA-256 over the newest row; 32 zeros before the first.
  public let hash: [UInt8]

  /// A lane that holds no row yet.
  public init(newLane lane: [UInt8]) {
    self.init(lane: lane, sequence: 0, hash: [UInt8](repeating: 0, count: 32))
  }

  /// A new lane, with an id that is drawn for it.
  package static func drawn() -> AuditLaneHead {
    var random = SystemRandomNumberGenerator()
    return AuditLaneHead(newLane: (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  /// A lane's end after a row was appended.
  package init(lane: [UInt8], sequence: Int64, hash: [UInt8]) {
    self.lane = lane
    self.sequence = sequence
    self.hash = hash
  }
}

/// The end of an audit lane that a commit left, and a moment that is not before the commit.
public struct NotedCommit: Sendable, Hashable {
  /// The end of the lane.
  public let end: AuditLaneHead
  /// The moment; the last of all where nobody knows it.
  public let at: Timestamp

  /// A commit as an observer has dated it.
  ///
  /// - Parameters:
  ///   - end: The end of the lane.
  ///   - at: The moment; nil where there was no observer.
  public init(end: AuditLaneHead, at: Timestamp?) {
    (self.end, self.at) = (end, at ?? Timestamp(milliseconds: .max))
  }
}

/// The store could not do its work.
///
/// Never the fault of who asked, but for ``Code/unstorable``, and never shown to them.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public struct Code: Sendable, Hashable {
    /// The code's name, as it stands in a log.
    public let name: String
    /// A constraint of the schema refused the statement.
    public static let constraint = Code(name: "constraint")
    /// A row does not have the shape that the schema promises.
    public static let corrupt = Code(name: "corrupt")
    /// The disk is full or cannot be written.
    public static let disk = Code(name: "disk")
    /// The store has closed, after a failed commit or at shutdown.
    public static let closed = Code(name: "closed")
    /// The database cannot be reached, or transactions of others stay in the way.
    public static let unavailable = Code(name: "unavailable")
    /// Another version made the database, and this one does not upgrade it.
    public static let unsupported = Code(name: "unsupported")
    /// The database holds a part of a copy that has not ended.
    public static let incomplete = Code(name: "incomplete")
    /// A text holds the character U+0000, which PostgreSQL cannot store.
    public static let unstorable = Code(name: "unstorable")
    /// Any other failure of the database.
    public static let failed = Code(name: "failed")
  }

  /// The kind of failure.
  public let code: Code
  /// The driver's words; for the log only.
  public let reason: String

  /// A failure as a driver met it.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The code and the driver's words.
  public var description: String { "store \(code.name): \(reason)" }

  /// The store has closed.
  package static let closed = StoreError(code: .closed, reason: "the store is closed")

  /// A copy into the database has begun, and has not ended.
  package static let incomplete = StoreError(
    code: .incomplete,
    reason: "a copy into this database has not ended: countersign store copy goes on with it")

  /// Another version made something of the database that this one neither knows nor changes.
  package static func unsupported(_ what: String) -> StoreError {
    StoreError(
      code: .unsupported,
      reason: "another version made \(what), and this one does not upgrade them: go on with that "
        + "version, or begin with an empty database")
  }

  /// The database is from before steps had digests.
  package static let tablesWithoutDigests = unsupported("the tables before the first release")

  /// The database has something that no schema makes, and that changes what its tables show.
  package static func foreign(_ kind: String, _ name: String) -> StoreError {
    StoreError(
      code: .corrupt,
      reason: "the database has the \(kind) \(name), which this program does not make and which "
        + "can hide rows: find out who put it there, and drop it")
  }

  /// Something of the database is missing, or is not as the schemas make it.
  package static func changed(_ kind: String, _ name: String) -> StoreError {
    StoreError(
      code: .corrupt,
      reason: "the \(kind) \(name) of the database is not as this program makes it, which can "
        + "hide rows: find out who changed it, and restore a backup")
  }
}
