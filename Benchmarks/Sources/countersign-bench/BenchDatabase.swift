import CountersignCore
import ToolSupport

#if PostgreSQL
  import CPostgreSQL
  import CountersignPostgreSQL
#endif

/// The database of PostgreSQL that a run's servers share, asked over a connection of the run's own.
///
/// One task at a time asks.
final class BenchDatabase: @unchecked Sendable {
  /// The CPU time of processes, by their ids.
  typealias Times = [Int32: Double]

  private let address: String
  private let connection: BareConnection

  /// Connects to an empty database.
  ///
  /// - Throws: `CommandFailure`: it cannot be reached, or is somebody's.
  init(_ address: String) throws {
    self.address = address
    connection = try BareConnection(address)
    let tables = try connection.integer(
      "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
    guard tables == 0 else {
      throw CommandFailure(
        .wrongUse, "the database has \(tables) tables already",
        hint: "give an empty one: createdb --template=template0 bench")
    }
  }

  /// The CPU time so far of the database's processes on this machine, without this connection's.
  func times() throws -> Times {
    let processes = try connection.integers(
      "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    return Dictionary(
      processes.compactMap { process in
        let process = Int32(clamping: process)
        return ProcessFigures(of: process).map { (process, $0.cpuSeconds) }
      }, uniquingKeysWith: max)
  }

  /// The CPU seconds that the database's processes have taken since.
  func cpuSeconds(since before: Times) throws -> Double {
    try times().reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
  }

  /// The bytes of write-ahead log so far.
  func walBytes() throws -> Int64 {
    try connection.integer("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint")
  }

  /// Has it tidy up and count many new rows at once, which it would do beside the approvals later.
  func settle() throws { try connection.run("VACUUM (ANALYZE)") }

  /// Makes a further database on the same server and gives its address.
  func makeDatabase(_ name: String) throws -> String {
    try connection.run("CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'UTF8'")
    return address.replacing(/^(\w+:\/\/[^\/]*)\/[^?]*/, maxReplacements: 1) { "\($0.1)/\(name)" }
  }

  /// Removes a database that this made.
  func dropDatabase(_ name: String) {
    try? connection.run("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
  }

  /// Opens a store that brings the database's tables up to date.
  static func store(at address: String, _ schemas: [Schema]) throws -> OpenStore {
    #if PostgreSQL
      do {
        let store = try PostgreSQLStore(
          PostgreSQLAddress(address), schemas: schemas, seals: .none)
        return OpenStore(store: store) { try await store.close() }
      } catch let error as StoreError {
        throw CommandFailure(.environment, "the database cannot be opened: \(error.reason)")
      }
    #else
      throw BareConnection.missing
    #endif
  }
}

/// A store that is to be closed.
struct OpenStore: Sendable {
  let store: any Store
  let close: @Sendable () async throws -> Void
}

/// A connection through libpq's own interface.
final class BareConnection {
  static let missing = CommandFailure(
    .wrongUse, "this program has no driver for PostgreSQL",
    hint: "build it by COUNTERSIGN_POSTGRESQL=1 with trait PostgreSQL, or leave out --database")

  #if PostgreSQL
    let handle: OpaquePointer

    init(_ address: String) throws {
      guard let opened = PQconnectdb(address) else {
        throw CommandFailure(.environment, "no memory for a connection")
      }
      handle = opened
      guard PQstatus(opened) == CONNECTION_OK else { throw failure() }
    }

    deinit { PQfinish(handle) }

    /// The numbers in the first column of what a query gives.
    func integers(_ sql: String) throws -> [Int64] {
      let result = PQexec(handle, sql)
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_TUPLES_OK else { throw failure() }
      return (0..<PQntuples(result)).compactMap { row in
        PQgetvalue(result, row, 0).flatMap { Int64(String(cString: $0)) }
      }
    }

    /// Runs a statement that gives nothing.
    func run(_ sql: String) throws {
      let result = PQexec(handle, sql)
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure() }
    }

    /// The fault of the last call.
    func failure() -> CommandFailure {
      let words = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
      return CommandFailure(
        .environment, "PostgreSQL: \(words.split(separator: "\n").first ?? "no answer")",
        hint: "give the address of a database of your own, on this machine")
    }
  #else
    init(_ address: String) throws { throw Self.missing }
    func integers(_ sql: String) throws -> [Int64] { throw Self.missing }
    func run(_ sql: String) throws { throw Self.missing }
  #endif

  /// The number that a query gives.
  func integer(_ sql: String) throws -> Int64 { try integers(sql).first ?? 0 }
}
