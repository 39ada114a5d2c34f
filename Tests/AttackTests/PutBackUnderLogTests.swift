import CountersignCore
import CountersignTesting
import Foundation
import ProgramTesting
import Testing
import WireModel

@testable import CountersignSQLite

@Suite("Attacks by a file that is put back under a write-ahead log", .timeLimit(.minutes(2)))
struct PutBackUnderLogTests {
  /// A copy of the file.
  enum Copy: CaseIterable {
    /// As `countersign store backup` makes it, since the last look.
    case backup
    /// The bytes of the file, from before the last look.
    case bytes
  }

  // Holds: restore
  @Test(
    "Attack 15: a copy that is written over the open file ends the server before a used token acts",
    arguments: Copy.allCases, [true, false])
  func overwritten(_ copy: Copy, isMarking: Bool) async throws {
    let stage = try await Stage(isMarking: isMarking)
    let harness = stage.harness
    let redeem = try await stage.token()
    // The look has the file hold all.
    #expect(try await harness.service.watchClock() == [])
    if copy == .bytes { try stage.keep(copy) }
    #expect(try await harness.service.watchClock() == [])
    if copy == .backup { try stage.keep(copy) }
    #expect(try await redeem(harness) == nil)
    try stage.overwrite()
    let failed = await #expect(throws: StoreError.self) { _ = try await redeem(harness) }
    #expect(failed?.code == .closed)
    #expect(failed?.reason.contains("an older copy was written over") == true, "\(failed as Any)")
    #expect(await harness.store.waitForFailure() == failed)
    try await harness.store.close()
    let log = stage.database + ".before-wal"
    #expect(FileManager.default.fileExists(atPath: log))
    guard isMarking else { return }
    // The copy as it was, without the log of the file from before.
    let next = try await stage.start()
    #expect(try await next.service.watchClock() == [.restored])
    #expect(try await redeem(next) == .tokenExpired)
    #expect(try await next.fault() == nil)
    #expect(try await next.service.watchClock() == [])
  }

  // Holds: restore
  @Test("Attack 15: a start finds an older file under a crash's log, whose tables lack nothing")
  func underLog() async throws {
    let stage = try await Stage(isMarking: true)
    let redeem = try await stage.token()
    #expect(try await stage.harness.service.watchClock() == [])
    try stage.keep(.bytes)
    #expect(try await redeem(stage.harness) == nil)
    #expect(try await stage.harness.service.watchClock() == [])
    let crashed = try stage.crash()
    // A command refuses it, and takes nothing away of what tells that it was put back.
    let command = try await stage.start(in: crashed)
    #expect(try await command.keyring.keepMark(of: command.store, by: command.clock) == .ahead)
    try await command.store.close()
    let inspection = try SQLiteInspection(path: crashed.path + "/countersign.sqlite")
    let held = try inspection.read { transaction in
      let note = try RestoreNote(of: transaction, in: stage.marks)
      return try note?.held(against: transaction, in: stage.marks)
    }
    #expect(held == .ahead)
    let next = try await stage.start(in: crashed)
    #expect(try await next.service.watchClock() == [.restored])
    #expect(try await redeem(next) == .alreadyUsed)
    let open = try await next.store.rows("SELECT 1 FROM sessions WHERE ended_at IS NULL", [])
    #expect(open.isEmpty)
    #expect(try await next.fault() == nil)
    #expect(try await next.service.watchClock() == [])
    #expect(try await stage.start(in: crashed).service.watchClock() == [])
  }

  // Holds: restore
  @Test("Attack 15: what an upgrade leaves to do at a start carries no log into an older file")
  func upgradedUnderLog() async throws {
    let stage = try await Stage(isMarking: true)
    let redeem = try await stage.token()
    #expect(try await stage.harness.service.watchClock() == [])
    try stage.keep(.bytes)
    #expect(try await redeem(stage.harness) == nil)
    #expect(try await stage.harness.service.watchClock() == [])
    let crashed = try stage.crash()
    let path = crashed.path + "/countersign.sqlite"
    // As a step leaves the file that has rewritten rows.
    let upgrade = try SQLiteConnection(path, for: .writing)
    try upgrade.execute("PRAGMA user_version = 1")
    try upgrade.close()
    let file = try Data(contentsOf: URL(filePath: path))
    let next = try await stage.start(in: crashed)
    #expect(try Data(contentsOf: URL(filePath: path)) == file)
    #expect(try await next.service.watchClock() == [.restored])
    #expect(try await redeem(next) == .alreadyUsed)
    let looked = try SQLiteConnection(path, for: .reading)
    #expect(try looked.run("PRAGMA user_version").first?.integer(0) == 0)
    try looked.close()
  }

  // Holds: restore
  @Test("Attack 15: no copy of a file that was put back, nor one that would go into it, hides that")
  func copied() async throws {
    let stage = try await Stage(isMarking: true)
    let redeem = try await stage.token()
    #expect(try await stage.harness.service.watchClock() == [])
    try stage.keep(.bytes)
    #expect(try await redeem(stage.harness) == nil)
    #expect(try await stage.harness.service.watchClock() == [])
    let crashed = try stage.crash()
    let path = crashed.path + "/countersign.sqlite"
    let log = try Data(contentsOf: URL(filePath: path + "-wal"))
    let schemas = [Schema].of(stage.harness.modules)
    let copy = crashed.appending(path: "copy")
    let target = try SQLiteCopyTarget(path: copy.path + "/countersign.sqlite")
    let source = try SQLiteCopySource(path: path)
    _ = try StoreCopy(from: source, to: target, schemas: schemas, isPutBack: true).run()
    try target.close()
    #expect(try Data(contentsOf: URL(filePath: path + "-wal")) == log)
    let next = try await stage.start(in: copy)
    #expect(try await next.service.watchClock() == [.restored])
    #expect(try await redeem(next) == .alreadyUsed)
  }

  // Holds: restore
  @Test("Attack 15: a copy that is refused leaves the log beside the file that it would go into")
  func copiedInto() async throws {
    let stage = try await Stage(isMarking: true)
    let redeem = try await stage.token()
    #expect(try await stage.harness.service.watchClock() == [])
    try stage.keep(.bytes)
    #expect(try await redeem(stage.harness) == nil)
    #expect(try await stage.harness.service.watchClock() == [])
    let crashed = try stage.crash()
    let path = crashed.path + "/countersign.sqlite"
    let log = try Data(contentsOf: URL(filePath: path + "-wal"))
    let schemas = [Schema].of(stage.harness.modules)
    #expect(throws: CopyFault.occupied) {
      let source = try SQLiteCopySource(path: stage.backup())
      let target = try SQLiteCopyTarget(path: path)
      _ = try StoreCopy(from: source, to: target, schemas: schemas).run()
    }
    #expect(try Data(contentsOf: URL(filePath: path + "-wal")) == log)
    let next = try await stage.start(in: crashed)
    #expect(try await next.service.watchClock() == [.restored])
    #expect(try await redeem(next) == .alreadyUsed)
  }

  // Holds: restore
  @Test("Attack 15: no server serves from an older file that the log of a crash has damaged")
  func damaged() async throws {
    let stage = try await Stage(isMarking: true)
    let harness = stage.harness
    _ = try await harness.signUp()
    // So the log from the next look on has no page of the table that is spoiled.
    #expect(try await harness.service.watchClock() == [])
    try stage.keep(.bytes)
    let root = try await harness.store.rows(
      "SELECT rootpage FROM sqlite_master WHERE name = 'known_networks'", []
    ).first?.integer(0)
    try stage.spoilCopy(page: try #require(root))
    #expect(try await harness.service.watchClock() == [])
    let crashed = try stage.crash()
    // The second start finds it as the first did.
    for _ in 0..<2 {
      let next = try await stage.start(in: crashed)
      let failed = await #expect(throws: StoreError.self) {
        _ = try await next.service.watchClock()
      }
      #expect(failed?.code == .corrupt)
      #expect(failed?.reason.contains("older than its restore mark and damaged") == true)
      try await next.store.close()
    }
  }

  // Holds: restore
  @Test("a crash between two looks is no put-back: no session ends, and no alarm is told")
  func crashAlone() async throws {
    let stage = try await Stage(isMarking: true)
    let harness = stage.harness
    _ = try await harness.signUp()
    // A reader keeps the log from being carried into the file.
    let reader = try SQLiteConnection(stage.database, for: .reading)
    try reader.execute("BEGIN")
    _ = try reader.run("SELECT COUNT(*) FROM accounts")
    for _ in 0..<2 { #expect(try await harness.service.watchClock() == []) }
    try stage.keep(.bytes)
    let crashed = try stage.crash()
    try reader.close()
    let next = try await stage.start(in: crashed)
    #expect(try await next.service.watchClock() == [])
    let open = try await next.store.rows("SELECT 1 FROM sessions WHERE ended_at IS NULL", [])
    #expect(open.count == 1)
    #expect(try await next.fault() == nil)
  }
}

/// A server on a file of SQLite, and a copy of that from before.
private final class Stage {
  let harness: ServiceHarness
  let marks = MemoryMarks()
  private let folder: TemporaryFolder
  private var later: [ServiceHarness] = []

  var database: String { harness.directory.appending(path: "countersign.sqlite").path }
  private var kept: String { folder.file("kept.sqlite") }

  init(isMarking: Bool) async throws {
    folder = try TemporaryFolder()
    let keyring = Keyring.generated()
    harness = try await ServiceHarness(
      keyring: isMarking ? keyring.marking(in: marks) : keyring, driver: .sqlite
    ) { $0.addShipOrder() }
    #expect(try await harness.service.watchClock() == [])
  }

  /// A token that was proved, and how it is redeemed.
  func token() async throws -> (ServiceHarness) async throws -> Reason? {
    let session = try await harness.signUp()
    let token = try await harness.token(
      .shipOrder, ServiceHarness.shipment, harness.registerKey(session), session)
    let host = try await harness.host()
    // The restoration comes later.
    harness.clock.advance(seconds: 1)
    return { server in
      let decision = try await server.service.proofs.redeem(
        RedemptionRequest(
          verificationToken: token, scenario: .shipOrder, payload: ServiceHarness.shipment),
        idempotencyKey: nil, host: host)
      if case .failure(let refusal) = decision { return refusal.reason }
      return nil
    }
  }

  func keep(_ copy: PutBackUnderLogTests.Copy) throws {
    switch copy {
    case .backup: try SQLiteBackup.copy(database, to: kept)
    case .bytes: try FileManager.default.copyItem(atPath: database, toPath: kept)
    }
  }

  /// Another backup of the database.
  func backup() throws -> String {
    let path = folder.file("backup.sqlite")
    try SQLiteBackup.copy(database, to: path)
    return path
  }

  /// Writes zeros over a page of the copy.
  func spoilCopy(page: Int64) throws {
    let file = try FileHandle(forUpdating: URL(filePath: kept))
    try file.seek(toOffset: UInt64(page - 1) * 4096)
    try file.write(contentsOf: Data(count: 4096))
    try file.close()
  }

  /// Writes the copy over the file that the server has open, as `cp` does.
  func overwrite() throws {
    let bytes = try Data(contentsOf: URL(filePath: kept))
    let file = try FileHandle(forWritingTo: URL(filePath: database))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: bytes)
    try file.close()
  }

  /// A folder with the copy, and the log as a server leaves it that is killed now.
  func crash() throws -> URL {
    let crashed = URL(filePath: folder.file("crashed"))
    try FileManager.default.createDirectory(at: crashed, withIntermediateDirectories: true)
    let path = crashed.path + "/countersign.sqlite"
    try FileManager.default.copyItem(atPath: kept, toPath: path)
    try FileManager.default.copyItem(atPath: database + "-wal", toPath: path + "-wal")
    return crashed
  }

  /// Another process, on the same file or in another folder.
  func start(in directory: URL? = nil) async throws -> ServiceHarness {
    let other = try await ServiceHarness(
      directory: directory ?? harness.directory, keyring: harness.keyring, clock: harness.clock,
      driver: .sqlite
    ) { $0.addShipOrder() }
    later.append(other)
    return other
  }
}
