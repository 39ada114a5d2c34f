import CountersignCore
import CountersignTesting
import Testing
import WireModel

@Suite("An authenticator app that is being set up")
struct ProposedAppTests {
  @Test("a code of it counts in the session that set it up alone, right or wrong")
  func otherSession() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let other = try await harness.signUp()
    #expect(other.accountID == session.accountID && other.id != session.id)
    let code = try await harness.code(.register, session, to: "ada@example.com")
    let answer = try await harness.service.authenticatorApps.enrol(
      AuthenticatorAppRequest(validateCode: code), session: session
    ).get().answer
    let app = TestAuthenticatorApp(typed: answer.secret)
    let right = app.code(at: harness.clock.now())
    for given in [right] + Array(repeating: app.wrongCode(at: harness.clock.now()), count: 6) {
      let refusal = try await confirm(given, harness, other).refusal
      #expect(refusal == .verificationFailed)
    }
    #expect(try await !harness.auditKinds().contains("authenticator_code_refused"))
    #expect(try await confirm(right, harness, session).refusal == nil)
  }

  private func confirm(
    _ code: SecretText, _ harness: ServiceHarness, _ session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<Void>> {
    try await harness.service.authenticatorApps.confirm(
      AuthenticatorAppConfirmation(twoFactorCode: code), session: session)
  }
}
