import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel

@Suite("Whoever changes the audit log before a server starts, and after")
struct AuditStartTests {
  // Holds: audit
  @Test(
    "Attack 36: a registry that is changed for the time of a start has it leave no end unnamed",
    arguments: ["audit_lane_kept", "audit_lane_started"])
  func changedForStart(_ kind: String) async throws {
    let first = try await ServiceHarness()
    _ = try await first.signUp()
    let second = try await start(beside: first)
    _ = try await second.signUp("bob@example.com")
    // It goes on after its end was named.
    _ = try await first.signUp("carol@example.com")
    let writer = DatabaseWriter(store: first.store)
    let lane = try await writer.lanes()[0]
    let (whole, registry) = (
      try await writer.rows(of: lane), try await writer.rows(of: DatabaseWriter.registry)
    )
    var changed = registry
    let index = try #require(changed.firstIndex { $0.kind == kind })
    if kind == "audit_lane_kept" {
      changed[index].details = String(
        decoding: JSONValue.object([
          "lane": .string(Base64URL.encode(lane)), "sequence": 1000,
          "hash": .string(Base64URL.encode(whole[0].hash)),
        ]).serialized(), as: UTF8.self)
    } else {
      changed.remove(at: index)
    }
    try await writer.remove(DatabaseWriter.registry)
    try await writer.put(changed)
    let third = try await start(beside: first)
    _ = try await third.signUp("dave@example.com")
    let later = try await writer.rows(of: DatabaseWriter.registry).filter {
      $0.sequence > registry.count
    }
    try await writer.remove(DatabaseWriter.registry)
    try await writer.put(registry + later)
    #expect(try await first.fault() == nil)
    try await writer.rewrite(lane) { $0.removeLast() }
    let fault = try await first.fault()
    #expect(
      fault?.contains("row \(whole.count): is missing, and all after it") == true,
      "\(fault ?? "whole")")
    withExtendedLifetime((second, third)) {}
  }

  // Holds: audit
  @Test(
    "Attack 36: the log of a store without accounts does not go unseen either",
    arguments: [
      ["DELETE FROM audit"], ["DELETE FROM audit", "DELETE FROM settings"],
      ["DELETE FROM audit", "DELETE FROM settings", "DELETE FROM service_keys"],
      [
        "DELETE FROM audit", "DELETE FROM service_keys", "DELETE FROM hosts WHERE created_at > 0",
        "DELETE FROM settings WHERE name = 'audit_began'",
      ],
    ])
  func removedBeforeAccounts(_ statements: [String]) async throws {
    let first = try await ServiceHarness()
    _ = try await first.service.watchClock()
    _ = try await first.serviceKey(of: .shop)
    #expect(try await first.fault() == nil)
    try await first.store.write { transaction in
      for statement in statements { _ = try transaction.execute(statement, []) }
    }
    #expect(try await first.fault()?.contains("is missing, and the store is in use") == true)
    let (now, keyring) = (first.clock.now(), first.keyring)
    let exported = await #expect(throws: AuditExportFault.self) {
      try await first.store.read { transaction in
        var exporter = AuditExporter(at: now, by: keyring)
        _ = try exporter.next(in: transaction)
      }
    }
    #expect(exported?.problem.contains("the registry is missing") == true)
    first.clock.advance(seconds: 1)
    let second = try await start(beside: first)
    _ = try await second.service.watchClock()
    _ = try await second.signUp("carol@example.com")
    let fault = try await second.fault()
    #expect(fault?.contains("store that was in use already") == true, "\(fault ?? "whole")")
  }

  // Holds: audit
  @Test("a store that a server has only looked at has a log that is whole, and so goes on")
  func unused() async throws {
    let first = try await ServiceHarness()
    for _ in 0..<2 { _ = try await first.service.watchClock() }
    #expect(try await first.fault() == nil)
    let rows = try await DatabaseWriter(store: first.store).rows(of: DatabaseWriter.registry)
    #expect(rows.map(\.kind) == ["audit_log_began"])
    first.clock.advance(seconds: 1)
    _ = try await first.signUp()
    #expect(try await first.fault() == nil)
  }

  private func start(beside other: ServiceHarness) async throws -> ServiceHarness {
    try await ServiceHarness(
      directory: other.directory, keyring: other.keyring, clock: other.clock)
  }
}
