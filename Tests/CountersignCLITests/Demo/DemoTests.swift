import Foundation
import ProgramTesting
import Testing

@Suite("the demo", .serialized, .timeLimit(.minutes(10)))
struct DemoTests {
  @Test("a port that is taken is exit 3 with a hint")
  func portTaken() async throws {
    let folder = try TemporaryFolder()
    let server = try DemoServer(folder: folder.file("one"))
    let port = server.port
    let second = try await BuiltProgram.run([
      "serve", "--port", String(port), "--data", folder.file("two"),
      "--demo",
    ])
    #expect(second.status == 3)
    #expect(second.errors.contains("hint: "))
    #expect(second.output.isEmpty)
    server.end(by: SIGTERM)
  }

  @Test("a session and what was approved are there after a SIGKILL and a start on the same data")
  func survivesKill() async throws {
    let stage = try DemoStage(options: DemoStage.orderDesk)
    let phone = stage.phone("one")
    try await phone.enrol(["--biometrics"])
    let performed = try await phone.expect(0, ["act"] + DemoStage.invoice + ["--yes"])
    #expect(performed.output == "performed\n")
    let port = stage.server.port
    stage.server.end(by: SIGKILL)
    try await expectWhole(stage.server)
    let again = try DemoServer(
      folder: stage.server.folder, port: port, options: DemoStage.orderDesk)
    // The session outlives the process: its row is in the store, not in memory.
    try await phone.expect(0, ["devices"])
    #expect(again.end(by: SIGTERM) == 0)
    try await expectWhole(again)
  }

  private func expectWhole(_ server: DemoServer) async throws {
    let check = try await BuiltProgram.run(["store", "check", "--data", server.folder])
    #expect(check.status == 0, "\(check.errors)")
    let audit = try await BuiltProgram.run(["audit", "verify", "--data", server.folder])
    #expect(audit.status == 0, "\(audit.errors)")
  }
}
