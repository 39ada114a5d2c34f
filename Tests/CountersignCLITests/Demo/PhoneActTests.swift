import Foundation
import ProgramTesting
import Testing

@Suite("the terminal phone and declared actions", .serialized)
struct PhoneActTests {
  private static let invoice = [
    "--field", "account=DE89 3704 0044 0532 0130 00", "--field", "payee=Order desk",
    "--field", "due=2026-11-30",
  ]

  @Test("an invoice is shown in the person's language, and performed by the key or device PIN")
  func performs() async throws {
    let stage = try Stage()
    try await stage.phone.enrol(["--biometrics"])
    let key = try await stage.act(0, ["amount=1250.50"], ["--language", "de", "--yes"])
    #expect(key.output == "ausgeführt\n")
    for text in [
      "Rechnung bezahlen", "Betrag", "1\u{202f}250,50\u{a0}EUR", "DE89\u{a0}3704", "Fällig am",
    ] {
      #expect(key.errors.contains(text), "\(key.errors)")
    }
    let pin = try await stage.act(
      0, ["amount=1250.50"], ["--language", "en", "--pin", DemoStage.pin, "--yes"])
    #expect(pin.output == "performed\n")
    #expect(pin.errors.contains("Pay an invoice"), "\(pin.errors)")
    stage.end()
  }

  @Test("a proof becomes a token that the host's key redeems, by the key or the device PIN")
  func redeems() async throws {
    let stage = try Stage()
    try await stage.phone.enrol(["--biometrics"])
    let host = ["--service-key", stage.server.folder + "/service-key", "--yes"]
    #expect(try await stage.act(0, ["amount=12.50"], host).output == "redeemed\n")
    let pin = try await stage.act(0, ["amount=1250.50"], host + ["--pin", DemoStage.pin])
    #expect(pin.output == "redeemed\n")
    stage.end()
  }

  @Test("codes prove it where the declaration takes them, for the server and for the host")
  func codes() async throws {
    let stage = try Stage()
    try await stage.phone.enrol(["--biometrics"])
    let codes = stage.server.codes + ["--fallback", "codes", "--no-biometrics", "--yes"]
    try await stage.phone.expect(
      0, ["number", "+2348012345678", "--pin", DemoStage.pin, "--yes"] + stage.server.codes)
    #expect(try await stage.act(0, ["amount=12.50"], codes).output == "performed\n")
    let host = ["--service-key", stage.server.folder + "/service-key"]
    #expect(try await stage.act(0, ["amount=13.50"], codes + host).output == "redeemed\n")
    let order = ["--field", "order=42", "--field", "address=Elm", "--field", "parcels:=1"]
    let keyOnly = try await stage.phone.expect(1, ["act", "SHIP_ORDER"] + order + codes)
    #expect(keyOnly.errors.contains("it takes biometrics"), "\(keyOnly.errors)")
    stage.end()
  }

  @Test("a reference that people use stands in its place; what a machine calls something is last")
  func references() async throws {
    let stage = try Stage()
    try await stage.phone.enrol(["--biometrics"])
    let sent = try await stage.phone.expect(
      0,
      [
        "act", "SHIP_ORDER", "--field", "order=42", "--field", "address=Elm", "--field",
        "parcels:=1", "--language", "en", "--yes",
      ])
    let lines = sent.errors.split(separator: "\n").map { $0.split(separator: " ").first }
    let order = try #require(lines.firstIndex(of: "Order"), "\(sent.errors)")
    let address = try #require(lines.firstIndex(of: "Address"), "\(sent.errors)")
    #expect(order < address, "\(sent.errors)")
    stage.end()
  }

  @Test("what the server cannot show is refused with the field and its form")
  func refused() async throws {
    let stage = try Stage()
    try await stage.phone.enrol(["--biometrics"])
    let decimals = try await stage.act(1, ["amount=12.505"], ["--yes"])
    #expect(decimals.errors.contains("payload.amount: must have at most 2 decimals"))
    let missing = try await stage.act(1, [], ["--yes"])
    #expect(missing.errors.contains("payload.amount"), "\(missing.errors)")
    let unknown = try await stage.phone.expect(1, ["act", "PAY_NOTHING", "--yes"])
    #expect(unknown.errors.contains("knows none by that name"), "\(unknown.errors)")
    // The cause is the server's, whatever the language.
    for (scenario, fields, cause) in [
      (
        "PAY_NOTHING", [],
        "ein Wert ist nicht möglich; der Server sagt: scenario: this server knows none by that name"
      ),
      (
        "PAY_INVOICE", Self.invoice,
        "ein Wert ist nicht möglich; der Server sagt: payload.amount: is missing; it "
      ),
    ] {
      let terminal = try PseudoTerminal()
      let german = try stage.phone.start(
        ["act", scenario, "--language", "de"] + fields, at: terminal)
      try terminal.awaitText(cause)
      #expect(german.awaitEnd() == 1)
    }
    for wrong in [
      ["--field", "amount"], ["--field", "parcels:=two"], ["--service-key", "/none"],
    ] {
      let use = try await stage.phone.expect(2, ["act", "PAY_INVOICE"] + wrong + ["--yes"])
      #expect(use.errors.contains("hint: "), "\(use.errors)")
    }
    stage.end()
  }

  /// A demo server that knows the order desk's scenarios, and a phone.
  private struct Stage {
    let folder: TemporaryFolder
    let server: DemoServer
    let phone: TerminalPhone

    init() throws {
      folder = try TemporaryFolder()
      server = try DemoServer(
        folder: folder.file("data"), options: DemoStage.orderDesk)
      phone = TerminalPhone(server: server, home: folder.file("one"))
    }

    /// Acts on an invoice.
    func act(
      _ status: Int32, _ fields: [String], _ more: [String]
    ) async throws -> BuiltProgram.Outcome {
      try await phone.expect(
        status,
        ["act", "PAY_INVOICE"] + fields.flatMap { ["--field", $0] } + PhoneActTests.invoice + more)
    }

    func end() { #expect(server.end(by: SIGTERM) == 0) }
  }
}
