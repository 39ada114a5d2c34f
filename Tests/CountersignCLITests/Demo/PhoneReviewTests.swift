import CountersignService
import CountersignTesting
import Foundation
import ProgramTesting
import Testing
import WireModel

@Suite("the terminal phone and the transactions that wait for it", .serialized)
struct PhoneReviewTests {
  @Test("approve shows the transaction once, its card too")
  func shownOnce() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol(["--biometrics"])
    _ = try await stage.host().createTransaction(
      "ada@example.com", amount: 4200, lastFourPAN: "4242")
    let approved = try await phone.expect(0, ["approve", "--yes"])
    for text in ["4200 NGN", "Corner shop", "…4242"] {
      #expect(approved.errors.components(separatedBy: text).count == 2, "\(approved.errors)")
    }
    stage.end()
  }

  @Test("codes stand in where they are wanted: a mailed one, then the texted or the app's")
  func codes() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let host = try stage.host()
    let codes = ["--code-from", stage.server.mailbox, "--yes"]
    let first = try await host.createTransaction("ada@example.com", amount: 10).transaction
    // A script that has no code decides nothing.
    let stuck = try await phone.expect(1, ["approve", first.transactionID, "--yes"])
    #expect(stuck.errors.contains("hint: nothing was decided"))
    #expect(try await phone.expect(0, ["transactions"]).output.contains(" pending "))
    let none = try await phone.expect(
      1, ["sign", first.transactionID, "--fallback", "codes"] + codes)
    #expect(none.errors.contains("hint: set a number with countersign phone number"))
    try await phone.expect(
      0, ["number", "+2348012345678", "--pin", DemoStage.pin] + codes)
    let signed = try await host.createTransaction("ada@example.com", amount: 10).transaction
    try await phone.expect(0, ["sign", signed.transactionID, "--fallback", "codes"] + codes)
    let begun = try await phone.expect(0, ["totp", "--pin", DemoStage.pin, "--yes"])
    let app = TestAuthenticatorApp(
      typed: SecretText(begun.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    let clock = SystemClock()
    try await phone.expect(0, ["totp", "--code", app.code(at: clock.now()).exposed])
    let approved = try await host.createTransaction("ada@example.com", amount: 10).transaction
    // Each code is good once, and the next step's is taken already.
    let next = app.code(at: clock.now().adding(seconds: 30)).exposed
    try await phone.expect(
      0, ["approve", approved.transactionID, "--app-code", next] + codes)
    stage.end()
  }
}
