import Foundation
import ProgramTesting
import Testing

@Suite("the shop's demo and the terminal phone", .serialized, .timeLimit(.minutes(10)))
struct ShopDemoTests {
  @Test("sign up, register, set a PIN and buy airtime with each proof, calls counted")
  func buysAirtime() async throws {
    let folder = try TemporaryFolder()
    let server = try DemoServer(BuiltProgram.airtime, folder: folder.file("data"))
    let phone = Phone(server, home: folder.file("phone"))
    try await phone.enrol()
    for (proof, calls, balance) in [
      (["--biometrics", "token"], 3, "4\u{202f}900.00\u{a0}NGN"),
      (["--biometrics", "straight"], 2, "4\u{202f}800.00\u{a0}NGN"),
      (["--pin", Phone.pin], 2, "4\u{202f}700.00\u{a0}NGN"),
      // No document was shown, that would say the currency.
      (["--pin", Phone.pin, "--pin-only"], 1, "4600"),
    ] {
      let bought = try await phone.run(["topup"] + Phone.order + proof + ["--yes", "--verbose"])
      #expect(bought.status == 0, "\(bought.errors)")
      #expect(bought.output.contains("balance \(balance)  tx_"), "\(bought.output)")
      #expect(bought.errors.contains("\(calls) network call"))
      #expect(bought.errors.contains("MTN") && bought.errors.contains("08012345678"))
    }
    let refused = try await phone.run(["topup"] + Phone.order + ["--pin", "000001", "--yes"])
    #expect(refused.status == 1)
    let told = refused.errors.split(separator: "\n").filter { $0.hasSuffix("rong PIN") }
    #expect(told == ["airtime: wrong PIN"], "\(refused.errors)")
    // Lists write amounts and times as documents do, and what only a command needs stands last.
    let wallet = try await phone.run(["wallet", "--language", "de"]).output.split(separator: "\n")
    #expect(wallet.first == "Guthaben 4\u{202f}600,00\u{a0}NGN")
    let nobody = try await phone.run(["wallet", "--account", "Bob"])
    #expect(nobody.status == 2 && nobody.errors.contains("no account Bob"), "\(nobody.errors)")
    let bought = wallet.filter { $0.contains(" UTC") }
    #expect(bought.count == 4)
    #expect(
      bought.allSatisfy { line in
        line.contains("  abgeschlossen  100,00\u{a0}NGN  MTN") && line.contains("  für 0801")
          && line.split(separator: " ").last?.hasPrefix("tx_") == true
      }, "\(wallet)")
    let products = try await phone.run(["products"]).output.split(separator: "\n")
    #expect(products.contains { $0.contains(".00\u{a0}NGN") && !$0.hasPrefix("AIRTIME_") })
    #expect(products.contains { $0.contains("  --product AIRTIME_MTN --supplier ") })
    #expect(server.end(by: SIGTERM) == 0)
    try await expectWhole(server)
  }

  @Test("what this phone cannot prove, the account's other device approves: it is paid once")
  func paidElsewhere() async throws {
    let folder = try TemporaryFolder()
    let server = try DemoServer(BuiltProgram.airtime, folder: folder.file("data"))
    let (first, other) = (
      Phone(server, home: folder.file("one")), Phone(server, home: folder.file("two"))
    )
    try await first.enrolDevice()
    // Whose it is was not said: its PIN is for low amounts.
    let inviting = try ChildProcess(
      BuiltProgram.airtime, ["phone", "invite", "--pin", Phone.pin, "--home", first.home])
    let link = try ReadyLine.next(of: inviting.output)
    let invited = try await other.run(
      ["enrol", link, "--new-pin", "914725", "--no-biometrics", "--yes"])
    #expect(invited.status == 0 && inviting.awaitEnd() == 0, "\(invited.errors)")
    let order = ["topup", "--amount", "3000", "--product", "AIRTIME_MTN", "--to", "08012345678"]
    let script = try await other.run(order + ["--pin", "914725", "--yes"])
    #expect(script.errors.contains("nothing was done or charged"), "\(script.errors)")
    let terminal = try PseudoTerminal()
    let buying = try ChildProcess(
      BuiltProgram.airtime, ["phone"] + order + ["--home", other.home], at: terminal)
    try terminal.awaitText("approve it on your other device")
    try terminal.awaitText("nothing is done or charged")
    let listed = try await first.run(["transactions"]).output
    let id = try #require(listed.split(separator: "\n").first?.split(separator: " ").last)
    let approved = try await first.run(["approve", String(id), "--pin", Phone.pin, "--yes"])
    #expect(approved.status == 0, "\(approved.errors)")
    let bought = try ReadyLine.next(of: buying.output)
    #expect(bought.contains("balance 2\u{202f}000.00\u{a0}NGN"), "\(bought)")
    #expect(buying.awaitEnd() == 0)
    #expect(server.end(by: SIGTERM) == 0)
    try await expectWhole(server)
  }

  @Test("an account without a factor buys nothing where biometrics are left or not wanted")
  func withoutFactor() async throws {
    let folder = try TemporaryFolder()
    let server = try DemoServer(BuiltProgram.airtime, folder: folder.file("data"))
    let phone = Phone(server, home: folder.file("phone"))
    let signUp = ["sign-up", "--server", server.address, "--user-name", "ada@example.com"]
    let opened = try await phone.run(signUp + server.codes + ["--yes"])
    #expect(opened.status == 0, "\(opened.errors)")
    for declines in [false, true] {
      let mailed = try server.codesMailed().count
      let terminal = try PseudoTerminal()
      let buying = try ChildProcess(
        BuiltProgram.airtime,
        ["phone", "topup", "--language", "de", "--home", phone.home] + Phone.order, at: terminal)
      try terminal.awaitText("Ihre Entscheidung: [f]reigeben [a]blehnen: ")
      try terminal.type("f")
      try terminal.awaitText("einen anderen: ")
      try await terminal.type(server.nextCode(after: mailed))
      try terminal.awaitText("Biometrie auf diesem Telefon verwenden? [j]a [n]ein: ")
      if declines {
        try terminal.type("n")
        try terminal.awaitText(
          "nichts wurde entschieden oder gekauft: Dafür braucht es einen Faktor, und das Konto hat "
            + "noch keinen\r\n")
        try terminal.awaitText("airtime phone register richtet mit einem Code per E-Mail Biometrie")
      } else {
        try terminal.endInput()
        let shown = try terminal.awaitText("abgelehnt; nichts wurde getan oder abgebucht")
        #expect(!shown.contains("_missing") && !shown.contains("keine PIN"), "\(shown)")
      }
      #expect(buying.awaitEnd() == 1)
    }
    let wallet = try await phone.run(["wallet"]).output
    #expect(wallet == "balance 5\u{202f}000.00\u{a0}NGN\n")
    #expect(server.end(by: SIGTERM) == 0)
  }

  @Test("what the wallet does not pay for, or nobody sells, is told before anything is asked")
  func refusedFirst() async throws {
    let folder = try TemporaryFolder()
    let server = try DemoServer(BuiltProgram.airtime, folder: folder.file("data"))
    let phone = Phone(server, home: folder.file("phone"))
    try await phone.enrolDevice()
    for (order, language, cause) in [
      (
        ["--amount", "9000", "--product", "AIRTIME_MTN"], "en",
        "the wallet does not hold the amount: balance 5\u{202f}000.00\u{a0}NGN\r\n"
      ),
      (
        ["--amount", "9000", "--product", "AIRTIME_MTN"], "de",
        "das Guthaben reicht dafür nicht: Guthaben 5\u{202f}000,00\u{a0}NGN\r\n"
      ),
      (
        ["--amount", "100", "--product", "NOTHING"], "de",
        "dieser Anbieter hat dieses Produkt nicht\r\n"
      ),
      (
        ["--amount", "10", "--product", "AIRTIME_MTN"], "en",
        "the amount is too low or too high for this product\r\n"
      ),
    ] {
      let terminal = try PseudoTerminal()
      let buying = try ChildProcess(
        BuiltProgram.airtime,
        ["phone", "topup", "--to", "08012345678", "--language", language, "--home", phone.home]
          + order, at: terminal)
      let shown = try terminal.awaitText(cause)
      #expect(!shown.contains("[a]") && !shown.contains("PIN"), "\(shown)")
      #expect(buying.awaitEnd() == 1)
    }
    let script = try await phone.run(
      ["topup", "--amount", "100", "--product", "NOTHING", "--to", "08012345678", "--yes"])
    #expect(
      script.errors.contains("that supplier has no such product (product_unknown)"),
      "\(script.errors)")
    let number = try await phone.run(
      ["topup", "--amount", "100", "--product", "AIRTIME_MTN", "--to", "12", "--yes"])
    #expect(
      number.errors.contains("--to is no telephone number (phone_invalid)"), "\(number.errors)")
    #expect(server.end(by: SIGTERM) == 0)
  }

  @Test("what was bought is there after a SIGKILL and a start on the same data")
  func survivesKill() async throws {
    let folder = try TemporaryFolder()
    let data = folder.file("data")
    let server = try DemoServer(BuiltProgram.airtime, folder: data)
    let phone = Phone(server, home: folder.file("phone"))
    try await phone.enrol()
    let first = try await phone.run(
      ["topup"] + Phone.order + ["--biometrics", "straight", "--yes"])
    #expect(first.status == 0, "\(first.errors)")
    server.end(by: SIGKILL)
    try await expectWhole(server)
    let port = server.port
    let again = try DemoServer(BuiltProgram.airtime, folder: data, port: port)
    // The session outlives the process: its row is in the store, not in memory.
    let wallet = try await phone.run(["wallet"])
    #expect(wallet.output.contains("balance 4\u{202f}900.00\u{a0}NGN"), "\(wallet.errors)")
    #expect(again.end(by: SIGTERM) == 0)
  }

  @Test("the blocks of docs/start.md work as they stand, twice in a row, among others' codes")
  func startsAsDocumented() async throws {
    let blocks = try Self.blocks(of: "docs/start.md").filter { !$0.hasPrefix("make run") }
    #expect(blocks.count == 3)
    let folder = try TemporaryFolder()
    let server = try DemoServer(BuiltProgram.airtime, folder: folder.file("data"))
    try await Phone(server, home: folder.file("other")).enrol()
    for round in 1...2 {
      for block in blocks {
        let script = block.replacing("http://localhost:8080", with: server.address)
          .replacing(".build/debug/airtime", with: "'\(BuiltProgram.airtime.path)'")
        let outcome = try Self.run("set -euo pipefail\n" + script, in: folder.file(""))
        #expect(outcome.status == 0, "\(round): \(block)\n\(outcome.output)")
        // curl ends well after a refusal, too.
        #expect(!outcome.output.contains("urn:countersign:problem"), "\(outcome.output)")
      }
    }
    #expect(server.end(by: SIGTERM) == 0)
  }

  /// The blocks of a document that are for a shell.
  private static func blocks(of document: String) throws -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../..").appending(path: document).standardizedFileURL
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.components(separatedBy: "```sh\n").dropFirst().map { rest in
      rest.components(separatedBy: "```").first ?? ""
    }
  }

  private static func run(
    _ script: String, in folder: String
  ) throws -> (status: Int32, output: String) {
    let process = try ChildProcess("/bin/bash", ["-c", "exec 2>&1; cd \"$0\"; \(script)", folder])
    let text = process.output.fileHandleForReading.readDataToEndOfFile()
    return (process.awaitEnd(), String(decoding: text, as: UTF8.self))
  }

  @Test("an amount of nothing is told in a sentence, before any server is asked")
  func buysNothing() async throws {
    let folder = try TemporaryFolder()
    let order = ["--amount", "0", "--product", "AIRTIME_MTN", "--to", "08012345678"]
    let refused = try await BuiltProgram.run(
      ["phone", "topup"] + order + ["--home", folder.file("phone")],
      program: BuiltProgram.airtime)
    #expect(refused.errors.contains("--amount is a whole number above 0"))
    for (amount, cause) in [
      ("0", "--amount ist eine ganze Zahl über 0, wie in --amount 500"),
      ("12.50", "'12.50' ist kein Wert von '--amount <amount>'"),
    ] {
      let german = try await BuiltProgram.run(
        ["phone", "topup", "--amount", amount] + order.dropFirst(2)
          + ["--home", folder.file("phone"), "--language", "de"], program: BuiltProgram.airtime)
      #expect(
        german.errors
          == "airtime: \(cause)\nHinweis: airtime help phone topup zeigt ein Beispiel\n")
    }
  }

  private func expectWhole(_ server: DemoServer) async throws {
    let check = try await BuiltProgram.run(
      ["store", "check", "--data", server.folder], program: BuiltProgram.airtime)
    #expect(check.status == 0, "\(check.errors)")
    let audit = try await BuiltProgram.run(
      ["audit", "verify", "--data", server.folder], program: BuiltProgram.airtime)
    #expect(audit.status == 0, "\(audit.errors)")
  }
}

/// The terminal phone of one person.
private struct Phone {
  static let pin = "258036"
  static let order = ["--amount", "100", "--product", "AIRTIME_MTN", "--to", "08012345678"]
  let server: DemoServer
  let home: String

  init(_ server: DemoServer, home: String) {
    self.server = server
    self.home = home
  }

  func run(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
    try await BuiltProgram.run(
      ["phone"] + arguments + ["--home", home], program: BuiltProgram.airtime,
      watch: server.watch)
  }

  /// Makes the phone a device of the account, with a PIN.
  func enrolDevice() async throws {
    let outcome = try await run(
      [
        "enrol", "--server", server.address, "--user-name", "ada@example.com", "--new-pin",
        Self.pin, "--no-biometrics", "--yes",
      ] + server.codes)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  /// Signs up, registers a key and sets a PIN.
  func enrol() async throws {
    let codes = server.codes + ["--yes"]
    for step in [
      ["sign-up", "--server", server.address, "--user-name", "ada@example.com"] + codes,
      ["register"] + codes, ["set-pin", "--pin", Self.pin] + codes,
    ] {
      let outcome = try await run(step)
      #expect(outcome.status == 0, "\(step[0]): \(outcome.errors)")
    }
  }
}
