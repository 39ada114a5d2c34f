import CountersignCore
import CountersignSQLite
import CountersignTesting
import Testing
import WireModel

@Suite("Service keys")
struct ServiceKeyTests {
  @Test("a key opens what it has the scope for, and nothing else", arguments: ServiceScope.allCases)
  func scopes(_ scope: ServiceScope) async throws {
    let harness = try await ServiceHarness()
    let key = try await harness.serviceKey([scope])
    for asked in ServiceScope.allCases {
      let decision = try await harness.service.serviceKeys.authenticate(serviceKey: key, for: asked)
      switch decision {
      case .success: #expect(asked == scope)
      case .failure(let refusal):
        #expect(asked != scope)
        #expect(refusal.reason == .scopeMissing)
      }
    }
  }

  @Test("an unknown key, an empty one and a session's token open nothing")
  func unknown() async throws {
    let harness = try await ServiceHarness()
    let host = try await harness.host(.sessions)
    let session = try await harness.service.hostSessions.open(
      ServiceSessionRequest(userName: "ada@example.com", displayName: "Ada"), host: host
    ).get()
    for key in [SecretText(""), SecretText("csk_unknown"), session.accessToken] {
      let decision = try await harness.service.serviceKeys.authenticate(
        serviceKey: key, for: .sessions)
      #expect(decision.refusal == .serviceKeyRequired)
    }
  }

  @Test("a revoked key opens nothing from then on, and is revoked once")
  func revoked() async throws {
    let harness = try await ServiceHarness()
    let key = try await harness.serviceKey()
    let other = try await harness.serviceKey()
    let id = try await harness.service.serviceKeys.authenticate(serviceKey: key, for: .admin).get()
      .id
    try await harness.serviceKeys.revoke(id).get()
    let decision = try await harness.service.serviceKeys.authenticate(serviceKey: key, for: .admin)
    #expect(decision.refusal == .serviceKeyRequired)
    _ = try await harness.service.serviceKeys.authenticate(serviceKey: other, for: .admin).get()
    #expect(try await harness.serviceKeys.revoke(id).refusal == .notFound)
    // A demo that starts again takes its key into use, but not one that somebody revoked.
    try await harness.serviceKeys.keep(key, name: "demo", scopes: [.admin])
    let again = try await harness.service.serviceKeys.authenticate(serviceKey: key, for: .admin)
    #expect(again.refusal == .serviceKeyRequired)
  }

  @Test("the store holds no key, the list shows none, and the audit log tells of each")
  func secrecy() async throws {
    let harness = try await ServiceHarness()
    let key = try await harness.serviceKey([.sessions, .transactions])
    let listed = try await harness.serviceKeys.list()
    #expect(listed.map(\.scopes) == [[.sessions, .transactions]])
    #expect(listed.map(\.name) == ["key"])
    try await harness.serviceKeys.revoke(try #require(listed.first).id).get()
    #expect(try await harness.serviceKeys.list().first?.revokedAt != nil)
    let stored = try await harness.store.read { transaction in
      try transaction.rows("SELECT hash, name, scopes FROM service_keys", []).map(\.values)
        .description + transaction.rows("SELECT details FROM audit", []).map(\.values).description
    }
    #expect(!stored.contains(key.exposed))
    #expect(try await harness.auditKinds() == ["service_key_created", "service_key_revoked"])
  }

  @Test("a key needs a scope and a name that can be shown")
  func unusable() async throws {
    let harness = try await ServiceHarness()
    for (name, scopes) in [("shop", []), ("", [.admin]), ("\u{202e}", [.admin])]
      as [(String, Set<ServiceScope>)]
    {
      let decision = try await harness.serviceKeys.create(name: name, scopes: scopes)
      #expect(decision.refusal == .unacceptableValue)
    }
  }

  @Test("a host opens a session, and makes the account once where it is missing")
  func hostSession() async throws {
    let harness = try await ServiceHarness()
    let host = try await harness.host(.sessions)
    let nameless = try await harness.service.hostSessions.open(
      ServiceSessionRequest(userName: "ada@example.com"), host: host)
    #expect(nameless.refusal == .notFound)
    let unusable = try await harness.service.hostSessions.open(
      ServiceSessionRequest(userName: "ada@", displayName: "Ada"), host: host)
    #expect(unusable.refusal == .unacceptableValue)
    let first = try await harness.service.hostSessions.open(
      ServiceSessionRequest(userName: "ada@example.com", displayName: "Ada"), host: host
    ).get()
    let second = try await harness.service.hostSessions.open(
      ServiceSessionRequest(userName: "Ada@Example.com"), host: host
    ).get()
    #expect(first.accountID == second.accountID)
    #expect(first.accessToken != second.accessToken)
    let session = try await harness.service.sessions.authenticate(
      first.accessToken, activity: .person
    )
    .get()
    // It is no more than one opened by a mailed code: a key needs the mailed code all the same.
    let options = try await harness.service.credentials.registrationOptions(
      RegistrationOptionsRequest(), session: session)
    #expect(options.refusal == .proofRequired)
    #expect(try await harness.fault() == nil)
  }

  // Holds: RFC 9470
  @Test("a host is told of a session what it is worth: nothing proved, then two factors, then over")
  func introspection() async throws {
    let harness = try await ServiceHarness()
    let host = try await harness.host(.sessions)
    let opened = try await harness.service.hostSessions.open(
      ServiceSessionRequest(userName: "ada@example.com", displayName: "Ada"), host: host
    ).get()
    let request = IntrospectionRequest(token: opened.accessToken)
    let end = harness.clock.now().milliseconds / 1000 + 300
    #expect(
      try await harness.service.hostSessions.introspect(request, host: host)
        == .active(
          IntrospectionAnswer.ActiveSession(
            accountID: opened.accountID, contextClass: nil, methods: [], authTime: nil,
            expiresAt: end, key: nil)))
    let session = try await harness.service.sessions.authenticate(
      opened.accessToken, activity: .person
    )
    .get()
    _ = try await harness.registerKey(session)
    #expect(
      try await harness.service.hostSessions.introspect(request, host: host)
        == .active(
          IntrospectionAnswer.ActiveSession(
            accountID: opened.accountID, contextClass: "urn:countersign:acr:strong",
            methods: ["swk", "user", "mfa"], authTime: harness.clock.now().milliseconds / 1000,
            expiresAt: end, key: nil)))
    // Asking again and again keeps it alive no longer.
    for _ in 0..<3 {
      harness.clock.advance(seconds: 100)
      _ = try await harness.service.hostSessions.introspect(request, host: host)
    }
    #expect(try await harness.service.hostSessions.introspect(request, host: host) == .inactive)
    #expect(
      try await harness.service.hostSessions.introspect(
        IntrospectionRequest(token: SecretText("nothing")), host: host) == .inactive)
  }

  // Holds: RFC 9470
  @Test("a PIN alone is no context that a step-up challenge asks for")
  func weakContext() async throws {
    let harness = try await ServiceHarness()
    let host = try await harness.host(.sessions)
    let opened = try await harness.service.hostSessions.open(
      ServiceSessionRequest(userName: "ada@example.com", displayName: "Ada"), host: host
    ).get()
    let session = try await harness.service.sessions.authenticate(
      opened.accessToken, activity: .person
    )
    .get()
    try await harness.setPIN("2580", session)
    let answer = try await harness.service.hostSessions.introspect(
      IntrospectionRequest(token: opened.accessToken), host: host)
    guard case .active(let active) = answer else {
      Issue.record("the session is over")
      return
    }
    #expect(active.contextClass == "urn:countersign:acr:weak")
    #expect(active.methods == ["pin"])
  }
}
