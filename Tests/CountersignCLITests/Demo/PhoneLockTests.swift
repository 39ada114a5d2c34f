import Foundation
import ProgramTesting
import Testing

@Suite("The soft lock of the terminal phone", .serialized)
struct PhoneLockTests {
  @Test("it opens by biometrics and by the app PIN while no server runs, and counts wrong ones")
  func opensWithoutServer() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("phone")
    try await phone.enrol()
    let same = try await phone.expect(
      2, ["lock", "--app-pin", DemoStage.pin, "--pin", DemoStage.pin])
    #expect(same.errors.contains("must not be the PIN"))
    try await phone.expect(0, ["lock", "--app-pin", "481620", "--pin", DemoStage.pin])
    stage.end()
    #expect(try await phone.expect(0, ["unlock", "--yes"]).output == "open\n")
    let byPIN = try await phone.expect(
      0, ["unlock", "--no-biometrics", "--old-app-pin", "481620", "--verbose"])
    #expect(byPIN.output == "open\n" && byPIN.errors.contains("0 network calls"))
    let wrong = try await phone.expect(
      1, ["unlock", "--no-biometrics", "--old-app-pin", "907153"])
    #expect(wrong.errors.contains("4 tries left"))
    // Whoever is not there does not get in, and changes no app PIN.
    try await phone.expect(1, ["unlock"])
    try await phone.expect(1, ["lock", "--app-pin", "705183", "--no-biometrics"])
    try await phone.expect(
      0, ["lock", "--app-pin", "705183", "--no-biometrics", "--old-app-pin", "481620"])
    try await phone.expect(0, ["unlock", "--no-biometrics", "--old-app-pin", "705183"])
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
    try await phone.expect(1, ["unlock", "--no-biometrics", "--old-app-pin", DemoStage.pin])
    try await phone.expect(0, ["unlock", "--no-biometrics", "--old-app-pin", "481620"])
  }
}
