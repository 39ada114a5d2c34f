import Foundation
import ProgramTesting
import Testing
import WireModel

@Suite("the terminal phone without a key: one on the way, or the other device", .serialized)
struct PhoneOnTheWayTests {
  private static let pin = "274916"
  private static let lowInvoice = [
    "PAY_INVOICE", "--field", "amount=12.50", "--field", "account=DE89 3704 0044 0532 0130 00",
    "--field", "payee=Order desk",
  ]

  @Test("a PIN makes a key on the way where one is wanted, and the key pays no more than the PIN")
  func keyByPIN() async throws {
    let stage = try DemoStage(options: DemoStage.orderDesk)
    let first = stage.phone("one")
    try await signUp(first)
    try await first.expect(0, ["set-pin", "--pin", Self.pin, "--yes"] + stage.server.codes)
    // Other sessions than the one that set the PIN.
    let phone = stage.phone("two")
    try await signUp(phone)
    let paid = try await phone.expect(
      0, ["act"] + Self.lowInvoice + ["--pin", Self.pin, "--biometrics", "--yes"])
    #expect(paid.output == "performed\n")
    let byKey = try await phone.expect(0, ["act"] + Self.lowInvoice + ["--biometrics", "--yes"])
    #expect(byKey.output == "performed\n")
    let above = try await phone.expect(1, ["act"] + DemoStage.invoice + ["--biometrics", "--yes"])
    #expect(above.errors.contains("factor_waits"), "\(above.errors)")
    stage.end()
  }

  @Test("an authenticator app is no first factor: what comes first is said, and no code is mailed")
  func appFirst() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await signUp(phone)
    let mailed = try stage.server.codesMailed().count
    let refused = try await phone.expect(1, ["totp", "--yes"] + stage.server.codes)
    #expect(
      refused.errors
        == "countersign: an authenticator app cannot be the first factor here: alone it would open "
        + "no session that shows the account\nhint: set up biometrics with countersign phone "
        + "register, or a PIN with set-pin, first; then add the app\n")
    #expect(try stage.server.codesMailed().count == mailed)
    try await phone.expect(0, ["set-pin", "--pin", Self.pin, "--yes"] + stage.server.codes)
    try await phone.expect(0, ["totp", "--pin", Self.pin, "--yes"])
    stage.end()
  }

  @Test("a script that proves by the PIN makes no key on the way")
  func noKeyByScript() async throws {
    let stage = try DemoStage(options: DemoStage.orderDesk)
    let phone = stage.phone("one")
    try await signUp(phone)
    try await phone.expect(0, ["set-pin", "--pin", Self.pin, "--yes"] + stage.server.codes)
    let paid = try await phone.expect(
      0, ["act"] + Self.lowInvoice + ["--pin", Self.pin, "--yes", "--verbose"])
    #expect(paid.output == "performed\n")
    #expect(!paid.errors.contains("/biometric/register"), "\(paid.errors)")
    stage.end()
  }

  @Test("what another device alone can approve is offered there, and followed until it is decided")
  func otherDevice() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol(["--biometrics"])
    let other = stage.phone("two")
    try await phone.invite(other)
    let id = try await stage.host().createTransaction("ada@example.com", amount: 10_000)
      .transaction.transactionID
    // A script waits for nobody, and decides nothing.
    for command in ["approve", "sign"] {
      let refused = try await other.expect(
        1, [command, id, "--fallback", "codes", "--yes"] + stage.server.codes)
      #expect(
        refused.errors.contains("another device of the account can"), "\(refused.errors)")
      #expect(try await other.expect(0, ["transactions"]).output.isWaiting(id))
    }
    let terminal = try PseudoTerminal()
    let waiting = try other.start(["approve", id, "--fallback", "codes"], at: terminal)
    try terminal.awaitText("approve it on your other device")
    try await phone.expect(0, ["approve", id, "--yes"])
    #expect(try ReadyLine.next(of: waiting.output) == "approved, transaction \(id)")
    #expect(waiting.awaitEnd() == 0)
    stage.end()
  }

  @Test("an action that another device alone can prove is handed to it, and done once it approves")
  func actElsewhere() async throws {
    let stage = try DemoStage(options: DemoStage.orderDesk)
    let phone = stage.phone("one")
    try await phone.enrol(["--biometrics"])
    let other = stage.phone("two")
    try await phone.invite(other)
    let act = ["act"] + DemoStage.invoice + ["--fallback", "codes"]
    let refused = try await other.expect(1, act + ["--yes"] + stage.server.codes)
    #expect(refused.errors.contains("nothing was done or charged"), "\(refused.errors)")
    for command in ["approve", "decline"] {
      let terminal = try PseudoTerminal()
      let waiting = try other.start(act, at: terminal)
      let shown = try terminal.awaitText(
        "approve it on your other device, where it has the number ")
      #expect(shown.contains("Order desk"), "\(shown)")
      try terminal.awaitText("nothing is done or charged")
      let listed = try await phone.expect(0, ["transactions"]).output.split(separator: "\n")
      let id = try #require(
        listed.first { $0.hasPrefix("pending  ") }?.split(separator: " ").last.map(String.init))
      try await phone.expect(0, [command, id, "--yes"])
      if command == "approve" {
        #expect(try ReadyLine.next(of: waiting.output) == "performed")
        #expect(waiting.awaitEnd() == 0)
      } else {
        try terminal.awaitText("declined on the other device, and nothing was done or charged")
        #expect(waiting.awaitEnd() == 1)
      }
    }
    stage.end()
  }

  @Test(
    "a key that is declined is asked for again with the tries left, and no more after the third")
  func keyDeclined() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await signUp(phone)
    try await phone.expect(0, ["register", "--yes"] + stage.server.codes)
    let id = try await stage.host().createTransaction("ada@example.com", amount: 10)
      .transaction.transactionID
    let terminal = try PseudoTerminal()
    let approving = try phone.start(["approve", id], at: terminal)
    try terminal.awaitText("your decision: [a]pprove [d]ecline [l]ater: ")
    try terminal.type("a")
    for (left, next) in [
      ("2 tries with your key left", "b"), ("1 try with your key left", "b"),
      ("your key is asked for no more", nil),
    ] {
      try terminal.awaitText("are you there? ")
      try terminal.type("n")
      try terminal.awaitText("You declined, so your key was not used")
      try terminal.awaitText(left)
      guard let next else { continue }
      try terminal.awaitText("with which factor: [b]iometrics [l]ater: ")
      try terminal.type(next)
    }
    try terminal.awaitText("declined or not accepted too often")
    #expect(approving.awaitEnd() == 1)
    #expect(try await phone.expect(0, ["transactions"]).output.isWaiting(id))
    stage.end()
  }

  @Test("a new key that is declined is not asked for without end")
  func newKeyDeclined() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let terminal = try PseudoTerminal()
    let adding = try phone.start(["add-biometrics", "--pin", DemoStage.pin], at: terminal)
    try terminal.awaitText("your decision: ")
    try terminal.awaitText("[d]ecline: ")
    try terminal.type("a")
    for left in [
      "2 tries left to make a key", "1 try left to make a key", "a key is asked for no more",
    ] {
      try terminal.awaitText("are you there? ")
      try terminal.type("n")
      try terminal.awaitText("You declined, so no key was made")
      try terminal.awaitText(left)
    }
    try terminal.awaitText("declined or not accepted too often")
    #expect(adding.awaitEnd() == 1)
    stage.end()
  }

  @Test("what nothing here may approve is told in a sentence, and can be declined or left")
  func stuck() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await signUp(phone)
    try await phone.expect(0, ["set-pin", "--pin", Self.pin, "--yes"] + stage.server.codes)
    let host = try stage.host()
    let first = try await host.createTransaction("ada@example.com", amount: 10_000)
      .transaction.transactionID
    let choice = "your decision: [d]ecline [l]ater: "
    func approve(_ key: String) throws -> Int32? {
      let terminal = try PseudoTerminal()
      let process = try phone.start(["approve"], at: terminal)
      let shown = try terminal.awaitText(choice)
      #expect(shown.contains("this amount needs a key of this phone"), "\(shown)")
      #expect(!shown.contains("not by ") && !shown.contains("_required"), "\(shown)")
      try terminal.type(key)
      if key == "l" {
        try terminal.awaitText("nothing was decided: it waits until 20")
      } else {
        #expect(try ReadyLine.next(of: process.output) == "declined, transaction \(first)")
      }
      return process.awaitEnd()
    }
    #expect(try approve("l") == 1)
    #expect(try await phone.expect(0, ["transactions"]).output.isWaiting(first))
    #expect(try approve("d") == 0)
    let terminal = try PseudoTerminal()
    let watching = try phone.start(["watch"], at: terminal, showsOutput: true)
    let second = try await host.createTransaction("ada@example.com", amount: 10_000)
      .transaction.transactionID
    try terminal.awaitText("[a]pprove [d]ecline [l]ater: ")
    try terminal.type("a")
    try terminal.awaitText(choice)
    try terminal.type("d")
    try terminal.awaitText("declined  10")
    #expect(watching.end(by: SIGINT) == 0)
    #expect(try await !phone.expect(0, ["transactions"]).output.isWaiting(second))
    stage.end()
  }

  @Test("on an enrolled phone codes above their limit are told of its PIN, and of no new key first")
  func codesAboveLimit() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let id = try await stage.host().createTransaction("ada@example.com", amount: 10_000)
      .transaction.transactionID
    for command in ["approve", "sign"] {
      let refused = try await phone.expect(
        1, [command, id, "--fallback", "codes", "--yes"] + stage.server.codes)
      #expect(
        refused.errors.hasSuffix(
          "countersign: this amount needs a stronger proof (linking_required)\nhint: leave "
            + "--fallback out, and prove it by this phone's PIN; or countersign phone "
            + "add-biometrics adds a key\n"), "\(refused.errors)")
    }
    let terminal = try PseudoTerminal()
    let approving = try phone.start(["approve", id, "--fallback", "codes"], at: terminal)
    let shown = try terminal.awaitText("your decision: [d]ecline [l]ater: ")
    #expect(
      shown.contains(
        "this amount needs a key of this phone, or a PIN that never leaves it; without --fallback "
          + "it can be approved by PIN; countersign phone add-biometrics adds a key\r\n"),
      "\(shown)")
    #expect(!shown.contains("phone register"), "\(shown)")
    try terminal.type("l")
    #expect(approving.awaitEnd() == 1)
    try await phone.expect(0, ["approve", id, "--pin", DemoStage.pin, "--yes"])
    stage.end()
  }

  @Test("without a factor the way is told first, and biometrics alone are asked for at once")
  func firstFactorOnTheWay() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await signUp(phone)
    let id = try await stage.host().createTransaction("ada@example.com", amount: 10)
      .transaction.transactionID
    let mailed = try stage.server.codesMailed().count
    let terminal = try PseudoTerminal()
    let approving = try phone.start(["approve", id], at: terminal)
    try terminal.awaitText("your decision: [a]pprove [d]ecline [l]ater: ")
    try terminal.type("a")
    let asked = try terminal.awaitText("the code sent to ")
    #expect(asked.contains("the account has no factor yet"), "\(asked)")
    try terminal.awaitText("another: ")
    try await terminal.type(stage.server.nextCode(after: mailed))
    try terminal.awaitText("use biometrics on this phone?")
    try terminal.type("y")
    var shown = ""
    for _ in ["make a key", "sign"] {
      shown += try terminal.awaitText("are you there? ")
      try terminal.type("y")
    }
    #expect(!shown.contains("with which factor"), "\(shown)")
    #expect(try ReadyLine.next(of: approving.output) == "approved, transaction \(id)")
    #expect(approving.awaitEnd() == 0)
    stage.end()
  }

  @Test("whoever ends the input at a question on the way approves, pays and makes nothing")
  func endedOnTheWay() async throws {
    let stage = try DemoStage(options: DemoStage.orderDesk)
    let phone = stage.phone("one")
    try await signUp(phone)
    try await phone.expect(0, ["set-pin", "--pin", Self.pin, "--yes"] + stage.server.codes)
    let id = try await stage.host().createTransaction("ada@example.com", amount: 5)
      .transaction.transactionID
    for (command, end) in [
      (["approve", id], "offen gelassen, und nichts wurde entschieden: Es wartet bis 20"),
      (["act"] + Self.lowInvoice, "abgelehnt; nichts wurde getan oder abgebucht"),
    ] {
      for last in ["Biometrie auf diesem Telefon ", "Biometrie, sind Sie da? "] {
        let terminal = try PseudoTerminal()
        let asking = try phone.start(command + ["--language", "de"], at: terminal)
        try terminal.awaitText("Ihre Entscheidung: [f]reigeben [a]blehnen")
        try terminal.awaitText(": ")
        try terminal.type("f")
        try terminal.awaitText("die PIN, leer für Abbruch: ")
        try terminal.type(Self.pin)
        while !(try terminal.awaitText("[j]a [n]ein: ").contains(last)) {
          try terminal.type("j")
        }
        try terminal.endInput()
        let shown = try terminal.awaitText(end)
        #expect(!shown.contains("[j]a"), "\(shown)")
        #expect(asking.awaitEnd() == 1, "\(command) \(last)")
      }
    }
    #expect(try await phone.expect(0, ["transactions"]).output.isWaiting(id))
    stage.end()
  }

  @Test("without a factor, whoever ends the input or says no to biometrics is told the way on")
  func noFirstFactor() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await signUp(phone)
    let id = try await stage.host().createTransaction("ada@example.com", amount: 1250)
      .transaction.transactionID
    for declines in [false, true] {
      let mailed = try stage.server.codesMailed().count
      let terminal = try PseudoTerminal()
      let approving = try phone.start(["approve", id], at: terminal)
      try terminal.awaitText("your decision: [a]pprove [d]ecline [l]ater: ")
      try terminal.type("a")
      try terminal.awaitText("another: ")
      try await terminal.type(stage.server.nextCode(after: mailed))
      try terminal.awaitText("use biometrics on this phone? [y]es [n]o: ")
      if declines {
        try terminal.type("n")
        let shown = try terminal.awaitText("your decision: [d]ecline [l]ater: ")
        #expect(
          shown.contains(
            "nothing was decided or bought: that takes a factor, and the account has none yet\r\n"),
          "\(shown)")
        #expect(shown.contains("countersign phone register sets up biometrics"), "\(shown)")
        try terminal.type("l")
      } else {
        try terminal.endInput()
      }
      let end = try terminal.awaitText("left open, and nothing was decided: it waits until 20")
      #expect(!end.contains("_missing") && !end.contains("stronger proof"), "\(end)")
      #expect(approving.awaitEnd() == 1)
    }
    #expect(try await phone.expect(0, ["transactions"]).output.isWaiting(id))
    stage.end()
  }

  private func signUp(_ phone: TerminalPhone) async throws {
    try await phone.expect(
      0,
      [
        "sign-up", "--server", phone.server.address, "--user-name", "ada@example.com", "--yes",
      ] + phone.server.codes)
  }
}
