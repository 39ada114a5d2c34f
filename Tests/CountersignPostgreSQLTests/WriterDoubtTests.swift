import CountersignCore
import CountersignPostgreSQL
import Dispatch
import ProgramTesting
import Synchronization
import Testing

@Suite("A database that lacks the last commit of a node", .timeLimit(.minutes(2)))
struct WriterDoubtTests {
  // Holds: restore
  @Test("every writer of the node misses it, and none of them once that is settled")
  func newestEnd() async throws {
    var settings = PostgreSQLSettings()
    settings.connections = 8
    let store = try PostgreSQLStore(
      PostgreSQLAddress(PrivatePostgreSQL.shared().newDatabase()), seals: .none,
      settings: settings)
    // No row bears it out, as after a failover that lost it.
    try await store.write { transaction in
      let lane = transaction.auditLane.lane
      transaction.auditLane = AuditLaneHead(lane: lane, sequence: 3, hash: [9])
    }
    let doubts = Mutex<[WriterDoubt]>([])
    let gate = DispatchSemaphore(value: 0)
    store.settleDoubts { doubt, _ in
      let count = doubts.withLock { doubts in
        doubts.append(doubt)
        return doubts.count
      }
      // None commits before each of the four has its doubt.
      if count < 4 { _ = gate.wait(timeout: .now() + 15) }
      if count == 4 { for _ in 1...3 { gate.signal() } }
      return 5
    }
    try await Self.writeWithNewConnections(store)
    #expect(
      doubts.withLock { $0 }
        == [WriterDoubt](repeating: WriterDoubt(lacksEnd: true, restored: nil), count: 4))
    try await Self.writeWithNewConnections(store)
    let later = doubts.withLock { $0.dropFirst(4) }
    #expect(!later.isEmpty && Set(later) == [WriterDoubt(lacksEnd: false, restored: 5)])
    try await store.close()
  }

  private static func writeWithNewConnections(_ store: PostgreSQLStore) async throws {
    _ = try await store.rows(
      """
      SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
      """, [])
    try await withThrowingTaskGroup { group in
      for _ in 1...4 {
        group.addTask { try await store.write { _ = try $0.rows("SELECT 1", []) } }
      }
      try await group.waitForAll()
    }
  }
}
