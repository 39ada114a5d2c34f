import AirtimeTesting
import CountersignCore
import CountersignHTTP
import CountersignTesting
import Foundation
import Testing
import WebAuthnModel
import WireModel

/// A plain client: paths, fields and padded base64 by hand, no SDK.
@Suite("A plain client")
struct PlainClientTests {
  // Holds: plain client
  @Test("buys airtime with three plain calls and reads the answers")
  func buys() async throws {
    let (harness, bearer, authenticator) = try await enrolled()
    let loopback = WatchedLoopback(harness)
    let options = try await object(
      loopback, "GET", "/biometric/auth/options", bearer: bearer, status: 200)
    #expect(options["rpId"] == "localhost")
    #expect(options["userVerification"] == "required")
    #expect(options["timeout"] == 60000)
    guard case .string(let challenge)? = options["challenge"],
      case .array(let allowed)? = options["allowCredentials"],
      case .object(let credential)? = allowed.first
    else {
      Issue.record("the options have another form")
      return
    }
    #expect(credential["type"] == "public-key")
    #expect(credential["transports"] == ["internal"])
    let bytes = try #require(Base64URL.decode(challenge))
    let signed = try authenticator.assert(challenge: Challenge(bytes))
    let verified = try await object(
      loopback, "POST", "/biometric/auth/verify", bearer: bearer,
      body: [
        "id": .string(signed.id.base64URL), "rawId": .string(base64(signed.rawID.bytes)),
        "response": [
          "clientDataJSON": .string(base64(signed.clientDataJSON)),
          "authenticatorData": .string(base64(signed.authenticatorData)),
          "signature": .string(base64(signed.signature)),
        ], "type": "public-key",
      ], status: 200)
    #expect(verified["verified"] == true)
    #expect(verified["expiresIn"] == 300)
    #expect(verified["message"] == "Authentication successful")
    let token = try #require(verified["verificationToken"])
    let bought = try await object(
      loopback, "POST", "/user/topup", bearer: bearer,
      body: [
        "amount": 500, "productCode": "AIRTIME_MTN", "recipientPhone": "08012345678",
        "verificationToken": token, "supplierSlug": "mtn", "useCashback": false,
      ], status: 200)
    #expect(bought["success"] == true)
    #expect(bought["message"] == "Topup successful")
    guard case .object(let data)? = bought["data"] else {
      Issue.record("the answer has no data")
      return
    }
    #expect(data.names == ["transactionId", "status", "amount", "balance", "timestamp"])
    #expect(data["status"] == "completed")
    #expect(data["amount"] == 500)
    #expect(data["balance"] == 4500)
    #expect(data["timestamp"] == "2024-01-22T10:30:45Z")
  }

  @Test(
    "is told the field and the rule of an amount that nobody can pay, before any proof",
    arguments: [
      (JSONValue.integer(0), "must be a whole number from 1 to 2^53"),
      (-5, "must be a whole number from 1 to 2^53"),
      (.integer((1 << 53) + 1), "must be a whole number from 1 to 2^53"),
      (.number("1.5"), "must be an integer"), ("500", "must be an integer"),
    ])
  func wrongAmount(amount: JSONValue, rule: String) async throws {
    let (harness, bearer, _) = try await enrolled()
    let loopback = WatchedLoopback(harness)
    let payload: JSONValue = [
      "amount": amount, "productCode": "AIRTIME_MTN", "recipientPhone": "08012345678",
    ]
    let bought = try await object(
      loopback, "POST", "/user/topup", bearer: bearer, body: payload, status: 400)
    #expect(bought["reason"] == "malformed")
    #expect(bought["detail"] == .string("amount: \(rule)"))
    #expect(bought["message"] == .string("amount: \(rule)"))
    let asked = try await object(
      loopback, "POST", "/actions/TOP_UP", bearer: bearer, body: ["payload": payload],
      status: 400)
    #expect(asked["reason"] == "malformed")
    #expect(asked["detail"] == .string("payload: amount: \(rule)"))
  }

  @Test("reads verified: false with a message where the signature is wrong, and where it is none")
  func refused() async throws {
    let (harness, bearer, authenticator) = try await enrolled()
    let loopback = WatchedLoopback(harness)
    let session = try await harness.service.sessions.authenticate(bearer, activity: .person).get()
    let honest = try await harness.unlinkedAssertion(authenticator, session)
    let forged = AssertionResponse(
      credentialID: honest.id, clientDataJSON: honest.clientDataJSON,
      authenticatorData: honest.authenticatorData,
      signature: try authenticator.assert(challenge: Challenge([1])).signature)
    let answer = try await object(
      loopback, "POST", "/biometric/auth/verify", bearer: bearer, body: forged.json, status: 401)
    #expect(answer["verified"] == false)
    #expect(answer["message"] == "Signature verification failed")
    let malformed = try await object(
      loopback, "POST", "/biometric/auth/verify", bearer: bearer, body: ["id": 5], status: 400)
    #expect(malformed["verified"] == false)
    #expect(malformed["reason"] == "malformed")
  }

  @Test("is refused when it signs the bare challenge instead of the client data")
  func bareChallenge() async throws {
    let (harness, bearer, authenticator) = try await enrolled()
    let session = try await harness.service.sessions.authenticate(bearer, activity: .person).get()
    let options = try await harness.service.actions.options(session: session).get()
    let honest = try authenticator.assert(options)
    let bare = AssertionResponse(
      credentialID: honest.id, clientDataJSON: honest.clientDataJSON,
      authenticatorData: honest.authenticatorData,
      signature: try authenticator.key.signature(over: options.challenge.bytes))
    let loopback = WatchedLoopback(harness)
    let answer = try await object(
      loopback, "POST", "/biometric/auth/verify", bearer: bearer, body: bare.json, status: 401)
    #expect(answer["verified"] == false)
  }

  private func enrolled() async throws -> (ServiceHarness, SecretText, TestAuthenticator) {
    let harness = try await ShopHarness().harness
    let request = try await harness.service.accounts.signUp(
      SignUpRequest(userName: "ada@example.com", displayName: "Ada"), from: .local
    ).get()
    let code = try await harness.newestCode(to: "ada@example.com")
    let opened = try await harness.service.signIn.open(
      .code(codeRequest: request.codeRequest, validateCode: code)
    ).get()
    let session = try await harness.service.sessions.authenticate(
      opened.accessToken, activity: .person
    ).get()
    return (harness, opened.accessToken, try await harness.registerKey(session))
  }

  private func object(
    _ loopback: WatchedLoopback, _ method: String, _ target: String, bearer: SecretText,
    body: JSONValue? = nil, status: Int
  ) async throws -> JSONObject {
    var request = RawRequest(
      method: method, target: target,
      fields: [(name: "Authorization", value: "Bearer \(bearer.exposed)")])
    if let body {
      request.fields.append((name: "Content-Type", value: "application/json"))
      request.body = body.serialized()
    }
    let response = try await loopback.send(request)
    #expect(response.status == status)
    guard case .object(let members) = try JSONValue(parsing: response.body) else { return [:] }
    return members
  }

  private func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
