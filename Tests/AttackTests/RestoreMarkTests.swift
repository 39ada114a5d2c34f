import CountersignCore
import CountersignTesting
import Foundation
import ProgramTesting
import Synchronization
import Testing
import ToolSupport
import WebAuthnModel
import WireModel

@testable import CountersignSQLite

@Suite("Attacks on the restore mark", .timeLimit(.minutes(10)))
struct RestoreMarkTests {
  // Holds: restore
  @Test(
    "Attack 15: a mark of which one file is taken away is none",
    arguments: ["run-", "commit-", "file-"])
  func halfMark(_ name: String) async throws {
    let folder = try TemporaryFolder()
    let data = folder.file("data")
    let first = try DemoServer(folder: data)
    let opened = Mutex("")
    try await Attacker.reach(port: first.port, first.watch) { server in
      let token = try await server.signUp(readingCodesFrom: first.mailbox)
      opened.withLock { $0 = token }
    }
    #expect(first.end(by: SIGTERM) == 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: data + "/marks")
    #expect(files.count == 3)
    for file in files where file.hasPrefix(name) {
      try FileManager.default.removeItem(atPath: data + "/marks/" + file)
    }
    let second = try DemoServer(folder: data)
    try await Attacker.reach(port: second.port, second.watch) { server in
      let listed = try await server.send(
        WireRequest(.sessions, accessToken: opened.withLock { $0 }))
      #expect(listed.status == 401)
    }
    #expect(second.end(by: SIGTERM) == 0)
  }

  // Holds: restore
  @Test("Attack 15: a database of before a command is noticed, by commands and by the server")
  func beforeCommand() async throws {
    let folder = try TemporaryFolder()
    let (data, kept) = (folder.file("data"), folder.file("kept.sqlite"))
    let database = data + "/countersign.sqlite"
    let key = try await ServiceKeyOfDemo.make(in: data)
    let revoked = try await BuiltProgram.run(["service-key", "revoke", key, "--data", data])
    #expect(revoked.status == 0, "\(revoked.errors)")
    // Nothing was put back: the server has nothing to tell.
    let second = try DemoServer(folder: data)
    try await Attacker.reach(port: second.port, second.watch) { server in
      let ready = try await server.send("GET", "/health/ready")
      #expect(ready.json == ["status": "ready"])
    }
    #expect(second.end(by: SIGTERM) == 0)
    try FileManager.default.copyItem(atPath: database, toPath: kept)
    let made = try await BuiltProgram.run([
      "service-key", "create", "--scope", "sessions", "--data", data,
    ])
    #expect(made.status == 0, "\(made.errors)")
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: database + ending)
    }
    try FileManager.default.copyItem(atPath: kept, toPath: database)
    let refused = try await BuiltProgram.run([
      "service-key", "create", "--scope", "sessions", "--data", data,
    ])
    #expect(refused.status == 1 && refused.errors.contains("behind its restore mark"))
    let third = try DemoServer(folder: data)
    try await Attacker.reach(port: third.port, third.watch) { server in
      let ready = try await server.send("GET", "/health/ready")
      #expect(String(decoding: ready.bytes, as: UTF8.self).contains("a backup was restored"))
    }
    #expect(third.end(by: SIGTERM) == 0)
    let taken = try await BuiltProgram.run([
      "service-key", "create", "--scope", "sessions", "--data", data,
    ])
    #expect(taken.status == 0, "\(taken.errors)")
  }

  // Holds: restore
  @Test("Attack 15: who judges a database that was put back refuses it, who rescues it says so")
  func readers() async throws {
    let folder = try TemporaryFolder()
    let (data, kept) = (folder.file("data"), folder.file("kept.sqlite"))
    let database = data + "/countersign.sqlite"
    _ = try await ServiceKeyOfDemo.make(in: data)
    try FileManager.default.copyItem(atPath: database, toPath: kept)
    func run(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
      try await BuiltProgram.run(arguments + (arguments[1] == "copy" ? [] : ["--data", data]))
    }
    let made = try await run(["service-key", "create", "--scope", "sessions"])
    #expect(made.status == 0, "\(made.errors)")
    let words = "the database is behind its restore mark: it was put back"
    for command in [["audit", "verify", "--json"], ["store", "check", "--json"]] {
      let whole = try await run(command)
      #expect(whole.status == 0 && whole.output.contains("\"status\":\"whole\""))
      #expect(!whole.errors.contains(words))
    }
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: database + ending)
    }
    try FileManager.default.copyItem(atPath: kept, toPath: database)
    for command in [["audit", "verify"], ["store", "check"]] {
      let refused = try await run(command)
      #expect(refused.status == 1 && refused.errors.contains(words), "\(refused.errors)")
      #expect(refused.errors.contains("start the server first"))
    }
    let judged = try await run(["audit", "verify", "--json"])
    #expect(judged.status == 1 && judged.output.contains("\"status\":\"not whole\""))
    #expect(judged.output.contains(words))
    let backup = folder.file("backup.sqlite")
    for command in [
      ["audit", "export", folder.file("audit.jsonl")], ["store", "backup", backup],
      ["store", "copy", "--from", data, "--to", folder.file("copied")],
    ] {
      let carried = try await run(command + ["--json"])
      #expect(carried.status == 0 && carried.errors.contains(words), "\(carried.errors)")
      #expect(carried.output.contains(words), "\(carried.output)")
    }
    // A backup is from before, and where no mark is kept nothing is known.
    #expect(try await run(["store", "check", backup]).status == 0)
    #expect(try await run(["audit", "verify", "--restore-mark", "none"]).status == 0)
  }

  // Holds: restore
  @Test("Attack 15: what is made of a put-back file counts as put back, which its log would hide")
  func madeOfPutBack() async throws {
    let folder = try TemporaryFolder()
    let (data, kept) = (folder.file("data"), folder.file("kept.sqlite"))
    let database = data + "/countersign.sqlite"
    _ = try await ServiceKeyOfDemo.make(in: data)
    try FileManager.default.copyItem(atPath: database, toPath: kept)
    let server = try DemoServer(folder: data)
    #expect(server.end(by: SIGKILL) == SIGKILL)
    #expect(FileManager.default.fileExists(atPath: database + "-wal"))
    try FileManager.default.removeItem(atPath: database)
    try FileManager.default.copyItem(atPath: kept, toPath: database)
    let words = "the database is behind its restore mark: it was put back"
    func check(_ place: String) async throws {
      let judged = try await BuiltProgram.run([
        "store", "check", "--data", place, "--keyring", data + "/keyring", "--restore-mark",
        data + "/marks",
      ])
      #expect(judged.status == 1 && judged.errors.contains(words), "\(place) \(judged.errors)")
    }
    try await check(data)
    let backup = folder.file("backup.sqlite")
    let carried = try await BuiltProgram.run(["store", "backup", backup, "--data", data])
    #expect(carried.status == 0 && carried.errors.contains(words), "\(carried.errors)")
    let unmarked = folder.file("unmarked.sqlite")
    let blind = try await BuiltProgram.run([
      "store", "backup", unmarked, "--data", data, "--restore-mark", "none",
    ])
    let (elsewhere, counts) = (folder.file("elsewhere"), "counts as put back")
    #expect(blind.status == 0 && blind.errors.contains(counts), "\(blind.errors)")
    for (source, mark, said) in [
      (data, data + "/marks", words), (data, elsewhere, counts), (data, "none", counts),
      (backup, nil, counts), (unmarked, nil, counts), (database, nil, words),
    ] as [(String, String?, String)] {
      let names = [source, mark].compactMap(\.self).map { URL(filePath: $0).lastPathComponent }
      let target = folder.file("of " + names.joined(separator: " "))
      let copied = try await BuiltProgram.run(
        ["store", "copy", "--from", source, "--to", target]
          + (mark.map { ["--restore-mark", $0] } ?? []))
      #expect(copied.status == 0 && copied.errors.contains(said), "\(copied.errors)")
      try await check(target)
      // Where its mark is not, no command lists from it either.
      let listed = try await BuiltProgram.run([
        "host", "list", "--data", target, "--keyring", data + "/keyring", "--restore-mark",
        elsewhere,
      ])
      #expect(listed.status == 1 && listed.errors.contains(counts), "\(listed.errors)")
    }
  }

  // Holds: restore
  @Test("Attack 15: no command writes to a database whose mark is not in its place")
  func absentMark() async throws {
    let folder = try TemporaryFolder()
    let (data, marks) = (folder.file("data"), folder.file("marks"))
    _ = try await ServiceKeyOfDemo.make(in: data)
    try FileManager.default.moveItem(atPath: data + "/marks", toPath: marks)
    func run(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
      try await BuiltProgram.run(arguments + ["--data", data])
    }
    let create = ["service-key", "create", "--name", "made late", "--scope", "sessions"]
    for command in [create, ["keyring", "rotate"], ["host", "list"]] {
      let refused = try await run(command)
      #expect(refused.status == 1 && refused.output.isEmpty)
      #expect(refused.errors.contains("counts as put back"), "\(refused.errors)")
    }
    // A look changes nothing.
    #expect(try await run(["store", "check"]).status == 0)
    // Whoever knows better says where it is, or that none is kept.
    for place in [marks, "none"] {
      let listed = try await run(["service-key", "list", "--restore-mark", place])
      #expect(listed.status == 0 && !listed.output.contains("made late"), "\(listed.errors)")
      let taken = try await run(["host", "list", "--restore-mark", place])
      #expect(taken.status == 0, "\(taken.errors)")
    }
    // A start ends what may have been used since, and then there is a mark.
    let server = try DemoServer(folder: data)
    try await Attacker.reach(port: server.port, server.watch) { attacker in
      let ready = try await attacker.send("GET", "/health/ready")
      #expect(String(decoding: ready.bytes, as: UTF8.self).contains("a backup was restored"))
    }
    #expect(server.end(by: SIGTERM) == 0)
    #expect(try await run(create).status == 0)
  }

  // Holds: restore
  @Test("Attack 15: a used database without its number is not whole, and no command writes to it")
  func numberTakenAway() async throws {
    let folder = try TemporaryFolder()
    let data = folder.file("data")
    _ = try await ServiceKeyOfDemo.make(in: data)
    let connection = try SQLiteConnection(data + "/countersign.sqlite", for: .writing)
    try connection.execute("DELETE FROM settings WHERE name = 'store_id'")
    try connection.close()
    func run(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
      try await BuiltProgram.run(arguments + ["--data", data])
    }
    let words = "the database is in use and has no number"
    let create = ["service-key", "create", "--scope", "admin"]
    for command in [
      ["audit", "verify"], ["store", "check"], create, ["service-key", "list"],
      ["keyring", "rotate"],
    ] {
      let refused = try await run(command)
      #expect(refused.status == 1 && refused.errors.contains(words), "\(refused.errors)")
    }
    let judged = try await run(["audit", "verify", "--json"])
    #expect(judged.output.contains("\"status\":\"not whole\""))
    let exported = try await run(["audit", "export", folder.file("audit.jsonl")])
    #expect(exported.status == 0 && exported.errors.contains(words), "\(exported.errors)")
    let server = try DemoServer(folder: data)
    try await Attacker.reach(port: server.port, server.watch) { attacker in
      let ready = try await attacker.send("GET", "/health/ready")
      #expect(String(decoding: ready.bytes, as: UTF8.self).contains("a backup was restored"))
    }
    #expect(server.end(by: SIGTERM) == 0)
    #expect(try await run(create).status == 0)
  }
}

extension RestoreMarkTests {
  // Holds: restore
  @Test("Attack 15: a database with a changed number is not whole, and no command writes to it")
  func numberChanged() async throws {
    let folder = try TemporaryFolder()
    let data = folder.file("data")
    _ = try await ServiceKeyOfDemo.make(in: data)
    let connection = try SQLiteConnection(data + "/countersign.sqlite", for: .writing)
    try connection.execute("UPDATE settings SET value = value / 3 WHERE name = 'store_id'")
    try connection.close()
    func run(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
      try await BuiltProgram.run(arguments + ["--data", data])
    }
    let create = ["service-key", "create", "--scope", "admin"]
    for command in [create, ["service-key", "list"], ["keyring", "rotate"]] {
      let refused = try await run(command)
      #expect(refused.status == 1, "\(refused.errors)")
      #expect(refused.errors.contains("the database has another number"), "\(refused.errors)")
    }
    for command in [["audit", "verify"], ["store", "check"]] {
      let refused = try await run(command)
      let output = refused.output + refused.errors
      #expect(refused.status == 1, "\(output)")
      #expect(output.contains("begins the log of another store"), "\(output)")
    }
    let server = try DemoServer(folder: data)
    try await Attacker.reach(port: server.port, server.watch) { attacker in
      let ready = try await attacker.send("GET", "/health/ready")
      #expect(String(decoding: ready.bytes, as: UTF8.self).contains("a backup was restored"))
    }
    #expect(server.end(by: SIGTERM) == 0)
    #expect(try await run(create).status == 0)
    #expect(try await run(["audit", "verify"]).status == 0)
  }
}

/// A service key that a command makes at the folder of a demo.
private enum ServiceKeyOfDemo {
  /// Gives its id, once the demo has ended.
  static func make(in data: String) async throws -> String {
    let demo = try DemoServer(folder: data)
    let made = try await BuiltProgram.run([
      "service-key", "create", "--name", "shop", "--scope", "sessions", "--data", data,
    ])
    #expect(made.status == 0 && !made.errors.contains("restore mark"), "\(made.errors)")
    let listed = try await BuiltProgram.run(["service-key", "list", "--data", data])
    #expect(demo.end(by: SIGTERM) == 0)
    let line = listed.output.split(separator: "\n").first { $0.hasSuffix("  shop") }
    return String(try #require(line?.split(separator: " ").first))
  }
}
