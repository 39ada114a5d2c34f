import CountersignSQLite
import Foundation
import ProgramTesting
import Testing

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
      try await Self.expect(0, ["audit", "export", file] + place.options, "exported to")
      #expect(try permissions(of: file) == 0o600)
      try await Self.expect(0, ["audit", "verify", "--export", file], "whole: 5")
      let prune = ["store", "prune", "--export", file] + place.options
      // The rows of the test are of 1970, those of the server of today.
      try await Self.expect(0, prune + ["--older-than", "1"], "pruned 499 audit")
      try await Self.expect(0, ["store", "check"] + place.options, "that were pruned")
      try await Self.expect(0, ["audit", "verify"] + place.options, "that were pruned")
      try await Self.expect(0, prune + ["--older-than", "1"], "pruned 0 audit rows")
      // A server that has pruned rows moves with their bases.
      #expect(server.end(by: SIGTERM) == 0)
      let moved = ["store", "copy", "--from", place.name, "--to", folder.file("moved")]
      try await Self.expect(0, moved, "copied and alike")
      try await Self.expect(
        0, ["audit", "verify", "--data", folder.file("moved")], "that were pruned")
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

  private static func expect(
    _ status: Int32, _ arguments: [String], _ words: String
  ) async throws {
    let outcome = try await BuiltProgram.run(arguments)
    #expect(outcome.status == status, "\(arguments): \(outcome.output) \(outcome.errors)")
    let said = outcome.output + outcome.errors
    #expect(words.isEmpty || said.contains(words), "\(arguments): \(said)")
  }
}
