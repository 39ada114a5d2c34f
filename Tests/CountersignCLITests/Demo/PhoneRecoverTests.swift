import ProgramTesting
import Testing
import WireModel

@Suite("the terminal phone whose factors are gone, or new", .serialized)
struct PhoneRecoverTests {
  private static let gone =
    "countersign: the account has no PIN and no key left, and a mailed code alone adds none"
  private static let hint =
    "hint: countersign phone recover begins its recovery; where nobody is signed in here, "
    + "countersign phone sign-up comes first\n"

  @Test("once all phones are revoked, of which revoke warns, each command names the recovery")
  func afterAll() async throws {
    let stage = try DemoStage(options: DemoStage.orderDesk)
    let phone = stage.phone("one")
    try await phone.enrol()
    let revoked = try await phone.expect(
      0, ["revoke", "--all", "--pin", DemoStage.pin, "--yes"])
    #expect(
      revoked.errors.contains(
        "these are all phones of the account: unless a passkey is elsewhere, no factor is left "
          + "then, a mailed code alone adds none, and only a recovery does, after a wait\n"),
      "\(revoked.errors)")
    let server = ["--server", stage.server.address, "--user-name", "ada@example.com", "--yes"]
    let codes = stage.server.codes
    let enrolled = try await phone.expect(
      1, ["enrol", "--new-pin", DemoStage.pin] + server + codes)
    #expect(enrolled.errors.hasSuffix(Self.gone + "\n" + Self.hint), "\(enrolled.errors)")
    let signedUp = try await phone.expect(0, ["sign-up"] + server + codes)
    #expect(
      signedUp.errors
        == "your account has no PIN and no key left: countersign phone recover begins its "
        + "recovery\n")
    let mailed = try stage.server.codesMailed().count
    for command in [
      ["transactions"], ["devices"], ["factors"], ["sessions"], ["prove"], ["register"] + codes,
      ["set-pin", "--pin", DemoStage.pin] + codes,
      ["upgrade", "--new-pin", DemoStage.pin] + codes, ["invite"],
    ] {
      let refused = try await phone.expect(1, command + ["--yes"])
      #expect(refused.errors.contains(Self.gone), "\(command): \(refused.errors)")
      #expect(refused.errors.hasSuffix(Self.hint), "\(command): \(refused.errors)")
    }
    // No code was mailed that would have helped nobody.
    #expect(try stage.server.codesMailed().count == mailed)
    let unasked = try await phone.expect(1, ["recover"] + codes)
    #expect(unasked.errors.contains("cancelled; nothing was changed"), "\(unasked.errors)")
    let begun = try await phone.expect(0, ["recover", "--yes"] + codes)
    #expect(begun.output.hasPrefix("the recovery waits"), "\(begun.output)")
    #expect(try stage.server.codesMailed().count == mailed + 1)
    // Another run only tells.
    let told = try await phone.expect(0, ["recover", "--json"])
    #expect(told.output.contains("\"status\":\"waiting\""), "\(told.output)")
    let german = try await phone.expect(0, ["recover", "--language", "de"])
    #expect(german.output.hasPrefix("die Wiederherstellung wartet"), "\(german.output)")
    // What waits already is not begun once more.
    let waiting = try await phone.expect(1, ["transactions", "--yes"])
    #expect(
      waiting.errors.contains(Self.gone) && waiting.errors.contains("\nhint: the recovery waits"),
      "\(waiting.errors)")
    stage.end()
  }

  @Test("whoever removes the only key of an account without a PIN is told what is left then")
  func onlyKey() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    let codes = stage.server.codes
    try await phone.expect(
      0,
      ["sign-up", "--server", stage.server.address, "--user-name", "ada@example.com", "--yes"]
        + codes)
    try await phone.expect(0, ["register", "--yes"] + codes)
    let host = try stage.host()
    var ids: [String] = []
    for amount: Int64 in [10, 10_000] {
      let asked = try await host.createTransaction("ada@example.com", amount: amount)
      ids.append(asked.transaction.transactionID)
    }
    let removed = try await phone.expect(0, ["remove-biometrics", "--yes"])
    #expect(
      removed.errors.contains(
        "the account has no PIN: unless a passkey or a phone is elsewhere, no factor is left then"),
      "\(removed.errors)")
    for id in ids {
      for command in ["approve", "sign"] {
        let refused = try await phone.expect(1, [command, id, "--yes"])
        #expect(refused.errors.contains(Self.gone), "\(refused.errors)")
        #expect(refused.errors.hasSuffix(Self.hint), "\(refused.errors)")
      }
      let terminal = try PseudoTerminal()
      let approving = try phone.start(["approve", id], at: terminal)
      let shown = try terminal.awaitText("your decision: [d]ecline [l]ater: ")
      #expect(shown.contains("countersign phone recover begins its recovery"), "\(shown)")
      #expect(!shown.contains("phone register"), "\(shown)")
      try terminal.type("l")
      #expect(approving.awaitEnd() == 1)
    }
    stage.end()
  }

  @Test("a phone that its inviter has not spoken of is told why it changes nothing, and what helps")
  func newPhone() async throws {
    let stage = try DemoStage()
    let (first, other) = (stage.phone("one"), stage.phone("two"))
    try await first.enrol()
    let inviting = try first.start(["invite", "--pin", DemoStage.pin])
    let link = try ReadyLine.next(of: inviting.output)
    try await other.expect(
      0, ["enrol", link, "--new-pin", DemoStage.otherPIN, "--no-biometrics", "--yes"])
    #expect(inviting.awaitEnd() == 0)
    for command in [["invite"], ["revoke", "--this"]] {
      let refused = try await other.expect(
        1, command + ["--pin", DemoStage.otherPIN, "--yes"])
      #expect(
        refused.errors.hasSuffix(
          "countersign: this phone's factor is new: for now it is for low amounts, and changes no "
            + "factors (insufficient_user_authentication)\nhint: say that the phone is yours where "
            + "its link was made, by countersign phone invite --answer there or on the page; or "
            + "use another phone or key of the account\n"),
        "\(refused.errors)")
    }
    let end =
      "the end of \"for now\" is set once the screen that made the phone's link says that the "
      + "phone is yours; without a link, once the message about it is sent\n"
    for command in ["devices", "factors"] {
      #expect(try await other.expect(0, [command]).errors == end, "\(command)")
    }
    let id = try await stage.host().createTransaction("ada@example.com", amount: 10_000)
      .transaction.transactionID
    let terminal = try PseudoTerminal()
    let approving = try other.start(["approve", id], at: terminal)
    let shown = try terminal.awaitText("approve it on your other device")
    #expect(
      shown.contains(
        "your key is new: it is for low amounts until the screen that made this phone's link says "
          + "that the phone is yours: answer it there, at a terminal by countersign phone invite "
          + "--answer\r\n"), "\(shown)")
    try terminal.awaitText("or: [d]ecline [l]ater: ")
    try terminal.type("l")
    #expect(approving.awaitEnd() == 1)
    stage.end()
  }

  @Test("a PIN in a body ends no session elsewhere, and is not asked for: what does it is said")
  func weakPIN() async throws {
    let stage = try DemoStage()
    let (first, other) = (stage.phone("one"), stage.phone("two"))
    for phone in [first, other] {
      try await phone.expect(
        0,
        [
          "sign-up", "--server", stage.server.address, "--user-name", "ada@example.com", "--yes",
        ] + stage.server.codes)
      guard phone.home == first.home else { continue }
      try await phone.expect(
        0, ["set-pin", "--pin", "274916", "--yes"] + stage.server.codes)
    }
    let refused = try await other.expect(
      1, ["sessions", "end", "--others", "--pin", "274916", "--yes"])
    #expect(
      refused.errors
        == "countersign: a PIN that is sent to the server is not enough for this "
        + "(insufficient_user_authentication)\nhint: it takes a key: countersign phone register "
        + "adds one, which is enough once it has waited\n")
    let terminal = try PseudoTerminal()
    let ending = try other.start(["sessions", "end", "--others"], at: terminal)
    let shown = try terminal.awaitText("a PIN that is sent to the server is not enough for this")
    #expect(!shown.contains("the PIN, or nothing"), "\(shown)")
    #expect(ending.awaitEnd() == 1)
    stage.end()
  }
}
