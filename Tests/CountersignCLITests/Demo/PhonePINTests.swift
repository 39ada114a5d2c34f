import FlowModel
import ProgramTesting
import Testing
import ToolSupport

@Suite("the terminal phone and the PIN that never leaves it", .serialized)
struct PhonePINTests {
  @Test("a further key is registered by a proof of the PIN; set-pin sends no PIN of a device")
  func neverSent() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let registered = try await phone.expect(
      0, ["register", "--pin", DemoStage.pin, "--yes", "--verbose"])
    #expect(registered.output.hasPrefix("registered "))
    // The challenge that the PIN's key signs; in a body the server would take no device's PIN.
    #expect(registered.errors.contains("POST /biometric/auth/options\n"))
    #expect(registered.errors.callsInSession.count == 4, "\(registered.errors)")
    #expect(!registered.errors.contains("has waited"), "\(registered.errors)")
    let refused = try await phone.expect(
      2,
      [
        "set-pin", "--pin", DemoStage.otherPIN, "--old-pin", DemoStage.pin, "--yes", "--verbose",
      ])
    #expect(refused.errors.contains("is never sent\n"))
    #expect(refused.errors.contains("hint: countersign phone change-pin"))
    // It was asked whose PIN it is, and nothing was sent.
    #expect(refused.errors.callsInSession == ["GET /second-factor"], "\(refused.errors)")
    stage.end()
  }

  @Test("set-pin checks the old PIN before it asks for another, twice, and takes no unchanged one")
  func changedInBody() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await signUp(phone)
    let terminal = try PseudoTerminal()
    let setting = try phone.start(["set-pin"] + stage.server.codes, at: terminal)
    try answer(terminal, ["the new PIN:": DemoStage.pin, "the same again:": DemoStage.otherPIN])
    try terminal.awaitText("they differ")
    try answer(terminal, ["the new PIN:": DemoStage.pin, "the same again:": DemoStage.pin])
    #expect(try ReadyLine.next(of: setting.output) == "the PIN is set")
    #expect(setting.awaitEnd() == 0)
    let changing = try phone.start(["set-pin"], at: terminal)
    try answer(terminal, ["the PIN, or nothing to leave:": "000417"])
    let shown = try terminal.awaitText("the PIN, or nothing to leave:")
    #expect(shown.contains("Wrong PIN") && shown.contains("4 tries left"), "\(shown)")
    #expect(!shown.contains("the new PIN:"), "\(shown)")
    try terminal.type(DemoStage.pin)
    try answer(terminal, ["the new PIN:": DemoStage.pin, "the same again:": DemoStage.pin])
    try terminal.awaitText("The new PIN is the same as the current one you typed")
    try answer(
      terminal, ["the new PIN:": DemoStage.otherPIN, "the same again:": DemoStage.otherPIN])
    #expect(try ReadyLine.next(of: changing.output) == "the PIN is changed")
    #expect(changing.awaitEnd() == 0)
    stage.end()
  }

  @Test("a mistyped code of set-pin is asked for again, and the new PIN is not")
  func mistypedCode() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await signUp(phone)
    let mailed = try stage.server.codesMailed().count
    let terminal = try PseudoTerminal()
    let setting = try phone.start(["set-pin"], at: terminal)
    let question = "the code mailed to ada@example.com:"
    try terminal.awaitText(question)
    let code = try await stage.server.nextCode(after: mailed)
    try terminal.type(code == "471902" ? "471903" : "471902")
    try answer(terminal, ["the new PIN:": DemoStage.pin, "the same again:": DemoStage.pin])
    try terminal.awaitText("Wrong code; 4 tries left with this code")
    try answer(terminal, [question: code])
    #expect(try ReadyLine.next(of: setting.output) == "the PIN is set")
    #expect(setting.awaitEnd() == 0)
    #expect(try stage.server.codesMailed().count == mailed + 1)
    stage.end()
  }

  @Test("a wrong PIN is told with the tries that are left, and asked for again, by each command")
  func wrongInEach() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let number = ["number", "+2348012345678"] + stage.server.codes
    for (command, before, after, result) in [
      (["prove"], nil, nil, "proved"),
      (number, nil, nil, "codes are texted to +2348012345678"),
      (["register"], nil, "are you there?", "registered "),
      (["revoke", "--this"], "revoke this device?", nil, "revoked 1 device"),
    ] as [([String], String?, String?, String)] {
      let terminal = try PseudoTerminal()
      let proving = try phone.start(command, at: terminal)
      if let before { try answer(terminal, [before: "y"]) }
      let question = "the PIN, or nothing to leave:"
      try answer(terminal, [question: "12"])
      try terminal.awaitText("a PIN is 4 to 12 digits")
      try answer(terminal, [question: DemoStage.otherPIN])
      try terminal.awaitText("Wrong PIN")
      try terminal.awaitText("4 tries left with the PIN")
      try answer(terminal, [question: DemoStage.pin])
      if let after { try answer(terminal, [after: "y"]) }
      #expect(try ReadyLine.next(of: proving.output).hasPrefix(result), "\(command)")
      #expect(proving.awaitEnd() == 0, "\(command)")
    }
    stage.end()
  }

  @Test("an empty line in place of the PIN leaves, and a script is told the tries that are left")
  func leftAndCounted() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let terminal = try PseudoTerminal()
    let proving = try phone.start(["prove"], at: terminal)
    try answer(terminal, ["the PIN, or nothing to leave:": ""])
    try terminal.awaitText("cancelled; nothing was changed")
    #expect(proving.awaitEnd() == 1)
    let wrong = try await phone.expect(1, ["prove", "--pin", "000417"])
    #expect(wrong.errors.hasPrefix("4 tries left with the PIN\n"), "\(wrong.errors)")
    stage.end()
  }

  @Test("what is no code is no try, and the tries of all runs are told")
  func triesOfAccount() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await signUp(phone)
    let mailed = try stage.server.codesMailed().count
    let question = "the code mailed to ada@example.com:"
    for left in ["4 tries left with this code", "3 tries left before codes are blocked"] {
      let terminal = try PseudoTerminal()
      let registering = try phone.start(["register"], at: terminal)
      try answer(terminal, [question: "n"])
      try terminal.awaitText("A code is 6 digits; an empty line leaves")
      try terminal.awaitText(question)
      let code = try await stage.server.nextCode(after: mailed)
      try terminal.type(code == "471902" ? "471903" : "471902")
      try terminal.awaitText("Wrong code; \(left)")
      try answer(terminal, [question: ""])
      try terminal.awaitText("cancelled; nothing was changed")
      #expect(registering.awaitEnd() == 1)
    }
    stage.end()
  }

  @Test("set-pin asks again for a PIN that is easily guessed, and sends none that a script gives")
  func easyPIN() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await signUp(phone)
    let refused = try await phone.expect(
      1, ["set-pin", "--pin", "1234", "--yes", "--verbose"] + stage.server.codes)
    #expect(refused.errors.contains("pin_too_simple"), "\(refused.errors)")
    #expect(refused.errors.hasPrefix("0 network calls\n"), "\(refused.errors)")
    let terminal = try PseudoTerminal()
    let setting = try phone.start(["set-pin"] + stage.server.codes, at: terminal)
    for (easy, said) in [("1234", "no row of digits"), ("12", "a PIN is 4 to 12 digits")] {
      try answer(terminal, ["the new PIN:": easy, "the same again:": easy])
      try terminal.awaitText(said)
    }
    try answer(terminal, ["the new PIN:": DemoStage.pin, "the same again:": DemoStage.pin])
    #expect(try ReadyLine.next(of: setting.output) == "the PIN is set")
    #expect(setting.awaitEnd() == 0)
    stage.end()
  }

  @Test("a pipe gives a new PIN once, and both PINs before the old one is checked")
  func piped() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await signUp(phone)
    let (pin, other) = (DemoStage.pin + "\n", DemoStage.otherPIN + "\n")
    let set = try await phone.expect(0, ["set-pin"] + stage.server.codes, input: pin)
    #expect(set.output == "the PIN is set\n")
    let wrong = try await phone.expect(1, ["set-pin"], input: "000417\n" + other)
    #expect(wrong.errors.contains("wrong PIN"), "\(wrong.errors)")
    // One wrong try, though the pipe had another line.
    #expect(wrong.errors.contains("4 tries left"), "\(wrong.errors)")
    let unchanged = try await phone.expect(1, ["set-pin"], input: pin + pin)
    #expect(unchanged.errors.contains("the new PIN is the same as the current one you typed"))
    let changed = try await phone.expect(0, ["set-pin"], input: pin + other)
    #expect(changed.output == "the PIN is changed\n")
    let ended = try await phone.expect(1, ["set-pin"], input: other)
    #expect(ended.errors.contains("no PIN was given"), "\(ended.errors)")
    let flags = ["set-pin", "--old-pin", DemoStage.otherPIN, "--pin"]
    try await phone.expect(0, flags + [DemoStage.pin])
    stage.end()
  }

  @Test("a pipe gives the new PIN of a script that says yes, once")
  func pipedToYes() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    let enrol = [
      "enrol", "--server", stage.server.address, "--user-name", "ada@example.com",
      "--no-biometrics", "--yes",
    ]
    try await phone.expect(0, enrol + stage.server.codes, input: DemoStage.pin + "\n")
    let change = ["change-pin", "--pin", DemoStage.pin, "--yes"]
    let changed = try await phone.expect(0, change, input: DemoStage.otherPIN + "\n")
    #expect(changed.output == "the PIN is changed\n")
    try await phone.expect(0, ["prove", "--pin", DemoStage.otherPIN])
    let ended = try await phone.expect(1, ["change-pin", "--pin", DemoStage.otherPIN, "--yes"])
    #expect(
      ended.errors.contains("the input has ended, and nobody answers: the new PIN:"),
      "\(ended.errors)")
    stage.end()
  }

  @Test("change-pin takes no PIN that is the old one")
  func unchanged() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let change = ["change-pin", "--pin", DemoStage.pin, "--yes", "--new-pin"]
    let refused = try await phone.expect(1, change + [DemoStage.pin])
    #expect(refused.errors.contains("the new PIN is the same as the current one you typed"))
    try await phone.expect(0, change + [DemoStage.otherPIN])
    stage.end()
  }

  private func signUp(_ phone: TerminalPhone) async throws {
    try await phone.expect(
      0,
      [
        "sign-up", "--server", phone.server.address, "--user-name", "ada@example.com", "--yes",
      ] + phone.server.codes)
  }

  /// Answers questions in their order.
  private func answer(
    _ terminal: PseudoTerminal, _ answers: KeyValuePairs<String, String>
  ) throws {
    for (question, answer) in answers {
      try terminal.awaitText(question)
      try terminal.type(answer)
    }
  }

  @Test("a new PIN that is refused is no try with the key, which is made all the same")
  func refusedNewPIN() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    let terminal = try PseudoTerminal()
    let enrolling = try phone.start(
      [
        "enrol", "--server", stage.server.address, "--user-name", "ada@example.com", "--biometrics",
      ] + stage.server.codes, at: terminal)
    for easy in ["1111", "1234", "1111"] {
      try answer(terminal, ["the new PIN:": easy, "the same again:": easy])
      try terminal.awaitText("choose a PIN that is no row of digits")
    }
    try answer(
      terminal,
      [
        "the new PIN:": DemoStage.pin, "the same again:": DemoStage.pin, "make a key for": "y",
      ])
    #expect(try ReadyLine.next(of: enrolling.output) == "enrolled ada@example.com")
    #expect(enrolling.awaitEnd() == 0)
    try await phone.expect(0, ["test-biometrics", "--yes"])
    stage.end()
  }

  @Test("whoever declines a key beside a new PIN is enrolled with that PIN, and asked for no other")
  func declinedKey() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    let terminal = try PseudoTerminal()
    let enrolling = try phone.start(
      [
        "enrol", "--server", stage.server.address, "--user-name", "ada@example.com", "--biometrics",
      ] + stage.server.codes, at: terminal)
    try answer(
      terminal,
      [
        "the new PIN:": DemoStage.pin, "the same again:": DemoStage.pin, "make a key for": "n",
      ])
    let shown = try terminal.awaitText("No key was made; the PIN stays")
    #expect(!shown.contains("tries with your key"), "\(shown)")
    #expect(try ReadyLine.next(of: enrolling.output) == "enrolled ada@example.com")
    #expect(enrolling.awaitEnd() == 0)
    try await phone.expect(0, ["add-biometrics", "--pin", DemoStage.pin, "--yes"])
    stage.end()
  }

  @Test("whoever needs biometrics is told of both ways to set them up")
  func linkingRequired() {
    let failure = CommandFailure(FlowError.notAllowed(FlowReason(code: "linking_required")))
    #expect(failure.hint?.contains("add-biometrics") == true)
    #expect(failure.hint?.contains("register") == true)
  }
}
