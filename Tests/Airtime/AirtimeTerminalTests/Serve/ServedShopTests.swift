import AirtimeServer
import ArgumentParser
import CountersignCommandsTLS
import CountersignCore
import CountersignHTTP
import CountersignSQLite
import Foundation
import ProgramTesting
import Testing
import ToolSupport
import WebAuthnModel
import WireModel

@testable import AirtimeTerminal
@testable import ServerCommands

@Suite("The shop's part of serve")
struct ServedShopTests {
  @Test("an option goes before the environment, the environment before the file, all before none")
  func precedence() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("serve.json")
    let text = #"{"supplier": "https://file.example", "opening": {"balance": 7}}"#
    try Data(text.utf8).write(to: URL(filePath: file))
    let variable = ["COUNTERSIGN_SUPPLIER": "https://variable.example"]
    let demo = ["--demo", "--config", file]
    #expect(try shop(demo).supplier == Self.supplier("file"))
    #expect(try shop(demo).openingBalance == 7)
    #expect(try shop(demo, variable).supplier == Self.supplier("variable"))
    let option = demo + ["--supplier", "https://option.example", "--opening-balance", "9"]
    #expect(try shop(option, variable).supplier == Self.supplier("option"))
    #expect(try shop(option).openingBalance == 9)
  }

  @Test("a demo has the sandbox and gives money away; no other server does")
  func demo() throws {
    let demo = try shop(["--demo"])
    #expect(demo.supplier == .sandbox && demo.openingBalance == DemoCatalogue.openingBalance)
    let mail = ["--sendmail", "/m", "--mail-from", "a@b.c"]
    let deployed = try shop(mail + ["--opening-balance", "9"])
    #expect(deployed.supplier == .none && deployed.openingBalance == 0)
  }

  @Test(
    "what cannot be meant is wrong use",
    arguments: [
      ["--demo", "--supplier", "ftp://user:pw@a.com"],
      ["--demo", "--supplier", "http://airtime.example.com"],
      ["--demo", "--supplier", "https://user:pw@airtime.example.com"],
      ["--demo", "--opening-balance", "9007199254740993"],
      ["--demo", "--scenario", "TOP_UP:strong"], ["--demo", "--scenario", "TOP_UP:fallbackOnly:"],
      ["--demo", "--scenario", "TOP_UP:fallbackOnly:codes"],
      ["--demo", "--scenario", "TOP_UP:fallbackOnly:pin:x"],
    ])
  func wrongUse(_ arguments: [String]) throws {
    let failure = #expect(throws: CommandFailure.self) { try configure(arguments) }
    #expect(failure?.exit == .wrongUse)
    #expect(failure?.hint != nil)
    #expect(failure?.cause.contains("pw") == false)
  }

  @Test("a deployment can take another policy for the purchase")
  func policy() throws {
    let scenarios = try configure(["--demo", "--scenario", "TOP_UP:biometricsOnly"]).scenarios
    #expect(scenarios[.topUp]?.level == .biometricsOnly)
  }

  @Test("the options that the file can hold are those of the command line")
  func table() throws {
    let help = ServeCommand<AirtimeProgram>.helpMessage(includeHidden: true, columns: 120)
    #expect(help.contains("--supplier <url>") && help.contains("--opening-balance"))
    #expect(help.contains("Products, a sandbox supplier, a wallet of 5000, and a mailbox file."))
    let names = try AirtimeProgram.Options.parse([]).all.map(\.name)
    #expect(names == ["supplier", "opening.balance"])
  }

  @Test("money that came from nowhere is found by a check of the store")
  func ledger() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(
      path: folder.file("countersign.sqlite"), schemas: .of(AirtimeProgram.modules), seals: .none
    )
    let balance = "INSERT INTO ledger_accounts (name, personal, balance) VALUES ('wallet:x', 1, 1)"
    try await store.write { _ = try $0.execute(balance, []) }
    try await store.close()
    _ = try DataFolder.keyring(folder.file("keyring"))
    let check = try StoreCheckCommand<AirtimeProgram>.parse(["--data", folder.path])
    let failure = await #expect(throws: CommandFailure.self) { try await check.run() }
    #expect(failure?.exit == .refused)
    #expect(failure?.cause.contains("ledger") == true)
  }

  private static func supplier(_ name: String) throws -> ServedShop.SupplierChoice {
    .http(try ProtectedAddress("https://\(name).example"))
  }

  private func configure(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> ServeConfiguration {
    try ProgramTLS.$current.withValue(.standard) {
      try ServeConfiguration(
        try ServeCommand<AirtimeProgram>.parse(arguments), environment: environment)
    }
  }

  private func shop(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> ServedShop {
    try #require(try configure(arguments, environment).modules as? ServedShop)
  }
}

@Suite("airtime openapi")
struct OpenAPICommandTests {
  @Test("it prints the server's own description with the shop's part")
  func prints() async throws {
    let outcome = try await BuiltProgram.run(["openapi"], program: BuiltProgram.airtime)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let description = try InterfaceDescription(of: [AirtimeShop()])
    #expect(outcome.output == description.text)
    let json = try await BuiltProgram.run(["openapi", "--json"], program: BuiltProgram.airtime)
    let limits = JSONLimits(maximumDepth: 64)
    let read = try JSONValue(parsing: Array(json.output.utf8.dropLast()), limits: limits)
    #expect(read == (try description.json()))
  }
}
