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
    }
    try await Self.writeWithNewConnections(store)
    // Nobody has dated the commit: no restoration counts as later.
    let undated = WriterDoubt(lost: Timestamp(milliseconds: .max))
    #expect(doubts.withLock { $0 } == [WriterDoubt](repeating: undated, count: 4))
    try await Self.writeWithNewConnections(store)
    let later = doubts.withLock { $0.dropFirst(4) }
    #expect(!later.isEmpty && Set(later) == [WriterDoubt(lost: nil)])
    try await store.close()
  }

  // Holds: restore
  @Test("a doubt has the moment of the newest commit that is gone, whichever writer's that is")
  func newestLoss() async throws {
    var settings = PostgreSQLSettings()
    settings.connections = 2
    let store = try PostgreSQLStore(
      PostgreSQLAddress(PrivatePostgreSQL.shared().newDatabase()), seals: .none,
      settings: settings)
    let moments = Mutex<Int64>(0)
    store.observeCommits { _ in
      Timestamp(
        milliseconds: moments.withLock { moment in
          moment += 100
          return moment
        })
    }
    let doubts = Mutex<[WriterDoubt]>([])
    store.settleDoubts { doubt, _ in doubts.withLock { $0.append(doubt) } }
    for sequence in 1...3 as ClosedRange<Int64> {
      try await store.write { transaction in
        let lane = transaction.auditLane.lane
        transaction.auditLane = AuditLaneHead(lane: lane, sequence: sequence, hash: [9])
      }
    }
    _ = try await store.rows(
      """
      SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
      """, [])
    // A transaction that fails leaves the doubt to the next one.
    await #expect(throws: StoreError.self) {
      try await store.write { try $0.execute("INSERT INTO nowhere VALUES (1)", []) }
    }
    try await store.write { _ = try $0.rows("SELECT 1", []) }
    let all = doubts.withLock { $0 }
    #expect(all.first == WriterDoubt(lost: nil) && all.count >= 3)
    #expect(Set(all.dropFirst()) == [WriterDoubt(lost: Timestamp(milliseconds: 300))])
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
