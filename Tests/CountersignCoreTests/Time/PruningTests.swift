import CountersignTesting
import Testing
import WireModel

@testable import CountersignCore

@Suite("Clearing away")
struct PruningTests {
  @Test("within a turn one node clears away for all")
  func turns() async throws {
    let nodes = try await ServiceHarness.nodes(2)
    try await nodes[0].putOldGrant()
    try await nodes[0].service.prune(turnSeconds: 590)
    #expect(try await nodes[0].grants() == 0)
    try await nodes[0].putOldGrant()
    nodes[0].clock.advance(seconds: 589)
    try await nodes[1].service.prune(turnSeconds: 590)
    #expect(try await nodes[0].grants() == 1)
    nodes[0].clock.advance(seconds: 1)
    try await nodes[1].service.prune(turnSeconds: 590)
    #expect(try await nodes[0].grants() == 0)
  }

  @Test("a backlog goes in transactions that are short, after not_before has risen")
  func backlog() async throws {
    let harness = try await ServiceHarness()
    let count = 4001
    try await harness.store.write { transaction in
      for number in 0..<count {
        try transaction.enqueue(
          """
          INSERT INTO outbox (id, kind, target, content, put_at, due_at, attempts, done_at)
          VALUES (?, 'x', '', '', 0, 0, 1, 1)
          """, [.text("\(number)")])
      }
      // One that was given up, and one that waits, stay.
      try transaction.execute(
        """
        INSERT INTO outbox (id, kind, target, content, put_at, due_at, attempts, done_at,
          given_up_at)
        VALUES ('given up', 'x', '', '', 0, 0, 1, 1, 1),
          ('waiting', 'x', '', '', 0, 0, 1, NULL, NULL)
        """, [])
    }
    let before = harness.store.statistics.commits
    try await harness.service.prune()
    // The turn, three of the backlog, and one of each other table.
    #expect(harness.store.statistics.commits - before == 1 + 3 + 8)
    let left = try await harness.store.rows("SELECT id FROM outbox ORDER BY id", [])
    #expect(try left.map { try $0.text(0) } == ["given up", "waiting"])
    let notBefore = try await harness.store.read { try StoreSetting.notBefore.read(in: $0) }
    #expect(notBefore ?? 0 > 0)
  }

  @Test("a standby that has not heard that not_before rose forgets nothing")
  func standby() async throws {
    let harness = try await ServiceHarness()
    try await harness.putOldGrant()
    try await harness.service(over: StandbyStore(base: harness.store)).prune()
    #expect(try await harness.grants() == 1)
    try await harness.service.prune()
    #expect(try await harness.grants() == 0)
  }
}

extension ServiceHarness {
  /// Puts a grant that is long past its use.
  fileprivate func putOldGrant() async throws {
    _ = try await store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO registration_grants (challenge_id, account_id, ground, at)
        VALUES (?, 'a', 'first', 0)
        """, [.blob([1])])
    }
  }

  /// The number of grants in the store.
  fileprivate func grants() async throws -> Int {
    try await store.rows("SELECT 1 FROM registration_grants", []).count
  }
}

/// A database that is another one after each command: a standby that has not heard what
/// `not_before` was raised to.
private struct StandbyStore: StoreWrapper {
  let base: any Store

  func write<Outcome: Sendable>(
    _ command: @escaping @Sendable (any WriteTransaction) throws -> Outcome
  ) async throws -> Outcome {
    let outcome = try await base.write(command)
    try await base.write { try StoreSetting.notBefore.write(0, in: $0) }
    return outcome
  }
}
