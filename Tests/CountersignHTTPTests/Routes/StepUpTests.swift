import CountersignHTTP
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("A step-up in three calls, through the real router")
struct StepUpTests {
  // Holds: plain client
  @Test("options, verify, money order: three calls send money")
  func threeCalls() async throws {
    let server = try await ServerHarness()
    try await sendWithToken(server.harness, server.transport.send)
    #expect(try await server.harness.fault() == nil)
  }

  @Test("the first answer comes again, and says so")
  func replay() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let authenticator = try await ServerHarness.registerKey(
      token, server.harness, server.transport.send)
    let options = try await server.transport.send(
      WireRequest(
        .linkedOptions, accessToken: token,
        body: LinkedOptionsRequest(scenario: .sendMoney, payload: MoneyOrder.sample.json).json))
    let assertion = try authenticator.assert(
      LinkedOptions(json: options.body ?? .null).options)
    let request = WireRequest(
      .sendMoney, accessToken: token,
      body: SendMoneyRequest(payload: .sample, proof: .assertion(assertion)).json)
    let first = try await server.transport.send(request)
    let second = try await server.transport.send(request)
    #expect([first.status, second.status] == [200, 200])
    #expect([first.isReplayed, second.isReplayed] == [false, true])
    #expect(first.body == second.body)
    #expect(server.harness.bank.orders.count == 1)
  }

  @Test("a body without a proof, or with two, is 400 with the route's fields")
  func proofCount() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    guard case .object(let payload) = MoneyOrder.sample.json else { return }
    var two = payload
    two["pin"] = "1234"
    two["verificationToken"] = "a.b.c"
    for body in [payload, two] {
      let response = try await server.transport.send(
        WireRequest(.sendMoney, accessToken: token, body: .object(body)))
      #expect(response.status == 400)
      guard case .object(let members)? = response.body else { throw HarnessError.noCode }
      #expect(members["isSent"] == false)
    }
  }
}

/// Sends money by the three calls of an unlinked proof, over any transport.
func sendWithToken(
  _ harness: ServiceHarness, _ send: (WireRequest) async throws -> WireResponse
) async throws {
  let token = try await ServerHarness.signUp("ada@example.com", harness, send)
  let authenticator = try await ServerHarness.registerKey(token, harness, send)
  let options = try await send(WireRequest(.authenticationOptions, accessToken: token))
  #expect(options.status == 200)
  let assertion = try authenticator.assert(CredentialRequestOptions(json: options.body ?? .null))
  let verified = try await send(
    WireRequest(.verifyAssertion, accessToken: token, body: assertion.json))
  #expect(verified.status == 200)
  let verification = try VerificationAnswer(json: verified.body ?? .null)
  #expect(verification.expiresIn == 300)
  let bought = try await send(
    WireRequest(
      .sendMoney, accessToken: token,
      body: SendMoneyRequest(
        payload: .sample, proof: .verificationToken(verification.verificationToken)
      )
      .json))
  #expect(bought.status == 200)
  let answer = try MoneyOrderAnswer(json: bought.body ?? .null)
  #expect(answer.status == .completed)
  #expect(answer.amount == 500)
  #expect(answer.balance == 4500)
}
