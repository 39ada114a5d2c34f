import CountersignTesting
import Foundation
import Testing
import WireModel

@testable import CountersignCore

@Suite("Sealed rows after a rotation of the keys")
struct SealRenewalTests {
  // Holds: at rest
  @Test("rows open and names are found under both keys, are written again, and the old key can go")
  func renewed() async throws {
    let first = try await Self.inhabited()
    let before = try await Self.told(first)
    let second = first.keyring.rotatedNow()
    let harness = try await ServiceHarness(
      directory: first.directory, keyring: second, clock: first.clock)
    #expect(try await Self.told(harness) == before)
    // Nobody takes a name that stands under the key of before.
    let ada = try await harness.account(named: Self.ada)
    #expect(try await harness.signUp(Self.ada).accountID == ada)
    #expect(try await harness.count("accounts") == 2)
    #expect(try await second.droppable(in: harness.store) == [.sealing: [], .lookup: []])

    // Two keys of accounts, their names, the host's secret, an event and the messages.
    #expect(try await harness.service.renewSeals() >= 6)
    #expect(try await harness.service.renewSeals() == 0)
    #expect(try await Self.told(harness) == before)
    // What is gone within a day is left to that.
    #expect(try await second.droppable(in: harness.store) == [.sealing: [], .lookup: []])
    harness.clock.advance(seconds: 90_000)
    try await harness.service.prune()
    let droppable = try await second.droppable(in: harness.store)
    #expect(droppable == [.sealing: [1], .lookup: [1]])
    try await harness.store.close()

    let third = second.rotatedNow(droppable: droppable)
    #expect(third.keys(.sealing).map(\.number) == [3, 2])
    let last = try await ServiceHarness(
      directory: first.directory, keyring: third, clock: first.clock)
    #expect(try await Self.told(last) == before)
    try await last.store.close()
  }

  @Test("without a rotation nothing is looked at, and a row that does not open keeps its key")
  func unopened() async throws {
    let first = try await Self.inhabited()
    let second = first.keyring.rotatedNow()
    let harness = try await ServiceHarness(
      directory: first.directory, keyring: second, clock: first.clock)
    _ = try await harness.store.write { transaction in
      try transaction.execute(
        "UPDATE account_keys SET key = substr(key, 1, 60) WHERE account_id = ?",
        [.text(try Accounts.find(AccountName(Self.ada), in: transaction)?.text ?? "")])
    }
    await #expect(throws: StoreError.self) { try await harness.service.renewSeals() }
    let droppable = try await second.droppable(in: harness.store)
    #expect(droppable[.sealing] == [])
    try await harness.store.close()
  }

  private static let ada = "ada@example.com"

  /// A server with two people, a host with a target and an event that waits, closed.
  private static func inhabited() async throws -> ServiceHarness {
    let harness = try await ServiceHarness { $0.hostEvents.areSent = true }
    _ = try await harness.signUp(ada)
    _ = try await harness.signUp("bob@example.com")
    _ = try await harness.host(of: .shop)
    try await harness.hosts.set(
      HostEventTarget(
        address: try ProtectedAddress("https://shop.example/events"),
        secret: SecretText("whsec_MfKQ9r8GKYqrTwjUPD8ILPZ")), of: .shop
    ).get()
    _ = try await harness.review()
    try await harness.store.close()
    return harness
  }

  /// What the sealed rows tell.
  private static func told(_ harness: ServiceHarness) async throws -> [String] {
    // By a connection of its own: the harness's may be closed.
    let store = try await TestedStore(
      .ofEnvironment, in: harness.directory, schemas: .of(harness.service.modules),
      seals: StoreSeals(harness.keyring), hooks: StoreHooks())
    let told = try await store.read { transaction in
      let accounts = try transaction.rows("SELECT id FROM accounts ORDER BY id", []).map { row in
        "\(try #require(try Accounts.names(of: AccountID(row.text(0)), in: transaction)))"
      }
      let shop = try #require(try Hosts.find(.shop, in: transaction))
      let target = try #require(try HostEventTargets.find(shop, in: transaction))
      let events = try Outbox.jobs(of: [.event], in: transaction).map { "\($0.content)" }
      let reviews = try transaction.rows("SELECT id FROM transactions", []).map {
        try ReviewRecords.find(ReviewID($0.text(0)), in: transaction)?.transaction.payee ?? ""
      }
      return accounts + [target.secret.exposed] + events + reviews
    }
    try await store.close()
    return told
  }
}

extension Keyring {
  /// The keyring after a rotation of all its keys.
  fileprivate func rotatedNow(droppable: [KeyPurpose: Set<UInt8>] = [:]) -> Keyring {
    do {
      return try rotated(at: SystemClock().now(), droppable: droppable).keyring
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
