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
        let address = try PrivatePostgreSQL.database(for: directory.path(percentEncoded: false))
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

  /// The bytes of empty stores, by the steps of their tables: to apply each step for each of a
  /// thousand harnesses took half of the time of all tests.
  private static let emptyStores = Mutex<[[[String]]: Data]>([:])

  /// Writes an empty store with these tables, where there is none yet.
  private static func copyEmptyStore(
    to file: URL, schemas: [Schema], seals: StoreSeals
  ) async throws {
    guard !FileManager.default.fileExists(atPath: file.path) else { return }
    let steps = schemas.flatMap { schema in
      schema.steps.map { step in
        [schema.owner, String(step.number)] + step.statements + (step.rewriting?.statements ?? [])
      }
    }
    let bytes = try await emptyStore(of: steps) {
      try SQLiteStore(path: $0, schemas: schemas, seals: seals)
    }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let isWritten = FileManager.default.createFile(
      atPath: file.path, contents: bytes, attributes: [.posixPermissions: 0o600])
    guard isWritten else { throw StoreError(code: .disk, reason: "\(file.path) was not written") }
  }

  /// The bytes of the empty store with these steps, which whoever needs it first makes.
  private static func emptyStore(
    of steps: [[String]], opening: (String) throws -> SQLiteStore
  ) async throws -> Data {
    if let known = emptyStores.withLock({ $0[steps] }) { return known }
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.file("countersign.sqlite")
    try await opening(file).close()
    let bytes = try Data(contentsOf: URL(filePath: file))
    emptyStores.withLock { $0[steps] = bytes }
    return bytes
  }

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

  /// Waits until the store has failed.
  public func waitForFailure() async -> StoreError? { await base.waitForFailure() }

  /// The relay of hints to other nodes.
  public var relay: (any ChangeRelay)? { base.relay }

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
