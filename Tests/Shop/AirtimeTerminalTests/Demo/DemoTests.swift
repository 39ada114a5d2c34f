import Foundation
import ProgramTesting
import Testing

@Suite("the shop's demo and the terminal phone", .serialized, .timeLimit(.minutes(10)))
struct ShopDemoTests {
  @Test("sign up, register, set a PIN and buy airtime with each proof, calls counted")
  func buysAirtime() async throws {
    let folder = try TemporaryFolder()
    let server = try DemoServer(folder: folder.file("data"))
    let phone = Phone(server, home: folder.file("phone"))
    try await phone.enrol()
    for (proof, calls, balance) in [
      (["--biometrics", "token"], 3, 4900), (["--biometrics", "straight"], 2, 4800),
      (["--pin", Phone.pin], 2, 4700), (["--pin", Phone.pin, "--pin-only"], 1, 4600),
    ] {
      let bought = try await phone.run(["topup"] + Phone.order + proof + ["--yes", "--verbose"])
      #expect(bought.status == 0, "\(bought.errors)")
      #expect(bought.output.contains("balance \(balance)"))
      #expect(bought.errors.contains("\(calls) network call"))
      #expect(bought.errors.contains("MTN") && bought.errors.contains("08012345678"))
    }
    let refused = try await phone.run(["topup"] + Phone.order + ["--pin", "000001", "--yes"])
    #expect(refused.status == 1)
    #expect(server.end(by: SIGTERM) == 0)
    try await expectWhole(server)
  }

  @Test("what was bought is there after a SIGKILL and a start on the same data")
  func survivesKill() async throws {
    let folder = try TemporaryFolder()
    let data = folder.file("data")
    let server = try DemoServer(folder: data)
    let phone = Phone(server, home: folder.file("phone"))
    try await phone.enrol()
    let first = try await phone.run(
      ["topup"] + Phone.order + ["--biometrics", "straight", "--yes"])
    #expect(first.status == 0, "\(first.errors)")
    server.end(by: SIGKILL)
    try await expectWhole(server)
    let port = server.port
    let again = try DemoServer(folder: data, port: port)
    // The session outlives the process: its row is in the store, not in memory.
    let wallet = try await phone.run(["wallet"])
    #expect(wallet.output.contains("balance 4900 NGN"), "\(wallet.errors)")
    #expect(again.end(by: SIGTERM) == 0)
  }

  @Test("the blocks of docs/start.md work as they stand, twice in a row, among others' codes")
  func startsAsDocumented() async throws {
    let blocks = try Self.blocks(of: "docs/start.md").filter { !$0.hasPrefix("make run") }
    #expect(blocks.count == 3)
    let folder = try TemporaryFolder()
    let server = try DemoServer(folder: folder.file("data"))
    try await Phone(server, home: folder.file("other")).enrol()
    for round in 1...2 {
      for block in blocks {
        let script = block.replacing("http://localhost:8080", with: server.address)
          .replacing(".build/debug/countersign", with: "'\(BuiltProgram.url.path)'")
        let outcome = try Self.run("set -euo pipefail\n" + script, in: folder.file(""))
        #expect(outcome.status == 0, "\(round): \(block)\n\(outcome.output)")
        // curl ends well after a refusal, too.
        #expect(!outcome.output.contains("urn:countersign:problem"), "\(outcome.output)")
      }
    }
    #expect(server.end(by: SIGTERM) == 0)
  }

  /// The blocks of a document that are for a shell.
  private static func blocks(of document: String) throws -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../..").appending(path: document).standardizedFileURL
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.components(separatedBy: "```sh\n").dropFirst().map { rest in
      rest.components(separatedBy: "```").first ?? ""
    }
  }

  private static func run(
    _ script: String, in folder: String
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(filePath: folder)
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  @Test("an amount of nothing is told in a sentence, before any server is asked")
  func buysNothing() async throws {
    let folder = try TemporaryFolder()
    let order = ["--amount", "0", "--product", "AIRTIME_MTN", "--to", "08012345678"]
    let refused = try await BuiltProgram.run(
      ["phone", "topup"] + order + ["--home", folder.file("phone")])
    #expect(refused.errors.contains("--amount is a whole number above 0"))
  }

  private func expectWhole(_ server: DemoServer) async throws {
    let check = try await BuiltProgram.run(["store", "check", "--data", server.folder])
    #expect(check.status == 0, "\(check.errors)")
    let audit = try await BuiltProgram.run(["audit", "verify", "--data", server.folder])
    #expect(audit.status == 0, "\(audit.errors)")
  }
}

/// The terminal phone of one person.
private struct Phone {
  static let pin = "258036"
  static let order = ["--amount", "100", "--product", "AIRTIME_MTN", "--to", "08012345678"]
  let server: DemoServer
  let home: String

  init(_ server: DemoServer, home: String) {
    self.server = server
    self.home = home
  }

  func run(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
    try await BuiltProgram.run(
      ["phone"] + arguments + ["--home", home], watch: server.watch)
  }

  /// Signs up, registers a key and sets a PIN.
  func enrol() async throws {
    let codes = server.codes + ["--yes"]
    for step in [
      ["sign-up", "--server", server.address, "--user-name", "ada@example.com"] + codes,
      ["register"] + codes, ["set-pin", "--pin", Self.pin] + codes,
    ] {
      let outcome = try await run(step)
      #expect(outcome.status == 0, "\(step[0]): \(outcome.errors)")
    }
  }
}
