import CountersignCore
import CountersignTesting
import Foundation
import ProgramTesting
import Testing
import WireModel

@Suite("the terminal phone and the transactions that wait for it", .serialized)
struct PhoneReviewTests {
  @Test("deny shows the transaction, asks, and denies once; an approved one is refused")
  func denies() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol(["--biometrics"])
    let host = try stage.host()
    let id = try await host.createTransaction("ada@example.com", amount: 4200, lastFourPAN: "4242")
      .transaction.transactionID
    let unseen = try await phone.expect(2, ["decline", "--yes"])
    #expect(unseen.errors.contains("hint: give the transaction's id"))
    // Nobody says yes.
    let unasked = try await phone.expect(1, ["decline", id])
    #expect(unasked.errors.contains("cancelled") && unasked.errors.contains("hint: "))
    #expect(unasked.errors.contains("…4242"))
    #expect(try await phone.expect(0, ["transactions"]).output.isWaiting(id))
    // No proof is asked for, and nothing is mailed: it is read, and denied.
    let denied = try await phone.expect(0, ["decline", id, "--yes", "--verbose"])
    #expect(denied.output == "declined, transaction \(id)\n")
    let calls = denied.errors.callsInSession
    #expect(calls.last == "POST /transactions/{id}/deny", "\(denied.errors)")
    #expect(calls.dropLast().allSatisfy { $0.hasPrefix("GET /") }, "\(denied.errors)")
    let again = try await phone.expect(1, ["decline", id, "--yes", "--verbose"])
    #expect(again.output.isEmpty, "\(again.output)")
    #expect(again.errors.contains("countersign: it was declined on 20"), "\(again.errors)")
    #expect(again.errors.callsInSession == ["GET /transactions/{id}"], "\(again.errors)")
    let signed = try await phone.expect(1, ["sign", id, "--decline", "--yes"])
    #expect(signed.errors.contains("countersign: it was declined on 20"), "\(signed.errors)")
    let other = try await host.createTransaction("ada@example.com", amount: 10)
      .transaction.transactionID
    let approved = try await phone.expect(0, ["approve", other, "--yes"])
    #expect(approved.output == "approved, transaction \(other)\n")
    let late = try await phone.expect(1, ["decline", other, "--yes"])
    #expect(late.errors.contains("it was approved on 20"), "\(late.errors)")
    // Nobody is asked about what is decided.
    for command in [["decline", other], ["approve", other], ["sign", other, "--decline"]] {
      let terminal = try PseudoTerminal()
      let deciding = try phone.start(command, at: terminal)
      let shown = try terminal.awaitText("it was approved on 20")
      #expect(!shown.contains("[y]es") && !shown.contains("your decision"), "\(shown)")
      #expect(deciding.awaitEnd() == 1)
    }
    let unknown = try await phone.expect(1, ["decline", "trn_none", "--yes"])
    #expect(unknown.errors.contains("hint: see what there is with countersign phone transactions"))
    stage.end()
  }

  @Test("approve shows the transaction once, its card too")
  func shownOnce() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol(["--biometrics"])
    let id = try await stage.host().createTransaction(
      "ada@example.com", amount: 4200, lastFourPAN: "4242"
    ).transaction.transactionID
    let unnamed = try await phone.expect(2, ["approve", "--yes"])
    #expect(unnamed.errors.contains("hint: give the transaction's id"))
    let approved = try await phone.expect(0, ["approve", id, "--yes"])
    for text in ["4\u{202f}200.00\u{a0}NGN", "Corner shop", "…4242"] {
      #expect(approved.errors.components(separatedBy: text).count == 2, "\(approved.errors)")
    }
    stage.end()
  }

  @Test("approve without an id takes the one that waits longest, whatever is over first")
  func longestWaiting() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol(["--biometrics"])
    let host = try stage.host()
    let first = try await host.createTransaction("ada@example.com", amount: 10, expiresIn: 600)
      .transaction
    // Times are of whole seconds.
    while SystemClock().now().rfc3339 <= first.createdAt {
      try await Task.sleep(for: .milliseconds(20))
    }
    let second = try await host.createTransaction("ada@example.com", amount: 20, expiresIn: 120)
      .transaction
    #expect(second.createdAt > first.createdAt && second.expiresAt < first.expiresAt)
    let terminal = try PseudoTerminal()
    let approving = try phone.start(["approve"], at: terminal)
    // Any key but those that are offered is asked about again, and decides nothing.
    try terminal.awaitText("your decision: [a]pprove [d]ecline [l]ater:")
    try terminal.type("y")
    try terminal.awaitText("press a, d, or l")
    for (question, answer) in [
      ("your decision: [a]pprove [d]ecline [l]ater:", "a"),
      ("with which factor: [b]iometrics [P]IN [l]ater:", "b"), ("are you there?", "y"),
    ] {
      try terminal.awaitText(question)
      try terminal.type(answer)
    }
    #expect(
      try ReadyLine.next(of: approving.output) == "approved, transaction \(first.transactionID)")
    #expect(approving.awaitEnd() == 0)
    stage.end()
  }

  @Test("a code that does not come is the cause, nothing is decided, and nothing is denied")
  func codeMissing() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol(["--biometrics"])
    try await phone.expect(
      0, ["number", "+2348012345678", "--pin", DemoStage.pin, "--yes"] + stage.server.codes)
    let id = try await stage.host().createTransaction("ada@example.com", amount: 10)
      .transaction.transactionID
    // The mailbox of no server.
    let codes = ["--code-from", stage.folder.file("nothing"), "--code-seconds", "1"]
    for command in [["approve", id], ["test-biometrics"]] {
      let missing = try await phone.expect(3, command + codes + ["--no-biometrics", "--yes"])
      #expect(missing.errors.contains("no code for this phone came to"))
      #expect(missing.errors.contains("hint: is it the mailbox of this server?"))
    }
    #expect(try await phone.expect(0, ["transactions"]).output.isWaiting(id))
    stage.end()
  }

  @Test("a phone without biometrics tests none, and says what sets them up before it asks")
  func noBiometricsToTest() async throws {
    let stage = try DemoStage()
    let (phone, other) = (stage.phone("one"), stage.phone("two"))
    try await phone.enrol()
    let test = ["test-biometrics", "--pin", DemoStage.pin, "--yes"]
    let refused = try await phone.expect(1, test)
    #expect(
      refused.errors
        == "countersign: this phone has no biometrics set up\nhint: countersign phone "
        + "add-biometrics sets them up\n")
    let terminal = try PseudoTerminal()
    let testing = try phone.start(["test-biometrics", "--language", "de"], at: terminal)
    let shown = try terminal.awaitText("countersign phone add-biometrics richtet sie ein")
    #expect(shown.contains("auf diesem Telefon ist keine Biometrie eingerichtet"), "\(shown)")
    #expect(!shown.contains("[f]reigeben"), "\(shown)")
    #expect(testing.awaitEnd() == 1)
    try await other.expect(
      0,
      ["sign-up", "--server", stage.server.address, "--user-name", "bob@example.com", "--yes"]
        + stage.server.codes)
    let signedUp = try await other.expect(1, ["test-biometrics"])
    #expect(
      signedUp.errors.hasSuffix("hint: countersign phone register sets them up\n"),
      "\(signedUp.errors)")
    stage.end()
  }

  @Test("where the input has ended nothing is decided, and nobody is asked forever")
  func nobodyThere() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol(["--biometrics"])
    let id = try await stage.host().createTransaction("ada@example.com", amount: 10)
      .transaction.transactionID
    let unanswered = try await phone.expect(1, ["approve", id])
    #expect(unanswered.errors.contains("nothing was decided"))
    try await phone.expect(1, ["sign", id])
    try await phone.expect(1, ["test-biometrics"])
    #expect(try await phone.expect(0, ["transactions"]).output.isWaiting(id))
    stage.end()
  }

  @Test("whoever leaves a transaction for later has decided nothing, at whichever question")
  func later() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol(["--biometrics"])
    let id = try await stage.host().createTransaction("ada@example.com", amount: 10)
      .transaction.transactionID
    for answers in [[("[l]ater", "l")], [("[l]ater", "a"), ("with which factor", "l")]] {
      let terminal = try PseudoTerminal()
      let left = try phone.start(["approve", id], at: terminal)
      for (question, answer) in answers {
        try terminal.awaitText(question)
        try terminal.type(answer)
      }
      try terminal.awaitText("left open, and nothing was decided: it waits until 20")
      try terminal.awaitText("approve it with countersign phone approve \(id)")
      #expect(left.awaitEnd() == 1)
      #expect(try await phone.expect(0, ["transactions"]).output.isWaiting(id))
    }
    stage.end()
  }

  @Test("whoever wants no biometrics is asked for none, and a language without words is named")
  func noBiometrics() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol(["--biometrics"])
    let id = try await stage.host().createTransaction("ada@example.com", amount: 10)
      .transaction.transactionID
    let terminal = try PseudoTerminal()
    let approving = try phone.start(
      ["approve", id, "--no-biometrics", "--language", "xx"], at: terminal)
    try terminal.awaitText("the phone has no words in xx, and speaks English\r\n")
    try terminal.awaitText("your decision: [a]pprove [d]ecline [l]ater: ")
    try terminal.type("a")
    // There is one factor left, so that nobody is asked which.
    let asked = try terminal.awaitText("the PIN, or nothing to leave: ")
    #expect(!asked.contains("with which factor"), "\(asked)")
    try terminal.type(DemoStage.pin)
    #expect(try ReadyLine.next(of: approving.output) == "approved, transaction \(id)")
    #expect(approving.awaitEnd() == 0)
    stage.end()
  }

  @Test("on a phone with a PIN alone no code is sent that could not act, and the PIN is asked for")
  func pinAlone() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let none = try await phone.expect(0, ["transactions"])
    #expect(none.output.isEmpty && none.errors.contains("nothing waits"), "\(none.errors)")
    // Above every limit for codes, and below it without a number that a code could be texted to.
    for amount: Int64 in [10_000, 10] {
      let id = try await stage.host().createTransaction("ada@example.com", amount: amount)
        .transaction.transactionID
      let mails = try stage.server.codesMailed().count
      let unasked = try await phone.expect(1, ["approve", id, "--pin", DemoStage.pin])
      #expect(unasked.errors.contains("nobody is there to approve it"), "\(unasked.errors)")
      // What else there could be is no news where one way is there.
      for errors in [
        unasked.errors, try await phone.expect(1, ["sign", id, "--pin", DemoStage.pin]).errors,
      ] {
        #expect(!errors.contains("not by ") && !errors.contains("navailable"), "\(errors)")
      }
      let stuck = try await phone.expect(1, ["approve", id, "--yes"] + stage.server.codes)
      #expect(stuck.errors.contains("it takes the PIN (--pin)"), "\(stuck.errors)")
      #expect(try stage.server.codesMailed().count == mails)
      #expect(try await phone.expect(0, ["transactions"]).output.isWaiting(id))
      let codes = ["approve", id, "--fallback", "codes", "--yes"] + stage.server.codes
      let refused = try await phone.expect(1, codes)
      // Why codes are no way is the cause, and is said once.
      let why = amount == 10 ? "(channel_missing)" : "(linking_required)"
      #expect(refused.errors.occurrences(of: why) == 1, "\(refused.errors)")
      #expect(refused.errors.contains("hint: "), "\(refused.errors)")
      #expect(try stage.server.codesMailed().count == mails)
      #expect(try await phone.expect(0, ["transactions"]).output.isWaiting(id))
      let terminal = try PseudoTerminal()
      let approving = try phone.start(["approve", id], at: terminal)
      for (question, answer) in [("your decision:", "a"), ("or nothing to leave", DemoStage.pin)] {
        try terminal.awaitText(question)
        try terminal.type(answer)
      }
      #expect(try ReadyLine.next(of: approving.output) == "approved, transaction \(id)")
      #expect(approving.awaitEnd() == 0)
    }
    stage.end()
  }

  @Test("a wrong PIN is told with the tries that are left, and asked for again")
  func triesLeft() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let id = try await stage.host().createTransaction("ada@example.com", amount: 10)
      .transaction.transactionID
    let terminal = try PseudoTerminal()
    let approving = try phone.start(["approve", id], at: terminal)
    for (question, answer) in [
      ("your decision:", "a"), ("or nothing to leave", DemoStage.otherPIN),
      ("4 tries left with the PIN", nil), ("or nothing to leave", DemoStage.pin),
    ] {
      try terminal.awaitText(question)
      if let answer { try terminal.type(answer) }
    }
    #expect(try ReadyLine.next(of: approving.output) == "approved, transaction \(id)")
    #expect(approving.awaitEnd() == 0)
    stage.end()
  }

  @Test("a PIN that is given stands in for codes, and a wrong one is told as the cause")
  func byPIN() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let host = try stage.host()
    let id = try await host.createTransaction("ada@example.com", amount: 10_000)
      .transaction.transactionID
    try await phone.expect(0, ["approve", id, "--pin", DemoStage.pin, "--yes"])
    let other = try await host.createTransaction("ada@example.com", amount: 20)
      .transaction.transactionID
    let wrong = try await phone.expect(1, ["approve", other, "--pin", "000417", "--yes"])
    #expect(wrong.errors.linesEnding(in: "wrong PIN") == 1, "\(wrong.errors)")
    #expect(wrong.errors.contains("hint: nothing was decided"))
    let signed = try await phone.expect(1, ["sign", other, "--pin", "000418", "--yes"])
    #expect(signed.errors.linesEnding(in: "wrong PIN") == 1, "\(signed.errors)")
    stage.end()
  }

  @Test("codes stand in where they are wanted: a mailed one, then the texted or the app's")
  func codes() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let host = try stage.host()
    let codes = stage.server.codes + ["--yes"]
    let first = try await host.createTransaction("ada@example.com", amount: 10).transaction
    // A script that has no code decides nothing.
    let stuck = try await phone.expect(1, ["approve", first.transactionID, "--yes"])
    #expect(stuck.errors.contains("hint: nothing was decided"))
    #expect(
      try await phone.expect(0, ["transactions"]).output.isWaiting(first.transactionID))
    let none = try await phone.expect(
      1, ["sign", first.transactionID, "--fallback", "codes"] + codes)
    #expect(none.errors.contains("hint: set a number with countersign phone number"))
    try await phone.expect(
      0, ["number", "+2348012345678", "--pin", DemoStage.pin] + codes)
    let signed = try await host.createTransaction("ada@example.com", amount: 10).transaction
    try await phone.expect(0, ["sign", signed.transactionID, "--fallback", "codes"] + codes)
    let begun = try await phone.expect(0, ["totp", "--pin", DemoStage.pin, "--yes"])
    let app = TestAuthenticatorApp(
      typed: SecretText(begun.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    let clock = SystemClock()
    try await phone.expect(0, ["totp", "--code", app.code(at: clock.now()).exposed])
    let approved = try await host.createTransaction("ada@example.com", amount: 10).transaction
    // Each code is good once, and the next step's is taken already.
    let next = app.code(at: clock.now().adding(seconds: 30)).exposed
    try await phone.expect(
      0, ["approve", approved.transactionID, "--app-code", next] + codes)
    stage.end()
  }
}
