import CountersignCore
import CountersignHTTP
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("What the links of notices stop")
struct StopRouteTests {
  private static let pin = "258036"

  @Test("the right secret revokes a factor that waits, once; a wrong one stops nothing")
  func factor() async throws {
    let server = try await ServerHarness()
    try await server.setPIN(Self.pin, try await server.signUp())
    let key = try await server.weakKey(try await server.signUp(), Self.pin)
    #expect(try await server.openSession(by: key).status == 201)
    let request = try await server.harness.stopRequest(of: .credentialAdded)
    let guess = SecretText(Base64URL.encode([UInt8](repeating: 7, count: 32)))
    for (id, secret) in [
      (request.id, guess), (request.id, SecretText("not it")), ("wai_unknown", request.secret),
    ] {
      try expectOver(try await server.stop(StopRequest(id: id, secret: secret)))
    }
    #expect(server.sleeps.all == Array(repeating: .milliseconds(250), count: 3))
    #expect(try await server.openSession(by: key).status == 201)
    let stopped = try await server.stop(request)
    #expect(stopped.status == 200 && stopped.body == ["stopped": "factor"])
    #expect(try await server.openSession(by: key).status == 401)
    try expectOver(try await server.stop(request))
    await server.harness.deliverMessages()
    #expect(
      server.harness.messenger.notices(to: "ada@example.com").count { $0 == .factorStopped } == 1)
  }

  @Test("a factor whose wait is over is not stopped by its notice")
  func waitOver() async throws {
    let server = try await ServerHarness(policy: { $0.weakFactorSecondsByMailAlone = 60 })
    try await server.setPIN(Self.pin, try await server.signUp())
    let key = try await server.weakKey(try await server.signUp(), Self.pin)
    let request = try await server.harness.stopRequest(of: .credentialAdded)
    server.harness.clock.advance(seconds: 60)
    try expectOver(try await server.stop(request))
    #expect(try await server.openSession(by: key).status == 201)
  }

  @Test("a recovery that waits is stopped, once")
  func recovery() async throws {
    let (server, _, token) = try await Self.inRecovery()
    let request = try await server.harness.stopRequest(of: .recoveryBegun)
    let stopped = try await server.stop(request)
    #expect(stopped.status == 200 && stopped.body == ["stopped": "recovery"])
    let shown = try await server.send(WireRequest(.recovery, accessToken: token))
    #expect(shown.body == ["status": "none", "readyAt": .null])
    try expectOver(try await server.stop(request))
  }

  @Test("a recovery that was completed is undone: what there was is back, and what came is gone")
  func completedRecovery() async throws {
    let (server, key, token) = try await Self.inRecovery()
    let begun = try await server.harness.stopRequest(of: .recoveryBegun)
    server.harness.clock.advance(seconds: 61)
    let new = try await ServerHarness.registerKey(token, server.harness, server.send)
    #expect(try await server.openSession(by: key).status == 401)
    #expect(try await server.openSession(by: new).status == 201)
    // What stopped the wait stops nothing after it.
    try expectOver(try await server.stop(begun))
    let stopped = try await server.stop(try await server.harness.stopRequest(of: .recovered))
    #expect(stopped.status == 200 && stopped.body == ["stopped": "recovery"])
    #expect(try await server.status(.secondFactor, token) == 401)
    #expect(try await server.openSession(by: key).status == 201)
    #expect(try await server.openSession(by: new).status == 401)
  }

  private func expectOver(
    _ response: WireResponse, at place: SourceLocation = #_sourceLocation
  ) throws {
    #expect(response.status == 404, sourceLocation: place)
    let problem = try Problem(json: response.body ?? .null)
    #expect(problem.reason == .linkOver, sourceLocation: place)
  }

  /// A server, a passkey, and the session in which the recovery of its account was begun.
  private static func inRecovery() async throws -> (ServerHarness, TestAuthenticator, String) {
    let server = try await ServerHarness(policy: { $0.recovery.waitSecondsByMailAlone = 60 })
    let token = try await server.signUp()
    let key = try await ServerHarness.registerKey(token, server.harness, server.send)
    server.harness.clock.advance(seconds: 1)
    _ = try await server.send(
      WireRequest(.requestCode, accessToken: token, body: CodeRequest(purpose: .recover).json))
    let code = try await server.harness.newestCode(to: "ada@example.com")
    let begun = try await server.send(
      WireRequest(
        .beginRecovery, accessToken: token, body: RecoveryRequest(validateCode: code).json))
    try #require(begun.status == 202)
    return (server, key, token)
  }
}

extension ServerHarness {
  /// The answer to what the link of a notice holds; nobody is signed in.
  fileprivate func stop(_ request: StopRequest) async throws -> WireResponse {
    try await send(WireRequest(.stop, body: request.json))
  }
}
