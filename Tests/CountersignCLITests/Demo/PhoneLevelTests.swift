import ProgramTesting
import Testing
import WireModel

@Suite("the terminal phone and what a session or a factor is worth", .serialized)
struct PhoneLevelTests {
  private static let pin = "274916"

  @Test("a mailed code shows little of an account with a factor, and prove is the one more step")
  func oneMoreStep() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    let first = try await signUp(phone)
    #expect(!first.errors.contains("one more step"), "\(first.errors)")
    let codes = stage.server.codes + ["--yes"]
    try await phone.expect(0, ["set-pin", "--new-pin", Self.pin] + codes)
    // The session that set the first factor shows what there is.
    try await phone.expect(0, ["transactions"])
    let other = stage.phone("two")
    let second = try await signUp(other)
    #expect(second.errors.contains("one more step"), "\(second.errors)")
    for command in ["transactions", "devices"] {
      let refused = try await other.expect(1, [command])
      #expect(refused.errors.contains("(insufficient_user_authentication)"), "\(refused.errors)")
      #expect(refused.errors.contains("hint: prove a factor with countersign phone prove"))
    }
    let wrong = try await other.expect(1, ["prove", "--pin", "000417"])
    #expect(wrong.errors.contains("verification_failed"), "\(wrong.errors)")
    try await other.expect(1, ["devices"])
    #expect(try await other.expect(0, ["prove", "--pin", Self.pin]).output == "proved\n")
    for command in ["transactions", "devices"] { try await other.expect(0, [command]) }
    // Where it is worth as much already, nothing changes.
    try await other.expect(0, ["prove", "--pin", Self.pin])
    try await other.expect(0, ["devices"])
    stage.end()
  }

  @Test("a passkey that is elsewhere is said to be there by each command, with the way out")
  func keyElsewhere() async throws {
    let stage = try DemoStage()
    let first = stage.phone("one")
    try await signUp(first)
    try await first.expect(0, ["register", "--yes"] + stage.server.codes)
    let other = stage.phone("two")
    let opened = try await signUp(other)
    #expect(opened.errors.contains("has a passkey or a phone elsewhere"), "\(opened.errors)")
    let codes = stage.server.codes + ["--yes"]
    for command in [
      ["transactions"], ["prove"], ["devices"], ["register"] + codes,
      ["set-pin", "--pin", Self.pin, "--yes"],
    ] {
      let refused = try await other.expect(1, command)
      #expect(refused.errors.contains("has a passkey or a phone elsewhere"), "\(refused.errors)")
      #expect(refused.errors.contains("countersign phone enrol LINK here"), "\(refused.errors)")
    }
    let server = ["--server", stage.server.address, "--user-name", "ada@example.com"]
    let enrolled = try await other.expect(1, ["enrol"] + server + codes)
    #expect(enrolled.errors.contains("a mailed code alone brings it to no phone"))
    let login = try await other.expect(1, ["login", "--yes"])
    #expect(
      login.errors.hasSuffix(
        "countersign: this phone signed up by a code: it has no PIN of its own and no key of the "
          + "account\nhint: countersign phone sign-up opens the session again, by a mailed code\n"),
      "\(login.errors)")
    // Whoever sits there is asked for no step that cannot be taken.
    let third = stage.phone("three")
    let terminal = try PseudoTerminal()
    let opening = try third.start(["sign-up"] + server + stage.server.codes, at: terminal)
    let shown = try terminal.awaitText("countersign phone enrol LINK")
    #expect(!shown.contains("prove its PIN"), "\(shown)")
    #expect(opening.awaitEnd() == 0)
    stage.end()
  }

  @Test("a sent PIN is not asked for where only the key on another phone changes a factor")
  func keyNeeded() async throws {
    let stage = try DemoStage()
    let (first, other) = (stage.phone("one"), stage.phone("two"))
    try await signUp(first)
    try await first.expect(0, ["set-pin", "--pin", Self.pin, "--yes"] + stage.server.codes)
    try await first.expect(0, ["register", "--pin", Self.pin, "--yes"])
    try await signUp(other)
    try await other.expect(0, ["prove", "--pin", Self.pin])
    for command in [["totp"], ["register"], ["number", "+2348012345678"]] {
      let terminal = try PseudoTerminal()
      let changing = try other.start(command, at: terminal)
      let shown = try terminal.awaitText("a PIN that is sent to the server is not enough for this")
      #expect(!shown.contains("the PIN, or nothing"), "\(command): \(shown)")
      try terminal.awaitText("it takes a key, or a phone whose PIN never leaves it: do it there")
      #expect(changing.awaitEnd() == 1, "\(command)")
    }
    stage.end()
  }

  @Test("serve --first-factor host: a code brings no first factor, a host's link does")
  func firstFactorOfHost() async throws {
    let stage = try DemoStage(options: ["--first-factor", "host"] + DemoStage.orderDesk)
    let phone = stage.phone("one")
    try await signUp(phone)
    let refused = try await phone.expect(
      1, ["set-pin", "--pin", Self.pin, "--yes"] + stage.server.codes)
    #expect(refused.errors.contains("insufficient_user_authentication"), "\(refused.errors)")
    let bob = stage.phone("two")
    let link = try await stage.host().makeEnrolLink("bob@example.com")
    try await bob.expect(0, ["enrol", link.url, "--new-pin", DemoStage.pin, "--yes"])
    let paid = try await bob.expect(
      0, ["act"] + DemoStage.invoice + ["--pin", DemoStage.pin, "--yes"])
    #expect(paid.output == "performed\n")
    stage.end()
  }

  @Test("serve --first-factor waits: the first factor acts on low amounts only, for now")
  func firstFactorWaits() async throws {
    for (options, status) in [(["--first-factor", "waits"], 1), (["--first-factor", "kind"], 0)] {
      let stage = try DemoStage(options: options + DemoStage.orderDesk)
      let phone = stage.phone("one")
      try await phone.enrol()
      let paid = try await phone.expect(
        Int32(status), ["act"] + DemoStage.invoice + ["--pin", DemoStage.pin, "--yes"])
      #expect(paid.errors.contains("factor_waits") == (status == 1), "\(paid.errors)")
      let devices = try await phone.expect(0, ["devices"]).output
      #expect(devices.contains(", on low amounts only") == (status == 1), "\(devices)")
      stage.end()
    }
  }

  @Test("serve --weak-factors: a PIN in a body adds a key that waits, or is none at all")
  func weakFactors() async throws {
    let strict = try DemoStage(options: ["--weak-factors", "never"] + DemoStage.orderDesk)
    let refused = strict.phone("one")
    try await signUp(refused)
    let set = try await refused.expect(
      1, ["set-pin", "--pin", Self.pin, "--yes"] + strict.server.codes)
    #expect(set.errors.contains("insufficient_user_authentication"), "\(set.errors)")
    strict.end()
    let stage = try DemoStage(options: ["--weak-factors", "wait"] + DemoStage.orderDesk)
    let first = stage.phone("one")
    try await signUp(first)
    try await first.expect(0, ["set-pin", "--pin", Self.pin, "--yes"] + stage.server.codes)
    // Another session than the one that set the PIN.
    let phone = stage.phone("two")
    try await signUp(phone)
    let waits = "until it has waited: usually a day, or three days if only "
    let terminal = try PseudoTerminal()
    let asking = try phone.start(["register"], at: terminal)
    let asked = try terminal.awaitText("the PIN, or nothing to leave: ")
    #expect(asked.contains(waits), "\(asked)")
    try terminal.type("")
    #expect(asking.awaitEnd() == 1)
    let registered = try await phone.expect(0, ["register", "--pin", Self.pin, "--yes"])
    #expect(registered.errors.occurrences(of: waits) == 1, "\(registered.errors)")
    let paid = try await phone.expect(1, ["act"] + DemoStage.invoice + ["--yes"])
    #expect(paid.errors.contains("factor_waits"), "\(paid.errors)")
    stage.end()
  }

  @discardableResult
  private func signUp(_ phone: TerminalPhone) async throws -> BuiltProgram.Outcome {
    try await phone.expect(
      0,
      [
        "sign-up", "--server", phone.server.address, "--user-name", "ada@example.com", "--yes",
      ] + phone.server.codes)
  }
}
