#if PostgreSQL
  import CountersignSQLite
  import Foundation
  import ProgramTesting
  import Testing

  @testable import ServerCommands

  @Suite("backups of a database in PostgreSQL", .timeLimit(.minutes(5)))
  struct PostgreSQLBackupTests {
    @Test("a backup made while nodes serve is checked, and is restored into an empty database")
    func restore() async throws {
      let folder = try TemporaryFolder()
      let address = try PrivatePostgreSQL.shared().newDatabase()
      let data = folder.file("data")
      let server = try DemoServer(folder: data, options: ["--database", address])
      let phone = TerminalPhone(server: server, home: folder.file("phone"))
      try await phone.enrol()
      let backup = folder.file("backup.sqlite")
      let made = try await run(0, ["store", "backup", backup, "--database", address])
      #expect(made.output.contains("backed up to \(backup)"))
      #expect(try permissions(of: backup) == 0o600)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
          == ["backup.sqlite", "data", "phone"])
      try await run(0, ["store", "check", backup, "--data", data])
      // After the backup: the account's device is revoked.
      try await phone.expect(0, ["revoke", "--all", "--pin", DemoStage.pin, "--yes"])
      try await run(0, ["store", "check", "--database", address, "--data", data])

      let restored = try PrivatePostgreSQL.shared().newDatabase()
      let restore = ["store", "restore", backup, "--data", data, "--database", restored]
      // The folder is the server's.
      try await run(3, restore)
      #expect(server.end(by: SIGTERM) == 0)
      let occupied = ["store", "restore", backup, "--data", data, "--database", address]
      #expect(try await run(1, occupied).errors.contains("hint: name an empty database"))
      let outcome = try await run(0, restore + ["--replaces", address])
      #expect(outcome.output.contains("revoked as in the database from before: 1 keys"))
      try await run(0, ["store", "check", "--database", restored, "--data", data])
      let again = try DemoServer(folder: data, options: ["--database", restored])
      #expect(again.end(by: SIGTERM) == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: data)
      #expect(!names.contains { $0.contains("restor") }, "\(names)")

      // In a folder, too.
      let moved = folder.file("moved")
      try FileManager.default.createDirectory(atPath: moved, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: data + "/keyring", toPath: moved + "/keyring")
      let file = try await run(0, ["store", "restore", backup, "--data", moved])
      #expect(file.errors.contains("there is no database from before"), "\(file.errors)")
      #expect(file.errors.contains("that were revoked since the backup was made may be good again"))
      try await run(0, ["store", "check", "--data", moved])
    }

    @Test("a check of a database without tables, and of one that is not there, says what to do")
    func unchecked() async throws {
      let server = try PrivatePostgreSQL.shared()
      let empty = try await run(3, ["store", "check", "--database", try server.newDatabase()])
      #expect(empty.errors.contains("run countersign store migrate"), "\(empty.errors)")
      let absent = server.address.replacing("/postgres?", with: "/absent?")
      let missing = try await run(3, ["store", "check", "--database", absent])
      #expect(missing.errors.contains("make it with createdb"), "\(missing.errors)")
      #expect(!missing.errors.contains("migrate"), "\(missing.errors)")
    }

    @Test("a backup writes over nothing, and leaves nothing of one that failed")
    func refused() async throws {
      let folder = try TemporaryFolder()
      let address = try PrivatePostgreSQL.shared().newDatabase()
      let backup = folder.file("backup.sqlite")
      let empty = try await run(1, ["store", "backup", backup, "--database", address])
      #expect(empty.errors.contains("no server's data"), "\(empty.errors)")
      let source = try await StoreCopyCommandTests.source(in: folder)
      try await run(0, ["store", "copy", "--from", source.folder, "--to", address])
      try Data("kept".utf8).write(to: URL(filePath: backup))
      let there = try await run(3, ["store", "backup", backup, "--database", address])
      #expect(there.errors.contains("is there already"))
      #expect(try text(of: backup) == "kept")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(!names.contains { $0.contains("partial") }, "\(names)")
    }

    @discardableResult
    private func run(_ status: Int32, _ arguments: [String]) async throws -> BuiltProgram.Outcome {
      let outcome = try await BuiltProgram.run(arguments)
      #expect(outcome.status == status, "\(arguments): \(outcome.output) \(outcome.errors)")
      return outcome
    }
  }
#endif
