import CountersignSQLite
import Foundation
import ProgramTesting
import Testing
import WebAuthnModel

@testable import CountersignCore
@testable import ServerCommands

@Suite("the export and the pruning of the audit log by the program", .timeLimit(.minutes(5)))
struct AuditExportCommandTests {
  @Test("what a serving log exports is verified by itself, pruned, and the rest is whole")
  func prune() async throws {
    for kind in CopyPlaceKind.allCases {
      let folder = try TemporaryFolder()
      let source = try await StoreCopyCommandTests.source(in: folder, rows: 500)
      let place = try kind.make(in: folder, "server")
      let copied = try await BuiltProgram.run([
        "store", "copy", "--from", source.folder, "--to", place.name,
      ])
      #expect(copied.status == 0, "\(copied.errors)")
      let data = folder.file("server")
      try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: source.keyring, toPath: data + "/keyring")
      let server = try DemoServer(folder: data, options: Array(place.options.dropFirst(2)))
      let file = folder.file("audit.jsonl")
      let options = place.options + ["--keyring", source.keyring]
      try await Self.expect(0, ["audit", "export", file] + options, "exported to")
      #expect(try permissions(of: file) == 0o600)
      try await Self.expect(0, ["audit", "verify", "--export", file], "whole: 5")
      let keyed = ["audit", "verify", "--export", file, "--keyring", source.keyring]
      try await Self.expect(0, keyed, "whole: 5")
      let prune = ["store", "prune", "--export", file] + options
      // The rows of the test are of 1970, those of the server of today.
      try await Self.expect(0, prune + ["--older-than", "1"], "pruned 499 audit")
      try await Self.expect(0, ["store", "check"] + options, "that were pruned")
      try await Self.expect(0, ["audit", "verify"] + options, "that were pruned")
      try await Self.expect(0, prune + ["--older-than", "1"], "pruned 0 audit rows")
      // A server that has pruned rows moves with what its registry says of them.
      #expect(server.end(by: SIGTERM) == 0)
      let moved = ["store", "copy", "--from", place.name, "--to", folder.file("moved")]
      try await Self.expect(0, moved, "copied and alike")
      try await Self.expect(
        0,
        ["audit", "verify", "--data", folder.file("moved"), "--keyring", source.keyring],
        "that were pruned")
    }
  }

  @Test("an export that was changed or cut off is refused, and prunes nothing")
  func spoiled() async throws {
    let folder = try TemporaryFolder()
    let source = try await StoreCopyCommandTests.source(in: folder, rows: 20)
    let options = ["--data", source.folder]
    let file = folder.file("audit.jsonl")
    try await Self.expect(0, ["audit", "export", file] + options, "exported to")
    try await Self.expect(3, ["audit", "export", file] + options, "is there already")
    let whole = try text(of: file)
    let lines = whole.split(separator: "\n")
    for (spoiled, words) in [
      (whole.replacing("counted", with: "Counted", maxReplacements: 1), "was changed"),
      (lines.dropLast().joined(separator: "\n") + "\n", "cut off"),
      (String(whole.dropLast(10)), "no line of an export"), ("", "cut off"),
    ] {
      let other = folder.file("other.jsonl")
      try Data(spoiled.utf8).write(to: URL(filePath: other))
      try await Self.expect(1, ["audit", "verify", "--export", other], words)
      let prune = ["store", "prune", "--export", other, "--older-than", "0"]
      try await Self.expect(1, prune + options, words)
    }
    try await Self.expect(
      3, ["audit", "verify", "--export", folder.file("none")], "no export at")
    try await Self.expect(
      2, ["store", "prune", "--export", file, "--older-than", "-1"] + options, "")
    let verified = try await BuiltProgram.run(["audit", "verify"] + options)
    #expect(verified.status == 0 && !verified.output.contains("pruned"), "\(verified.output)")
  }

  // Holds: audit
  @Test("an end that was cut off is found against a kept export, and only there")
  func checkpoint() async throws {
    let folder = try TemporaryFolder()
    let source = try await StoreCopyCommandTests.source(in: folder, rows: 20)
    let (options, kept) = (["--data", source.folder], folder.file("kept.jsonl"))
    try await Self.expect(0, ["audit", "export", kept] + options, "exported to")
    let verify = ["audit", "verify"] + options
    try await Self.expect(0, verify + ["--checkpoint", kept], "whole: ")
    let keyring = try DataFolder.keyring(source.keyring)
    let store = try SQLiteStore(
      path: source.folder + "/countersign.sqlite", schemas: .of([]), seals: StoreSeals(keyring))
    try await store.write {
      _ = try $0.execute("DELETE FROM audit WHERE kind = 'counted' AND sequence > 15", [])
    }
    try await store.close()
    try await Self.expect(0, verify, "whole: ")
    try await Self.expect(
      1, verify + ["--checkpoint", kept], "the database does not have the row of the export")
    try await Self.expect(2, verify + ["--checkpoint", kept, "--export", kept], "for a database")
    try await Self.expect(3, verify + ["--checkpoint", folder.file("none")], "no export at")
  }

  // Holds: audit
  @Test("of each lane it is said whether it is whole")
  func lanes() async throws {
    let folder = try TemporaryFolder()
    let source = try await StoreCopyCommandTests.source(in: folder, rows: 20)
    let verify = ["audit", "verify", "--data", source.folder]
    let whole = try await BuiltProgram.run(verify)
    let lines = whole.output.split(separator: "\n")
    #expect(lines.count >= 4 && lines.dropLast().allSatisfy { $0.hasSuffix("  whole") })
    let keyring = try DataFolder.keyring(source.keyring)
    let store = try SQLiteStore(
      path: source.folder + "/countersign.sqlite", schemas: .of([]), seals: StoreSeals(keyring))
    try await store.write {
      _ = try $0.execute("UPDATE audit SET details = '[]' WHERE kind = 'counted'", [])
    }
    try await store.close()
    let faulty = try await BuiltProgram.run(verify)
    #expect(faulty.status == 1 && faulty.errors.contains("was changed"), "\(faulty.errors)")
    let found = faulty.output.split(separator: "\n")
    #expect(found.count == lines.count && found.last?.hasPrefix("not whole: ") == true)
    #expect(found.dropLast().count { !$0.hasSuffix("  whole") } == 1)
    let json = try await BuiltProgram.run(verify + ["--json"])
    #expect(json.status == 1 && json.output.contains("\"status\":\"not whole\""))
  }

  // Holds: audit
  @Test("a log that is read through an index with other pages is not verified, exported or pruned")
  func otherPages() async throws {
    let folder = try TemporaryFolder()
    let source = try await StoreCopyCommandTests.source(in: folder, rows: 20)
    let (options, kept) = (["--data", source.folder], folder.file("kept.jsonl"))
    try await Self.expect(0, ["audit", "export", kept] + options, "exported to")
    let keyring = try DataFolder.keyring(source.keyring)
    let store = try SQLiteStore(
      path: source.folder + "/countersign.sqlite", schemas: .of([]), seals: StoreSeals(keyring))
    try await store.write { transaction in
      for statement in [
        "CREATE TABLE other (lane BLOB, sequence BIGINT, PRIMARY KEY (lane, sequence))",
        """
        INSERT INTO other (rowid, lane, sequence) SELECT rowid, lane, sequence FROM audit
        WHERE kind <> 'counted' OR sequence <> 9
        """,
        "PRAGMA writable_schema = ON",
        // Each of the two indexes has the other's place.
        """
        UPDATE sqlite_master SET rootpage = (
          SELECT SUM(rootpage) FROM sqlite_master
          WHERE name IN ('sqlite_autoindex_other_1', 'sqlite_autoindex_audit_1')
        ) - rootpage
        WHERE name IN ('sqlite_autoindex_other_1', 'sqlite_autoindex_audit_1')
        """,
      ] {
        _ = try transaction.execute(statement, [])
      }
    }
    try await store.close()
    for command in [
      ["audit", "verify"], ["audit", "export", folder.file("other.jsonl")],
      ["store", "prune", "--export", kept, "--older-than", "0"], ["store", "check"],
    ] {
      try await Self.expect(1, command + options, "sqlite_autoindex_audit_1")
    }
  }

  // Holds: audit
  @Test("a script is told of a keyring that lies in the data folder, where it named none")
  func remark() async throws {
    let folder = try TemporaryFolder()
    let source = try await StoreCopyCommandTests.source(in: folder)
    for (name, command) in [
      ("check", ["store", "check"]), ("verify", ["audit", "verify"]),
      ("export", ["audit", "export"]),
    ] {
      for isNamed in [false, true] {
        let export = name == "export" ? [folder.file("\(isNamed).jsonl")] : []
        let keyring = isNamed ? ["--keyring", source.keyring] : []
        let outcome = try await BuiltProgram.run(
          command + export + ["--json", "--data", source.folder] + keyring)
        #expect(outcome.status == 0, "\(outcome.errors)")
        guard case .object(let answer) = try JSONValue(parsing: Array(outcome.output.utf8)) else {
          Issue.record("\(name): \(outcome.output)")
          continue
        }
        let remark = answer["remark"]
        if isNamed {
          #expect(remark == .null, "\(name)")
          #expect(!outcome.errors.contains("in the data folder"), "\(name)")
        } else {
          #expect("\(remark ?? .null)".contains("in the data folder"), "\(name)")
          #expect(outcome.errors.contains("in the data folder"), "\(name)")
        }
      }
    }
  }

  private static func expect(
    _ status: Int32, _ arguments: [String], _ words: String
  ) async throws {
    let outcome = try await BuiltProgram.run(arguments)
    #expect(outcome.status == status, "\(arguments): \(outcome.output) \(outcome.errors)")
    let said = outcome.output + outcome.errors
    #expect(words.isEmpty || said.contains(words), "\(arguments): \(said)")
  }
}
