import CountersignClient
import CountersignCore
import CountersignTesting
import CountersignTransport
import Foundation
import ProgramTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("the terminal phone's flows", .serialized)
struct PhoneFlowTests {
  @Test("enrol, pay above the low-value limit with the PIN, change it, add and remove biometrics")
  func factors() async throws {
    let stage = try Stage(options: Stage.orderDesk)
    let phone = stage.phone("one")
    try await phone.enrol()
    let pay = ["act"] + Stage.invoice + ["--yes"]
    // The PIN never leaves the phone: what is sent is linked, and so good for any amount.
    let paid = try await phone.expect(0, pay + ["--pin", Stage.pin, "--verbose"])
    #expect(paid.output == "performed\n" && !paid.errors.contains("pin-key"))
    let wrong = try await phone.expect(1, pay + ["--pin", "000001"])
    #expect(wrong.errors.linesEnding(in: ": wrong PIN") == 1, "\(wrong.errors)")
    try await phone.expect(
      0, ["change-pin", "--pin", Stage.pin, "--new-pin", Stage.otherPIN, "--yes"])
    try await phone.expect(1, pay + ["--pin", Stage.pin])
    try await phone.expect(0, ["add-biometrics", "--pin", Stage.otherPIN, "--yes"])
    try await phone.expect(0, pay + ["--biometrics"])
    try await phone.expect(0, ["remove-biometrics", "--pin", Stage.otherPIN, "--yes"])
    try await phone.expect(1, pay + ["--biometrics", "--pin", Stage.pin])
    let none = try await phone.expect(1, ["remove-biometrics", "--pin", Stage.otherPIN, "--yes"])
    #expect(
      none.errors
        == "countersign: there is no key of the account on this phone\nhint: countersign phone "
        + "add-biometrics makes one; on a phone that signed up it is register\n")
    stage.end()
  }

  @Test("a second phone is invited, and both are listed; the first approves what a host asks")
  func twoPhones() async throws {
    let stage = try Stage()
    let first = stage.phone("one")
    try await first.enrol(["--biometrics"])
    let second = stage.phone("two")
    let host = try stage.host()
    let link = try await host.makeEnrolLink("ada@example.com")
    try await second.expect(0, ["enrol", link.url, "--new-pin", Stage.otherPIN, "--yes"])
    let devices = try await first.expect(0, ["devices"])
    #expect(devices.output.split(separator: "\n").count == 2)
    #expect(devices.output.hasPrefix("* "))
    let accounts = try await second.expect(0, ["accounts"])
    #expect(accounts.output.contains("* Ada"))
    try await first.expect(0, ["login", "--account", "Ada", "--pin", Stage.pin, "--yes"])
    let nobody = try await first.expect(2, ["change-pin", "--account", "Bob", "--yes"])
    #expect(nobody.errors.contains("no account Bob"))
    let asked = try await host.createTransaction("ada@example.com", amount: 4200)
    let approved = try await first.expect(
      0, ["sign", asked.transaction.transactionID, "--pin", Stage.pin, "--yes"])
    #expect(
      approved.errors.contains("4\u{202f}200.00\u{a0}NGN") && approved.output.hasPrefix("approved"))
    let again = try await second.expect(
      1, ["sign", asked.transaction.transactionID, "--pin", Stage.otherPIN, "--yes"])
    #expect(again.errors.contains("decided before: approved"), "\(again.errors)")
    let other = try await host.createTransaction("ada@example.com", amount: 10)
    let id = other.transaction.transactionID
    // Nobody sees what waits longest, so nothing is denied.
    for unseen in [["sign", "--decline"], ["sign", "--decline", "--yes"]] {
      let refused = try await second.expect(2, unseen)
      #expect(refused.errors.contains("hint: give the transaction's id"))
    }
    #expect(try await second.expect(0, ["transactions"]).output.isWaiting(id))
    let denied = try await second.expect(0, ["sign", id, "--decline"])
    #expect(denied.output.contains("declined, transaction \(id)"))
    #expect(denied.errors.contains("10.00\u{a0}NGN") && denied.errors.contains("Corner shop"))
    stage.end()
  }

  @Test("an invited phone is good for any amount once whoever invited it says that it is theirs")
  func invited() async throws {
    let stage = try Stage(options: Stage.orderDesk)
    let first = stage.phone("one")
    try await first.enrol()
    let second = stage.phone("two")
    try await first.invite(second)
    let pay = ["act"] + Stage.invoice + ["--pin", Stage.otherPIN, "--yes"]
    #expect(try await second.expect(0, pay).output == "performed\n")
    // A script that says nothing leaves the next one as it is: for low amounts.
    let third = stage.phone("three")
    let inviting = try first.start(["invite", "--pin", Stage.pin])
    let link = try ReadyLine.next(of: inviting.output)
    try await third.expect(0, ["enrol", link, "--new-pin", Stage.otherPIN, "--yes"])
    #expect(inviting.awaitEnd() == 0)
    let waits = try await third.expect(1, pay)
    #expect(waits.errors.contains("factor_waits"), "\(waits.errors)")
    #expect(waits.errors.contains("hint: use another phone"), "\(waits.errors)")
    stage.end()
  }

  @Test("whoever ends the input at the question whose the other phone is leaves it as it is")
  func inviteLeft() async throws {
    let stage = try Stage()
    let (first, second) = (stage.phone("one"), stage.phone("two"))
    try await first.enrol()
    let terminal = try PseudoTerminal()
    let inviting = try first.start(["invite", "--pin", Stage.pin], at: terminal)
    let link = try ReadyLine.next(of: inviting.output)
    try await second.expect(
      0, ["enrol", link, "--new-pin", Stage.otherPIN, "--no-biometrics", "--yes"])
    let asked = try terminal.awaitText("is it yours? [y]es [n]o: ")
    #expect(asked.hasSuffix("no removes it again; is it yours? [y]es [n]o: "), "\(asked)")
    try terminal.endInput()
    try terminal.awaitText(
      "nothing was decided: the account is on the other phone, unconfirmed and for low amounts")
    #expect(inviting.awaitEnd() == 0)
    let devices = try await second.expect(0, ["devices"]).output.split(separator: "\n")
    #expect(devices.count == 2, "\(devices)")
    // The phone that made the link says what waits, and takes the answer later.
    let waiting = try await first.expect(0, ["devices"])
    #expect(
      waiting.errors
        == "waiting for your yes: terminal phone; answer with countersign phone invite --answer\n")
    let asking = try first.start(["invite", "--answer"], at: terminal)
    try terminal.awaitText("is it yours? [y]es [n]o: ")
    try terminal.type("y")
    #expect(try ReadyLine.next(of: asking.output) == "the account is on the other phone")
    #expect(asking.awaitEnd() == 0)
    #expect(try await first.expect(0, ["devices"]).errors.isEmpty)
    let none = try await first.expect(1, ["invite", "--answer", "--yes"])
    #expect(none.errors.contains("no phone that this one invited waits"), "\(none.errors)")
    stage.end()
  }

  @Test("a number and an authenticator app are set up with the phone's PIN, and the app is removed")
  func codes() async throws {
    let stage = try Stage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let proof = ["--pin", Stage.pin, "--yes"]
    // Nothing is proved for the removal of what is not there.
    let none = try await phone.expect(1, ["totp", "--remove", "--verbose"] + proof)
    #expect(
      none.errors.hasSuffix(
        "countersign: the account has no authenticator app\nhint: countersign phone totp adds "
          + "one\n"), "\(none.errors)")
    #expect(none.errors.callsInSession == ["GET /second-factor"], "\(none.errors)")
    let number = try await phone.expect(
      0, ["number", "+2348012345678"] + stage.server.codes + proof)
    #expect(number.output.contains("+2348012345678"))
    let begun = try await phone.expect(0, ["totp"] + proof)
    let secret = begun.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let app = TestAuthenticatorApp(typed: SecretText(secret))
    let wrong = try await phone.expect(1, ["totp", "--code", "12345"])
    #expect(wrong.errors.contains("6 digits"))
    try await phone.expect(
      0, ["totp", "--code", app.code(at: SystemClock().now()).exposed])
    try await phone.expect(0, ["totp", "--remove"] + proof)
    stage.end()
  }

  @Test("a wrong code of an authenticator app is asked for again, and the secret stays")
  func mistypedAppCode() async throws {
    let stage = try Stage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let terminal = try PseudoTerminal()
    let adding = try phone.start(["totp", "--pin", Stage.pin], at: terminal)
    try terminal.awaitText("type this into your authenticator app:")
    let app = TestAuthenticatorApp(typed: SecretText(try ReadyLine.next(of: adding.output)))
    let question = "the code that your authenticator app shows:"
    try terminal.awaitText(question)
    let code = app.code(at: SystemClock().now()).exposed
    try terminal.type(code == "471902" ? "471903" : "471902")
    try terminal.awaitText("Wrong code; 4 tries left before codes are blocked")
    try terminal.awaitText(question)
    try terminal.type("12")
    try terminal.awaitText("A code is 6 digits; an empty line leaves")
    try terminal.awaitText(question)
    try terminal.type(app.code(at: SystemClock().now()).exposed)
    #expect(try ReadyLine.next(of: adding.output) == "the authenticator app is a factor now")
    #expect(adding.awaitEnd() == 0)
    stage.end()
  }

  @Test("while codes are blocked the right PIN adds no app, and is not said to come too early")
  func blockedCodes() async throws {
    let stage = try Stage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let begun = try await phone.expect(0, ["totp", "--pin", Stage.pin, "--yes"])
    let secret = begun.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let right = TestAuthenticatorApp(typed: SecretText(secret)).code(at: SystemClock().now())
    for _ in 0..<5 {
      let wrong = right.exposed == "471902" ? "471903" : "471902"
      try await phone.expect(1, ["totp", "--code", wrong])
    }
    let terminal = try PseudoTerminal()
    let adding = try phone.start(["totp"], at: terminal)
    try terminal.awaitText("the PIN, or nothing to leave:")
    try terminal.type(Stage.pin)
    let shown = try terminal.awaitText("codes are blocked until 20")
    #expect(!shown.contains("Too early") && !shown.contains("tries left"), "\(shown)")
    try terminal.awaitText(", after too many wrong ones")
    #expect(adding.awaitEnd() == 1)
    stage.end()
  }

  @Test("an account enrolled without a second factor gets one")
  func headless() async throws {
    let stage = try Stage()
    let phone = stage.phone("one")
    let link = try await stage.host().makeEnrolLink(
      "bob@example.com", secondFactor: SecondFactorDemand.none)
    try await phone.expect(0, ["enrol", link.url, "--yes"])
    try await phone.expect(
      0, ["upgrade", "--new-pin", Stage.pin, "--yes"] + stage.server.codes)
    let devices = try await phone.expect(0, ["devices"])
    #expect(devices.output.contains("with a PIN"))
    stage.end()
  }

  @Test("an invitation whose watch the server ends was not seen to be taken: exit 3 with a hint")
  func inviteUnwatched() async throws {
    let stage = try Stage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let errors = Pipe()
    let inviting = try phone.start(
      ["invite", "--pin", Stage.pin], errors: errors.fileHandleForWriting)
    try errors.fileHandleForWriting.close()
    var said = ""
    // The code that is drawn comes first, line by line.
    for _ in 0..<100 where !said.hasPrefix("open it with the other phone") {
      said = try ReadyLine.next(of: errors)
    }
    try #require(said.hasPrefix("open it with the other phone"))
    stage.end()
    #expect(inviting.awaitEnd() == 3)
    let rest = try errors.fileHandleForReading.readToEnd() ?? Data()
    let text = String(decoding: rest, as: UTF8.self)
    #expect(text.contains("the server ended the watch"), "\(text)")
    #expect(text.contains("hint: countersign phone devices"))
  }

  @Test("a link that is for another command is told which, in the person's language")
  func otherLinks() async throws {
    let stage = try Stage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let host = try stage.host()
    let enrols = try await host.makeEnrolLink("bob@example.com").url
    let refused = try await phone.expect(2, ["login", enrols, "--pin", Stage.pin, "--yes"])
    #expect(refused.errors.contains("this link brings an account to this phone"))
    #expect(refused.errors.contains("hint: countersign phone enrol LINK"), "\(refused.errors)")
    let signsIn = try await host.makeLoginLink().url
    let enrolling = ["enrol", signsIn, "--new-pin", Stage.otherPIN]
    let wrong = try await phone.expect(2, enrolling + ["--yes"])
    #expect(wrong.errors.contains("this link signs a screen in\n"), "\(wrong.errors)")
    #expect(wrong.errors.contains("hint: countersign phone login LINK\n"), "\(wrong.errors)")
    // A phone without an account would only be sent back by login.
    let other = stage.phone("two")
    let empty = try await other.expect(2, enrolling + ["--yes"])
    #expect(
      empty.errors.hasSuffix(
        "countersign: this link signs a screen in, and this phone has no account yet\n"
          + "hint: open it with the phone that has your account; or bring your account here first, "
          + "with countersign phone enrol\n"), "\(empty.errors)")
    let terminal = try PseudoTerminal()
    let german = try other.start(enrolling + ["--language", "de"], at: terminal)
    try terminal.awaitText(
      "dieser Link meldet einen Bildschirm an, und dieses Telefon hat noch kein Konto")
    #expect(german.awaitEnd() == 2)
    stage.end()
  }

  @Test("a login by a link ends where the number is none that the link offers, and says what to do")
  func wrongNumber() async throws {
    let stage = try Stage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let host = try stage.host()
    let hint =
      "hint: run it again with the number that you see there; if it is not offered, the link is of "
      + "another screen: do not go on"
    for given in [[], ["--number", "1234"]] {
      let terminal = try PseudoTerminal()
      let link = try await host.makeLoginLink().url
      let login = try phone.start(["login", link, "--pin", Stage.pin] + given, at: terminal)
      try terminal.awaitText("log in with this? [y]es [n]o: ")
      try terminal.type("y")
      if given.isEmpty {
        try terminal.awaitText("which number is on the other screen: ")
        try terminal.awaitText("? ")
        try terminal.type("1234")
      }
      let shown = try terminal.awaitText("countersign: ")
      #expect(!shown.contains("log in with this?"), "\(shown)")
      try terminal.awaitText("pick the number that stands on the other screen\r\n")
      // The label may have a color.
      try terminal.awaitText(String(hint.dropFirst(6)))
      #expect(login.awaitEnd() == 2)
    }
    let link = try await host.makeLoginLink().url
    let script = try await phone.expect(
      2, ["login", link, "--number", "1234", "--pin", Stage.pin, "--yes"])
    #expect(script.errors.hasSuffix(hint + "\n"), "\(script.errors)")
    stage.end()
  }

  @Test("no code is drawn in a window that is too narrow for it, and its text stands all the same")
  func narrow() async throws {
    let stage = try Stage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let terminal = try PseudoTerminal(columns: 30)
    let adding = try phone.start(["totp", "--pin", Stage.pin], at: terminal)
    let shown = try terminal.awaitText("authenticator app:")
    #expect(shown.contains("this window is too narrow to\r\n"), "\(shown)")
    #expect(!shown.contains("scan the code"), "\(shown)")
    #expect(!shown.contains("\u{1B}[38;5;16"), "\(shown)")
    #expect(try !ReadyLine.next(of: adding.output).isEmpty)
    adding.end(by: SIGINT)
    let inviting = try phone.start(["invite", "--pin", Stage.pin], at: terminal)
    #expect(try ReadyLine.next(of: inviting.output).contains("/link#"))
    let invited = try terminal.awaitText("open it with the other")
    #expect(invited.contains("this window is too narrow to\r\n"), "\(invited)")
    #expect(!invited.contains("\u{1B}[38;5;16"), "\(invited)")
    inviting.end(by: SIGINT)
    let wide = try PseudoTerminal(columns: 120)
    let drawing = try phone.start(["invite", "--pin", Stage.pin], at: wide)
    let drawn = try wide.awaitText("open it with the other")
    #expect(drawn.contains("\u{1B}[38;5;16") && !drawn.contains("too narrow"), "\(drawn)")
    drawing.end(by: SIGINT)
    stage.end()
  }

  @Test("of two accounts lists show the one that is named, and what is the other's says so")
  func twoAccounts() async throws {
    let stage = try Stage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let host = try stage.host()
    let bob = try await host.makeEnrolLink("bob@example.com").url
    try await phone.expect(
      0,
      ["enrol", bob, "--new-pin", Stage.otherPIN, "--no-biometrics", "--yes"] + stage.server.codes)
    let id = try await host.createTransaction("ada@example.com", amount: 10).transaction
      .transactionID
    let ofBob = ["--account", "Bob"]
    #expect(try await phone.expect(0, ["transactions", "--account", "Ada"]).output.isWaiting(id))
    #expect(try await phone.expect(0, ["transactions"] + ofBob).output.isEmpty)
    let missing = try await phone.expect(
      1, ["approve", id, "--pin", Stage.otherPIN, "--yes"] + ofBob)
    #expect(
      missing.errors.hasSuffix(
        "hint: if it is of another account on this phone, name that by --account\n"),
      "\(missing.errors)")
    for command in ["devices", "factors"] {
      try await phone.expect(0, [command, "--account", "Ada"])
    }
    let terminal = try PseudoTerminal()
    let nobody = try phone.start(
      ["approve", "--account", "olga", "--language", "de"], at: terminal)
    try terminal.awaitText("es gibt kein Konto olga\r\n")
    try terminal.awaitText("geben Sie eine Kennung an, die countersign phone accounts zeigt")
    #expect(nobody.awaitEnd() == 2)
    stage.end()
  }

  @Test("a link of another server, or none at all, is refused before anything is sent")
  func refusedLinks() async throws {
    let stage = try Stage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let foreign = try await phone.expect(1, ["login", "https://evil.example/link#" + Stage.linkID])
    #expect(foreign.errors.contains("another server"))
    let none = try await phone.expect(2, ["login", "what is this"])
    #expect(none.errors.contains("hint: "))
    stage.end()
  }
}

private typealias Stage = DemoStage
