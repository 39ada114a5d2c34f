import CountersignCore
import CountersignSQLite
import Foundation
import ProgramTesting
import Testing

@testable import ServerCommands

@Suite(
  "an answer that cannot be written",
  .enabled(if: FileManager.default.fileExists(atPath: full), "no /dev/full here"))
struct FullOutputTests {
  @Test("it is exit 3 with a hint, and no crash")
  func failed() throws {
    let outcome = try run(["--version"])
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("standard output cannot be written"))
    #expect(outcome.errors.contains("hint: "))
  }

  @Test("a service key that nobody could read is revoked; one that was printed stays in use")
  func revokesKey() async throws {
    let folder = try TemporaryFolder()
    let data = try DataFolder(folder.file("data"))
    _ = try DataFolder.keyring(data.keyringFile)
    try await SQLiteStore(path: data.databaseFile, schemas: .of([]), seals: .none).close()
    let create = ["service-key", "create", "--scope", "sessions", "--data", data.path, "--name"]
    let lost = try run(create + ["lost"])
    #expect(lost.status == 3)
    #expect(lost.errors.contains("is revoked"), "\(lost.errors)")
    let kept = try await BuiltProgram.run(create + ["kept"])
    #expect(kept.status == 0, "\(kept.errors)")
    let list = try await BuiltProgram.run(["service-key", "list", "--data", data.path])
    let lines = list.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first { $0.hasSuffix("  lost") }?.contains("  revoked ") == true)
    #expect(lines.first { $0.hasSuffix("  kept") }?.contains("  in use  ") == true)
  }

  /// Runs the program with an output that takes nothing.
  private func run(_ arguments: [String]) throws -> (status: Int32, errors: String) {
    let errors = Pipe()
    let process = try ChildProcess(
      URL(filePath: "/bin/sh"),
      ["-c", #"exec "$0" "$@" > \#(full)"#, BuiltProgram.url.path] + arguments,
      errors: errors.fileHandleForWriting)
    let status = process.awaitEnd()
    try errors.fileHandleForWriting.close()
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    return (status, String(decoding: text, as: UTF8.self))
  }
}

/// A device that is always full.
private let full = "/dev/full"
