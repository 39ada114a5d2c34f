import AirtimeServer
import CountersignTesting
import Foundation
import ProgramTesting
import Testing

@testable import ServerCommands

@Suite("airtime account")
struct AccountCommandTests {
  @Test("it prints what is held of an account, and ends the account once that is confirmed")
  func command() async throws {
    let folder = try TemporaryFolder()
    let data = try DataFolder(folder.file("data"))
    let keyring = try DataFolder.keyring(data.keyringFile)
    // The server has not looked at the clock yet, and has given the database no number.
    let harness = try await ServiceHarness(
      directory: URL(filePath: data.path), keyring: keyring, modules: [AirtimeShop()],
      driver: .sqlite)
    _ = try await harness.signUp("ada@example.com")
    try await harness.store.close()
    let name = ["ada@example.com", "--data", data.path, "--restore-mark", "none"]
    // With a mark, a server has to look first.
    let unnumbered = try await Self.run(["account", "export"] + name.dropLast(2))
    #expect(unnumbered.status == 1 && unnumbered.errors.contains("start the server first"))
    let told = try await Self.run(["account", "export"] + name)
    #expect(told.status == 0, "\(told.errors)")
    #expect(told.output.contains("\"displayName\":\"Ada\""))
    #expect(told.output.contains("\"airtime\":{"))
    let unconfirmed = try await Self.run(["account", "erase"] + name)
    #expect(unconfirmed.status == 2 && unconfirmed.errors.contains("hint: "))
    let unknown = try await Self.run(["account", "erase", "bob@example.com"] + name.dropFirst())
    #expect(unknown.status == 1)
    #expect(unknown.errors == "airtime: there is no such account\n")
    let erased = try await Self.run(["account", "erase", "--yes"] + name)
    #expect(erased.status == 0, "\(erased.errors)")
    #expect(erased.output.hasPrefix("erased; kept are\n  audit rows"))
    for command in [["export"], ["erase", "--yes"]] {
      let gone = try await Self.run(["account"] + command + name)
      #expect(gone.status == 1 && gone.errors.contains("there is no such account"))
    }
  }

  private static func run(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
    try await BuiltProgram.run(arguments, program: BuiltProgram.airtime)
  }
}
