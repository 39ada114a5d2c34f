import CountersignCore
import CountersignHTTP
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Sessions that a proof raises, over the wire")
struct RaiseRouteTests {
  @Test("a proof raises a session under another token; the one before is good until that is used")
  func raised() async throws {
    let (server, key) = try await Self.withKey()
    let token = try await server.signUp()
    #expect(try await server.status(.pocket, token) == 401)
    let answer = try await server.raise(
      token, by: try await server.proof(key, .raising, token))
    #expect(answer.status == 200)
    let session = try SessionAnswer(json: answer.body ?? .null)
    let new = session.accessToken.exposed
    #expect(new != token && session.expiresIn == 300)
    // The answer may have been lost; the token before is worth what it was.
    #expect(try await server.status(.pocket, token) == 401)
    #expect(try await server.status(.secondFactor, token) == 200)
    #expect(try await server.status(.pocket, new) == 200)
    let after = try await server.send(WireRequest(.secondFactor, accessToken: token))
    #expect(after.status == 401)
    #expect(try Problem(json: after.body ?? .null).reason == .sessionRequired)
    #expect(try await server.status(.pocket, new) == 200)
  }

  @Test("the token before is good for half a minute at most")
  func retired() async throws {
    let (server, key) = try await Self.withKey()
    let token = try await server.signUp()
    let new = try await Self.token(
      of: server.raise(token, by: try await server.proof(key, .raising, token)))
    server.harness.clock.advance(seconds: 29)
    #expect(try await server.status(.secondFactor, token) == 200)
    server.harness.clock.advance(seconds: 1)
    #expect(try await server.status(.secondFactor, token) == 401)
    #expect(try await server.status(.secondFactor, new) == 200)
  }

  @Test("whoever lost the answer proves once more with the token before, and the lost one is void")
  func lostAnswer() async throws {
    let (server, key) = try await Self.withKey()
    let token = try await server.signUp()
    let lost = try await Self.token(
      of: server.raise(token, by: try await server.proof(key, .raising, token)))
    let new = try await Self.token(
      of: server.raise(token, by: try await server.proof(key, .raising, token)))
    #expect(try await server.status(.pocket, lost) == 401)
    #expect(try await server.status(.pocket, new) == 200)
    #expect(try await server.status(.pocket, token) == 401)
  }

  @Test("a session that is worth as much already stays as it is, with its token")
  func noRise() async throws {
    let (server, key) = try await Self.withKey()
    let token = try await server.signIn(by: key)
    let answer = try await server.raise(
      token, by: try await server.proof(key, .raising, token))
    #expect(answer.status == 200 && answer.body == [:])
    #expect(try await server.status(.pocket, token) == 200)
  }

  @Test("a repetition raises nothing again and holds no token")
  func replayed() async throws {
    let (server, key) = try await Self.withKey()
    let token = try await server.signUp()
    let proof = try await server.proof(key, .raising, token)
    let first = try await server.raise(token, by: proof, key: "raise-1")
    let again = try await server.raise(token, by: proof, key: "raise-1")
    #expect(first.status == 200 && !first.isReplayed)
    #expect(again.status == 200 && again.isReplayed && again.body == [:])
    #expect(try await server.status(.pocket, try Self.token(of: first)) == 200)
  }

  @Test("a proof of anything else raises nothing")
  func otherScenario() async throws {
    let (server, key) = try await Self.withKey()
    let token = try await server.signUp()
    for request in [
      LinkedOptionsRequest(scenario: .testBiometrics, payload: [:]),
      LinkedOptionsRequest(changing: .addPasskey),
    ] {
      let answer = try await server.raise(
        token, by: try await server.proof(key, request, token))
      #expect(answer.status == 401)
      #expect(try Problem(json: answer.body ?? .null).reason == .challengeUnknown)
    }
    #expect(try await server.status(.pocket, token) == 401)
  }

  @Test("codes raise a session to a weak one, the second of them texted after the first")
  func codes() async throws {
    let server = try await ServerHarness()
    let number = "+2348012345678"
    let token = try await server.signUp()
    let session = try await server.harness.service.sessions.authenticate(
      SecretText(token), activity: .person
    ).get()
    try await server.harness.confirmPhone(number, session)
    let asked = try await server.send(
      WireRequest(
        .requestCode, accessToken: token, body: CodeRequest(approving: .raising).json))
    #expect(asked.status == 202)
    let mailed = try await server.harness.newestCode(to: "ada@example.com")
    let half = try await server.raise(
      token, by: .codes(validateCode: mailed, otp: nil, twoFactorCode: nil), key: "raise-1")
    #expect(half.status == 202)
    #expect(try OTPRequired(json: half.body ?? .null).destination == "+234•••••78")
    let otp = try await server.harness.newestCode(to: number)
    let raised = try await server.raise(
      token, by: .codes(validateCode: mailed, otp: otp, twoFactorCode: nil), key: "raise-1")
    let new = try Self.token(of: raised)
    let found = try await server.harness.service.sessions.authenticate(
      SecretText(new), activity: .background
    ).get()
    #expect(found.level == .weak)
  }

  @Test("a wrong proof raises nothing, and is told no sooner than any other")
  func wrongProof() async throws {
    let server = try await ServerHarness()
    try await server.setPIN("258036", try await server.signUp())
    let token = try await server.signUp()
    let answer = try await server.raise(token, by: .pin(SecretText("914725")), key: "raise-1")
    #expect(answer.status == 401)
    #expect(try Problem(json: answer.body ?? .null).reason == .verificationFailed)
    #expect(server.sleeps.all == [.milliseconds(250)])
    #expect(try await server.status(.pocket, token) == 401)
  }

  /// A server, and the passkey that is the one factor of Ada's account.
  private static func withKey() async throws -> (ServerHarness, TestAuthenticator) {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    return (server, try await ServerHarness.registerKey(token, server.harness, server.send))
  }

  private static func token(of answer: WireResponse) throws -> String {
    try #require(answer.status == 200)
    return try SessionAnswer(json: answer.body ?? .null).accessToken.exposed
  }
}
