import FlowModel
import ProgramTesting
import Testing
import ToolSupport

@Suite("the terminal phone and the PIN that never leaves it", .serialized)
struct PhonePINTests {
  @Test("a further key is registered by a proof of the PIN; set-pin sends no PIN of a device")
  func neverSent() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let registered = try await phone.expect(
      0, ["register", "--pin", DemoStage.pin, "--yes", "--verbose"])
    #expect(registered.output.hasPrefix("registered "))
    // The challenge that the PIN's key signs; in a body the server would take no device's PIN.
    #expect(registered.errors.contains("POST /biometric/auth/options\n"))
    #expect(registered.errors.callsInSession.count == 4, "\(registered.errors)")
    let refused = try await phone.expect(
      2,
      [
        "set-pin", "--pin", DemoStage.otherPIN, "--old-pin", DemoStage.pin, "--yes", "--verbose",
      ])
    #expect(refused.errors.contains("is never sent\n"))
    #expect(refused.errors.contains("hint: countersign phone change-pin"))
    // It was asked whose PIN it is, and nothing was sent.
    #expect(refused.errors.callsInSession == ["GET /second-factor"], "\(refused.errors)")
    stage.end()
  }

  @Test("whoever needs biometrics is told of both ways to set them up")
  func linkingRequired() {
    let failure = CommandFailure(FlowError.notAllowed(FlowReason(code: "linking_required")))
    #expect(failure.hint?.contains("add-biometrics") == true)
    #expect(failure.hint?.contains("register") == true)
  }
}
