import Foundation
import ProgramTesting
import Testing
import WireModel

@Suite("the terminal phone whose input is a pipe", .serialized)
struct PhoneScriptTests {
  @Test("a piped yes decides on no transaction, and why not is said in place of the question")
  func decision() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol(["--biometrics"])
    let id = try await stage.host().createTransaction("ada@example.com", amount: 10)
      .transaction.transactionID
    for command in [["approve", id], ["sign", id], ["test-biometrics"]] {
      for answer in ["y\n", "a\n", "yes\nyes\nyes\n"] {
        let refused = try await phone.expect(1, command, input: answer)
        #expect(refused.errors.contains("the input is no terminal"), "\(refused.errors)")
        #expect(refused.errors.contains("hint: a script says --yes"), "\(refused.errors)")
        #expect(!refused.errors.contains("your decision"), "\(refused.errors)")
      }
    }
    #expect(try await phone.expect(0, ["transactions"]).output.isWaiting(id))
    try await phone.expect(0, ["approve", id, "--yes"], input: "y\n")
    stage.end()
  }

  @Test("a piped yes answers a question of yes or no, and what else is asked is named")
  func confirmation() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let host = try stage.host()
    let id = try await host.createTransaction("ada@example.com", amount: 10)
      .transaction.transactionID
    let no = try await phone.expect(1, ["decline", id], input: "n\n")
    #expect(no.errors.contains("cancelled"), "\(no.errors)")
    let declined = try await phone.expect(0, ["decline", id], input: "y\n")
    #expect(declined.output == "declined, transaction \(id)\n")
    let link = try await host.makeEnrolLink("bob@example.com")
    let other = stage.phone("two")
    let asked = try await other.expect(1, ["enrol", link.url, "--no-biometrics"], input: "y\n")
    #expect(
      asked.errors.contains("the input has ended, and nobody answers: the new PIN:"),
      "\(asked.errors)")
    #expect(asked.errors.contains("hint: a script answers by options"), "\(asked.errors)")
    let next = try await host.makeEnrolLink("bob@example.com").url
    let pin = DemoStage.pin + "\n"
    try await other.expect(0, ["enrol", next, "--no-biometrics"], input: "y\n" + pin + pin)
    stage.end()
  }

  @Test("a transaction is listed as its document says it, its times on the reader's clock too")
  func lists() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let answer = try await stage.host().createTransaction(
      "ada@example.com", amount: 4200, reference: "Order 17")
    let id = answer.transaction.transactionID
    let zone = ["TZ": "Africa/Lagos"]
    let listed = try await phone.expect(0, ["transactions", "--language", "de"], environment: zone)
    let shown = "wartet  4\u{202f}200,00\u{a0}NGN  Corner shop  Order 17  bis "
    #expect(listed.output.hasPrefix(shown), "\(listed.output)")
    #expect(listed.output.contains(" UTC ("), "\(listed.output)")
    #expect(listed.output.hasSuffix(" hier)  \(id)\n"), "\(listed.output)")
    let approved = try await phone.expect(
      0, ["approve", id, "--pin", DemoStage.pin, "--yes"], environment: zone)
    let moments = approved.errors.split(separator: "\n").filter { $0.contains(" UTC") }
    #expect(!moments.isEmpty, "\(approved.errors)")
    #expect(moments.allSatisfy { $0.hasSuffix(" here)") }, "\(approved.errors)")
    // What a machine calls it comes last.
    let rows = approved.errors.split(separator: "\n").filter { $0.hasPrefix("  ") }
    #expect(rows.last?.hasSuffix(" " + id) == true, "\(approved.errors)")
    for list in ["devices", "sessions", "factors"] {
      let lines = try await phone.expect(0, [list], environment: zone).output
      #expect(lines.contains(" UTC ("), "\(lines)")
    }
    let devices = try await phone.expect(0, ["devices"], environment: zone).output
    #expect(devices.hasPrefix("* terminal phone since 2"), "\(devices)")
    #expect(devices.split(separator: " ").last?.hasPrefix("dev_") == true, "\(devices)")
    stage.end()
  }
}
