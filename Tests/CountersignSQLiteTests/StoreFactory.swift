import Foundation
import ProgramTesting
import Testing

@testable import CountersignCore
@testable import CountersignSQLite

#if PostgreSQL
  import CountersignPostgreSQL
#endif

/// A driver under the conformance suite; another driver adds itself to ``all``, and nothing else.
struct StoreFactory: Sendable, CustomTestStringConvertible {
  #if PostgreSQL
    static let all = [sqlite, postgreSQL]
  #else
    static let all = [sqlite]
  #endif

  let testDescription: String
  /// True if only a new process finds out what is stored after a commit that failed.
  let endsWithFailedCommit: Bool
  /// Makes what a store of a place needs, so that another process can open it.
  let prepare: @Sendable (StorePlace) throws -> Void
  /// Opens the store of a place; opening a place again finds what was committed there.
  let open:
    @Sendable (StorePlace, StoreHooks, @escaping @Sendable (StoreError) -> Void) throws
      -> OpenStore

  func open(
    _ place: StorePlace, hooks: StoreHooks = StoreHooks(),
    onFatal: @escaping @Sendable (StoreError) -> Void = { _ in }
  ) throws -> OpenStore {
    try open(place, hooks, onFatal)
  }

  static func named(_ name: String) throws -> StoreFactory {
    try #require(all.first { $0.testDescription == name })
  }

  private static let sqlite = StoreFactory(
    testDescription: "SQLite", endsWithFailedCommit: true, prepare: { _ in },
    open: { place, hooks, onFatal in
      let store = try SQLiteStore(
        path: place.databasePath, schemas: place.schemas, seals: .ofTests, hooks: hooks,
        onFatal: onFatal)
      return OpenStore(
        store: store, close: { try await store.close() }, statistics: { store.statistics },
        waitingCommands: { store.waitingCommands })
    })

  #if PostgreSQL
    /// With one writer, so that commands which wait share a transaction, as with SQLite.
    private static let postgreSQL = StoreFactory(
      testDescription: "PostgreSQL", endsWithFailedCommit: false,
      prepare: { _ = try PrivatePostgreSQL.database(for: $0.folder) },
      open: { place, hooks, onFatal in
        var settings = PostgreSQLSettings()
        settings.connections = 2
        let store = try PostgreSQLStore(
          PostgreSQLAddress(PrivatePostgreSQL.database(for: place.folder)),
          schemas: place.schemas, seals: .ofTests, settings: settings, hooks: hooks,
          onFatal: onFatal)
        return OpenStore(
          store: store, close: { try await store.close() }, statistics: { store.statistics },
          waitingCommands: { store.waitingCommands })
      })
  #endif
}

/// An open store and what the suite asks of a driver beside the protocol.
struct OpenStore: Sendable {
  let store: any Store
  let close: @Sendable () async throws -> Void
  let statistics: @Sendable () -> StoreStatistics
  let waitingCommands: @Sendable () -> Int

  /// Waits until so many commands wait for the writer.
  func untilWaiting(_ count: Int) async {
    while waitingCommands() < count { await Task.yield() }
  }
}

/// The place of a test's store, with a small schema of its own.
struct StorePlace: Sendable {
  let folder: String
  var databasePath: String { folder + "/store/countersign.sqlite" }
  var schema: Schema { Schema(owner: "notes", steps: steps) }
  /// The tables: the notes, unless a test has other ones.
  var schemas: [Schema] {
    get { others ?? [schema] }
    set { others = newValue }
  }
  private var others: [Schema]?
  var steps = [
    SchemaStep(
      1,
      [
        "CREATE TABLE notes (id BIGINT PRIMARY KEY, text TEXT)",
        "CREATE TABLE parents (id BIGINT PRIMARY KEY)",
        """
        CREATE TABLE children (
          parent BIGINT REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED
        )
        """,
      ])
  ]

  init(folder: String) { self.folder = folder }

  /// Runs a body with a place that is removed afterwards.
  static func temporary<Outcome>(
    _ body: (StorePlace) async throws -> Outcome
  ) async throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "countersign-store-\(UUID().uuidString)").path(percentEncoded: false)
    defer {
      PrivatePostgreSQL.dropDatabase(of: folder)
      try? FileManager.default.removeItem(atPath: folder)
    }
    return try await body(StorePlace(folder: folder))
  }
}

extension Store {
  func insert(_ id: Int64, _ text: String? = nil) async throws {
    try await write { try $0.insert(id, text) }
  }

  func ids() async throws -> [Int64] {
    try await read { try $0.rows("SELECT id FROM notes ORDER BY id", []).map { try $0.integer(0) } }
  }
}

extension WriteTransaction {
  func insert(_ id: Int64, _ text: String? = nil) throws {
    try execute("INSERT INTO notes (id, text) VALUES (?, ?)", [.integer(id), SQLValue(text)])
  }

  /// Moves the audit lane as an appended row would.
  func moveLane() {
    auditLane = AuditLaneHead(
      lane: auditLane.lane, sequence: auditLane.sequence + 1, hash: [UInt8](repeating: 1, count: 32)
    )
  }
}

extension StoreSeals {
  /// The keys of every store of these tests.
  static let ofTests = StoreSeals(.generated())
}
