import CountersignCore
import CountersignSQLite
import Foundation
import ToolSupport

#if PostgreSQL
  import CountersignPostgreSQL
#endif

/// The place of a server's rows: a file of SQLite, or PostgreSQL.
enum Database: Sendable, Hashable {
  /// A file of SQLite.
  case file(String)
  #if PostgreSQL
    /// The address of a database of PostgreSQL; it can hold a password.
    case postgreSQL(String)
  #endif

  /// Reads the option `--database`.
  ///
  /// - Parameters:
  ///   - address: The option's value; nil where it is left out.
  ///   - file: The file of SQLite that is meant then.
  /// - Throws: `CommandFailure` for an address of no driver.
  init(_ address: String?, orFile file: String) throws {
    guard let address else {
      self = .file(file)
      return
    }
    guard ["postgres://", "postgresql://"].contains(where: address.hasPrefix) else {
      throw CommandFailure(
        .wrongUse, "no driver for the database \(ServeSettings.withoutPassword(address))",
        hint: "write --database postgres://user@host/name, or leave it out for SQLite under --data")
    }
    #if PostgreSQL
      do {
        _ = try PostgreSQLAddress(address)
      } catch {
        throw CommandFailure(.wrongUse, "--database: \(error.reason)")
      }
      self = .postgreSQL(address)
    #else
      throw CommandFailure(
        .wrongUse, "this program has no driver for PostgreSQL",
        hint: "build it by COUNTERSIGN_POSTGRESQL=1 with trait PostgreSQL, or leave out --database")
    #endif
  }

  /// The file; nil for a database elsewhere.
  var file: String? {
    if case .file(let file) = self { file } else { nil }
  }

  /// Opens the database and brings its schema up to date.
  ///
  /// - Throws: `CommandFailure` that says what to do.
  func open(
    _ schemas: [Schema], _ seals: StoreSeals, hooks: StoreHooks = StoreHooks(),
    metrics: ServerMetrics? = nil,
    onFatal: @escaping @Sendable (StoreError) -> Void = { _ in }
  ) throws -> OpenDatabase {
    do {
      switch self {
      case .file(let file):
        return OpenDatabase(
          try SQLiteStore(
            path: file, schemas: schemas, seals: seals, hooks: hooks, metrics: metrics,
            onFatal: onFatal))
      #if PostgreSQL
        case .postgreSQL(let address):
          return OpenDatabase(
            try PostgreSQLStore(
              PostgreSQLAddress(address), schemas: schemas, seals: seals, hooks: hooks,
              metrics: metrics, onFatal: onFatal))
      #endif
      }
    } catch let error as StoreError where error.code == .incomplete {
      throw CommandFailure.incomplete()
    } catch let error as StoreError {
      throw failure(error)
    }
  }

  /// The clock by which servers of this database go, without opening it.
  ///
  /// - Throws: `StoreError`.
  func clock() throws -> any ServiceClock {
    switch self {
    case .file: return SystemClock()
    #if PostgreSQL
      case .postgreSQL(let address): return try PostgreSQLClock(PostgreSQLAddress(address))
    #endif
    }
  }

  /// Looks at the database and leaves it as it is.
  ///
  /// - Throws: `StoreError`.
  func inspection(_ schemas: [Schema]) throws -> any StoreInspection {
    switch self {
    case .file(let file): return try SQLiteInspection(path: file, schemas: schemas)
    #if PostgreSQL
      case .postgreSQL(let address):
        return try PostgreSQLInspection(PostgreSQLAddress(address), schemas: schemas)
    #endif
    }
  }

  /// Tells who serves from the database.
  ///
  /// - Parameter folder: The server's folder, whose lock tells who uses a file of SQLite.
  /// - Returns: Words for them; nil for nobody.
  /// - Throws: `CommandFailure` where PostgreSQL cannot be asked.
  func holder(folder: String) throws -> String? {
    switch self {
    case .file: return DataFolderLock.holder(of: folder)
    #if PostgreSQL
      case .postgreSQL(let address):
        do {
          return try PostgreSQLInspection.isServed(PostgreSQLAddress(address)) ? "a node" : nil
        } catch let error as StoreError {
          throw failure(error)
        }
    #endif
    }
  }

  /// Tells if the database has an audit log, as it has from its first use on.
  ///
  /// - Throws: `CommandFailure` where it cannot be read.
  func isUsed() throws -> Bool {
    let tables: String
    switch self {
    case .file(let file):
      guard FileManager.default.fileExists(atPath: file) else { return false }
      tables = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'audit'"
    #if PostgreSQL
      case .postgreSQL: tables = "SELECT 1 WHERE to_regclass('audit') IS NOT NULL"
    #endif
    }
    do {
      return try inspection([]).read { transaction in
        guard try transaction.row(tables) != nil else { return false }
        return try transaction.row("SELECT 1 FROM audit LIMIT 1") != nil
      }
    } catch let error as StoreError where error.code == .incomplete {
      throw CommandFailure.incomplete()
    } catch let error as StoreError {
      throw failure(error)
    }
  }

  /// The failure of a command for which the database could not be opened.
  ///
  /// - Parameter error: What the store threw.
  /// - Returns: The failure.
  func failure(_ error: StoreError) -> CommandFailure {
    if error.code == .unsupported { return .unsupported(error) }
    switch self {
    case .file(let file):
      let folder = URL(filePath: file).deletingLastPathComponent().path(percentEncoded: false)
      return CommandFailure(
        .environment, "the database \(file) cannot be opened: \(error)",
        hint: "countersign store check --data \(folder) says more")
    #if PostgreSQL
      // The reason says what to do itself.
      case .postgreSQL:
        return CommandFailure(.environment, "the database cannot be opened: \(error.reason)")
    #endif
    }
  }
}

/// A look at a database that changes nothing in it.
protocol StoreInspection {
  /// Runs a query against one snapshot.
  func read<Outcome>(_ query: (any ReadTransaction) throws -> Outcome) throws -> Outcome

  /// The faults in the pages of a table, nil for all; empty if it is whole.
  func faults(of table: String?) throws -> [String]
}

extension StoreInspection {
  /// Refuses an audit log whose rows are read in another way than they are written, as through an
  /// index that is not its table's.
  ///
  /// - Throws: `StoreError`, `corrupt`.
  func requireSoundAudit() throws {
    if let fault = try faults(of: "audit").first {
      throw StoreError(code: .corrupt, reason: fault)
    }
  }
}

extension SQLiteInspection: StoreInspection {}

#if PostgreSQL
  extension PostgreSQLInspection: StoreInspection {
    /// None: PostgreSQL looks after its own files.
    func faults(of table: String?) -> [String] { [] }
  }
#endif

/// A database that a command has opened.
struct OpenDatabase: Sendable {
  /// The store in it.
  let store: any Store
  /// The clock of all that use it.
  let clock: any ServiceClock
  /// The steps of schemas that opening it has applied.
  let appliedSteps: [AppliedStep]
  /// The work of its writers since.
  let statistics: @Sendable () -> StoreStatistics
  /// Closes it.
  let close: @Sendable () async throws -> Void

  init(_ store: SQLiteStore) {
    self.store = store
    clock = SystemClock()
    appliedSteps = store.appliedSteps
    statistics = { store.statistics }
    close = { try await store.close() }
  }

  #if PostgreSQL
    init(_ store: PostgreSQLStore) {
      self.store = store
      clock = store.clock
      appliedSteps = store.appliedSteps
      statistics = { store.statistics }
      close = { try await store.close() }
    }
  #endif
}
