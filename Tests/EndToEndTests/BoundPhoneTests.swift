import CountersignClient
import CountersignDevice
import CountersignHTTP
import CountersignSQLite
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("A phone whose tokens are bound to a key, over the real router", .timeLimit(.minutes(10)))
struct BoundPhoneTests {
  @Test("a session goes on after a restart, by a key that the device signs, and asks nobody")
  func restarted() async throws {
    let harness = try await ServiceHarness()
    let first = try await InstalledPhone(harness).enrol()
    #expect(first.tokenType == .dpop)
    let restarted = try InstalledPhone(harness)
    let session = try #require(try await restarted.manager.installation.session())
    #expect(session.tokenType == .dpop && session.accessToken == first.accessToken)
    #expect(try await session.secondFactor().hasPIN)
    #expect(
      restarted.transport.calls.filter { !$0.hasSuffix("/second-factor") } == [
        "POST /sessions/options", "POST /sessions/current/key",
      ])
    // From then on one call is one call.
    let before = restarted.transport.calls.count
    _ = try await session.devices()
    #expect(restarted.transport.calls.count == before + 1)
    // The process before has its own key signed anew, as two commands of one phone do.
    #expect(try await first.secondFactor().hasPIN)
    #expect(try await session.secondFactor().hasPIN)
  }

  @Test("without its device, or without keys, a stored session is over")
  func withoutDevice() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    try await phone.enrol()
    for binding in [
      TokenBinding(address: ServiceHarness.originText, keys: MemorySessionKeys()), nil,
    ] {
      let connection = ServerConnection(transport: phone.transport, binding: binding)
      let session = try await Installation(connection: connection, vault: phone.vault).session()
      #expect((session == nil) == (binding == nil))
      guard let session else { continue }
      let error = await #expect(throws: ClientError.self) { try await session.devices() }
      #expect(error?.reason == .sessionRequired)
    }
  }

  @Test("a device that was revoked renews no key: its session is over")
  func revoked() async throws {
    let harness = try await ServiceHarness()
    let session = try await InstalledPhone(harness).enrol()
    try await harness.store.write { transaction in
      _ = try transaction.execute("UPDATE devices SET revoked_at = 1", [])
    }
    let restarted = try InstalledPhone(harness)
    let stored = try #require(try await restarted.manager.installation.session())
    #expect(stored.accountID == session.accountID)
    let error = await #expect(throws: ClientError.self) { try await stored.devices() }
    #expect(error?.reason == .sessionRequired)
  }

  @Test("whoever takes the proof out, or swaps the key, on the way is found out before a signature")
  func tampered() async throws {
    let thief = try TestSessionKey()
    let changes: [@Sendable (inout WireRequest, ServiceHarness) throws -> Void] = [
      { request, _ in request.possessionProof = nil },
      { request, harness in
        request.possessionProof = try thief.proof(
          for: request, nonce: harness.service.possession.nonce)
      },
    ]
    for change in changes {
      let harness = try await ServiceHarness()
      try await InstalledPhone(harness).enrol()
      let phone = try InstalledPhone(
        harness,
        through: { TamperingTransport($0, at: .sessionOptions) { try change(&$0, harness) } })
      let login = try await phone.run(
        { try await $0.startLogin() }, [.give(.pin(InstalledPhone.pin))])
      #expect(login.last?.error?.kind == "notAllowed" || login.last?.phase == .error)
      #expect(!phone.transport.calls.contains("POST /sessions"))
    }
  }

  @Test("a session that is bound to nothing in place of a key is not understood")
  func downgraded() async throws {
    let harness = try await ServiceHarness()
    let transport = TamperingTransport(
      LoopbackClientTransport(WatchedLoopback(harness, settings: Wire.settings)), at: .openSession
    ) { $0.possessionProof = nil }
    let connection = ServerConnection(
      transport: transport,
      binding: TokenBinding(address: ServiceHarness.originText, keys: MemorySessionKeys()))
    let request = try await connection.signUp(userName: "ada@example.com", displayName: "Ada")
    let code = try await harness.newestCode(to: "ada@example.com")
    await #expect(throws: ClientError.self) {
      try await connection.openSession(codeRequest: request.codeRequest, code: code)
    }
  }
}

/// Somebody between an app and its server, who changes what is sent to one route.
private final class TamperingTransport: Transport {
  private let transport: any Transport
  private let route: Route
  private let change: @Sendable (inout WireRequest) throws -> Void

  init(
    _ transport: any Transport, at route: Route,
    _ change: @escaping @Sendable (inout WireRequest) throws -> Void
  ) {
    (self.transport, self.route, self.change) = (transport, route, change)
  }

  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    var request = request
    if request.route == route, request.possessionProof != nil {
      do {
        try change(&request)
      } catch {
        throw TransportError(.notSent, cause: "not changed")
      }
    }
    return try await transport.send(request)
  }

  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    try await transport.events(request, after: lastEventID)
  }
}
