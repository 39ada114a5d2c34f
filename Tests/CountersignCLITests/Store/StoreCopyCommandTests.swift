import CountersignSQLite
import Foundation
import ProgramTesting
import Testing
import ToolSupport

@testable import CountersignCore
@testable import ServerCommands

/// The kinds of place that the program's copy goes to.
enum CopyPlaceKind: String, Sendable, CaseIterable, CustomTestStringConvertible {
  case folder
  #if PostgreSQL
    case postgreSQL
  #endif

  var testDescription: String { rawValue }

  /// A new place: its name, and the options with which a command works on it.
  func make(in folder: TemporaryFolder, _ name: String) throws -> (name: String, options: [String])
  {
    let path = folder.file(name)
    switch self {
    case .folder: return (path, ["--data", path])
    #if PostgreSQL
      case .postgreSQL:
        let address = try PrivatePostgreSQL.shared().newDatabase()
        return (address, ["--data", path, "--database", address])
    #endif
    }
  }
}

@Suite("the copy of a server's database by the program", .timeLimit(.minutes(5)))
struct StoreCopyCommandTests {
  @Test("a copy that was killed goes on where it was, and nothing serves from it before")
  func killed() async throws {
    for kind in CopyPlaceKind.allCases {
      let folder = try TemporaryFolder()
      // So many, one in a transaction, take some seconds: there is a line each second.
      let source = try await Self.source(in: folder, rows: 30_000)
      let target = try kind.make(in: folder, "target")
      let copy = ["store", "copy", "--from", source.folder, "--to", target.name]
      let errors = Pipe()
      let killed = try ChildProcess(
        BuiltProgram.url, copy + ["--rows-at-once", "1"],
        errors: errors.fileHandleForWriting)
      try errors.fileHandleForWriting.close()
      // The first line of a table that is not through.
      while true {
        let line = try ReadyLine.next(of: errors)
        try #require(!line.isEmpty)
        let counts = line.firstMatch(of: /^audit  (\d+) of (\d+) rows copied/)
        if let counts, counts.1 != counts.2 { break }
      }
      #expect(killed.end(by: SIGKILL) == SIGKILL)

      for command in [
        ["store", "check"], ["audit", "verify"], ["store", "backup", folder.file("none")],
        ["serve", "--demo", "--port", "0", "--keyring", source.keyring],
      ] {
        let outcome = try await BuiltProgram.run(command + target.options)
        #expect(outcome.status == 3, "\(command) \(outcome.output)")
        #expect(outcome.errors.contains("has not ended"), "\(command) \(outcome.errors)")
      }
      let resumed = try await BuiltProgram.run(copy)
      #expect(resumed.status == 0, "\(resumed.errors)")
      let line = resumed.errors.firstMatch(of: /audit  goes on after (\d+) of \d+ rows/)
      #expect(try Int(#require(line).1) ?? 0 > 1, "\(resumed.errors)")
      #expect(resumed.output.contains("copied and alike"), "\(resumed.output)")
      try await Self.expectWhole(target.options + ["--keyring", source.keyring])
    }
  }

  @Test("a copy says what both hold, and is refused where the target holds something")
  func report() async throws {
    for kind in CopyPlaceKind.allCases {
      let folder = try TemporaryFolder()
      let source = try await Self.source(in: folder)
      let target = try kind.make(in: folder, "target")
      let copy = ["store", "copy", "--from", source.folder, "--to", target.name]
      let outcome = try await BuiltProgram.run(copy + ["--json"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.hasPrefix("{\"status\":\"alike\",\"rows\":"), "\(outcome.output)")
      #expect(outcome.output.contains("{\"name\":\"accounts\",\"rows\":1,\"sums\":{}}"))
      try await Self.expectWhole(target.options + ["--keyring", source.keyring])
      let again = try await BuiltProgram.run(copy)
      #expect(again.status == 1 && again.errors.contains("hint: name an empty database"))
      // And back, by the same program.
      let back = try await BuiltProgram.run([
        "store", "copy", "--from", target.name, "--to", folder.file("back"),
      ])
      #expect(back.status == 0, "\(back.errors)")
      try await Self.expectWhole(["--data", folder.file("back"), "--keyring", source.keyring])
    }
  }

  @Test("a backup's file is a source, and a file, a missing place or the source no target")
  func places() async throws {
    let folder = try TemporaryFolder()
    let source = try await Self.source(in: folder)
    let backup = folder.file("backup.sqlite")
    try SQLiteBackup.copy(source.folder + "/countersign.sqlite", to: backup)
    let outcome = try await BuiltProgram.run([
      "store", "copy", "--from", backup, "--to", folder.file("of-backup"),
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    for (from, to, status, words) in [
      (folder.file("none"), folder.file("a"), 3, "no database at"),
      (source.folder, backup, 2, "is a file"), (source.folder, source.folder, 2, "same database"),
      ("mysql://a/b", folder.file("b"), 2, "no driver"),
    ] {
      let refused = try await BuiltProgram.run(["store", "copy", "--from", from, "--to", to])
      #expect(refused.status == status && refused.errors.contains(words), "\(refused.errors)")
    }
  }

  @Test("nothing is copied while a server runs on either side")
  func running() async throws {
    for kind in CopyPlaceKind.allCases {
      let folder = try TemporaryFolder()
      let place = try kind.make(in: folder, "server")
      let server = try DemoServer(
        folder: folder.file("server"), options: Array(place.options.dropFirst(2)))
      for (from, to) in [(place.name, folder.file("new")), (folder.file("old"), place.name)] {
        if to == place.name { _ = try await Self.source(in: folder, name: "old") }
        let outcome = try await BuiltProgram.run(["store", "copy", "--from", from, "--to", to])
        #expect(outcome.status == 3, "\(outcome.output) \(outcome.errors)")
        #expect(outcome.errors.contains("use"), "\(outcome.errors)")
      }
      #expect(server.end(by: SIGTERM) == 0)
    }
  }

  struct Source {
    let folder: String
    var keyring: String { folder + "/keyring" }
  }

  /// The folder of a server that has ended, with one account, and so many audit rows at least.
  static func source(
    in folder: TemporaryFolder, name: String = "source", rows: Int = 0
  ) async throws -> Source {
    let data = try DataFolder(folder.file(name))
    let server = try DemoServer(folder: data.path)
    try await TerminalPhone(server: server, home: folder.file("phone of \(name)")).enrol()
    #expect(server.end(by: SIGTERM) == 0)
    let keyring = try DataFolder.keyring(data.keyringFile)
    let store = try SQLiteStore(
      path: data.databaseFile, schemas: [.core], seals: StoreSeals(keyring))
    try await store.write { transaction in
      let trail = AuditTrail(keyring: keyring)
      for _ in 0..<rows {
        try trail.append(
          AuditEvent("counted", subjectText: "a"), at: Timestamp(milliseconds: 1),
          in: transaction)
      }
    }
    try await store.close()
    return Source(folder: data.path)
  }

  static func expectWhole(_ options: [String]) async throws {
    let check = try await BuiltProgram.run(["store", "check"] + options)
    #expect(check.status == 0, "\(check.errors)")
  }
}
