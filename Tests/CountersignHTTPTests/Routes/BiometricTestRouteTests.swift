import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("TEST_BIOMETRICS over the wire")
struct BiometricTestRouteTests {
  @Test("a proof is tested by options and one more call, and the same again is known")
  func tested() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let authenticator = try await ServerHarness.registerKey(token, server.harness, server.send)
    let answered = try await server.send(
      WireRequest(
        .linkedOptions, accessToken: token,
        body: LinkedOptionsRequest(scenario: .testBiometrics, payload: [:]).json))
    let options = try LinkedOptions(json: answered.body ?? .null)
    #expect(answered.status == 200 && options.transaction == nil)
    let body = BiometricTestRequest(proof: .assertion(try authenticator.assert(options.options)))
    let tested = try await server.send(
      WireRequest(.testBiometrics, accessToken: token, body: body.json))
    #expect(tested.status == 200 && !tested.isReplayed)
    #expect(tested.body == ["success": true, "message": "Authentication successful"])
    let again = try await server.send(
      WireRequest(.testBiometrics, accessToken: token, body: body.json))
    #expect(again.isReplayed && again.body == tested.body)
    let none = try await server.send(
      WireRequest(.testBiometrics, accessToken: token, body: [:]))
    #expect(none.status == 400)
    #expect(try Problem(json: none.body ?? .null).reason == .proofRequired)
  }
}
