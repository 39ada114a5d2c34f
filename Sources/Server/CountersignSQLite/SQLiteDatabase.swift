import CountersignCore
import Foundation

/// Opens the database's file for the one connection that writes to it.
enum SQLiteDatabase {
  /// Makes the file where it is missing, and sets the connection so that every commit is durable.
  static func open(_ path: String) throws -> SQLiteConnection {
    try prepare(path)
    let connection = try SQLiteConnection(path, for: .writing)
    let mode = try connection.run("PRAGMA journal_mode = WAL").first?.text(0)
    guard mode == "wal" else {
      throw StoreError(code: .disk, reason: "\(path) takes no write-ahead log")
    }
    // With NORMAL, a power cut loses commits.
    try connection.execute("PRAGMA synchronous = FULL")
    try connection.execute("PRAGMA foreign_keys = ON")
    // In KiB: of a large database, the parts that the newest rows touch stay in memory.
    try connection.execute("PRAGMA cache_size = -16384")
    return connection
  }

  /// Refuses a database that a copy has not filled to its end.
  static func requireComplete(_ connection: SQLiteConnection) throws {
    if try hasTable(StoreCopy.mark, in: connection) { throw StoreError.incomplete }
  }

  /// Tells if there is a table.
  static func hasTable(_ name: String, in connection: SQLiteConnection) throws -> Bool {
    try !connection.run(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(name)]
    ).isEmpty
  }

  /// Brings a database to the newest step of each schema: applies what is missing, each step in a
  /// transaction of its own.
  ///
  /// The tables of an owner that is not among them stay as they are.
  ///
  /// - Returns: The steps that were applied.
  /// - Throws: Where the database is of a newer version, or of one that this program does not
  ///   upgrade: it would not keep the rules of a schema that it does not know. Also where something
  ///   is in it, or is another, that the steps in it do not make.
  static func apply(
    _ schemas: [Schema], sealing seals: StoreSeals, to connection: SQLiteConnection
  ) throws -> [AppliedStep] {
    try SQLiteOwnTables.requirePlain(connection)
    try connection.execute(SQLiteOwnTables.ofSteps)
    let known = try digests(in: connection)
    let present = try schemas.map { schema in
      let present = known[schema.owner] ?? [:]
      try requireKnown(present, of: schema)
      return Schema(
        owner: schema.owner, steps: schema.steps.filter { present[Int64($0.number)] != nil })
    }
    // A new database has nothing to compare.
    if present.contains(where: { !$0.steps.isEmpty }) {
      try SQLiteOwnTables(madeBy: present).require(in: connection)
    }
    var applied: [AppliedStep] = []
    for (schema, present) in zip(schemas, present) {
      let numbers = Set(present.steps.map(\.number))
      for step in schema.steps where !numbers.contains(step.number) {
        do {
          try transaction(on: connection) {
            for statement in step.statements { try connection.execute(statement) }
            try rewrite(step, sealing: seals, on: connection)
            try note(step, of: schema, on: connection)
          }
        } catch {
          guard let failure = StoreError.from(error) as? StoreError else { throw error }
          throw StoreError(
            code: failure.code, reason: "\(step.place(in: schema)): \(failure.reason)")
        }
        applied.append(AppliedStep(schema.owner, step.number))
      }
    }
    return applied
  }

  /// Has a step rewrite rows, and notes that what stood in them before is still in the file.
  static func rewrite(
    _ step: SchemaStep, sealing seals: StoreSeals, on connection: SQLiteConnection
  ) throws {
    guard let rewriting = step.rewriting else { return }
    let transaction = SQLiteWriteTransaction(
      connection: connection, seals: seals, auditLane: AuditLaneHead(newLane: []),
      hooks: StoreHooks())
    if try rewriting.rows(transaction) > 0 { try connection.execute("PRAGMA user_version = 1") }
    for statement in rewriting.statements { try connection.execute(statement) }
  }

  /// Takes out of the file what rows held before they were rewritten: in its free pages, and in the
  /// write-ahead log.
  ///
  /// It carries the log into the file, and so it waits until somebody has looked at that. A crash
  /// before its end leaves it to the next look.
  static func forgetFreePages(of connection: SQLiteConnection) throws {
    guard try connection.run("PRAGMA user_version").first?.integer(0) == 1 else { return }
    try connection.execute("VACUUM")
    try connection.execute("PRAGMA user_version = 0")
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// The digests of the steps that the database has, by owner and number.
  ///
  /// - Throws: `StoreError`, `unsupported` for a database from before steps had digests.
  static func digests(in connection: SQLiteConnection) throws -> [String: [Int64: [UInt8]]] {
    let columns = try connection.run("SELECT name FROM pragma_table_info('schema_steps')")
    guard try columns.contains(where: { try $0.text(0) == "digest" }) else {
      throw StoreError.tablesWithoutDigests
    }
    var found: [String: [Int64: [UInt8]]] = [:]
    for row in try connection.run("SELECT owner, step, digest FROM schema_steps") {
      found[try row.text(0), default: [:]][try row.integer(1)] = try row.blob(2)
    }
    return found
  }

  /// Refuses a database with a step that this program does not have, or makes by other statements.
  static func requireKnown(_ present: [Int64: [UInt8]], of schema: Schema) throws {
    try schema.requireDigests(present)
    guard let newest = present.keys.max(), newest > schema.newest else { return }
    throw StoreError(
      code: .failed,
      reason: "the database has step \(newest) of the tables of \(schema.owner), "
        + "this program knows \(schema.newest)")
  }

  private static func note(
    _ step: SchemaStep, of schema: Schema, on connection: SQLiteConnection
  ) throws {
    try connection.run(
      "INSERT INTO schema_steps (owner, step, digest) VALUES (?, ?, ?)",
      [.text(schema.owner), .integer(Int64(step.number)), .blob(step.digest)])
  }

  static func transaction(
    on connection: SQLiteConnection, _ body: () throws -> Void
  ) throws {
    try connection.execute("BEGIN IMMEDIATE")
    do {
      try body()
      try connection.execute("COMMIT")
    } catch {
      if connection.isInsideTransaction { try connection.execute("ROLLBACK") }
      throw error
    }
  }

  /// Makes the folder (0700) and the file (0600) where they are missing, so that nobody but its
  /// owner reads it from its first byte on.
  ///
  /// SQLite gives the files beside it, the write-ahead log and its index, the mode of this one.
  private static func prepare(_ path: String) throws(StoreError) {
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StoreError(code: .disk, reason: "\(folder) cannot be made: \(error)")
    }
    let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StoreError(code: .disk, reason: "\(path): \(String(cString: strerror(errno)))")
    }
    close(descriptor)
  }
}

extension SchemaStep {
  /// The step in the words of an error.
  fileprivate func place(in schema: Schema) -> String {
    "step \(number) of the tables of \(schema.owner)"
  }
}
