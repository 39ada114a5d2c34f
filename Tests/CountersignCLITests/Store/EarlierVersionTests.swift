import CountersignCore
import CountersignSQLite
import Foundation
import ProgramTesting
import Testing
import ToolSupport

@testable import ServerCommands

@Suite("A database that this version does not upgrade")
struct EarlierVersionTests {
  /// What the program says of it.
  private static let words = """
    another version made \(made), and this one does not upgrade them: go on with that version, or \
    begin with an empty database
    """
  private static let made = "the tables before the first release"

  // Holds: durability
  @Test("the server and every command refuse it in words, and leave it as it is")
  func commands() async throws {
    let folder = try TemporaryFolder()
    let data = try DataFolder(folder.file("data"))
    _ = try DataFolder.keyring(data.keyringFile)
    try await Self.makeEarlier(data.databaseFile)
    let commands = [
      ["serve", "--demo", "--port", "0"], ["store", "migrate"], ["store", "check"],
      ["account", "export", "ada@example.com"], ["account", "erase", "--yes", "ada@example.com"],
      ["audit", "verify"], ["audit", "export"], ["keyring", "rotate"], ["service-key", "list"],
      ["host", "list"], ["event", "list"],
    ]
    let keyring = try PrivateFile.read(data.keyringFile)
    for command in commands {
      let refused = try await BuiltProgram.run(command + ["--data", data.path])
      #expect(refused.status == 3, "\(command): \(refused.errors)")
      #expect(refused.errors.contains(Self.words), "\(command): \(refused.errors)")
      #expect(
        refused.errors.contains("hint: name a new folder with --data"),
        "\(command): \(refused.errors)")
    }
    let copied = try await BuiltProgram.run(
      ["store", "copy", "--from", data.path, "--to", folder.file("copy")])
    #expect(copied.status == 3, "\(copied.errors)")
    #expect(copied.errors.contains("another version made step 31 of the tables of core"))
    #expect(try PrivateFile.read(data.keyringFile) == keyring)
    #expect(try await Self.steps(in: data.databaseFile) == [[.text("core"), .integer(31)]])
  }

  @Test("a backup of it can be made still, to be taken to its own version")
  func backup() async throws {
    let folder = try TemporaryFolder()
    let data = try DataFolder(folder.file("data"))
    _ = try DataFolder.keyring(data.keyringFile)
    try await Self.makeEarlier(data.databaseFile)
    let file = folder.file("backup.sqlite")
    let made = try await BuiltProgram.run(["store", "backup", "--data", data.path, file])
    #expect(made.status == 0, "\(made.errors)")
    #expect(try await Self.steps(in: file) == [[.text("core"), .integer(31)]])
  }

  /// Makes a database with the newest step of before the first release, which kept no digest.
  private static func makeEarlier(_ file: String) async throws {
    let step = SchemaStep(
      31, ["CREATE TABLE settings (name TEXT PRIMARY KEY, value BIGINT NOT NULL)"])
    let store = try SQLiteStore(
      path: file, schemas: [Schema(owner: "core", steps: [step])], seals: .none)
    _ = try await store.write { transaction in
      try transaction.execute("ALTER TABLE schema_steps DROP COLUMN digest", [])
    }
    try await store.close()
  }

  /// All that a database says of its steps.
  private static func steps(in file: String) async throws -> [[SQLValue]] {
    let source = try SQLiteCopySource(path: file)
    return try source.rows("SELECT * FROM schema_steps", []).map(\.values)
  }
}
