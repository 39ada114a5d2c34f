import CountersignCore
import ProgramTesting
import Synchronization
import Testing

@testable import CountersignPostgreSQL

@Suite("A node that vouches for its database", .timeLimit(.minutes(2)))
struct VouchingTests {
  // Holds: restore
  @Test("it vouches once it is told to, for its own database, and until it ends")
  func vouching() async throws {
    let server = try PrivatePostgreSQL.shared()
    let address = try server.newDatabase()
    let (first, second) = (try Notes.open(address), try Notes.open(address))
    // Both serve. Neither their connections nor the order in which they came say more.
    for node in [first, second] { #expect(try await !node.isVouchedFor()) }
    try await first.vouch { _ in true }
    #expect(try await second.isVouchedFor())
    #expect(try await !Notes.open(server.newDatabase()).isVouchedFor())
    try await first.close()
    // The server notices the end of a connection a moment later.
    while try await second.isVouchedFor() { await Task.yield() }
    let closed = await #expect(throws: StoreError.self) { try await first.vouch { _ in true } }
    #expect(closed?.code == .closed)
  }

  // Holds: restore
  @Test("with a new connection it vouches again, once it knows the database there")
  func newConnection() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let (first, second) = (try Notes.open(address), try Notes.open(address))
    let isKnown = Mutex(true)
    let asked = Happening<Bool>()
    try await first.vouch { transaction in
      _ = try transaction.rows("SELECT count FROM notes", [])
      let answer = isKnown.withLock { $0 }
      asked.happen(answer)
      return answer
    }
    #expect(await asked.next() == true)
    #expect(try await second.isVouchedFor())
    isKnown.withLock { $0 = false }
    _ = try await second.rows(
      """
      SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
      """, [])
    #expect(await asked.next() == false)
    #expect(try await !second.isVouchedFor())
    isKnown.withLock { $0 = true }
    while try await !second.isVouchedFor() { await Task.yield() }
  }

  // Holds: restore
  @Test("a first try that fails says why, and the node goes on")
  func failure() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let (first, second) = (try Notes.open(address), try Notes.open(address))
    let unread = await #expect(throws: StoreError.self) {
      try await first.vouch { try $0.rows("SELECT 1 FROM nowhere", []).isEmpty }
    }
    #expect(unread?.reason.contains("nowhere") == true)
    // Somebody has the lock alone.
    let lock = SQLValue.integer(PostgreSQLSchema.LockName.vouching)
    _ = try await second.write { try $0.rows("SELECT pg_try_advisory_lock(?)", [lock]) }
    let kept = await #expect(throws: StoreError.self) { try await first.vouch { _ in true } }
    #expect(kept?.reason.contains("a session keeps the lock by which nodes vouch") == true)
    #expect(try await !second.isVouchedFor())
    let there = Happening<String>()
    second.relay?.receive { there.happen($0) }
    first.relay?.send("link:1")
    #expect(await there.next() == "link:1")
    // It tries again by itself.
    try await second.close()
    while try await !first.isVouchedFor() { await Task.yield() }
  }

  // Holds: restore
  @Test("a database that is away keeps nobody waiting, and is vouched for once it is back")
  func away() async throws {
    let server = try PrivatePostgreSQL.shared()
    let address = try server.newDatabase()
    let proxy = try CuttingProxy(to: server)
    let node = try Notes.open(proxy.address(of: address))
    let other = try Notes.open(address)
    proxy.refuseNew(true)
    proxy.cutAll()
    try await node.vouch { _ in true }
    #expect(try await !other.isVouchedFor())
    proxy.refuseNew(false)
    while try await !other.isVouchedFor() { await Task.yield() }
  }

  // Holds: restore
  @Test("a database that does not tell of its locks is refused in words")
  func untold() async throws {
    let server = try PrivatePostgreSQL.shared()
    let address = try server.newDatabase()
    let name = String(try #require(address.firstMatch(of: /\/(?<name>test_\w+)/)?.name))
    try? server.query("CREATE ROLE watched LOGIN")
    try server.query("ALTER DATABASE \(name) OWNER TO watched")
    try server.query("REVOKE SELECT ON pg_locks FROM PUBLIC", in: name)
    let node = try Notes.open(address.replacing("countersign@", with: "watched@"))
    let untold = await #expect(throws: StoreError.self) { try await node.isVouchedFor() }
    let reason = untold?.reason ?? ""
    #expect(reason.hasPrefix("the database does not tell whether another node knows it: "))
    #expect(reason.contains("permission denied for view pg_locks"))
    try await node.close()
  }
}
