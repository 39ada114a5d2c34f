import ProgramTesting
import Testing
import WireModel

@Suite("the terminal phone and the account's devices", .serialized)
struct PhoneRevokeTests {
  @Test("one, the others, this one and all are revoked; what is meant is shown and asked")
  func revokes() async throws {
    let stage = try DemoStage()
    let first = stage.phone("one")
    try await first.enrol(["--biometrics"])
    let host = try stage.host()
    let proof = ["--pin", DemoStage.pin]
    func second(
      _ name: String, isInvited: Bool = true
    ) async throws -> (phone: TerminalPhone, id: String) {
      let phone = stage.phone(name)
      if isInvited {
        try await first.invite(phone, ["--biometrics"])
      } else {
        // Nobody has a phone that could invite: the help desk's word brings the next one.
        let link = try await host.makeEnrolLink("ada@example.com")
        try await phone.expect(
          0, ["enrol", link.url, "--new-pin", DemoStage.otherPIN, "--biometrics", "--yes"])
      }
      let devices = try await phone.expect(0, ["devices"]).output.split(separator: "\n")
      let own = devices.first { $0.hasPrefix("* ") }?.split(separator: " ")
      return (phone, own.flatMap { $0.first { $0.hasPrefix("dev_") } }.map(String.init) ?? "")
    }
    for wrong in [[], ["--this", "--all"], ["dev_x", "--all"]] {
      try await first.expect(2, ["revoke"] + wrong)
    }
    let unknown = try await first.expect(2, ["revoke", "dev_x", "--yes"] + proof)
    #expect(unknown.errors.contains("hint: give an id of countersign phone devices"))
    let alone = try await first.expect(1, ["revoke", "--others", "--yes"] + proof)
    #expect(alone.errors.contains("no other device"))

    let two = try await second("two")
    let unasked = try await first.expect(1, ["revoke", two.id] + proof)
    #expect(unasked.errors.contains(two.id) && unasked.errors.contains("cancelled"))
    let one = try await first.expect(0, ["revoke", two.id, "--yes"] + proof)
    #expect(one.output == "revoked 1 device\nbiometrics are set up on this phone\n")
    // It learns, and may come back.
    let gone = try await two.phone.expect(1, ["login", "--pin", DemoStage.otherPIN, "--yes"])
    #expect(
      gone.errors.hasSuffix(
        "hint: it was revoked: add it anew where the account has a factor (the page: Security, "
          + "Add a phone; a terminal: countersign phone invite), then countersign phone enrol "
          + "LINK; where no factor is left, countersign phone sign-up, then countersign phone "
          + "recover\n"),
      "\(gone.errors)")

    // A phone of the help desk's takes none away that is stronger.
    let helped = try await second("helped", isInvited: false)
    let weak = try await helped.phone.expect(
      1, ["revoke", "--others", "--pin", DemoStage.otherPIN, "--yes"])
    #expect(weak.errors.contains("insufficient_user_authentication"), "\(weak.errors)")
    try await first.expect(0, ["revoke", helped.id, "--yes"] + proof)

    let three = try await second("two")
    let others = try await three.phone.expect(
      0, ["revoke", "--others", "--pin", DemoStage.otherPIN, "--yes"])
    #expect(others.output == "revoked 1 device\nbiometrics are set up on this phone\n")
    let this = try await three.phone.expect(
      0, ["revoke", "--this", "--pin", DemoStage.otherPIN, "--yes"])
    #expect(this.output.contains("holds nothing of the account"))
    #expect(try await three.phone.expect(0, ["accounts"]).output.isEmpty)
    // Of two phones of the help desk's neither takes the other away.
    let last = try await second("three", isInvited: false)
    _ = try await second("four", isInvited: false)
    let own = ["--pin", DemoStage.otherPIN, "--yes"]
    let all = try await last.phone.expect(1, ["revoke", "--all"] + own)
    #expect(all.errors.contains("insufficient_user_authentication"), "\(all.errors)")
    try await last.phone.expect(0, ["revoke", "--this"] + own)
    stage.end()
  }

  @Test("with a PIN alone nothing is said of biometrics, and where that PIN is none can be typed")
  func pinAlone() async throws {
    let stage = try DemoStage()
    let (first, second) = (stage.phone("one"), stage.phone("two"))
    try await first.enrol()
    try await first.invite(second)
    let proof = ["--pin", DemoStage.pin, "--yes"]
    let revoked = try await first.expect(0, ["revoke", "--others"] + proof)
    #expect(revoked.output == "revoked 1 device\n")
    // A phone that only signed up is no device, and the PIN of one is never sent.
    let third = stage.phone("three")
    try await third.expect(
      0,
      ["sign-up", "--server", stage.server.address, "--user-name", "ada@example.com", "--yes"]
        + stage.server.codes)
    let elsewhere =
      "countersign: the account has a passkey or a phone elsewhere, and this phone has no key of "
      + "it\n"
    for command in [["revoke", "--others"], ["prove"]] {
      let refused = try await third.expect(1, command + proof)
      #expect(refused.errors.hasPrefix(elsewhere), "\(command): \(refused.errors)")
    }
    try await first.expect(0, ["revoke", "--this"] + proof)
    let none = try await first.expect(0, ["accounts"])
    #expect(none.output.isEmpty && none.errors == "this phone has no account yet\n")
    let unnamed = try await first.expect(2, ["accounts", "--use", ""])
    #expect(unnamed.errors.hasPrefix("countersign: no account ''\n"), "\(unnamed.errors)")
    let login = try await first.expect(1, ["login"])
    #expect(
      login.errors
        == "countersign: this phone has no account that could be logged in\nhint: countersign "
        + "phone enrol brings one here\n")
    // Nobody is sent to sign in where there is no account.
    for command in [
      ["approve", "trn_1", "--yes"], ["decline", "trn_1", "--yes"], ["sign", "trn_1", "--yes"],
      ["test-biometrics", "--yes"], ["devices"],
    ] {
      let said = try await first.expect(2, command + ["--language", "de"])
      #expect(
        said.errors.hasSuffix(
          "countersign: dieses Telefon hat noch kein Konto\nHinweis: beginnen Sie mit countersign "
            + "phone enrol oder sign-up, oder geben Sie das --home an, mit dem Sie begonnen "
            + "haben\n"), "\(command): \(said.errors)")
    }
    stage.end()
  }

  @Test("sessions are listed, and one or all others are ended; what is meant is shown and asked")
  func sessions() async throws {
    let stage = try DemoStage()
    let first = stage.phone("one")
    try await first.enrol()
    func listed() async throws -> [Substring] {
      try await first.expect(0, ["sessions"]).output.split(separator: "\n")
    }
    // The one in which it signed up is over.
    let alone = try await listed()
    #expect(alone.count == 1 && alone[0].hasPrefix("* terminal phone since "), "\(alone)")
    let second = stage.phone("two")
    try await first.invite(second, ["--no-biometrics", "--name", "Ada's other phone"])
    // Newest first: that of the second phone stands above all others.
    let before = try await listed()
    #expect(before[0].hasPrefix("  Ada's other phone since "), "\(before)")
    let ids = before.map { line in
      line.split(separator: " ").first { $0.hasPrefix("ses_") }.map(String.init) ?? ""
    }
    let own = try #require(before.firstIndex { $0.hasPrefix("* ") })
    let this = ids[own]
    let other = try #require(ids.first { $0 != this })
    let proof = ["--pin", DemoStage.pin]
    for wrong in [[], ["ses_x"], [this], [other, "--others"]] {
      try await first.expect(2, ["sessions", "end"] + wrong + ["--yes"] + proof)
    }
    let unasked = try await first.expect(1, ["sessions", "end", other] + proof)
    #expect(unasked.errors.contains(other) && unasked.errors.contains("cancelled"))
    #expect(try await listed().count == before.count)
    let ended = try await first.expect(0, ["sessions", "end", other, "--yes"] + proof)
    #expect(ended.output == "ended 1 session\n")
    #expect(try await listed().count == before.count - 1)
    // What somebody ended, the own key of the phone does not open again.
    let gone = try await second.expect(1, ["devices"])
    #expect(gone.errors.contains("session_required"), "\(gone.errors)")
    try await second.expect(0, ["login", "--pin", DemoStage.otherPIN, "--yes"])
    try await first.expect(0, ["sessions", "end", "--others", "--yes"] + proof)
    #expect(try await listed().count == 1)
    let none = try await first.expect(1, ["sessions", "end", "--others", "--yes"] + proof)
    #expect(none.errors.contains("nowhere else"), "\(none.errors)")
    try await second.expect(1, ["devices"])
    stage.end()
  }
}
