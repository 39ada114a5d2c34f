public import CountersignCore
import CountersignSQLite
public import Foundation
import ProgramTesting
import Synchronization

#if PostgreSQL
  import CountersignPostgreSQL
#endif

/// The store of a harness, by whichever driver.
public final class TestedStore: Store {
  /// A driver of a store.
  public enum Driver: String, Sendable, CaseIterable {
    /// A file in the harness's folder.
    case sqlite
    #if PostgreSQL
      /// A database of the tests' own server, which the harness's folder remembers.
      case postgreSQL
    #endif

    /// SQLite, unless `COUNTERSIGN_TEST_STORE` names another one.
    public static let ofEnvironment =
      Driver(rawValue: ProcessInfo.processInfo.environment["COUNTERSIGN_TEST_STORE"] ?? "")
      ?? .sqlite
  }

  private let base: any Store
  private let closeBase: @Sendable () async throws -> Void
  private let pragmas: @Sendable () async throws -> [String: String]
  private let work: @Sendable () -> StoreStatistics
  private let driver: Driver

  /// Opens the store of a folder.
  ///
  /// - Parameters:
  ///   - driver: Its driver.
  ///   - directory: The folder.
  ///   - schemas: The tables.
  ///   - seals: The keys with which rows hide what they say of people.
  ///   - hooks: Points within transactions at which the test looks on.
  /// - Throws: ``StoreError`` if it cannot be opened.
  public init(
    _ driver: Driver, in directory: URL, schemas: [Schema], seals: StoreSeals, hooks: StoreHooks
  ) async throws {
    self.driver = driver
    switch driver {
    case .sqlite:
      let file = directory.appending(path: "countersign.sqlite")
      try await Self.copyEmptyStore(to: file, schemas: schemas, seals: seals)
      let store = try SQLiteStore(path: file.path, schemas: schemas, seals: seals, hooks: hooks)
      base = store
      closeBase = { try await store.close() }
      pragmas = { try await store.writerPragmas() }
      work = { store.statistics }
    #if PostgreSQL
      case .postgreSQL:
        let address = try await PrivatePostgreSQL.database(
          for: directory.path(percentEncoded: false),
          like: Self.emptyDatabase(schemas: schemas, seals: seals))
        var settings = PostgreSQLSettings()
        // One of them writes, so that the audit log has one lane and its rows an order; what
        // writers do to each other is seen between two nodes.
        settings.connections = 2
        let store = try PostgreSQLStore(
          PostgreSQLAddress(address), schemas: schemas, seals: seals, settings: settings,
          hooks: hooks)
        base = store
        closeBase = { try await store.close() }
        pragmas = { [:] }
        work = { store.statistics }
    #endif
    }
  }

  /// Writes an empty store with these tables, where there is none yet.
  private static func copyEmptyStore(
    to file: URL, schemas: [Schema], seals: StoreSeals
  ) async throws {
    guard !FileManager.default.fileExists(atPath: file.path) else { return }
    let bytes = try await emptyFiles.value(for: schemas) {
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      let original = folder.file("countersign.sqlite")
      try await SQLiteStore(path: original, schemas: schemas, seals: seals).close()
      return try Data(contentsOf: URL(filePath: original))
    }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let isWritten = FileManager.default.createFile(
      atPath: file.path, contents: bytes, attributes: [.posixPermissions: 0o600])
    guard isWritten else { throw StoreError(code: .disk, reason: "\(file.path) was not written") }
  }

  /// The bytes of empty stores.
  private static let emptyFiles = MadeOnce<Data>()

  #if PostgreSQL
    /// The address of an empty database with these tables, which others are copied from.
    private static func emptyDatabase(schemas: [Schema], seals: StoreSeals) async throws -> String {
      try await emptyDatabases.value(for: schemas) {
        let address = try PrivatePostgreSQL.shared().newDatabase()
        let store = try PostgreSQLStore(
          PostgreSQLAddress(address), schemas: schemas, seals: seals)
        try await store.close()
        return address
      }
    }

    private static let emptyDatabases = MadeOnce<String>()
  #endif

  /// Runs a command.
  public func write<Outcome: Sendable>(
    _ command: @escaping @Sendable (any WriteTransaction) throws -> Outcome
  ) async throws -> Outcome { try await base.write(command) }

  /// Runs one SELECT.
  public func rows(_ sql: String, _ arguments: [SQLValue]) async throws -> [SQLRow] {
    try await base.rows(sql, arguments)
  }

  /// Runs a query.
  public func read<Outcome: Sendable>(
    _ query: @escaping @Sendable (any ReadTransaction) throws -> Outcome
  ) async throws -> Outcome { try await base.read(query) }

  /// Finds out whether commands run.
  public func requireWritable() async throws { try await base.requireWritable() }

  /// Waits until the store has failed.
  public func waitForFailure() async -> StoreError? { await base.waitForFailure() }

  /// The relay of hints to other nodes.
  public var relay: (any ChangeRelay)? { base.relay }

  /// Has each commit told to an observer.
  public func observeCommits(_ observer: @escaping CommitObserver) {
    base.observeCommits(observer)
  }

  /// Has each doubt of a writer settled.
  public func settleDoubts(by settle: @escaping DoubtSettlement) { base.settleDoubts(by: settle) }

  /// Gives the file a later stamp.
  public func stampFile(_ stamp: Int64) async throws -> Int64? { try await base.stampFile(stamp) }

  /// Refuses a damaged file that is older than a stamp.
  public func requireWholeFile(olderThan stamp: Int64) async throws {
    try await base.requireWholeFile(olderThan: stamp)
  }

  /// Tells if a node vouches for the database.
  public func isVouchedFor() async throws -> Bool { try await base.isVouchedFor() }

  /// Has this node vouch for the database.
  public func vouch(knowing recognition: @escaping StoreRecognition) async throws {
    try await base.vouch(knowing: recognition)
  }

  /// Closes the store.
  public func close() async throws { try await closeBase() }

  /// Settings of the live writer connection; empty where there is no file.
  public func writerPragmas() async throws -> [String: String] { try await pragmas() }

  /// The work of the store since it opened.
  public var statistics: StoreStatistics { work() }

  /// Removes the folder of the store, and what it has elsewhere.
  func remove(from directory: URL) {
    #if PostgreSQL
      if driver == .postgreSQL {
        PrivatePostgreSQL.dropDatabase(of: directory.path(percentEncoded: false))
      }
    #endif
    try? FileManager.default.removeItem(at: directory)
  }
}

/// Values that are made once for each set of tables, by whoever needs one first.
///
/// To apply each step for each of a thousand harnesses took half of the time of all tests.
private final class MadeOnce<Value: Sendable>: Sendable {
  private let made = Mutex<[[[String]]: Task<Value, any Error>]>([:])

  func value(
    for schemas: [Schema], making: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let steps = schemas.flatMap { schema in
      schema.steps.map { step in
        [schema.owner, String(step.number)] + step.statements + step.concurrentStatements
          + (step.rewriting?.statements ?? [])
      }
    }
    let value = made.withLock { made in
      let value = made[steps] ?? Task { try await making() }
      made[steps] = value
      return value
    }
    return try await value.value
  }
}
