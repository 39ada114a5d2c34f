import Foundation
import ProgramTesting
import Testing
import WireModel

@Suite("what the terminal phone asks and prints", .serialized)
struct PhoneOutputTests {
  @Test("to enrol it asks whether biometrics are wanted, for the new PIN, and nothing twice")
  func enrolment() throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    let terminal = try PseudoTerminal()
    let enrolling = try phone.start(
      ["enrol", "--server", stage.server.address, "--user-name", "ada@example.com"]
        + stage.server.codes, at: terminal)
    var shown = ""
    for (question, answer) in [
      ("use biometrics on this phone? [y]es [n]o:", "y"), ("the new PIN:", DemoStage.pin),
      ("the same again:", DemoStage.pin), ("are you there?", "y"),
    ] {
      shown += try terminal.awaitText(question)
      try terminal.type(answer)
    }
    #expect(try ReadyLine.next(of: enrolling.output) == "enrolled ada@example.com")
    #expect(enrolling.awaitEnd() == 0)
    #expect(!shown.contains("bring this account"), "\(shown)")
    #expect(!shown.contains("set up biometrics too"), "\(shown)")
    stage.end()
  }

  @Test("each code of an enrolment is checked as it is typed, and a wrong one is asked for again")
  func wrongCode() async throws {
    let stage = try DemoStage()
    let terminal = try PseudoTerminal()
    let enrolling = try stage.phone("one").start(
      [
        "enrol", "--server", stage.server.address, "--user-name", "ada@example.com",
        "--no-biometrics",
      ], at: terminal)
    for (number, question) in [(1, "the code mailed to "), (2, "the code sent to ")] {
      let before = try terminal.awaitText(question)
      let isSecond = number == 2
      #expect(before.contains("a second one is sent now") == isSecond, "\(before)")
      while try stage.codesMailed().count < number {
        try await Task.sleep(for: .milliseconds(50))
      }
      let code = try #require(try stage.codesMailed().last)
      try terminal.awaitText(": ")
      try terminal.type(code == "123456" ? "654321" : "123456")
      try terminal.awaitText("Wrong code")
      let shown = try terminal.awaitText(question)
      #expect(!shown.contains("PIN"), "\(shown)")
      try terminal.awaitText(": ")
      try terminal.type(code)
    }
    for question in ["the new PIN:", "the same again:"] {
      try terminal.awaitText(question)
      try terminal.type(DemoStage.pin)
    }
    #expect(try ReadyLine.next(of: enrolling.output) == "enrolled ada@example.com")
    #expect(enrolling.awaitEnd() == 0)
    stage.end()
  }

  @Test("at an address that is not the server's own, it names the server's")
  func otherAddress() async throws {
    let stage = try DemoStage(options: ["--origin", "http://localhost:9"])
    let refused = try await stage.phone("one").expect(
      1, ["enrol"] + Self.enrolment(stage) + stage.server.codes)
    #expect(refused.errors.contains("origins, http://localhost:9 (invalid_dpop_proof)"))
    #expect(refused.errors.contains("is --server the address that the server printed?"))
    stage.end()
  }

  @Test("with --json each command prints one JSON value, and nothing else")
  func json() async throws {
    let stage = try DemoStage(options: DemoStage.orderDesk)
    let phone = stage.phone("one")
    let enrolled = try await json(phone, ["enrol"] + Self.enrolment(stage) + stage.server.codes)
    #expect(enrolled["displayName"] == "Ada")
    let host = try stage.host()
    func transaction() async throws -> String {
      try await host.createTransaction("ada@example.com", amount: 20).transaction.transactionID
    }
    let id = try await transaction()
    #expect(try await array(phone, ["transactions"]).first != nil)
    let proof = ["--pin", DemoStage.pin, "--yes"]
    let approved = try await json(phone, ["approve", id] + proof)
    #expect(approved["status"] == "approved" && approved["transactionID"] == .string(id))
    #expect(try await json(phone, ["decline", transaction(), "--yes"])["status"] == "denied")
    #expect(try await json(phone, ["sign", transaction(), "--decline"])["status"] == "denied")
    let acted = try await json(phone, ["act"] + DemoStage.invoice + proof)
    #expect(acted["scenario"] == "PAY_INVOICE")
    #expect(try await json(phone, ["test-biometrics"] + proof)["status"] != nil)
    #expect(try await array(phone, ["accounts"]).count == 1)
    #expect(try await array(phone, ["devices"]).count == 1)
    let factors = try await json(phone, ["factors"])
    #expect(factors.names == ["secondFactor", "credentials", "devices", "held"])
    for command in [
      ["number", "+2348012345678"] + stage.server.codes, ["add-biometrics"],
      ["remove-biometrics"],
    ] {
      #expect(try await json(phone, command + proof)["status"] == "done", "\(command)")
    }
    #expect(try await json(phone, ["totp"] + proof)["secret"] != nil)
    let changed = try await json(phone, ["change-pin", "--new-pin", DemoStage.otherPIN] + proof)
    #expect(changed["status"] == "done")
    let other = ["--pin", DemoStage.otherPIN, "--yes"]
    #expect(try await json(phone, ["register"] + other)["credentialId"] != nil)
    #expect(try await json(phone, ["prove"] + other)["status"] == "proved")
    let lock = try await json(
      phone, ["lock", "--app-pin", "481620", "--pin", DemoStage.otherPIN])
    #expect(lock["status"] == "locked")
    let refused = try await phone.expect(1, ["devices", "--json"])
    #expect(refused.output.isEmpty)
    #expect(try await json(phone, ["unlock", "--yes"])["status"] == "open")
    #expect(try await json(phone, ["login"] + other)["status"] == "logged in")
    let revoked = try await json(phone, ["revoke", "--this"] + other)
    #expect(revoked["devices"] != nil)
    stage.end()
  }

  @Test("so do the commands that look after a server")
  func administration() async throws {
    let folder = try TemporaryFolder()
    let server = try DemoServer(folder: folder.file("data"))
    server.end(by: SIGTERM)
    let data = ["--data", server.folder]
    for (command, isArray) in [
      (["store", "check"], false), (["store", "migrate"], false), (["store", "backup"], false),
      (["audit", "verify"], false), (["keyring", "show"], true), (["host", "list"], true),
      (["event", "list"], true), (["event", "retry"], false), (["service-key", "list"], true),
      (["service-key", "create", "--scope", "sessions"], false),
    ] {
      let outcome = try await BuiltProgram.run(command + data + ["--json"])
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      switch try JSONValue(parsing: Array(outcome.output.utf8)) {
      case .array: #expect(isArray, "\(command)")
      case .object: #expect(!isArray, "\(command)")
      default: Issue.record("\(command): \(outcome.output)")
      }
    }
  }

  private static func enrolment(_ stage: DemoStage) -> [String] {
    [
      "--server", stage.server.address, "--user-name", "ada@example.com", "--display-name", "Ada",
      "--new-pin", DemoStage.pin, "--no-biometrics", "--yes",
    ]
  }

  private func json(_ phone: TerminalPhone, _ command: [String]) async throws -> JSONObject {
    guard case .object(let object) = try await value(phone, command) else {
      throw NotReady(line: "no object of \(command)")
    }
    return object
  }

  private func array(_ phone: TerminalPhone, _ command: [String]) async throws -> [JSONValue] {
    guard case .array(let items) = try await value(phone, command) else {
      throw NotReady(line: "no array of \(command)")
    }
    return items
  }

  private func value(_ phone: TerminalPhone, _ command: [String]) async throws -> JSONValue {
    let outcome = try await phone.expect(0, command + ["--json"])
    return try JSONValue(parsing: Array(outcome.output.utf8))
  }
}
