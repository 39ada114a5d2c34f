import CountersignCore
import CountersignSQLite
import CountersignTesting
import Testing
import WireModel

@Suite("The time of a session")
struct SessionLifetimeTests {
  // Holds: session end
  @Test("a session ends 12 hours after it was opened, whatever is done in it")
  func absolute() async throws {
    let harness = try await ServiceHarness()
    let token = try await harness.token()
    for _ in 0..<(12 * 15 - 1) {
      harness.clock.advance(seconds: 240)
      _ = try await harness.authenticate(token).get()
    }
    let session = try await harness.authenticate(token).get()
    harness.clock.advance(milliseconds: 239_999)
    let listed = try await harness.service.sessions.list(session)
    #expect(listed.sessions.count == 1)
    #expect(try await harness.refusal(token) == nil)
    harness.clock.advance(milliseconds: 1)
    #expect(try await harness.refusal(token) == .sessionRequired)
    #expect(try await harness.service.sessions.list(session).sessions.isEmpty)
  }

  // Holds: session end
  @Test("the client is told the smaller of the two times")
  func expiresIn() async throws {
    let usual = try await ServiceHarness()
    #expect(try await usual.open().expiresIn == 300)
    let short = try await ServiceHarness { $0.sessionLifetimeSeconds = 120 }
    #expect(try await short.open().expiresIn == 120)
  }

  @Test("a host is told when a session ends, and that one is over")
  func introspection() async throws {
    let harness = try await ServiceHarness { $0.sessionLifetimeSeconds = 400 }
    let host = try await harness.host()
    let token = try await harness.service.hostSessions.open(
      ServiceSessionRequest(userName: "ada@example.com", displayName: "Ada"), host: host
    ).get().accessToken
    let opened = harness.clock.now().milliseconds / 1000
    func end() async throws -> Int64? {
      let answer = try await harness.service.hostSessions.introspect(
        IntrospectionRequest(token: token), host: host)
      guard case .active(let session) = answer else { return nil }
      return session.expiresAt
    }
    #expect(try await end() == opened + 300)
    harness.clock.advance(seconds: 200)
    _ = try await harness.authenticate(token).get()
    #expect(try await end() == opened + 400)
    harness.clock.advance(seconds: 200)
    #expect(try await end() == nil)
  }

  // Holds: session end
  @Test("what is used to its end is pruned a day after it")
  func pruning() async throws {
    let harness = try await ServiceHarness()
    let token = try await harness.token()
    harness.clock.advance(seconds: 43_200 + 86_400)
    // As a node writes it down that has noted activity until then.
    try await harness.store.write { transaction in
      _ = try transaction.execute(
        "UPDATE sessions SET last_active_at = last_active_at + 129600000", [])
    }
    try await harness.service.prune()
    #expect(try await harness.sessionCount() == 1)
    harness.clock.advance(seconds: 1)
    try await harness.service.prune()
    #expect(try await harness.sessionCount() == 0)
    #expect(try await harness.refusal(token) == .sessionRequired)
  }
}

extension ServiceHarness {
  fileprivate func open() async throws -> SessionAnswer {
    let request = try await service.accounts.signUp(
      SignUpRequest(userName: "ada@example.com", displayName: "Ada"), from: .local
    ).get()
    return try await service.signIn.open(
      .code(
        codeRequest: request.codeRequest,
        validateCode: try await newestCode(to: "ada@example.com"))
    ).get()
  }

  fileprivate func token() async throws -> SecretText { try await open().accessToken }

  fileprivate func authenticate(
    _ token: SecretText
  ) async throws -> Decision<AuthenticatedSession> {
    try await service.sessions.authenticate(token, activity: .person)
  }

  /// Why a token is refused; nil if it is not.
  fileprivate func refusal(_ token: SecretText) async throws -> Reason? {
    guard case .failure(let refusal) = try await authenticate(token) else { return nil }
    return refusal.reason
  }

  fileprivate func host() async throws -> AuthenticatedServiceKey {
    try await service.serviceKeys.authenticate(
      serviceKey: serviceKey([.sessions]), for: .sessions
    ).get()
  }

  fileprivate func sessionCount() async throws -> Int64? {
    try await store.read { try $0.row("SELECT COUNT(*) FROM sessions")?.integer(0) }
  }
}
