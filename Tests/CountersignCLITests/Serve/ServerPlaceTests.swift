import CountersignCore
import CountersignSQLite
import Foundation
import ProgramTesting
import Testing
import ToolSupport

@testable import ServerCommands

@Suite("Where commands find a server's state")
struct ServerPlaceTests {
  @Test("a command reads the server's own options, and its own and the environment go before them")
  func options() throws {
    let folder = try TemporaryFolder()
    let file = try folder.configuration(
      #"{"data": "/in/file", "keyring": "/keys/keyring", "port": 1001, "drain": 20}"#)
    func place(
      _ options: KeyValuePairs<String, String?>, _ environment: [String: String] = [:]
    ) throws -> ServerPlace {
      try ServerPlace(of: NoModules.self, options, environment: environment)
    }
    let none = try place(["config": nil, "data": nil])
    #expect(none.folder == "./data" && none.keyringFile == "./data/keyring")
    #expect(none.database.file == "./data/countersign.sqlite")
    for configured in [
      try place(["config": file]), try place([:], ["COUNTERSIGN_CONFIG": file]),
    ] {
      #expect(configured.folder == "/in/file" && configured.keyringFile == "/keys/keyring")
      #expect(configured.database.file == "/in/file/countersign.sqlite")
    }
    let given = try place(
      ["config": file, "data": "/given", "keyring": nil],
      ["COUNTERSIGN_DATA": "/in/environment", "COUNTERSIGN_KEYRING": "/environment/keyring"])
    #expect(given.folder == "/given" && given.keyringFile == "/environment/keyring")
    #if PostgreSQL
      let address = "postgres://bank@db.example.com/countersign"
      for moved in [
        try place(["data": "/given"], ["COUNTERSIGN_DATABASE": address]),
        try place(["data": "/given", "database": address]),
      ] {
        #expect(moved.database == .postgreSQL(address))
      }
    #endif
    let misspelt = try folder.configuration(#"{"dat": "/in/file"}"#)
    let failure = #expect(throws: CommandFailure.self) { try place(["config": misspelt]) }
    #expect(failure?.exit == .wrongUse)
  }

  @Test("a command changes no tables from which a server serves")
  func tables() async throws {
    let folder = try TemporaryFolder()
    let place = try ServerPlace(
      of: NoModules.self, ["data": folder.path], environment: [:])
    let keyring = try DataFolder.keyring(place.keyringFile)
    let file = try #require(place.database.file)
    try await SQLiteStore(path: file, schemas: [.core], seals: StoreSeals(keyring)).close()
    let newer = [
      Schema.core,
      Schema(owner: "gates", steps: [SchemaStep(1, ["CREATE TABLE gates (id TEXT PRIMARY KEY)"])]),
    ]
    let server = try DataFolderLock(folder.path)
    let failure = #expect(throws: CommandFailure.self) { try place.open(newer, keyring) }
    #expect(failure?.exit == .environment)
    #expect(failure?.cause.contains("serves from the database: steps") == true)
    // The tables that it has may be worked on beside it.
    try await place.open([.core], keyring).close()
    server.end()
    let opened = try place.open(newer, keyring)
    #expect(opened.appliedSteps.map(\.description) == ["gates 1"])
    try await opened.close()
  }

  #if PostgreSQL
    @Test("a command changes no tables from which nodes serve, unless it is asked to")
    func tablesOfNodes() async throws {
      let folder = try TemporaryFolder()
      let place = try ServerPlace(
        of: NoModules.self,
        ["data": folder.path, "database": try PrivatePostgreSQL.shared().newDatabase()],
        environment: [:])
      let keyring = try DataFolder.keyring(place.keyringFile)
      let step = SchemaStep(1, ["CREATE TABLE gates (id TEXT PRIMARY KEY)"], isSurvived: true)
      let newer = [Schema.core, Schema(owner: "gates", steps: [step])]
      let node = try place.open([.core], keyring)
      let failure = #expect(throws: CommandFailure.self) { try place.open(newer, keyring) }
      #expect(failure?.exit == .environment)
      #expect(failure?.cause.contains("serves from the database: ") == true, "\(failure as Any)")
      // The tables that it has may be worked on beside it.
      try await place.open([.core], keyring).close()
      let opened = try place.open(newer, keyring, upgradesNodes: true)
      #expect(opened.appliedSteps.map(\.description) == ["gates 1"])
      try await opened.close()
      try await node.close()
    }
  #endif

  @Test(
    "root takes no folder of another account, which could not read what root makes",
    .enabled(if: geteuid() == 0, "only root is refused"))
  func root() async throws {
    let folder = try TemporaryFolder()
    try await SQLiteStore(
      path: folder.file("countersign.sqlite"), schemas: [.core],
      seals: StoreSeals(.generated())
    ).close()
    #expect(chown(folder.path, 65_534, 65_534) == 0)
    let failure = #expect(throws: CommandFailure.self) { try DataFolderLock(folder.path).end() }
    #expect(failure?.exit == .environment)
    #expect(failure?.hint?.hasPrefix("run it as that account: runuser --user") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/lock"))
    for command in [["store", "backup"], ["audit", "export"]] {
      let refused = try await BuiltProgram.run(command + ["--data", folder.path])
      #expect(refused.status == 3 && refused.errors.contains("belongs to"), "\(refused.errors)")
    }
    #expect(chown(folder.path, 0, 0) == 0)
    try DataFolderLock(folder.path).end()
  }
}
