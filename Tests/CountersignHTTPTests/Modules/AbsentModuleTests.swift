import CountersignSQLite
import CountersignTesting
import Testing

@testable import CountersignCore
@testable import CountersignHTTP

@Suite("A module that is not there any more")
struct AbsentModuleTests {
  private static let key = "0f9c1b7a-2d3e-4f50-8a61-72b3c4d5e6f7"

  /// A server with gates on which one was opened, and a person who has a PIN.
  private func opened() async throws -> (ServerHarness, token: SecretText) {
    let server = try await ServerHarness(modules: [Gates()])
    let token = SecretText(try await server.signUp())
    let session = try await session(of: server.harness.service, token)
    try await server.harness.setPIN("753186", session)
    let body = OpenGateRequest(gate: "north", proof: .pin(SecretText("753186")))
    let answer = try await server.send(
      WireRequest(
        .openGate, accessToken: token.exposed, idempotencyKey: Self.key, body: body.json))
    #expect(answer.status == 200)
    return (server, token)
  }

  private func session(
    of service: CountersignCore.Service, _ token: SecretText
  ) async throws -> AuthenticatedSession {
    try await service.sessions.authenticate(token, activity: .person).get()
  }

  /// The same server, started again with other modules.
  private func restarted(
    _ harness: ServiceHarness, modules: [any Module],
    change: (inout ServicePolicy) -> Void = { _ in }
  ) async throws -> CountersignCore.Service {
    var policy = ServicePolicy()
    change(&policy)
    let service = CountersignCore.Service(
      store: harness.store, keyring: harness.keyring,
      ceremony: CeremonyPolicy(
        relyingPartyID: ServiceHarness.relyingPartyID, origins: harness.service.origins),
      relyingPartyName: "Countersign", policy: policy, modules: modules, clock: harness.clock)
    try await service.prepareModules()
    return service
  }

  private func reopenJob(_ harness: ServiceHarness) async throws {
    _ = try await harness.store.write { transaction in
      try transaction.execute(
        "UPDATE outbox SET done_at = NULL WHERE kind = ?", [.text(JobName.gateLog.text)])
    }
  }

  @Test("its operations are told as pending, and as they are once it is back")
  func pending() async throws {
    let (server, token) = try await opened()
    let alone = try await restarted(server.harness, modules: [])
    let told = try await alone.actions.operation(
      Self.key, session: session(of: alone, token)
    ).get()
    #expect(told.status == .pending && told.result == nil && told.scenario == .openGate)
    let back = try await restarted(
      server.harness, modules: [Gates()])
    let again = try await back.actions.operation(
      Self.key, session: session(of: back, token)
    ).get()
    #expect(again.status == .completed && again.result == ["gate": "north", "isNoted": true])
  }

  @Test("open jobs and operations are told with the owner of the tables, and stay as they are")
  func open() async throws {
    let (server, _) = try await opened()
    let harness = server.harness
    #expect(try await harness.service.absentModules() == nil)
    try await reopenJob(harness)
    #expect(try await harness.service.absentModules() == nil)
    let alone = try await restarted(harness, modules: [])
    let absent = try #require(try await alone.absentModules())
    #expect(absent.owners == ["gates"] && absent.scenario == .openGate)
    #expect(absent.jobs.map(\.kind) == [.gateLog] && absent.jobs.map(\.count) == [1])
    #expect(
      absent.description == """
        this server is without the module of tables that its database has (gates): \
        1 jobs of the kind gate_log wait, operations of OPEN_GATE are told as pending; \
        nothing of it is changed; start the server with the module to go on
        """)
    let rows = try await harness.store.rows(
      "SELECT done_at FROM outbox WHERE kind = ?", [.text(JobName.gateLog.text)])
    #expect(try rows.map { try $0.optionalInteger(0) } == [nil])
    let gates = try await harness.store.rows("SELECT openings FROM gates", [])
    #expect(try gates.map { try $0.integer(0) } == [1])
  }

  @Test("tables without anything open raise no alarm")
  func nothingOpen() async throws {
    let server = try await ServerHarness(modules: [Gates()])
    let alone = try await restarted(server.harness, modules: [])
    #expect(try await alone.absentModules() == nil)
  }

  @Test("an operation of a declared scenario that is configured no more is told as done")
  func declared() async throws {
    let (server, token) = try await opened()
    // As it would be if the operation had been a declared scenario's.
    _ = try await server.harness.store.write { transaction in
      try transaction.execute(
        "UPDATE operations SET scenario = 'PAY_INVOICE' WHERE scenario = 'OPEN_GATE'", [])
    }
    let both = try await restarted(
      server.harness, modules: [Gates()])
    let told = try await both.actions.operation(
      Self.key, session: session(of: both, token)
    ).get()
    #expect(told.status == .completed && told.result == nil)
  }
}
