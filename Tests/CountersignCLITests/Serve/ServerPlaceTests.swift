import CountersignCore
import CountersignSQLite
import CountersignServer
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
    #expect(none.folder == "./data")
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

  // Holds: restore
  @Test("keyring and restore mark lie beside the folder, and in a demo's inside")
  func keys() throws {
    let folder = try TemporaryFolder()
    let data = folder.file("data")
    func place(
      _ options: KeyValuePairs<String, String?>, _ environment: [String: String] = [:]
    ) throws -> ServerPlace {
      try ServerPlace(of: NoModules.self, options, environment: environment)
    }
    for path in [data, data + "/"] {
      let beside = try place(["data": path])
      #expect(beside.keyringFile == data + "-keys/keyring")
      #expect(beside.markFolder == data + "-keys/marks")
      #expect(!beside.keepsKeysInside)
      try beside.requireKeysOutside()
    }
    let demo = try place(["data": data], ["COUNTERSIGN_DEMO": "true"])
    #expect(demo.keyringFile == data + "/keyring" && demo.markFolder == data + "/marks")
    #expect(demo.keepsKeysInside)
    let unmarked = try place(["data": data, "restore-mark": "none"])
    #expect(unmarked.markFolder == nil)
    let marked = try place(["data": data], ["COUNTERSIGN_RESTORE_MARK": "/marks"])
    #expect(marked.markFolder == "/marks")
    // What lies inside is refused, also behind a link; a keyring may be named there.
    _ = try DataFolder(data)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: data)
    for inside in [data + "/marks", data + "/a/../marks", data, folder.file("link/marks")] {
      let failure = #expect(throws: CommandFailure.self) {
        try place(["data": data, "restore-mark": inside]).requireKeysOutside()
      }
      #expect(failure?.exit == .wrongUse && failure?.hint?.contains("--restore-mark") == true)
    }
    try place(["data": data, "keyring": data + "/keyring"]).requireKeysOutside()
    try place(["data": data, "restore-mark": data + "-marks"]).requireKeysOutside()
    // A demo's folder: the commands find both in it, and no other server takes it.
    _ = try DataFolder.keyring(data + "/keyring")
    let found = try place(["data": data])
    #expect(found.keyringFile == data + "/keyring" && found.markFolder == data + "/marks")
    let failure = #expect(throws: CommandFailure.self) { try found.requireKeysOutside() }
    #expect(failure?.hint?.contains("--keyring") == true)
  }

  // Holds: restore
  @Test("a keyring or a mark that somebody puts into the folder is not taken for the server's")
  func planted() throws {
    let folder = try TemporaryFolder()
    let data = folder.file("data")
    _ = try DataFolder(data)
    func place(_ options: KeyValuePairs<String, String?> = [:]) throws -> ServerPlace {
      try ServerPlace(
        of: NoModules.self, ["data": data, "keyring": options.first?.value], environment: [:])
    }
    // Of one that is named there the mark has the same place at the second start.
    let named = data + "/named"
    for _ in 0..<2 {
      let given = try place(["keyring": named])
      #expect(given.markFolder == data + "-keys/marks")
      try given.requireKeysOutside()
      _ = try DataFolder.keyring(named)
      try RestoreMarkPlace(folder: data + "-keys/marks").prepare(isInContainer: false)
    }
    _ = try DataFolder.keyring(data + "-keys/keyring")
    try PrivateFile.makeFolder(data + "/marks")
    #expect(try place().markFolder == data + "-keys/marks")
    #expect(try place().remarkOnKeyring == nil)
    _ = try DataFolder.keyring(data + "/keyring")
    let failure = #expect(throws: CommandFailure.self) { try place() }
    #expect(failure?.cause.contains("there are two keyrings") == true)
    #expect(failure?.hint?.contains("--keyring") == true)
    let demo = #expect(throws: CommandFailure.self) {
      try ServerPlace(
        of: NoModules.self, ["data": data], environment: ["COUNTERSIGN_DEMO": "true"])
    }
    #expect(demo?.cause == failure?.cause)
    #expect(try place(["keyring": data + "-keys/keyring"]).keyringFile == data + "-keys/keyring")
    // Where there is no other, it is said where it lies.
    try FileManager.default.removeItem(atPath: data + "-keys/keyring")
    #expect(try place().remarkOnKeyring?.contains("in the data folder") == true)
    #expect(try place().markFolder == data + "-keys/marks")
  }

  // Holds: restore
  @Test("a link that somebody puts into the folder is not followed to a keyring or a mark")
  func plantedLink() throws {
    let folder = try TemporaryFolder()
    let (data, other) = (folder.file("data"), folder.file("other"))
    _ = try DataFolder(data)
    _ = try DataFolder.keyring(other + "/keyring")
    try PrivateFile.makeFolder(other + "/marks")
    func place(_ options: KeyValuePairs<String, String?> = [:]) throws -> ServerPlace {
      try ServerPlace(
        of: NoModules.self,
        [
          "data": data, "keyring": options.first { $0.key == "keyring" }?.value,
          "restore-mark": options.first { $0.key == "restore-mark" }?.value,
        ], environment: [:])
    }
    for (name, option) in [("keyring", "--keyring"), ("marks", "--restore-mark")] {
      let link = "\(data)/\(name)"
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: "\(other)/\(name)")
      let failure = #expect(throws: CommandFailure.self) { try place() }
      #expect(failure?.cause == "\(link) is a symbolic link")
      #expect(failure?.hint?.contains(option) == true)
      try FileManager.default.removeItem(atPath: link)
    }
    // A mark that is named is inside if the way to it is.
    try FileManager.default.createSymbolicLink(
      atPath: data + "/way", withDestinationPath: other)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("around"), withDestinationPath: data + "/way")
    for way in [data + "/way/marks", folder.file("around/marks")] {
      let failure = #expect(throws: CommandFailure.self) {
        try place(["restore-mark": way]).requireKeysOutside()
      }
      #expect(failure?.cause.contains("lies in the data folder") == true)
    }
    try place(["restore-mark": other + "/marks"]).requireKeysOutside()
  }

  // Holds: restore
  @Test("what lies beside a folder lies beside it, and not beside a link to it")
  func linkedFolder() throws {
    let folder = try TemporaryFolder()
    let data = folder.file("disk/data")
    try FileManager.default.createDirectory(
      atPath: folder.file("disk"), withIntermediateDirectories: false)
    _ = try DataFolder(data)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: "disk/data")
    let place = try ServerPlace(
      of: NoModules.self, ["data": folder.file("link"), "keyring": folder.file("keys/keyring")],
      environment: [:])
    #expect(place.markFolder == FollowedPath(data).end + "-keys/marks")
    try place.requireKeysOutside()
    let found = try ServerPlace(
      of: NoModules.self, ["data": folder.file("link")], environment: [:])
    #expect(found.keyringFile == FollowedPath(data).end + "-keys/keyring")
  }

  // Holds: keys
  @Test("no keyring is made beside a database with an audit log")
  func usedDatabase() async throws {
    let folder = try TemporaryFolder()
    let place = try ServerPlace(
      of: NoModules.self, ["data": folder.file("data")], environment: [:])
    _ = try DataFolder(place.folder)
    try place.requireKeyringOfUsedDatabase()
    let keyring = Keyring.generated()
    let file = try #require(place.database.file)
    let store = try SQLiteStore(path: file, schemas: [.core], seals: StoreSeals(keyring))
    // It has tables, and nobody has used it yet.
    try place.requireKeyringOfUsedDatabase()
    let now = SystemClock().now()
    try await store.write { try keyring.noteRotation([], at: now, in: $0) }
    try await store.close()
    let failure = #expect(throws: CommandFailure.self) { try place.requireKeyringOfUsedDatabase() }
    #expect(failure?.exit == .environment && failure?.hint?.contains("--keyring") == true)
    let demo = try await BuiltProgram.run([
      "serve", "--demo", "--data", place.folder, "--port", "0",
    ])
    #expect(demo.status == 3 && demo.errors.contains("the database is in use"), "\(demo.errors)")
    for file in [place.keyringFile, place.folder + "/keyring"] {
      #expect(!FileManager.default.fileExists(atPath: file))
    }
    _ = try DataFolder.keyring(place.keyringFile)
    try place.requireKeyringOfUsedDatabase()
  }

  // Holds: restore
  @Test("where a demo is given a file as the folder of its mark, it says which option to change")
  func markInFile() async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.file("file")))
    let refused = try await BuiltProgram.run([
      "serve", "--demo", "--data", folder.file("data"), "--port", "0", "--restore-mark",
      folder.file("file"),
    ])
    #expect(refused.status == 3 && refused.errors.contains("the restore mark cannot be kept"))
    #expect(refused.errors.contains("hint: name a folder with --restore-mark"))
  }

  // Holds: restore
  @Test("a restore mark has to be written, and to outlive a container")
  func mark() throws {
    let folder = try TemporaryFolder()
    let place = RestoreMarkPlace(folder: folder.file("keys/marks"))
    try place.prepare(isInContainer: false) { _ in false }
    try place.prepare(isInContainer: true) { _ in true }
    let passing = #expect(throws: CommandFailure.self) {
      try place.prepare(isInContainer: true) { _ in false }
    }
    #expect(passing?.cause.contains("would end with this container") == true)
    try Data().write(to: URL(filePath: folder.file("file")))
    let unwritable = #expect(throws: CommandFailure.self) {
      try RestoreMarkPlace(folder: folder.file("file/marks")).prepare(isInContainer: false)
    }
    for failure in [passing, unwritable] {
      #expect(failure?.exit == .environment)
      #expect(failure?.hint?.contains("--restore-mark none") == true)
    }
    let mounts = """
      22 1 0:21 / / rw,relatime shared:1 - overlay overlay rw,lowerdir=/l
      23 22 8:1 /v /keys rw,relatime - ext4 /dev/sda1 rw
      24 23 0:30 / /keys/memory rw - tmpfs tmpfs rw
      25 22 8:2 /w /two\\040words rw master:1 - xfs /dev/sda2 rw
      """
    for (path, isLasting) in [
      ("/keys", true), ("/keys/marks", true), ("/two words/marks", true), ("/keysother", false),
      ("/keys/memory/marks", false), ("/data-keys/marks", false), ("/", false),
    ] {
      #expect(RestoreMarkPlace.isLasting(path, mounts: mounts) == isLasting, "\(path)")
    }
    // Some engines give each container a file system of its own.
    let own = mounts.replacing("overlay overlay", with: "ext4 /dev/vda1")
    for (path, isLasting) in [("/keys/marks", true), ("/data-keys/marks", false), ("/", false)] {
      #expect(RestoreMarkPlace.isLasting(path, mounts: own) == isLasting, "\(path)")
    }
    #expect(!RestoreMarkPlace.isLasting("/keys", mounts: ""))
    #expect(!RestoreMarkPlace.isInContainer([:]) { _ in false })
    #expect(RestoreMarkPlace.isInContainer([:]) { $0 == "/.dockerenv" })
    #expect(RestoreMarkPlace.isInContainer(["container": "podman"]) { _ in false })
    #expect(RestoreMarkPlace.isInContainer(["KUBERNETES_SERVICE_HOST": "10.0.0.1"]) { _ in false })
  }

  @Test("a command changes no tables from which a server serves")
  func tables() async throws {
    let folder = try TemporaryFolder()
    let place = try ServerPlace(
      of: NoModules.self, ["data": folder.file("data")], environment: [:])
    let keyring = try DataFolder.keyring(place.keyringFile)
    let file = try #require(place.database.file)
    try await SQLiteStore(path: file, schemas: [.core], seals: StoreSeals(keyring)).close()
    let newer = [Schema.ofNextVersion]
    let server = try DataFolderLock(place.folder)
    let failure = await #expect(throws: CommandFailure.self) {
      try await place.open(newer, keyring)
    }
    #expect(failure?.exit == .environment)
    #expect(failure?.cause.contains("serves from the database: steps") == true)
    // The tables that it has may be worked on beside it.
    try await place.open([.core], keyring).close()
    server.end()
    let opened = try await place.open(newer, keyring)
    #expect(opened.appliedSteps == [AppliedStep("core", Schema.core.newest + 1)])
    try await opened.close()
  }

  #if PostgreSQL
    @Test("a command changes no tables from which nodes serve, unless it is asked to")
    func tablesOfNodes() async throws {
      let folder = try TemporaryFolder()
      let place = try ServerPlace(
        of: NoModules.self,
        ["data": folder.file("data"), "database": try PrivatePostgreSQL.shared().newDatabase()],
        environment: [:])
      let keyring = try DataFolder.keyring(place.keyringFile)
      let newer = [Schema.ofNextVersion]
      let node = try await place.open([.core], keyring)
      let failure = await #expect(throws: CommandFailure.self) {
        try await place.open(newer, keyring)
      }
      #expect(failure?.exit == .environment)
      #expect(failure?.cause.contains("serves from the database: ") == true, "\(failure as Any)")
      // The tables that it has may be worked on beside it.
      try await place.open([.core], keyring).close()
      let opened = try await place.open(newer, keyring, upgradesNodes: true)
      #expect(opened.appliedSteps == [AppliedStep("core", Schema.core.newest + 1)])
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

extension Schema {
  /// The core's tables with a step more, which a node of this version survives.
  fileprivate static let ofNextVersion = Schema(
    owner: core.owner,
    steps: core.steps + [
      SchemaStep(
        core.newest + 1, ["ALTER TABLE settings ADD COLUMN note TEXT"], isSurvived: true)
    ])
}
