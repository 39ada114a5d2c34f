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
      let code = try await stage.server.nextCode(after: number - 1)
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

  @Test("each question says what it is about, and whoever says no reads what was not done")
  func subjects() async throws {
    let stage = try DemoStage(options: DemoStage.orderDesk)
    let phone = stage.phone("one")
    try await phone.enrol(["--biometrics"])
    let act = ["act"] + DemoStage.invoice
    for (command, language, subject, question, key, end) in [
      (
        ["change-pin"], "en", "Change the PIN of this phone", "[a]pprove [d]ecline: ", "d",
        "cancelled; nothing was changed"
      ),
      (
        ["change-pin"], "de", "Die PIN dieses Telefons ändern", "[f]reigeben [a]blehnen: ", "a",
        "abgebrochen; nichts wurde geändert"
      ),
      (
        ["test-biometrics"], "en", "Test the biometrics of this phone", "[a]pprove [d]ecline: ",
        "d", "declined; nothing was done or charged"
      ),
      (
        act, "de", "Rechnung bezahlen", "[f]reigeben [a]blehnen: ", "a",
        "abgelehnt; nichts wurde getan oder abgebucht"
      ),
    ] {
      let terminal = try PseudoTerminal()
      let asking = try phone.start(command + ["--language", language], at: terminal)
      let shown = try terminal.awaitText(question)
      #expect(shown.occurrences(of: subject) == 1, "\(shown)")
      try terminal.type(key)
      try terminal.awaitText(end)
      #expect(asking.awaitEnd() == 1)
    }
    // What is not at the server cannot be left for later.
    let terminal = try PseudoTerminal()
    let acting = try phone.start(act, at: terminal)
    try terminal.awaitText("your decision: [a]pprove [d]ecline: ")
    try terminal.type("a")
    try terminal.awaitText("with which factor: [b]iometrics [P]IN [d]ecline: ")
    try terminal.type("d")
    try terminal.awaitText("declined; nothing was done or charged")
    #expect(acting.awaitEnd() == 1)
    stage.end()
  }

  @Test("a login says where and as whom, and what was confirmed is not asked about again")
  func loginSubject() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let terminal = try PseudoTerminal()
    let signingIn = try phone.start(["login"], at: terminal)
    let shown = try terminal.awaitText("your decision: [a]pprove [d]ecline: ")
    #expect(shown.contains("Sign in to localhost as Ada\r\nyour decision: "), "\(shown)")
    try terminal.type("a")
    let asked = try terminal.awaitText("the PIN, or nothing to leave: ")
    #expect(!asked.contains("Sign in to"), "\(asked)")
    try terminal.type(DemoStage.pin)
    #expect(try ReadyLine.next(of: signingIn.output) == "logged in as Ada")
    #expect(signingIn.awaitEnd() == 0)
    let link = try await stage.host().makeEnrolLink("ada@example.com").url
    let other = try PseudoTerminal()
    let enrolling = try phone.start(["enrol", link, "--no-biometrics"], at: other)
    try other.awaitText("bring this account to the phone? [y]es [n]o: ")
    try other.type("y")
    let next = try other.awaitText("the PIN, or nothing to leave: ")
    #expect(!next.contains("your decision"), "\(next)")
    try other.type("")
    try other.awaitText("cancelled; nothing was changed")
    #expect(enrolling.awaitEnd() == 1)
    stage.end()
  }

  @Test("a change of factors is named before it is proved; no number is refused before that")
  func factorSubject() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.expect(
      0,
      [
        "sign-up", "--server", stage.server.address, "--user-name", "ada@example.com", "--yes",
      ] + stage.server.codes)
    let none = try await phone.expect(0, ["devices"])
    #expect(none.output.isEmpty && none.errors == "no phone is a device of the account\n")
    try await phone.expect(0, ["register", "--yes"] + stage.server.codes)
    for (command, change) in [
      (["totp"], "Add an authenticator app"),
      (["number", "+2348012345678"], "Send codes to this number +2348012345678"),
    ] {
      let terminal = try PseudoTerminal()
      let changing = try phone.start(command, at: terminal)
      let shown = try terminal.awaitText("are you there? ")
      #expect(shown.hasPrefix("Change how you confirm\r\n"), "\(shown)")
      try terminal.awaitText("sign for localhost: Change how you confirm: \(change)? [y]es [n]o: ")
      try terminal.type("n")
      try terminal.awaitText("cancelled; nothing was changed")
      #expect(changing.awaitEnd() == 1)
    }
    // Of what the phone has already nothing is asked.
    let registered = try await phone.expect(1, ["register", "--yes"])
    #expect(registered.errors.contains("this device is set up for the account already"))
    let number = ["number", "0801 234 5678", "--yes", "--verbose"]
    let refused = try await phone.expect(2, number)
    #expect(refused.errors.contains("0801 234 5678 is no international telephone number"))
    #expect(refused.errors.callsInSession.isEmpty, "\(refused.errors)")
    let german = try await phone.expect(2, number + ["--language", "de"])
    #expect(german.errors.contains("ist keine internationale Telefonnummer"), "\(german.errors)")
    stage.end()
  }

  @Test("what stops a command is said in German where that is wanted, by a script too")
  func germanEnds() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let id = try await stage.host().createTransaction("ada@example.com", amount: 10)
      .transaction.transactionID
    let proof = ["--pin", DemoStage.pin]
    for (arguments, status, end) in [
      (
        ["set-pin"], 2,
        "countersign: die PIN dieses Kontos ist auf seinen Geräten und wird nie gesendet\nHinweis: "
          + "countersign phone change-pin, auf dem Telefon, dessen PIN es ist\n"
      ),
      (["lock", "--app-pin", "12"] + proof, 2, "countersign: eine App-PIN hat 4 bis 12 Ziffern\n"),
      (["lock"] + proof, 1, "countersign: es wurde keine PIN angegeben\n"),
      (
        ["decline", id], 1,
        "countersign: abgebrochen; nichts wurde geändert\nHinweis: ein Skript gibt --yes an\n"
      ),
    ] as [([String], Int32, String)] {
      let outcome = try await phone.expect(status, arguments + ["--language", "de"])
      #expect(outcome.errors.hasSuffix(end), "\(arguments): \(outcome.errors)")
    }
    let terminal = try PseudoTerminal()
    let approving = try phone.start(["approve", id, "--language", "de"], at: terminal)
    try terminal.awaitText("[s]päter: ")
    try terminal.endInput()
    try terminal.awaitText("offen gelassen, und nichts wurde entschieden: Es wartet bis 20")
    try terminal.awaitText("geben Sie es mit countersign phone approve \(id) frei")
    #expect(approving.awaitEnd() == 1)
    stage.end()
  }

  @Test("a name that cannot be shown, or an address that is none, is refused with its option")
  func badNames() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    let command = ["sign-up", "--server", stage.server.address] + stage.server.codes
    let address = try await phone.expect(1, command + ["--user-name", "not a name"])
    #expect(
      address.errors
        == "countersign: 'not a name' is no e-mail address and no international telephone number "
        + "(unacceptable_value)\nhint: give one by --user-name, as ada@example.com or "
        + "+2348012345678\n")
    let german = try await phone.expect(
      1, command + ["--user-name", "not a name", "--language", "de"])
    #expect(
      german.errors.hasPrefix(
        "countersign: 'not a name' ist keine E-Mail-Adresse und keine internationale "
          + "Telefonnummer"), "\(german.errors)")
    let name = ["--user-name", "ada@example.com", "--display-name", "a\tb"]
    let unshowable = try await phone.expect(2, command + name)
    #expect(
      unshowable.errors
        == "countersign: a name to show has 1 to 64 characters, all of which a screen can show\n"
        + "hint: give another one by --display-name\n")
    // A name takes what other texts do not, as the server does.
    try await phone.expect(
      0, command + ["--user-name", "ada@example.com", "--display-name", "Ada 🌸", "--yes"])
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
    #expect(try await array(phone, ["accounts"]).count == 1)
    #expect(try await array(phone, ["devices"]).count == 1)
    let factors = try await json(phone, ["factors"])
    #expect(factors.names == ["secondFactor", "credentials", "devices", "held"])
    for command in [["number", "+2348012345678"] + stage.server.codes, ["add-biometrics"]] {
      #expect(try await json(phone, command + proof)["status"] == "done", "\(command)")
    }
    #expect(try await json(phone, ["test-biometrics"] + proof)["status"] != nil)
    #expect(try await json(phone, ["remove-biometrics"] + proof)["status"] == "done")
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
