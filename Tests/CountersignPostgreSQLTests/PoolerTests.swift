import CountersignCore
import ProgramTesting
import Testing

@testable import CountersignPostgreSQL

@Suite("A pooler in front of a database", .timeLimit(.minutes(2)))
struct PoolerTests {
  @Test(
    "a pooler that shares sessions is refused by name",
    arguments: [SharingPooler.Mode.transaction, .transactionWithStatements])
  func sharing(_ mode: SharingPooler.Mode) throws {
    let server = try PrivatePostgreSQL.shared()
    let pooler = try SharingPooler(to: server, mode)
    let address = pooler.address(of: try server.newDatabase())
    for attempt in 1...2 {
      let failure = Notes.failure(address)
      #expect(failure?.reason.contains("pool_mode = session") == true, "\(attempt) \(mode)")
      #expect(failure?.reason.contains("PgBouncer") == true)
      // Waiting does not help.
      #expect(failure?.code == .failed)
    }
    let copy = #expect(throws: StoreError.self) {
      try PostgreSQLCopyTarget(PostgreSQLAddress(address))
    }
    #expect(copy?.reason.contains("pool_mode = session") == true)
  }

  @Test("a pooler that gives each client its own session is as good as the server")
  func ownSessions() async throws {
    let server = try PrivatePostgreSQL.shared()
    let pooler = try SharingPooler(to: server, .session)
    let store = try Notes.open(pooler.address(of: server.newDatabase()))
    try await store.countUp(1)
    #expect(try await store.count(1) == 1)
    #expect(try await !store.isVouchedFor())
    try await store.vouch { _ in true }
    #expect(try await store.isVouchedFor())
    try await store.close()
  }
}
