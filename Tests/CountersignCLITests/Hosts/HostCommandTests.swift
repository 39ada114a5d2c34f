import CountersignCore
import CountersignDelivery
import CountersignSQLite
import Foundation
import ProgramTesting
import Testing
import ToolSupport

@testable import ServerCommands

@Suite("the hosts' commands")
struct HostCommandTests {
  @Test("a key of a new host makes it; list shows whose each is, and no secret")
  func keys() async throws {
    let folder = try TemporaryFolder()
    let data = try await Self.data(in: folder)
    for (host, name) in [("shop", "old"), ("shop", "new")] {
      let made = try await Self.run(
        ["service-key", "create", "--host", host, "--name", name, "--scope", "transactions"], data)
      #expect(made.status == 0 && made.output.hasPrefix("csk_"), "\(made.errors)")
      #expect(made.errors.contains("made the host shop") == (name == "old"))
    }
    let unnamed = try await Self.run(["service-key", "create", "--scope", "admin"], data)
    #expect(unnamed.status == 0)
    let keys = try await Self.run(["service-key", "list"], data).output.split(separator: "\n")
    #expect(keys.count == 3)
    #expect(keys.count { $0.contains("  shop  transactions  ") } == 2)
    #expect(keys.count { $0.contains("  default  admin  ") } == 1)
    #expect(keys.allSatisfy { !$0.split(separator: " ").contains { $0.hasPrefix("csk_") } })
    let hosts = try await Self.run(["host", "list"], data).output.split(separator: "\n")
    #expect(hosts.map { $0.split(separator: " ").first } == ["default", "in-process", "shop"])
    let wrong = try await Self.run(
      ["service-key", "create", "--host", "My Shop", "--scope", "sessions"], data)
    #expect(wrong.status == 2 && wrong.errors.contains("hint: "))
  }

  @Test("help says that scope admin is the deployment's")
  func help() async throws {
    let help = try await BuiltProgram.run(["service-key", "create", "--help"])
    let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("Scope admin is the deployment's"))
  }

  @Test("an event address prints its secret once, sealed in the store; a file's key is taken too")
  func eventAddress() async throws {
    let folder = try TemporaryFolder()
    let data = try await Self.data(in: folder)
    _ = try await Self.run(
      ["service-key", "create", "--host", "shop", "--scope", "sessions"], data)
    let address = "https://shop.example.com/events"
    let made = try await Self.run(["host", "event-address", "shop", address], data)
    #expect(made.status == 0, "\(made.errors)")
    let printed = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(EventSecret(printed) != nil)
    #expect(try await Self.target(of: "shop", data)?.secret.exposed == printed)
    let list = try await Self.run(["host", "list"], data).output
    #expect(list.contains(address) && !list.contains("whsec_"))

    let file = data.path + "/shop-secret"
    let given = EventSecret.generated()
    try PrivateFile.create(file, Array((given + "\n").utf8))
    let taken = try await Self.run(
      ["host", "event-address", "shop", "http://localhost:3000/events", "--secret", file], data)
    #expect(taken.status == 0 && taken.output.isEmpty, "\(taken.errors)")
    #expect(try await Self.target(of: "shop", data)?.secret.exposed == given)

    let removed = try await Self.run(["host", "event-address", "shop", "--remove"], data)
    #expect(removed.status == 0)
    #expect(try await Self.target(of: "shop", data) == nil)
  }

  @Test(
    "an address in the clear, a host that is none, and half a command are refused, with a hint",
    arguments: [
      (["shop", "http://shop.example.com/events"], 2), (["shop", "shop"], 2), (["shop"], 2),
      (["shop", "https://shop.example.com", "--remove"], 2), (["My Shop", "--remove"], 2),
      (["nobody", "https://shop.example.com"], 1), (["default", "https://shop.example.com"], 1),
    ])
  func refused(_ arguments: [String], _ status: Int) async throws {
    let folder = try TemporaryFolder()
    let data = try await Self.data(in: folder)
    _ = try await Self.run(
      ["service-key", "create", "--host", "shop", "--scope", "sessions"], data)
    let outcome = try await Self.run(["host", "event-address"] + arguments, data)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains("hint: "))
    #expect(outcome.output.isEmpty)
  }

  @Test("events are listed and retried by host; a host that is none is refused")
  func events() async throws {
    let folder = try TemporaryFolder()
    let data = try await Self.data(in: folder)
    for command in ["list", "retry"] {
      let own = try await Self.run(["event", command, "--host", "default"], data)
      #expect(own.status == 0, "\(own.errors)")
      let none = try await Self.run(["event", command, "--host", "nobody"], data)
      #expect(none.status == 1 && none.errors.contains("hint: "))
    }
  }

  private static func data(in folder: TemporaryFolder) async throws -> DataFolder {
    let data = try DataFolder(folder.file("data"))
    _ = try DataFolder.keyring(data.keyringFile)
    try await SQLiteStore(path: data.databaseFile, schemas: .of([]), seals: .none).close()
    return data
  }

  private static func run(
    _ arguments: [String], _ data: DataFolder
  ) async throws -> BuiltProgram.Outcome {
    try await BuiltProgram.run(arguments + ["--data", data.path])
  }

  /// Where a host is told, as a server with that folder reads it.
  private static func target(
    of name: String, _ data: DataFolder
  ) async throws -> HostEventTarget? {
    let keyring = try DataFolder.keyring(data.keyringFile)
    let store = try SQLiteStore(
      path: data.databaseFile, schemas: .of([]), seals: StoreSeals(keyring))
    let hosts = HostAdministration(store: store, keyring: keyring)
    let found = try await hosts.eventTarget(of: try #require(HostName(name)))
    try await store.close()
    return found
  }
}
