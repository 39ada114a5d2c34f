import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Telephone numbers and authenticator apps over the wire")
struct SecondFactorRouteTests {
  @Test("a number is set by a mailed code and the texted one, and GET /second-factor says so")
  func phone() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let code = try await server.registerCode(token)
    let asked = try await server.send(
      WireRequest(
        .setPhone, accessToken: token,
        body: PhoneRequest(phone: "+2348012345678", validateCode: code).json))
    #expect(asked.status == 202)
    #expect(try CodeRequestAnswer(json: asked.body ?? .null).destination == "+234•••••78")
    let otp = try await server.harness.newestCode(to: "+2348012345678")
    let confirmed = try await server.send(
      WireRequest(.confirmPhone, accessToken: token, body: PhoneConfirmation(otp: otp).json))
    #expect(confirmed.status == 204 && confirmed.body == nil)
    let again = try await server.send(
      WireRequest(.confirmPhone, accessToken: token, body: PhoneConfirmation(otp: otp).json))
    #expect(again.status == 401)
    let factors = try await server.send(WireRequest(.secondFactor, accessToken: token))
    let answer = try SecondFactorAnswer(json: factors.body ?? .null)
    #expect(answer.hasPhone && !answer.hasTwoFactor)
    let national = try await server.send(
      WireRequest(.setPhone, accessToken: token, body: ["phone": "08012345678"]))
    #expect(national.status == 422)
  }

  @Test("an authenticator app is set up, proves with the mailed code, and is removed")
  func app() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let code = try await server.registerCode(token)
    let made = try await server.send(
      WireRequest(
        .enrolAuthenticatorApp, accessToken: token,
        body: AuthenticatorAppRequest(validateCode: code).json))
    #expect(made.status == 201)
    let app = TestAuthenticatorApp(
      typed: try AuthenticatorAppAnswer(json: made.body ?? .null).secret)
    let confirmation = AuthenticatorAppConfirmation(
      twoFactorCode: app.code(at: server.harness.clock.now()))
    let confirmed = try await server.send(
      WireRequest(.confirmAuthenticatorApp, accessToken: token, body: confirmation.json))
    #expect(confirmed.status == 204)
    server.harness.clock.advance(seconds: 30)
    let action = LinkedOptionsRequest(scenario: .testBiometrics, payload: [:])
    _ = try await server.send(
      WireRequest(.requestCode, accessToken: token, body: CodeRequest(approving: action).json))
    let mailed = try await server.harness.newestCode(to: "ada@example.com")
    let tested = try await server.send(
      WireRequest(
        .testBiometrics, accessToken: token,
        body: BiometricTestRequest(
          proof: .codes(
            validateCode: mailed, otp: nil,
            twoFactorCode: app.code(at: server.harness.clock.now()))
        ).json))
    #expect(tested.status == 200)
    let kept = try await server.send(
      WireRequest(.removeAuthenticatorApp, accessToken: token, body: [:]))
    #expect(kept.status == 401)
    #expect(
      try Problem(json: kept.body ?? .null).reason == .insufficientUserAuthentication)
  }

  @Test("a change under an idempotency key is made once, and its repetition is marked")
  func replayed() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    func twice(_ route: Route, key: String, _ body: JSONValue) async throws -> WireResponse {
      let request = WireRequest(route, accessToken: token, idempotencyKey: key, body: body)
      let first = try await server.send(request)
      let again = try await server.send(request)
      #expect([first.isReplayed, again.isReplayed] == [false, true], "\(key)")
      #expect(again.status == first.status && again.body == first.body, "\(key)")
      return first
    }
    let phone = PhoneRequest(
      phone: "+2348012345678", validateCode: try await server.registerCode(token))
    #expect(try await twice(.setPhone, key: "phone-1", phone.json).status == 202)
    let otp = try await server.harness.newestCode(to: "+2348012345678")
    #expect(
      try await twice(.confirmPhone, key: "phone-2", PhoneConfirmation(otp: otp).json).status
        == 204)
    let enrolment = AuthenticatorAppRequest(validateCode: try await server.registerCode(token))
    // What holds a secret is answered once: another one takes the place of the first.
    func enrol() async throws -> WireResponse {
      try await server.send(
        WireRequest(
          .enrolAuthenticatorApp, accessToken: token, idempotencyKey: "app-1",
          body: enrolment.json))
    }
    let (lost, made) = (try await enrol(), try await enrol())
    #expect(made.status == 201 && !made.isReplayed && made.body != lost.body)
    let app = TestAuthenticatorApp(
      typed: try AuthenticatorAppAnswer(json: made.body ?? .null).secret)
    let confirmation = AuthenticatorAppConfirmation(
      twoFactorCode: app.code(at: server.harness.clock.now()))
    #expect(
      try await twice(.confirmAuthenticatorApp, key: "app-2", confirmation.json).status == 204)
    server.harness.clock.advance(seconds: 30)
    let action = LinkedOptionsRequest(changing: .removeAuthenticatorApp)
    _ = try await server.send(
      WireRequest(.requestCode, accessToken: token, body: CodeRequest(approving: action).json))
    let proof = Proof.codes(
      validateCode: try await server.harness.newestCode(to: "ada@example.com"), otp: nil,
      twoFactorCode: app.code(at: server.harness.clock.now()))
    let removal = RevocationRequest(proof: proof)
    #expect(
      try await twice(.removeAuthenticatorApp, key: "app-3", removal.json).status == 204)
  }
}

extension ServerHarness {
  /// The code that entitles to a first factor.
  fileprivate func registerCode(_ token: String) async throws -> SecretText {
    _ = try await send(
      WireRequest(.requestCode, accessToken: token, body: CodeRequest(purpose: .register).json))
    return try await harness.newestCode(to: "ada@example.com")
  }
}
