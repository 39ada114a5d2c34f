import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Codes as a proof, over the wire")
struct CodeRouteTests {
  @Test("the mailed code alone is 202 with what is missing, and both together are 200")
  func bothCodes() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let session = try await server.harness.service.sessions.authenticate(
      SecretText(token), activity: .person
    ).get()
    try await server.harness.confirmPhone("+2348012345678", session)
    var request = NewTransactionRequest.sample
    request.amount = 750
    let id = try await server.harness.review(request).transaction.transactionID
    let action = LinkedOptionsRequest(
      scenario: .authorizeTransaction, payload: ReviewPayload(transactionID: id).json)
    let asked = try await server.send(
      WireRequest(
        .requestCode, accessToken: token, body: CodeRequest(approving: action).json))
    #expect(asked.status == 202)
    #expect(
      try CodeRequestAnswer(json: asked.body ?? .null).destination == "a•••@example.com")
    let mailed = try await server.harness.newestCode(to: "ada@example.com")
    let first = try await server.approve(id, token, mailed, otp: nil)
    #expect(first.status == 202)
    #expect(
      first.body == [
        "reason": "otp_required", "message": "OTP required", "destination": "+234•••••78",
        "resendAfter": 60,
      ])
    let otp = try await server.harness.newestCode(to: "+2348012345678")
    let wrong = try await server.approve(
      id, token, mailed, otp: SecretText(otp.exposed == "000000" ? "000001" : "000000"))
    #expect(wrong.status == 401)
    let problem = try Problem(json: wrong.body ?? .null)
    #expect(problem.reason == .verificationFailed)
    // Beside another code a count would tell which of the two was wrong.
    #expect(problem.triesLeft == nil && problem.until == nil)
    let approved = try await server.approve(id, token, mailed, otp: otp)
    #expect(approved.status == 200 && !approved.isReplayed)
    let again = try await server.approve(id, token, mailed, otp: otp)
    #expect(again.isReplayed && again.body == approved.body)
  }

  @Test("what cannot be texted is 403, and a body with one code too many is 400")
  func refused() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let action = LinkedOptionsRequest(scenario: .testBiometrics, payload: [:])
    _ = try await server.send(
      WireRequest(.requestCode, accessToken: token, body: CodeRequest(approving: action).json))
    let mailed = try await server.harness.newestCode(to: "ada@example.com")
    let missing = try await server.send(
      WireRequest(
        .testBiometrics, accessToken: token,
        body: ["validateCode": .string(mailed.exposed)]))
    #expect(missing.status == 403)
    #expect(try Problem(json: missing.body ?? .null).reason == .channelMissing)
    for body: JSONValue in [
      ["validateCode": "123456", "otp": "123456", "twoFactorCode": "123456"],
      ["otp": "123456"], ["validateCode": "123456", "pin": "2580"],
    ] {
      let response = try await server.send(
        WireRequest(.testBiometrics, accessToken: token, body: body))
      #expect(response.status == 400)
    }
    for body: JSONValue in [
      ["purpose": "approve"], ["purpose": "register", "scenario": "TEST_BIOMETRICS"],
      ["purpose": "register", "payload": [:]],
    ] {
      let response = try await server.send(
        WireRequest(.requestCode, accessToken: token, body: body))
      #expect(response.status == 400)
    }
    let unknown = try await server.send(
      WireRequest(
        .requestCode, accessToken: token,
        body: ["purpose": "approve", "scenario": "SHIP_ORDER"]))
    #expect(unknown.status == 422)
  }
}

extension ServerHarness {
  /// Approves a transaction with codes, under one idempotency key.
  fileprivate func approve(
    _ id: String, _ token: String, _ mailed: SecretText, otp: SecretText?
  ) async throws -> WireResponse {
    let proof = Proof.codes(validateCode: mailed, otp: otp, twoFactorCode: nil)
    return try await send(
      WireRequest(
        .approveTransaction, parameters: ["id": id], accessToken: token,
        idempotencyKey: "approve-1", body: ApprovalRequest(proof: proof).json))
  }
}
