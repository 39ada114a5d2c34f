import Foundation
import ProgramTesting
import Testing

@Suite("serve as a process", .timeLimit(.minutes(2)))
struct ServedProcessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func start(_ log: String) throws -> ChildProcess {
    _ = FileManager.default.createFile(atPath: folder.file(log), contents: nil)
    let process = try ChildProcess(
      BuiltProgram.url, ["serve", "--demo", "--port", "0", "--data", folder.file("data")],
      errors: try FileHandle(forWritingTo: URL(filePath: folder.file(log))))
    _ = try ReadyLine.read(process.output)
    return process
  }

  private func text(_ log: String) throws -> String {
    try String(contentsOfFile: folder.file(log), encoding: .utf8)
  }

  @Test("SIGHUP does not end it, and the log says what would")
  func hangUp() async throws {
    let server = try start("log")
    server.send(SIGHUP)
    while try !text("log").contains("SIGHUP reloads nothing"), server.isRunning {
      try await Task.sleep(for: .milliseconds(20))
    }
    server.send(SIGHUP)
    try await Task.sleep(for: .milliseconds(100))
    #expect(server.isRunning)
    #expect(server.end(by: SIGTERM) == 0)
  }

  @Test("a new database beside a keyring that was there is worth a warning, and a first start none")
  func lostDatabase() throws {
    let warning = "the database is new and the keyring is not"
    #expect(try start("first").end(by: SIGTERM) == 0)
    #expect(try start("second").end(by: SIGTERM) == 0)
    for name in ["countersign.sqlite", "countersign.sqlite-wal", "countersign.sqlite-shm"] {
      try? FileManager.default.removeItem(atPath: folder.file("data/\(name)"))
    }
    // As a mount that failed leaves it.
    _ = FileManager.default.createFile(
      atPath: folder.file("data/countersign.sqlite"), contents: nil,
      attributes: [.posixPermissions: 0o600])
    #expect(try start("third").end(by: SIGTERM) == 0)
    #expect(try !text("first").contains(warning) && !text("second").contains(warning))
    #expect(try text("third").contains(warning))
  }
}
