import ArgumentParser
import CountersignCore
import CountersignSQLite
import CountersignTesting
import Foundation
import ProgramTesting
import Testing
import ToolSupport

@testable import ServerCommands

@Suite("the store's commands")
struct StoreCommandTests {
  /// A store in which something happened.
  private func used() async throws -> ServiceHarness {
    let harness = try await ServiceHarness()
    _ = try await harness.signUp()
    // It has a number, as every store that a server has looked at.
    _ = try await harness.service.watchClock()
    try harness.writeKeyring()
    return harness
  }

  private func run<Command: AsyncParsableCommand>(
    _ command: Command.Type, _ harness: ServiceHarness, _ arguments: String...
  ) async throws {
    var command = try Command.parse(["--data", harness.directory.path] + arguments)
    try await command.run()
  }

  private func failure<Command: AsyncParsableCommand>(
    of command: Command.Type, _ harness: ServiceHarness, _ arguments: String...
  ) async throws -> CommandFailure? {
    var command = try Command.parse(["--data", harness.directory.path] + arguments)
    do {
      try await command.run()
      return nil
    } catch let failure as CommandFailure {
      return failure
    }
  }

  private func change(_ harness: ServiceHarness, _ sql: String) async throws {
    let changed = try await harness.store.write { try $0.execute(sql, []) }
    #expect(changed == 1)
  }

  @Test("a store in use is whole")
  func whole() async throws {
    let harness = try await used()
    try await run(AuditVerifyCommand<NoModules>.self, harness)
    try await run(StoreCheckCommand<NoModules>.self, harness)
    try await run(StoreMigrateCommand<NoModules>.self, harness)
  }

  @Test(
    "a row of the audit log that was changed, removed or moved is named",
    arguments: [
      ("UPDATE audit SET details = '{}' WHERE lane <> x'00' AND sequence = 2", "row 2"),
      ("UPDATE audit SET at = at + 1 WHERE lane <> x'00' AND sequence = 1", "row 1"),
      ("DELETE FROM audit WHERE lane <> x'00' AND sequence = 1", "row 1: is missing"),
      ("UPDATE audit SET sequence = 100 WHERE lane <> x'00' AND sequence = 1", "row 1: is missing"),
    ])
  func audit(_ sql: String, _ row: String) async throws {
    let harness = try await used()
    try await change(harness, sql)
    for failure in [
      try await failure(of: AuditVerifyCommand<NoModules>.self, harness),
      try await failure(of: StoreCheckCommand<NoModules>.self, harness),
    ] {
      #expect(failure?.exit == .refused)
      #expect(failure?.cause.contains(row) == true)
    }
  }

  @Test("a check changes nothing, not even an old schema or a file that is no database")
  func readOnly() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("countersign.sqlite")
    for (content, exit, advice) in [
      ("", CommandFailure.Exit.environment, "run countersign store migrate"),
      ("no database", .refused, "hint: restore a backup"),
    ] {
      let bytes = Data(String(repeating: content, count: 200).utf8)
      try bytes.write(to: URL(filePath: file))
      for command in [["store", "check"], ["audit", "verify"]] {
        let outcome = try await BuiltProgram.run(command + ["--data", folder.path])
        #expect(outcome.status == Int(exit.rawValue))
        #expect(outcome.errors.contains(advice), "\(outcome.errors)")
      }
      #expect(try Data(contentsOf: URL(filePath: file)) == bytes)
    }
  }

  @Test("a backup of a store in use is whole, and only its owner can read it")
  func backup() async throws {
    let harness = try await used()
    let copy = try TemporaryFolder()
    try await run(StoreBackupCommand<NoModules>.self, harness, copy.file("countersign.sqlite"))
    #expect(try permissions(of: copy.file("countersign.sqlite")) == 0o600)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: copy.path) == ["countersign.sqlite"])
    let store = try SQLiteStore(
      path: copy.file("countersign.sqlite"), schemas: .of([]), seals: .ofTests)
    let count = "SELECT COUNT(*) FROM audit"
    let copied = try await store.read { try $0.rows(count, []) }
    let original = try await harness.store.read { try $0.rows(count, []) }
    #expect(copied == original && original != [SQLRow([0])])
    try await store.close()
    let check = try StoreCheckCommand<NoModules>.parse([
      "--data", copy.path, "--keyring", harness.directory.appending(path: "keyring").path,
    ])
    try await check.run()
  }

  @Test("a backup goes to a new file under the data folder unless it is named")
  func backupFolder() async throws {
    let harness = try await used()
    try await run(StoreBackupCommand<NoModules>.self, harness)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: harness.directory.appending(path: "backups").path)
    #expect(names.count == 1)
    #expect(names.first?.wholeMatch(of: /countersign-\d{8}T\d{6}Z\.sqlite/) != nil)
  }

  @Test("a backup writes over nothing")
  func backupTwice() async throws {
    let harness = try await used()
    let copy = try TemporaryFolder()
    let file = copy.file("kept")
    try Data("kept".utf8).write(to: URL(filePath: file))
    let failure = try await failure(of: StoreBackupCommand<NoModules>.self, harness, file)
    #expect(failure?.exit == .environment)
    #expect(try text(of: file) == "kept")
  }

  @Test("where there is no store, none is made")
  func missing() async throws {
    let folder = try TemporaryFolder()
    for arguments in [
      ["audit", "verify"], ["store", "check"], ["store", "migrate"], ["store", "backup"],
    ] {
      let outcome = try await BuiltProgram.run(arguments + ["--data", folder.path])
      #expect(outcome.status == 3)
      #expect(outcome.errors.contains("no database") && outcome.errors.contains("hint: "))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
