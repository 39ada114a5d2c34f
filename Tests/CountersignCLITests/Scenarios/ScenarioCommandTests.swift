import ArgumentParser
import CountersignCore
import Foundation
import Testing
import ToolSupport
import WebAuthnModel
import WireModel

@testable import ServerCommands

@Suite("The commands about scenarios")
struct ScenarioCommandTests {
  @Test("check has a line for each scenario")
  func summary() throws {
    #expect(
      try file().summary == [
        "PAY_INVOICE  biometricsWithFallback: pin, codes  4 fields  value at stake: amount  en, de",
        "OPEN_DOOR  biometricsOnly  1 field  value at stake: none  en, de",
      ])
  }

  @Test("without values the kinds stand in their places, with what is fixed and what is optional")
  func kinds() throws {
    let scenario = try file().scenario(named: "PAY_INVOICE")
    #expect(
      try scenario.lines(in: .german, payload: nil, rules: .sample()) == [
        "Rechnung bezahlen (de)", "  Betrag: [money, EUR]", "  Konto: [account, IBAN]",
        "  Teile: [integer, optional]", "  Eilig: [flag, optional]",
      ])
  }

  @Test("values are shown as a person will see them, in the language")
  func values() throws {
    let scenario = try file().scenario(named: "PAY_INVOICE")
    let payload = try scenario.payload([
      "express=true", "account=de89 3704 0044 0532 0130 00", "amount=1234.5", "parts=1000",
    ])
    #expect(
      try scenario.lines(in: .german, payload: payload, rules: .sample()) == [
        "Rechnung bezahlen (de)", "  Betrag: 1\u{202f}234,50\u{a0}EUR",
        "  Konto: DE89\u{a0}3704\u{a0}0044\u{a0}0532\u{a0}0130\u{a0}00",
        "  Teile: 1\u{202f}000", "  Eilig: ja",
      ])
    #expect(
      try scenario.lines(in: .english, payload: payload, rules: .sample())[1]
        == "  Amount: 1\u{202f}234.50\u{a0}EUR")
  }

  @Test(
    "a payload that makes no document is refused with the server's words",
    arguments: [
      (["amount=12.505"], "payload.amount: must have at most 2 decimals, as amounts in EUR have"),
      (["amout=1"], "payload: unknown field \"amout\"; did you mean \"amount\"?"),
      (["amount=1"], "payload.account: is missing; it must be an IBAN as a text"),
      (
        ["amount=1", "account=NO9386011117947", "parts=a"],
        "payload.parts: must be a whole number from -2^53 to 2^53"
      ),
      (
        ["amount=1", "account=NO9386011117947", "express=yes"],
        "payload.express: must be true or false"
      ),
    ])
  func refused(_ fields: [String], _ cause: String) throws {
    let scenario = try file().scenario(named: "PAY_INVOICE")
    let payload = try scenario.payload(fields)
    let failure = #expect(throws: CommandFailure.self) {
      try scenario.lines(in: .english, payload: payload, rules: .sample())
    }
    #expect(failure?.exit == .refused && failure?.cause == cause && failure?.hint != nil)
  }

  @Test("a field without a name or a value, or given twice, is wrong use")
  func wrongFields() throws {
    let scenario = try file().scenario(named: "PAY_INVOICE")
    for fields in [["amount"], ["=1"], ["amount=1", "amount=2"]] {
      let failure = #expect(throws: CommandFailure.self) { try scenario.payload(fields) }
      #expect(failure?.exit == .wrongUse)
    }
    #expect(try scenario.payload(["reference=a=b"])["reference"] == "a=b")
    #expect(try scenario.payload(["reference="])["reference"] == "")
  }

  @Test("a name or a language that the file does not have is wrong use, with those it has")
  func unknownNames() throws {
    let file = try file()
    var failure = #expect(throws: CommandFailure.self) { try file.scenario(named: "PAY_INVOCE") }
    #expect(failure?.exit == .wrongUse && failure?.hint == "did you mean PAY_INVOICE?")
    failure = #expect(throws: CommandFailure.self) { try file.scenario(named: "X") }
    #expect(failure?.hint == "it declares PAY_INVOICE, OPEN_DOOR")
    failure = #expect(throws: CommandFailure.self) { try file.languages(named: "fr") }
    #expect(failure?.exit == .wrongUse && failure?.hint == "use en, de")
    #expect(try file.languages(named: "DE") == [.german])
    #expect(try file.languages(named: nil) == [.english, .german])
  }

  @Test("a file that is not there, or has faults, fails with the command's exit code")
  func load() async throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "scenarios-\(UUID().uuidString).yaml")
    defer { try? FileManager.default.removeItem(at: path) }
    var failure = #expect(throws: CommandFailure.self) {
      try ScenarioFile.load(path.path(), rules: .sample(), exit: .refused)
    }
    #expect(failure?.exit == .wrongUse && failure?.cause == "\(path.path()) cannot be read")
    try Data(Self.yaml.utf8).write(to: path)
    #expect(try ScenarioFile.load(path.path(), rules: .sample()) == file())
    try Data(Self.yaml.replacing("kind: flag", with: "kind: flog").utf8).write(to: path)
    failure = #expect(throws: CommandFailure.self) {
      try ScenarioFile.load(path.path(), rules: .sample(), exit: .refused)
    }
    #expect(failure?.exit == .refused && failure?.cause == "\(path.path()) has 2 faults")
    failure = #expect(throws: CommandFailure.self) {
      try ScenarioFile.load(path.path(), rules: .sample())
    }
    #expect(failure?.exit == .wrongUse)
    failure = await #expect(throws: CommandFailure.self) {
      try await ScenarioCheckCommand<NoModules>.parse([path.path()]).run()
    }
    #expect(failure?.exit == .refused)
    failure = await #expect(throws: CommandFailure.self) {
      try await ScenarioShowCommand<NoModules>.parse(["PAY_INVOICE", "--scenarios", path.path()])
        .run()
    }
    #expect(failure?.exit == .wrongUse)
  }

  @Test("the command line takes what the help says")
  func commandLine() throws {
    let show = try #require(
      try ScenarioCommand<NoModules>.parseAsRoot([
        "show", "PAY_INVOICE", "--scenarios", "s.yaml", "--language", "de", "--field", "amount=1",
        "--field", "account=x",
      ]) as? ScenarioShowCommand<NoModules>)
    #expect(show.name == "PAY_INVOICE" && show.scenarios == "s.yaml" && show.language == "de")
    #expect(show.field == ["amount=1", "account=x"])
    let check = try #require(
      try ScenarioCommand<NoModules>.parseAsRoot(["check", "s.yaml"])
        as? ScenarioCheckCommand<NoModules>)
    #expect(check.file == "s.yaml")
    #expect(throws: (any Error).self) {
      try ScenarioCommand<NoModules>.parseAsRoot(["show", "PAY_INVOICE"])
    }
  }

  private func file() throws -> ScenarioFile {
    try ScenarioFile.read(Array(Self.yaml.utf8), rules: .sample()).get()
  }

  private static let yaml = """
    languages: [en, de]
    scenarios:
      PAY_INVOICE:
        title: { en: Pay an invoice, de: Rechnung bezahlen }
        policy: { level: biometricsWithFallback, fallback: [pin, codes] }
        valueAtStake: amount
        fields:
          - { name: amount, kind: money, currency: EUR, label: { en: Amount, de: Betrag } }
          - { name: account, kind: account, scheme: IBAN, label: { en: Account, de: Konto } }
          - { name: parts, kind: integer, optional: true, label: { en: Parts, de: Teile } }
          - { name: express, kind: flag, optional: true, label: { en: Express, de: Eilig } }
      OPEN_DOOR:
        title: { en: Open the door, de: Tür öffnen }
        valueAtStake: none
        fields: [{ name: express, kind: flag, label: { en: Express, de: Eilig } }]
    """
}
