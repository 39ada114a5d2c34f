/// A transaction that reads.
public protocol ReadTransaction {
  /// The keys with which rows hide what they say of people.
  var seals: StoreSeals { get }

  /// Runs a SELECT and gives all its rows. `?` stands for each argument in turn.
  func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow]
}

/// A transaction of the writer, which reads and writes.
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
  public func row(_ sql: String, _ arguments: [SQLValue] = []) throws -> SQLRow? {
    try rows(sql, arguments).first
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

  /// Waits until the store has failed for good: after a failed commit it stays closed.
  ///
  /// - Returns: The failure, also where it is long past; nil where the task was cancelled first.
  func waitForFailure() async -> StoreError?
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

  /// A lane's end after a row was appended.
  init(lane: [UInt8], sequence: Int64, hash: [UInt8]) {
    self.lane = lane
    self.sequence = sequence
    self.hash = hash
  }
}

/// The store could not do its work.
///
/// Never the fault of who asked, and never shown to them.
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
}
