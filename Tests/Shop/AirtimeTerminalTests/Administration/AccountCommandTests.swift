import AirtimeServer
import CountersignCore
import CountersignSQLite
import ProgramTesting
import Testing

@testable import ServerCommands

@Suite("countersign account")
struct AccountCommandTests {
  @Test("it prints what is held of an account, and ends the account once that is confirmed")
  func command() async throws {
    let folder = try TemporaryFolder()
    let data = try DataFolder(folder.file("data"))
    _ = try DataFolder.keyring(data.keyringFile)
    // As a version before sealed rows left it: the command brings it up to date.
    let core = Schema(owner: "core", steps: Schema.core.steps.filter { $0.number < 15 })
    let store = try SQLiteStore(path: data.databaseFile, schemas: [core], seals: .none)
    _ = try await store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO accounts (id, user_name, display_name, created_at)
        VALUES ('acc_1', 'ada@example.com', 'Ada', 0)
        """, [])
    }
    try await store.close()
    let name = ["ada@example.com", "--data", data.path, "--restore-mark", "none"]
    // That version gave it no number: with a mark, a server has to look first.
    let unnumbered = try await BuiltProgram.run(["account", "export"] + name.dropLast(2))
    #expect(unnumbered.status == 1 && unnumbered.errors.contains("start the server first"))
    let told = try await BuiltProgram.run(["account", "export"] + name)
    #expect(told.status == 0, "\(told.errors)")
    #expect(told.output.contains("\"displayName\":\"Ada\""))
    #expect(told.output.contains("\"airtime\":{"))
    let unconfirmed = try await BuiltProgram.run(["account", "erase"] + name)
    #expect(unconfirmed.status == 2 && unconfirmed.errors.contains("hint: "))
    let erased = try await BuiltProgram.run(["account", "erase", "--yes"] + name)
    #expect(erased.status == 0, "\(erased.errors)")
    #expect(erased.output.hasPrefix("erased; kept are\n  audit rows"))
    for command in [["export"], ["erase", "--yes"]] {
      let gone = try await BuiltProgram.run(["account"] + command + name)
      #expect(gone.status == 1 && gone.errors.contains("there is no such account"))
    }
  }
}
