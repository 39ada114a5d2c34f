import CountersignHTTP
import CountersignTesting
import Synchronization
import Testing
import WebAuthnModel
import WireModel

@Suite("The time of a refusal (RTS-4.3a)")
struct SecretFloorTests {
  // Holds: RTS-4.3a
  @Test("a wrong code, PIN or signature is told no sooner than 250 ms after its request")
  func floor() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let send = server.transport.send as (WireRequest) async throws -> WireResponse
    let authenticator = try await ServerHarness.registerKey(token, server.harness, send)
    #expect(server.sleeps.all.isEmpty)

    let requested = try await send(
      WireRequest(
        .signUp, body: SignUpRequest(userName: "bob@example.com", displayName: "Bob").json))
    let codeRequest = try CodeRequestAnswer(json: requested.body ?? .null).codeRequest
    let wrongCode = try await send(
      WireRequest(
        .openSession,
        body: SessionRequest.code(
          codeRequest: codeRequest, validateCode: SecretText("not it")
        ).json))
    #expect(server.sleeps.all == [.milliseconds(250)])

    let options = try await send(WireRequest(.authenticationOptions, accessToken: token))
    let assertion = try authenticator.assert(
      CredentialRequestOptions(json: options.body ?? .null)
    ).withWrongSignature()
    let wrongSignature = try await send(
      WireRequest(.verifyAssertion, accessToken: token, body: assertion))
    #expect(server.sleeps.all == [.milliseconds(250), .milliseconds(250)])

    let pin = try await send(
      WireRequest(
        .setPIN, accessToken: token,
        body: SetPINRequest(
          pin: SecretText("274916"),
          entitlement: .proof(.assertion(try await factorProof(server, token, authenticator)))
        ).json))
    #expect(pin.status == 204)
    let wrongPIN = try await send(
      WireRequest(
        .sendMoney, accessToken: token, idempotencyKey: "one",
        body: SendMoneyRequest(payload: .sample, proof: .pin(SecretText("914725"))).json))
    #expect(server.sleeps.all == Array(repeating: .milliseconds(250), count: 3))

    for answer in [wrongCode, wrongSignature, wrongPIN] { #expect(answer.status == 401) }
    #expect(try reason(wrongCode) == reason(wrongSignature))
    #expect(try reason(wrongCode) == reason(wrongPIN))
  }

  @Test("the time counts from the whole body: one that is sent slowly does not use it up")
  func wholeBody() async throws {
    let harness = try await ServiceHarness()
    let sleeps = RecordedSleeps()
    let looks = Mutex(0)
    let start = ContinuousClock.now
    var settings = ServerSettings()
    // A second passes each time the clock is looked at: before the body is read, and after.
    settings.secretFloor = SecretFloor(
      now: {
        start
          + .seconds(
            looks.withLock {
              $0 += 1
              return $0
            })
      },
      sleep: { sleeps.record(start.duration(to: $0)) })
    let transport = WatchedLoopback(harness, settings: settings)
    let guess = SessionRequest.code(codeRequest: "cod_1", validateCode: SecretText("000000"))
    _ = try await transport.send(WireRequest(.openSession, body: guess.json))
    #expect(sleeps.all == [.milliseconds(2250)])
  }

  /// A proof of the key by which a PIN is set.
  private func factorProof(
    _ server: ServerHarness, _ token: String, _ authenticator: TestAuthenticator
  ) async throws -> AssertionResponse {
    let options = try await server.transport.send(
      WireRequest(
        .linkedOptions, accessToken: token,
        body: LinkedOptionsRequest(changing: .setPIN).json))
    return try authenticator.assert(LinkedOptions(json: options.body ?? .null).options)
  }

  private func reason(_ response: WireResponse) throws -> Reason {
    try Problem(json: response.body ?? .null).reason
  }
}

extension AssertionResponse {
  /// The assertion with one bit of its signature flipped.
  fileprivate func withWrongSignature() throws -> JSONValue {
    guard case .object(var members) = json, case .object(var inner)? = members["response"],
      case .string(let text)? = inner["signature"], var bytes = Base64URL.decode(text)
    else { throw HarnessError.noCode }
    bytes[bytes.count - 1] ^= 1
    inner["signature"] = .string(Base64URL.encode(bytes))
    members["response"] = .object(inner)
    return .object(members)
  }
}
