import CountersignClient
import CountersignDevice
import Foundation
import ProgramTesting
import Testing
import WireModel

@testable import PhoneCommands

@Suite("The soft lock of the terminal phone", .serialized)
struct PhoneLockTests {
  @Test("it opens by biometrics and by the app PIN while no server runs, and counts wrong ones")
  func opensWithoutServer() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("phone")
    try await phone.enrol()
    // Without an app PIN it is open, and nobody is asked.
    #expect(try await phone.expect(0, ["unlock"]).output == "open\n")
    let same = try await phone.expect(
      2, ["lock", "--app-pin", DemoStage.pin, "--pin", DemoStage.pin])
    #expect(same.errors.contains("must not be the PIN"))
    try await phone.expect(0, ["lock", "--app-pin", "481620", "--pin", DemoStage.pin])
    try await phone.expect(0, ["unlock", "--yes"])
    let change = ["lock", "--app-pin", "705183", "--no-biometrics", "--old-app-pin", "481620"]
    // The two must differ, so both are typed.
    try await phone.expect(1, change)
    try await phone.expect(0, change + ["--pin", DemoStage.pin])
    // What is typed beside it is proved: the PIN becomes no app PIN beside another.
    try await phone.expect(
      1,
      [
        "lock", "--app-pin", DemoStage.pin, "--no-biometrics", "--old-app-pin", "705183", "--pin",
        "904417",
      ])
    stage.end()
    #expect(try await phone.expect(0, ["unlock", "--yes"]).output == "open\n")
    #expect(try await phone.expect(0, ["unlock", "--yes", "--language", "de"]).output == "offen\n")
    // It makes no calls that could be listed.
    try await phone.expect(2, ["unlock", "--verbose"])
    let byPIN = try await phone.expect(0, ["unlock", "--no-biometrics", "--app-pin", "705183"])
    #expect(byPIN.output == "open\n")
    let wrong = try await phone.expect(
      1, ["unlock", "--no-biometrics", "--app-pin", "907153"])
    #expect(wrong.errors.contains("4 tries left"))
    #expect(
      wrong.errors.hasPrefix("without biometrics, the app PIN opens this phone\n"),
      "\(wrong.errors)")
    // Whoever is not there does not get in, and changes no app PIN.
    try await phone.expect(1, ["unlock"])
    try await phone.expect(1, ["lock", "--app-pin", "481620", "--no-biometrics"])
  }

  @Test("a new app PIN is typed twice, a pipe gives it once, and it is another than before")
  func newAppPIN() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("phone")
    try await phone.enrol()
    let terminal = try PseudoTerminal()
    let locking = try phone.start(["lock", "--pin", DemoStage.pin], at: terminal)
    for (question, answer) in [
      ("the new app PIN:", "481620"), ("the same again:", "481602"),
      ("they differ", nil), ("the new app PIN:", "481620"), ("the same again:", "481620"),
    ] {
      try terminal.awaitText(question)
      if let answer { try terminal.type(answer) }
    }
    #expect(try ReadyLine.next(of: locking.output).hasPrefix("locked"))
    #expect(locking.awaitEnd() == 0)
    let change = [
      "lock", "--pin", DemoStage.pin, "--no-biometrics", "--old-app-pin", "481620", "--app-pin",
    ]
    try await phone.expect(0, ["unlock", "--no-biometrics", "--app-pin", "481620"])
    let same = try await phone.expect(2, change + ["481620"])
    #expect(same.errors.contains("that is the app PIN already"), "\(same.errors)")
    try await phone.expect(0, change + ["705183"])
    let other = stage.phone("other")
    try await phone.expect(0, ["unlock", "--no-biometrics", "--app-pin", "705183"])
    try await phone.invite(other)
    try await other.expect(0, ["lock", "--pin", DemoStage.otherPIN], input: "481620\n")
    try await other.expect(0, ["unlock", "--no-biometrics", "--app-pin", "481620"])
    stage.end()
  }

  @Test("an app PIN that is the PIN is asked for again, and so is a PIN that is wrong")
  func askedAgain() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("phone")
    try await phone.enrol()
    let terminal = try PseudoTerminal()
    let locking = try phone.start(["lock"], at: terminal)
    for (text, answer) in [
      ("the new app PIN:", DemoStage.otherPIN), ("the same again:", DemoStage.otherPIN),
      ("must differ from:", DemoStage.otherPIN), ("the app PIN must not be the PIN", nil),
      ("the new app PIN:", "481620"), ("the same again:", "481620"),
      // The PIN that was typed before is no PIN of the account.
      ("Wrong PIN", nil), ("4 tries left with the PIN", nil), ("must differ from:", DemoStage.pin),
    ] {
      try terminal.awaitText(text)
      if let answer { try terminal.type(answer) }
    }
    #expect(try ReadyLine.next(of: locking.output).hasPrefix("locked"))
    #expect(locking.awaitEnd() == 0)
    try await phone.expect(0, ["unlock", "--no-biometrics", "--app-pin", "481620"])
    stage.end()
  }

  @Test("the app PIN becomes no PIN, and a PIN that is one is not used")
  func appPINIsNoPIN() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("phone")
    try await phone.enrol(["--app-pin", "481620"])
    let change = ["change-pin", "--pin", DemoStage.pin, "--yes", "--new-pin"]
    let same = try await phone.expect(1, change + ["481620"])
    #expect(same.errors.contains("PIN opens"), "\(same.errors)")
    let proved = try await phone.expect(1, ["prove", "--pin", "481620", "--yes"])
    #expect(proved.errors.contains("PIN opens"), "\(proved.errors)")
    // The PIN is the one from before, and no try was counted.
    try await phone.expect(0, change + [DemoStage.otherPIN])
    stage.end()
  }

  @Test("while it is locked no command shows or does anything of the account")
  func refusesAll() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("phone")
    try await phone.enrol()
    let locked = try await phone.expect(
      0, ["lock", "--app-pin", "481620", "--pin", DemoStage.pin])
    #expect(locked.output.hasPrefix("locked"))
    for command in [
      ["devices"], ["accounts"], ["transactions"], ["watch", "--seconds", "1"],
      ["test-biometrics", "--yes"], ["approve", "trn_1", "--yes"], ["decline", "trn_1", "--yes"],
      ["invite", "--pin", DemoStage.pin], ["change-pin", "--pin", DemoStage.pin],
      ["prove", "--pin", DemoStage.pin], ["factors"],
      ["login", "http://localhost:1/link#\(DemoStage.linkID)"],
      ["login", "--pin", DemoStage.pin, "--yes"],
    ] {
      let refused = try await phone.expect(1, command)
      #expect(refused.errors.contains("this phone is locked"), "\(command): \(refused.errors)")
      #expect(refused.errors.contains("hint: countersign phone unlock"))
      #expect(refused.output.isEmpty)
    }
    let terminal = try PseudoTerminal()
    let german = try phone.start(["devices", "--language", "de"], at: terminal)
    try terminal.awaitText("dieses Telefon ist gesperrt")
    try terminal.awaitText("countersign phone unlock öffnet es")
    #expect(german.awaitEnd() == 1)
    // Another app PIN is set by whoever can open it.
    try await phone.expect(1, ["lock", "--app-pin", "705183", "--no-biometrics"])
    let open = ["unlock", "--no-biometrics", "--app-pin", "481620"]
    try await phone.expect(0, open)
    try await phone.expect(0, ["devices"])
    try await phone.expect(0, ["lock"])
    try await phone.expect(1, ["devices"])
    // A login is no way past the app PIN, and starts no count of wrong ones anew.
    let wrong = try await phone.expect(1, ["unlock", "--no-biometrics", "--app-pin", "907153"])
    #expect(wrong.errors.contains("4 tries left"), "\(wrong.errors)")
    try await phone.expect(1, ["login", "--pin", DemoStage.pin, "--yes"])
    try await phone.expect(1, ["devices"])
    let second = try await phone.expect(1, ["unlock", "--no-biometrics", "--app-pin", "907153"])
    #expect(second.errors.contains("3 tries left"), "\(second.errors)")
    stage.end()
  }

  @Test("a phone that wrong app PINs have wiped says so, and a login opens it")
  func wiped() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("phone")
    try await phone.enrol()
    try await phone.expect(0, ["lock", "--app-pin", "481620", "--pin", DemoStage.pin])
    let home = PhoneHome(directory: phone.home)
    let account = try #require(try await home.lockedAccount())
    // Four wrong tries, after which the wait is over.
    let record: JSONValue = [
      "wrongTries": .integer(4), "countedAt": .integer(0), "isWiped": .bool(false),
    ]
    try await home.vault.setValue(
      record.serialized(), VaultName(account: account, name: "soft-lock"))
    for command in [
      ["unlock", "--no-biometrics", "--app-pin", "907153"], ["unlock", "--yes"], ["lock"],
      ["devices"],
    ] {
      let refused = try await phone.expect(1, command)
      #expect(
        refused.errors.contains("five wrong app PINs have wiped this phone"), "\(refused.errors)")
      #expect(
        refused.errors.hasSuffix(
          "hint: countersign phone login opens it, by biometrics or the PIN; where it has "
            + "neither, begin anew with another --home: countersign phone sign-up, or enrol with a "
            + "link from where the account has a factor\n"), "\(refused.errors)")
      #expect(!refused.errors.contains("phone unlock"), "\(refused.errors)")
    }
    // Wiped while it was open, it has no session either, and is not said to be open.
    try await home.lock(by: nil)
    let unlocked = try await phone.expect(1, ["unlock", "--yes"])
    #expect(unlocked.errors.contains("five wrong app PINs have wiped this phone"))
    try await phone.expect(0, ["login", "--pin", DemoStage.pin, "--yes"])
    try await phone.expect(0, ["devices"])
    #expect(try await phone.expect(0, ["unlock"]).output == "open\n")
    stage.end()
  }

  @Test("an enrolment sets the app PIN, which must not be the PIN that is typed beside it")
  func enrolmentSetsIt() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("phone")
    let arguments = [
      "enrol", "--server", stage.server.address, "--user-name", "ada@example.com", "--new-pin",
      DemoStage.pin, "--yes", "--app-pin", DemoStage.pin,
    ]
    let same = try await phone.expect(2, arguments)
    #expect(same.errors.contains("must not be the PIN"))
    #expect(!FileManager.default.fileExists(atPath: stage.server.mailbox))
    try await phone.enrol(["--no-biometrics", "--app-pin", "481620"])
    stage.end()
    try await phone.expect(1, ["unlock", "--no-biometrics", "--app-pin", DemoStage.pin])
    try await phone.expect(0, ["unlock", "--no-biometrics", "--app-pin", "481620"])
  }
}
