import FlowModel
import ProgramTesting
import Testing
import ToolSupport
import WireModel

@Suite("the terminal phone whose session is over", .serialized)
struct PhoneSignInTests {
  @Test("it signs in again by itself, and asks for the PIN alone; a script gives it as ever")
  func withPIN() async throws {
    let stage = try DemoStage()
    let (phone, other) = (stage.phone("one"), stage.phone("two"))
    try await phone.enrol()
    try await phone.invite(other)
    let id = try await stage.host().createTransaction("ada@example.com", amount: 10)
      .transaction.transactionID
    try await end(by: other)
    // Nobody is there, and nothing is given that proves.
    let over = try await phone.expect(1, ["devices"], input: "y\n")
    #expect(over.errors.contains("hint: "), "\(over.errors)")
    let terminal = try PseudoTerminal()
    let listing = try phone.start(["devices"], at: terminal)
    let asked = try terminal.awaitText("the PIN")
    #expect(!asked.contains("log in") && !asked.contains("decision"), "\(asked)")
    try terminal.type(DemoStage.pin)
    #expect(try ReadyLine.next(of: listing.output).contains("terminal phone"))
    #expect(listing.awaitEnd() == 0)
    try await end(by: other)
    let approved = try await phone.expect(0, ["approve", id, "--pin", DemoStage.pin, "--yes"])
    #expect(approved.output == "approved, transaction \(id)\n")
    #expect(!approved.errors.contains("session"), "\(approved.errors)")
    try await end(by: other)
    let prove = ["prove", "--pin", DemoStage.pin]
    #expect(try await phone.expect(0, prove).output == "proved\n")
    stage.end()
  }

  @Test("by the key that it holds where a script says yes")
  func withKey() async throws {
    let stage = try DemoStage()
    let (phone, other) = (stage.phone("one"), stage.phone("two"))
    try await phone.enrol(["--biometrics"])
    try await phone.invite(other)
    try await end(by: other)
    let listed = try await phone.expect(0, ["devices", "--yes"])
    #expect(listed.output.contains("terminal phone"))
    stage.end()
  }

  @Test("without a factor the phone's own key does, and nobody is asked for anything")
  func headless() async throws {
    let stage = try DemoStage()
    let (phone, other) = (stage.phone("one"), stage.phone("two"))
    for home in [phone, other] {
      let link = try await stage.host().makeEnrolLink(
        "bob@example.com", secondFactor: SecondFactorDemand.none)
      try await home.expect(0, ["enrol", link.url, "--yes"])
    }
    try await other.expect(0, ["sessions", "end", "--others", "--yes"])
    let listed = try await phone.expect(0, ["devices"])
    #expect(listed.output.split(separator: "\n").count == 2)
    stage.end()
  }

  @Test("a phone that only signed up asks for the code that is mailed")
  func byCode() async throws {
    let stage = try DemoStage()
    let (phone, other) = (stage.phone("one"), stage.phone("two"))
    for home in [phone, other] {
      try await home.expect(
        0,
        [
          "sign-up", "--server", stage.server.address, "--user-name", "ada@example.com", "--yes",
        ] + stage.server.codes)
    }
    let sessions = try await phone.expect(0, ["sessions"]).output
    #expect(sessions.contains("* this phone since "), "\(sessions)")
    #expect(sessions.contains("  browser or other client since "), "\(sessions)")
    try await other.expect(0, ["sessions", "end", "--others", "--yes"])
    try await phone.expect(1, ["transactions", "--yes"])
    let terminal = try PseudoTerminal()
    let question = "the code mailed to ada@example.com: "
    let mailed = try stage.server.codesMailed().count
    let notices = try stage.noticesMailed("sign_up_repeated")
    let listing = try phone.start(["transactions"], at: terminal)
    try terminal.awaitText(question)
    let code = try await stage.server.nextCode(after: mailed)
    try terminal.type(code == "471902" ? "471903" : "471902")
    try terminal.awaitText("Wrong code; 4 tries left with this code")
    try terminal.awaitText(question)
    try terminal.type(code)
    try terminal.awaitText("nothing waits, and nothing was decided yet")
    #expect(listing.awaitEnd() == 0)
    // One code more, and it is that of a sign-in.
    #expect(try stage.server.codesMailed().count == mailed + 1)
    #expect(try stage.noticesMailed("sign_up_repeated") == notices)
    stage.end()
  }

  @Test("a phone that signed up keeps the session that its key opens, until logout ends it")
  func keptByKey() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.expect(
      0,
      [
        "sign-up", "--server", stage.server.address, "--user-name", "ada@example.com", "--yes",
      ] + stage.server.codes)
    try await phone.expect(0, ["register", "--yes"] + stage.server.codes)
    // Each login ends the session that this phone had before.
    for _ in 0..<2 { try await phone.expect(0, ["login", "--yes"]) }
    let sessions = try await phone.expect(0, ["sessions", "--verbose"])
    #expect(!sessions.errors.contains("POST /sessions"), "\(sessions.errors)")
    let count = sessions.output.split(separator: "\n").count
    #expect(count == 1, "\(sessions.output)")
    // That a key is there is said before anything is proved for another.
    let second = try await phone.expect(1, ["register", "--yes", "--verbose"])
    #expect(second.errors.contains("set up for the account already"), "\(second.errors)")
    #expect(!second.errors.contains("POST "), "\(second.errors)")
    let again = try await phone.expect(0, ["sessions"]).output.split(separator: "\n")
    #expect(again.count == count && again.contains { $0.hasPrefix("* this phone since ") })
    #expect(try await phone.expect(0, ["logout"]).output == "logged out\n")
    // Nobody is there who signs in again.
    try await phone.expect(1, ["sessions"])
    #expect(try await phone.expect(0, ["logout", "--language", "de"]).output == "abgemeldet\n")
    let back = try await phone.expect(0, ["sessions", "--yes"]).output
    #expect(back.split(separator: "\n").count == count, "\(back)")
    stage.end()
  }

  @Test("a code that was mistyped is asked for again, and no other has to come")
  func mistypedCode() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    let terminal = try PseudoTerminal()
    let opening = try phone.start(
      ["sign-up", "--server", stage.server.address, "--user-name", "ada@example.com"], at: terminal)
    let question = "the code mailed to ada@example.com: "
    try terminal.awaitText(question)
    let code = try await stage.server.nextCode(after: 0)
    try terminal.type(code == "471902" ? "471903" : "471902")
    try terminal.awaitText("Wrong code; 4 tries left with this code")
    try terminal.awaitText(question)
    try terminal.type(code)
    #expect(try ReadyLine.next(of: opening.output) == "signed in as ada@example.com")
    #expect(opening.awaitEnd() == 0)
    #expect(try stage.server.codesMailed().count == 1)
    stage.end()
  }

  @Test("a code is asked for as often as the server takes a try, and one that did not come is told")
  func noTryLeft() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    let signUp = ["sign-up", "--server", stage.server.address, "--user-name", "ada@example.com"]
    let terminal = try PseudoTerminal()
    let opening = try phone.start(signUp, at: terminal)
    let question = "the code mailed to ada@example.com: "
    try terminal.awaitText(question)
    let code = try await stage.server.nextCode(after: 0)
    for left in ["4 tries", "3 tries", "2 tries", "1 try"] {
      try terminal.type(code == "471902" ? "471903" : "471902")
      try terminal.awaitText("Wrong code; \(left) left with this code")
      try terminal.awaitText(question)
    }
    try terminal.type(code == "471902" ? "471903" : "471902")
    // Another code would not be taken either.
    try terminal.awaitText("too many wrong tries came from this network")
    try terminal.awaitText("wait, then run it again")
    #expect(opening.awaitEnd() == 1)
    let empty = try await phone.expect(1, signUp)
    #expect(empty.errors.contains("no code was given"), "\(empty.errors)")
    #expect(empty.errors.contains("if none has come, try again later"), "\(empty.errors)")
    // A flow that ends so may have asked for a code as well as for a key.
    let ended = CommandFailure(FlowError.triesUsedUp)
    #expect(ended.cause == "too many tries were refused")
    stage.end()
  }

  @Test("the tries with the code of an enrolment are told, and their end names no key")
  func enrolmentCode() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    let terminal = try PseudoTerminal()
    let enrolling = try phone.start(
      ["enrol", "--server", stage.server.address, "--user-name", "ada@example.com"], at: terminal)
    let question = "the code mailed to ada@example.com: "
    try terminal.awaitText(question)
    let code = try await stage.server.nextCode(after: 0)
    for left in ["4 tries", "3 tries", "2 tries", "1 try"] {
      try terminal.type(code == "471902" ? "471903" : "471902")
      try terminal.awaitText("\(left) left with this code")
      try terminal.awaitText(question)
    }
    try terminal.type(code == "471902" ? "471903" : "471902")
    let end = try terminal.awaitText("run it again")
    #expect(end.contains("too many wrong") && !end.contains("key"), "\(end)")
    #expect(enrolling.awaitEnd() == 1)
    stage.end()
  }

  /// Ends all sessions but that of a phone of the same account.
  private func end(by other: TerminalPhone) async throws {
    try await other.expect(
      0, ["sessions", "end", "--others", "--pin", DemoStage.otherPIN, "--yes"])
  }
}
