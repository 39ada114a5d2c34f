import CountersignCore
import CountersignTesting
import Crypto
import Testing
import WebAuthnModel

@Suite("Whoever writes to the audit log with a key that was replaced")
struct AuditKeyTests {
  // Holds: audit
  @Test("Attack 36: a change of the key with a code of another row stops no server")
  func copiedChange() async throws {
    let log = try await TwoStarts()
    let writer = DatabaseWriter(store: log.second.store)
    var rows = try await writer.rows(of: DatabaseWriter.registry)
    // Hash and code are those of the row before.
    rows.append("audit_key_changed", ["from": 1])
    rows[rows.count - 1].key = 9
    try await writer.put([rows[rows.count - 1]])
    log.first.clock.advance(seconds: 3 * 86_400)
    let third = try await log.start(log.first.keyring)
    _ = try await third.signUp("carol@example.com")
    let fault = try await third.fault()
    #expect(fault?.contains("does not hold the hash of the row before") == true)
  }

  // Holds: audit
  @Test("Attack 36: a change of the key that is copied to a later day lets no replaced key go on")
  func laterChange() async throws {
    let log = try await TwoStarts()
    let rotated = try log.first.keyring.rotated(at: log.first.clock.now()).keyring
    _ = try await log.start(rotated).signUp("carol@example.com")
    log.first.clock.advance(seconds: 3 * 86_400)
    let writer = DatabaseWriter(store: log.second.store)
    let rows = try await writer.rows(of: DatabaseWriter.registry)
    var copied = try #require(rows.last { $0.kind == "audit_key_changed" })
    copied.sequence = (rows.last?.sequence ?? 0) + 1
    copied.at += 3 * 86_400_000
    try await writer.put([copied])
    let late = try await log.start(log.first.keyring)
    await #expect(throws: StoreError.self) { _ = try await late.signUp("erin@example.com") }
  }

  // Holds: audit
  @Test("Attack 36: a replaced key gives its place to no key but the one that took it")
  func forgedChange() async throws {
    let log = try await TwoStarts()
    let old = try log.first.keyring.auditKey(1)
    let rotated = try log.first.keyring.rotated(at: log.first.clock.now()).keyring
    _ = try await log.start(rotated).signUp("carol@example.com")
    let writer = DatabaseWriter(store: log.second.store)
    try await writer.rewrite(DatabaseWriter.registry) { rows in
      rows.append("audit_key_changed", ["from": 1])
      rows[rows.count - 1].key = 9
    }
    try await writer.rewrite(DatabaseWriter.registry) { rows in
      let code = DatabaseWriter.code(rows[rows.count - 1].hash, by: old)
      rows[rows.count - 1].code = code + code
    }
    log.first.clock.advance(seconds: 3 * 86_400)
    let third = try await log.start(rotated)
    _ = try await third.signUp("dave@example.com")
    #expect(try await third.fault()?.contains("changes another key than the one in use") == true)
    // A server whose keyring is older than the one in use is refused all the same.
    let late = try await log.start(log.first.keyring)
    await #expect(throws: StoreError.self) { _ = try await late.signUp("erin@example.com") }
  }

  // Holds: audit
  @Test("Attack 36: whoever has a replaced key of the audit log forges nothing with it")
  func replacedKey() async throws {
    let log = try await TwoStarts()
    let old = try log.first.keyring.auditKey(1)
    let rotated = try log.first.keyring.rotated(at: log.first.clock.now()).keyring
    let third = try await log.start(rotated)
    _ = try await third.signUp("carol@example.com")
    // Servers that have not started again yet go on for a day.
    log.first.clock.advance(seconds: 3600)
    _ = try await log.second.signUp("dave@example.com")
    #expect(try await third.fault() == nil)
    let writer = DatabaseWriter(store: third.store)
    let lanes = try await writer.lanes()
    let registry = try await writer.rows(of: DatabaseWriter.registry)
    #expect(registry.contains { $0.kind == "audit_key_changed" && $0.code.count == 64 })
    let later = log.first.clock.now().milliseconds + 2 * 86_400_000
    let earlier = log.first.clock.now().milliseconds - 2 * 3_600_000
    let named: JSONObject = [
      "lane": .string(Base64URL.encode(lanes[0])), "sequence": 2,
      "hash": .string(Base64URL.encode(try await writer.rows(of: lanes[0])[1].hash)),
    ]
    let attacks: [Attack] = [
      (
        lanes[0], "is dated before key 1 was replaced", { $0.append("signed_in", [:], at: earlier) }
      ),
      (
        DatabaseWriter.registry, "no more than a lane begins under it",
        { rows in
          rows.append("audit_lane_pruned", named)
          rows[rows.count - 1].key = 1
        }
      ),
      (
        DatabaseWriter.registry, "no more than a lane begins under it",
        { rows in
          rows.append("audit_lane_kept", named)
          rows[rows.count - 1].key = 1
        }
      ),
      (lanes[0], "is not the row that the registry names", { $0[2].details = "{}" }),
      (
        lanes[1], "which was replaced more than a day before",
        { $0.append("signed_in", [:], at: later) }
      ),
      (DatabaseWriter.registry, "forged", { $0[0].at += 1 }),
      (
        DatabaseWriter.registry, "is under key 1, which is not the one in use",
        { rows in
          let lane = [UInt8](repeating: 7, count: 16)
          rows.append(
            "audit_lane_started", ["lane": .string(Base64URL.encode(lane))], at: later)
          rows[rows.count - 1].key = 1
        }
      ),
      (
        DatabaseWriter.registry, "changes another key than the one in use",
        { rows in
          rows.append("audit_key_changed", ["from": 2])
          rows[rows.count - 1].key = 1
        }
      ),
    ]
    for attack in attacks { try await expectFound(attack, by: old, at: third) }
    // With a day gone, no server begins a lane under the replaced key.
    log.first.clock.advance(seconds: 86_400)
    let late = try await log.start(log.first.keyring)
    await #expect(throws: StoreError.self) { _ = try await late.signUp("erin@example.com") }
    #expect(try await third.fault() == nil)
  }

  // Holds: audit
  @Test("Attack 36: with the day over a replaced key adds nothing, whatever date its rows bear")
  func keyOver() async throws {
    let log = try await TwoStarts()
    let old = try log.first.keyring.auditKey(1)
    let rotated = try log.first.keyring.rotated(at: log.first.clock.now()).keyring
    let third = try await log.start(rotated)
    _ = try await third.signUp("carol@example.com")
    _ = try await third.service.watchClock()
    log.first.clock.advance(seconds: 3600)
    _ = try await log.second.signUp("dave@example.com")
    let within = log.first.clock.now().milliseconds
    log.first.clock.advance(seconds: 86_400)
    // It runs on: no start is needed.
    for _ in 0..<3 { _ = try await third.service.watchClock() }
    let writer = DatabaseWriter(store: third.store)
    let registry = try await writer.rows(of: DatabaseWriter.registry)
    #expect(registry.count { $0.kind == "audit_key_over" } == 1)
    #expect(try await third.fault() == nil)
    let lanes = try await writer.lanes()
    let attacks: [Attack] = [
      (
        lanes[1], "which was replaced more than a day before",
        { $0.append("signed_in", [:], at: within) }
      ),
      (lanes[1], "is missing, and all after it", { $0.removeLast() }),
      (
        DatabaseWriter.registry, "is under key 1, which is not the one in use",
        { rows in
          let lane = [UInt8](repeating: 7, count: 16)
          rows.append(
            "audit_lane_started", ["lane": .string(Base64URL.encode(lane))], at: within)
          rows[rows.count - 1].key = 1
        }
      ),
    ]
    for attack in attacks { try await expectFound(attack, by: old, at: third) }
  }

  // Holds: audit
  @Test("Attack 36: a replaced key writes no row anew that a server under the next one has named")
  func named() async throws {
    let log = try await TwoStarts()
    let old = try log.first.keyring.auditKey(1)
    let rotated = try log.first.keyring.rotated(at: log.first.clock.now()).keyring
    let third = try await log.start(rotated)
    _ = try await third.signUp("carol@example.com")
    log.first.clock.advance(seconds: 3600)
    _ = try await log.second.signUp("dave@example.com")
    _ = try await third.service.watchClock()
    #expect(try await third.fault() == nil)
    let lane = try await DatabaseWriter(store: third.store).lanes()[1]
    let attack: Attack = (
      lane, "is not the row that another lane names", { $0[$0.count - 1].details = "{}" }
    )
    try await expectFound(attack, by: old, at: third)
  }

  /// A change of a lane by whoever has a replaced key, and the words by which it is found.
  private typealias Attack = (
    lane: [UInt8], fault: String, change: (inout [DatabaseWriter.Row]) -> Void
  )

  private func expectFound(
    _ attack: Attack, by old: SymmetricKey, at server: ServiceHarness
  ) async throws {
    let writer = DatabaseWriter(store: server.store)
    let before = try await writer.rows(of: attack.lane)
    // Only what is under the old key gets codes: of the rest the writer has none.
    try await writer.rewrite(attack.lane, attack.change)
    var forged = try await writer.rows(of: attack.lane)
    for index in forged.indices where forged[index].key == 1 && forged[index].code.count == 32 {
      forged[index].code = DatabaseWriter.code(forged[index].hash, by: old)
    }
    try await writer.remove(attack.lane)
    try await writer.put(forged)
    let fault = try await server.fault()
    #expect(fault?.contains(attack.fault) == true, "\(attack.fault): \(fault ?? "whole")")
    try await writer.remove(attack.lane)
    try await writer.put(before)
    #expect(try await server.fault() == nil)
  }
}
