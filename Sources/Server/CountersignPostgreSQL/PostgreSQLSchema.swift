import CountersignCore
import Foundation

/// Brings a database to the newest step of each schema, and tells whether this program fits to it.
///
/// Each node holds a shared lock while it serves. A step that an older node would not survive is
/// applied only while no other node holds it.
struct PostgreSQLSchema {
  let schemas: [Schema]
  let seals: StoreSeals
  let address: PostgreSQLAddress
  let settings: PostgreSQLSettings
  /// True if a copy is being made into the database: else one that has not ended is refused.
  var takesCopies = false

  /// Applies what is missing, each step in a transaction of its own.
  ///
  /// - Returns: The steps that were applied.
  /// - Throws: `StoreError`, also where the database is newer than this program.
  func apply() throws -> [AppliedStep] {
    let connection = try PostgreSQLConnection.first(to: address, for: .upgrading, settings)
    do {
      try requireKnown(present(in: connection))
      let known = try requireOwnTables(in: connection)
      if !missing(known).isEmpty || known.isEmpty { return try upgrade(connection) }
      return []
    } catch let error as PostgreSQLError where error.state == "42501" {
      throw StoreError(
        code: .failed,
        reason: "\(address): \(error.message); let the role make tables: "
          + "GRANT USAGE, CREATE ON SCHEMA public TO …, or ALTER DATABASE … OWNER TO …")
    } catch {
      throw StoreError.from(error)
    }
  }

  /// Takes the lock of a node that serves, for as long as the connection lasts, and finds out under
  /// it whether the tables are this program's.
  ///
  /// - Throws: `StoreError`; `failed` where they are not.
  func join(_ connection: PostgreSQLConnection) throws {
    guard try shareLock(LockName.serving, connection) else {
      throw StoreError(
        code: .unavailable,
        reason: "\(address): the tables are being upgraded or copied: try again later")
    }
    try requireFit(in: connection)
  }

  /// Takes the lock of a node that vouches for the database, for as long as the connection lasts.
  ///
  /// - Throws: `StoreError` where a session that is no node's has it for itself.
  func vouch(_ connection: PostgreSQLConnection) throws {
    guard try shareLock(LockName.vouching, connection) else {
      throw StoreError(
        code: .unavailable,
        reason: "\(address): a session keeps the lock by which nodes vouch for the database: find "
          + "it in pg_locks, and end it")
    }
  }

  /// Tells if the lock was taken; it waits for none.
  private func shareLock(_ lock: Int64, _ connection: PostgreSQLConnection) throws -> Bool {
    try connection.run("SELECT pg_try_advisory_lock_shared(?)", [.integer(lock)])
      .rows.first?.flag(0) == true
  }

  /// True if another node holds the lock of one that serves.
  func isServedByOthers(_ connection: PostgreSQLConnection) throws -> Bool {
    let holders = Self.holders(of: LockName.serving)
    return try connection.run(holders.sql, holders.arguments).rows.first?.integer(0) != 0
  }

  /// The query for the number of other sessions that share a lock.
  static func holders(of lock: Int64) -> SQLStatement {
    SQLStatement(
      """
      SELECT COUNT(*) FROM pg_locks
      WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted AND pid <> pg_backend_pid()
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND CAST(classid AS BIGINT) = ? AND CAST(objid AS BIGINT) = ?
      """, [.integer(lock >> 32), .integer(lock & 0xffff_ffff)])
  }

  /// Refuses a database that has steps which this program neither knows nor survives.
  func requireFit(in connection: PostgreSQLConnection) throws {
    let known = try requireOwnTables(in: connection)
    for schema in schemas {
      for (number, step) in known[schema.owner] ?? [:]
      where number > schema.newest && !step.isSurvived {
        throw tooNew(number, schema)
      }
    }
    if let lacking = missing(known).first {
      throw StoreError(
        code: .failed,
        reason: "\(address): the database lacks step \(lacking.step.number) of the tables of "
          + "\(lacking.schema.owner): start the server again, or run countersign store migrate")
    }
  }

  /// Refuses a database whose tables are not as its steps make them.
  ///
  /// - Returns: The steps that the database has.
  private func requireOwnTables(in connection: PostgreSQLConnection) throws -> PresentSteps {
    while true {
      let known = try present(in: connection)
      do {
        try PostgreSQLOwnTables(madeBy: schemas, upTo: known).require(in: connection)
        return known
      } catch let error as StoreError where error.code == .corrupt {
        // Another node may have ended a step since the steps were read.
        if try present(in: connection) == known { throw error }
      }
    }
  }

  private func upgrade(_ connection: PostgreSQLConnection) throws -> [AppliedStep] {
    // Nodes that start together do this one after the other.
    try connection.run("SELECT pg_advisory_lock(?)", [.integer(LockName.upgrade)])
    for statement in Self.ownTables { try connection.run(statement) }
    let known = try present(in: connection)
    try requireKnown(known)
    let missing = missing(known)
    if !missing.allSatisfy(\.step.isSurvived) {
      let isAlone = try connection.run(
        "SELECT pg_try_advisory_lock(?)", [.integer(LockName.serving)]
      ).rows.first?.flag(0)
      guard isAlone == true else {
        throw StoreError(
          code: .failed,
          reason: "\(address): nodes of an older version serve from this database, and would not "
            + "survive its upgrade: stop them first")
      }
    }
    for (schema, step) in missing { try apply(step, of: schema, to: connection) }
    // The server ends a session a moment after its client has, and this node's next one must not
    // find the locks taken.
    try connection.run("SELECT pg_advisory_unlock_all()")
    return missing.map { AppliedStep($0.schema.owner, $0.step.number) }
  }

  /// Applies a step, once nobody stands in its way.
  ///
  /// A backup holds each table that it has read until its end. All that the nodes ask of such a
  /// table queues behind a step that waits for it, so the step lets them pass again and again.
  private func apply(
    _ step: SchemaStep, of schema: Schema, to connection: PostgreSQLConnection
  ) throws {
    let end = ContinuousClock.now + .seconds(Self.lockSeconds)
    while true {
      do {
        return try applyOnce(step, of: schema, to: connection)
      } catch let error as PostgreSQLError where error.state == Self.lockNotAvailable {
        guard ContinuousClock.now < end else {
          throw StoreError(
            code: .unavailable,
            reason: "\(address): step \(step.number) of the tables of \(schema.owner): a backup or "
              + "another long transaction has held them for \(Self.lockSeconds) seconds: "
              + "start again after it")
        }
        try connection.run("ROLLBACK")
        Thread.sleep(forTimeInterval: 1)
      }
    }
  }

  private func applyOnce(
    _ step: SchemaStep, of schema: Schema, to connection: PostgreSQLConnection
  ) throws {
    let queue = StatementQueue(connection, beginning: "BEGIN")
    queue.append(SQLStatement("SET LOCAL lock_timeout = '1s'"))
    do {
      func run(_ statements: [String]) throws {
        for statement in statements {
          _ = try queue.run([SQLStatement(PostgreSQLDialect.schema(statement))])
        }
      }
      try run(step.statements + step.concurrentStatements)
      if let rewriting = step.rewriting {
        let transaction = PostgreSQLWriteTransaction(
          queue: queue, seals: seals, auditLane: AuditLaneHead(newLane: []), hooks: StoreHooks())
        _ = try rewriting.rows(transaction)
        try transaction.flush()
        try run(rewriting.statements)
      }
      _ = try queue.run([
        SQLStatement(
          "INSERT INTO schema_steps (owner, step, survived, digest) VALUES (?, ?, ?, ?)",
          [
            .text(schema.owner), SQLValue(step.number), SQLValue(step.isSurvived),
            .blob(step.digest),
          ]),
        SQLStatement("COMMIT"),
      ])
    } catch let error as PostgreSQLError
      where ["42501", Self.lockNotAvailable].contains(error.state)
    {
      throw error
    } catch {
      guard let failure = StoreError.from(error) as? StoreError else { throw error }
      throw StoreError(
        code: failure.code,
        reason: "step \(step.number) of the tables of \(schema.owner): \(failure.reason)")
    }
  }

  /// The steps that the database has.
  ///
  /// - Throws: `StoreError`, `unsupported` where this program makes one of them by other
  ///   statements, or the database is from before steps had digests.
  private func present(in connection: PostgreSQLConnection) throws -> PresentSteps {
    let tables = try connection.run(
      """
      SELECT CAST(to_regclass('schema_steps') AS TEXT),
        CAST(to_regclass('\(StoreCopy.mark)') AS TEXT),
        EXISTS (
          SELECT 1 FROM pg_attribute
          WHERE attrelid = to_regclass('schema_steps') AND attname = 'digest' AND NOT attisdropped
        )
      """
    ).rows
    guard try takesCopies || tables.first?.optionalText(1) == nil else {
      throw StoreError.incomplete
    }
    guard let row = tables.first, try row.optionalText(0) != nil else { return [:] }
    guard try row.flag(2) else { throw StoreError.tablesWithoutDigests }
    var found: PresentSteps = [:]
    for row in try connection.run("SELECT owner, step, survived, digest FROM schema_steps").rows {
      found[try row.text(0), default: [:]][try row.integer(1)] = PresentStep(
        isSurvived: try row.flag(2), digest: try row.blob(3))
    }
    for schema in schemas {
      try schema.requireDigests((found[schema.owner] ?? [:]).mapValues(\.digest))
    }
    return found
  }

  private func missing(_ known: PresentSteps) -> [(schema: Schema, step: SchemaStep)] {
    schemas.flatMap { schema in
      schema.steps.filter { known[schema.owner]?[Int64($0.number)] == nil }.map { (schema, $0) }
    }
  }

  /// Refuses a database with a step that this program does not have.
  private func requireKnown(_ known: PresentSteps) throws {
    for schema in schemas {
      if let step = known[schema.owner]?.keys.max(), step > schema.newest {
        throw tooNew(step, schema)
      }
    }
  }

  private func tooNew(_ step: Int64, _ schema: Schema) -> StoreError {
    StoreError(
      code: .failed,
      reason: "the database has step \(step) of the tables of \(schema.owner), this program knows "
        + "\(schema.newest): start the program's newer version")
  }

  /// The tables of the driver itself, which each database of the program has.
  static let ownTables = [
    """
    CREATE TABLE IF NOT EXISTS schema_steps (
      owner TEXT COLLATE "C" NOT NULL, step BIGINT NOT NULL, survived BIGINT NOT NULL,
      digest BYTEA NOT NULL, PRIMARY KEY (owner, step)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS store_writers (
      lane BYTEA PRIMARY KEY, commits BIGINT NOT NULL, settlements BIGINT NOT NULL,
      at BIGINT NOT NULL
    ) WITH (fillfactor = 50)
    """,
  ]

  /// The seconds for which a step waits for its tables.
  private static let lockSeconds: Int64 = 600
  private static let lockNotAvailable = "55P03"

  /// The advisory locks of a database.
  enum LockName {
    static let upgrade: Int64 = 0x636f_756e_7465_7201
    static let serving: Int64 = 0x636f_756e_7465_7202
    static let copying: Int64 = 0x636f_756e_7465_7203
    /// Shared by the nodes whose first look at the database is complete.
    static let vouching: Int64 = 0x636f_756e_7465_7204
  }
}

/// The steps that a database has, by owner and number.
typealias PresentSteps = [String: [Int64: PresentStep]]

/// A step that a database has.
struct PresentStep: Hashable {
  /// True if older nodes survive it.
  let isSurvived: Bool
  /// The digest of its statements.
  let digest: [UInt8]
}
