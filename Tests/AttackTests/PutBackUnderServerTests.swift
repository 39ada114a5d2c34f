import CountersignCore
import CountersignTesting
import Foundation
import ProgramTesting
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignSQLite

@Suite("Attacks by a database that is put back under a running server")
struct PutBackUnderServerTests {
  // Holds: restore
  @Test(
    "Attack 15: a used token acts no second time where the file is put back under the server",
    arguments: [true, false])
  func usedToken(isMarking: Bool) async throws {
    let stage = try await Stage(isMarking: isMarking)
    let harness = stage.harness
    let session = try await harness.signUp()
    let token = try await harness.token(
      .shipOrder, ServiceHarness.shipment, harness.registerKey(session), session)
    let host = try await harness.host()
    func redeem() async throws -> Reason? {
      let decision = try await harness.service.proofs.redeem(
        RedemptionRequest(
          verificationToken: token, scenario: .shipOrder, payload: ServiceHarness.shipment),
        idempotencyKey: nil, host: host)
      if case .failure(let refusal) = decision { return refusal.reason }
      return nil
    }
    try stage.keep()
    #expect(try await redeem() == nil)
    harness.clock.advance(seconds: 1)
    try stage.putBack()
    #expect(!harness.service.isClockLookDue)
    #expect(try await redeem() == .tokenExpired)
    let acted = try await harness.store.rows(
      "SELECT 1 FROM audit WHERE kind = 'token_redeemed'", [])
    let open = try await harness.store.rows("SELECT 1 FROM sessions WHERE ended_at IS NULL", [])
    #expect(acted.isEmpty && open.isEmpty)
    // It is told once, and at once.
    #expect(harness.service.isClockLookDue)
    #expect(try await harness.service.watchClock() == [.restored])
    #expect(!harness.service.isClockLookDue)
    try await stage.expectQuiet()
  }

  // Holds: restore
  @Test(
    "Attack 15: a number in the settings hides neither a lost row nor a database that was put back",
    arguments: [-1, 1, 31_536_000], [true, false])
  func forgedRestoration(seconds: Int64, isWhole: Bool) async throws {
    let stage = try await Stage(isMarking: true)
    let harness = stage.harness
    _ = try await harness.signUp()
    let (end, mark) = try await (
      harness.store.write { $0.auditLane },
      harness.store.rows("SELECT value FROM settings WHERE name = 'run_mark'", [])
        .first?.integer(0)
    )
    try stage.keep()
    harness.clock.advance(seconds: 10)
    _ = try await harness.signUp("bob@example.com")
    harness.clock.advance(seconds: 10)
    let forged = harness.clock.now().milliseconds + seconds * 1000
    if isWhole { try stage.putBack() }
    let connection = try SQLiteConnection(stage.database, for: .writing)
    try connection.run(
      "DELETE FROM audit WHERE lane = ? AND sequence > ?",
      [.blob(end.lane), .integer(end.sequence)])
    for (name, value) in [("backup_restored", forged), ("run_mark", try #require(mark))] {
      try connection.run(
        """
        INSERT INTO settings (name, value) VALUES (?, ?)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """, [.text(name), .integer(value)])
    }
    try connection.close()
    _ = try await harness.serviceKey()
    let open = try await harness.store.rows("SELECT 1 FROM sessions WHERE ended_at IS NULL", [])
    #expect(open.isEmpty)
    let told = try await harness.store.rows(
      "SELECT 1 FROM audit WHERE kind = 'backup_restored'", [])
    #expect(told.count == 1)
    #expect(try await harness.service.watchClock() == [.restored])
    // Nothing is dated by the number from then on.
    let restored = try await harness.store.rows(
      "SELECT value FROM settings WHERE name = 'backup_restored'", []
    ).first?.integer(0)
    #expect(restored == harness.clock.now().milliseconds)
    try await stage.expectQuiet()
  }

  // Holds: restore
  @Test("Attack 15: the alarm is told also where the setting of the restoration is set back")
  func settingSetBack() async throws {
    let stage = try await Stage(isMarking: true)
    let harness = stage.harness
    try stage.keep()
    _ = try await harness.signUp()
    try stage.putBack()
    _ = try await harness.serviceKey()
    let connection = try SQLiteConnection(stage.database, for: .writing)
    try connection.execute("DELETE FROM settings WHERE name = 'backup_restored'")
    try connection.close()
    #expect(try await harness.service.watchClock() == [.restored])
    try await stage.expectQuiet()
  }

  // Holds: restore
  @Test("Attack 15: a file that is put back by renaming ends the server before a used token acts")
  func renamed() async throws {
    let stage = try await Stage(isMarking: true)
    let harness = stage.harness
    _ = try await harness.signUp()
    try stage.keep()
    _ = try await harness.signUp("bob@example.com")
    try stage.putBackByRenaming()
    let failed = await #expect(throws: StoreError.self) { _ = try await harness.serviceKey() }
    #expect(failed?.code == .closed)
    #expect(failed?.reason.contains("moved, removed or replaced") == true, "\(failed as Any)")
    #expect(await harness.store.waitForFailure() == failed)
    let next = try await stage.start()
    #expect(try await next.service.watchClock() == [.restored])
    let open = try await next.store.rows("SELECT 1 FROM sessions WHERE ended_at IS NULL", [])
    #expect(open.isEmpty)
    #expect(try await next.fault() == nil)
  }

  // Holds: restore
  @Test("Attack 15: a look alone finds a file that was put back since the look before")
  func look() async throws {
    let stage = try await Stage(isMarking: true)
    let harness = stage.harness
    _ = try await harness.signUp()
    #expect(try await harness.service.watchClock() == [])
    try stage.keep()
    _ = try await harness.signUp("bob@example.com")
    harness.clock.advance(seconds: 60)
    try stage.putBack()
    #expect(try await harness.service.watchClock() == [.restored])
    try await stage.expectQuiet()
  }

  // Holds: restore
  @Test("Attack 15: a file that lacks the last look alone is missed before the server writes")
  func lostLook() async throws {
    let stage = try await Stage(isMarking: true)
    let harness = stage.harness
    _ = try await harness.signUp()
    for _ in 0..<2 { #expect(try await harness.service.watchClock() == []) }
    let end = try await harness.store.write { $0.auditLane }
    try stage.keep()
    harness.clock.advance(seconds: 60)
    #expect(try await harness.service.watchClock() == [])
    // The look leaves no row that could be missed.
    #expect(try await harness.store.write { $0.auditLane } == end)
    try stage.putBack()
    _ = try await harness.signUp("bob@example.com")
    let open = try await harness.store.rows("SELECT 1 FROM sessions WHERE ended_at IS NULL", [])
    #expect(open.count == 1)
    #expect(try await harness.service.watchClock() == [.restored])
    try await stage.expectQuiet()
  }

  // Holds: restore
  @Test("Attack 15: what a command committed is missed too, before the server writes over its note")
  func command() async throws {
    let stage = try await Stage(isMarking: true)
    let harness = stage.harness
    _ = try await harness.signUp()
    try stage.keep()
    let command = try await stage.start()
    #expect(try await command.keyring.keepMark(of: command.store, by: command.clock) == .kept)
    _ = try await command.serviceKey()
    harness.clock.advance(seconds: 1)
    try stage.putBack()
    _ = try await harness.signUp("bob@example.com")
    let open = try await harness.store.rows("SELECT 1 FROM sessions WHERE ended_at IS NULL", [])
    #expect(open.count == 1)
    #expect(try await harness.service.watchClock() == [.restored])
    try await stage.expectQuiet()
  }

  // Holds: restore
  @Test("commands beside a server put nothing back: no session ends, and no alarm is told")
  func beside() async throws {
    let stage = try await Stage(isMarking: true)
    let harness = stage.harness
    _ = try await harness.signUp()
    for _ in 0..<2 {
      let command = try await stage.start()
      #expect(try await command.keyring.keepMark(of: command.store, by: command.clock) == .kept)
      _ = try await command.serviceKey()
      _ = try await harness.serviceKey()
      #expect(try await harness.service.watchClock() == [])
    }
    let open = try await harness.store.rows("SELECT 1 FROM sessions WHERE ended_at IS NULL", [])
    #expect(open.count == 1)
    #expect(try await harness.fault() == nil)
  }
}

/// A server on a file of SQLite, and a copy of that from before.
private final class Stage {
  let harness: ServiceHarness
  private let folder: TemporaryFolder
  private var later: [ServiceHarness] = []

  init(isMarking: Bool) async throws {
    folder = try TemporaryFolder()
    let keyring = Keyring.generated()
    harness = try await ServiceHarness(
      keyring: isMarking ? keyring.marking(in: MemoryMarks()) : keyring, driver: .sqlite
    ) { $0.addShipOrder() }
    #expect(try await harness.service.watchClock() == [])
  }

  /// Copies the file as it is.
  func keep() throws { try SQLiteBackup.copy(database, to: folder.file("kept.sqlite")) }

  /// Writes the copy over the file, as `.restore` of SQLite's shell does: in one transaction of
  /// another connection.
  func putBack() throws {
    let connection = try SQLiteConnection(database, for: .writing)
    try connection.execute("ATTACH DATABASE '\(folder.file("kept.sqlite"))' AS kept")
    let tables = try connection.run(
      "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    try connection.execute("BEGIN IMMEDIATE")
    for table in try tables.map({ try $0.text(0) }) {
      try connection.execute("DELETE FROM main.\(table)")
      try connection.execute("INSERT INTO main.\(table) SELECT * FROM kept.\(table)")
    }
    try connection.execute("COMMIT")
    try connection.close()
  }

  /// Gives the copy the name of the file, as `mv`, `rsync` and `tar` do.
  func putBackByRenaming() throws {
    try #require(rename(folder.file("kept.sqlite"), database) == 0)
  }

  /// Another process on the same file.
  func start() async throws -> ServiceHarness {
    let other = try await ServiceHarness(
      directory: harness.directory, keyring: harness.keyring, clock: harness.clock,
      driver: .sqlite)
    later.append(other)
    return other
  }

  /// Neither the server nor one that starts later has anything to tell.
  func expectQuiet() async throws {
    #expect(try await harness.fault() == nil)
    #expect(try await harness.service.watchClock() == [])
    #expect(try await start().service.watchClock() == [])
  }

  var database: String { harness.directory.appending(path: "countersign.sqlite").path }
}
