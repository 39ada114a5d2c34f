import CountersignSQLite
import CountersignTesting
import Testing

@testable import CountersignCore
@testable import CountersignHTTP

@Suite("A module of a host's own")
struct ModuleTests {
  @Test("its action is proved in the general form, and its job runs before the answer")
  func performed() async throws {
    let stage = try await Stage()
    let answer = try await stage.perform("north")
    #expect(answer.status == 200)
    let operation = try OperationAnswer(json: answer.body ?? .null)
    #expect(operation.scenario == .openGate && operation.status == .completed)
    #expect(operation.result == ["gate": "north", "isNoted": true])
    #expect(try await stage.visits().openings == 1)
    #expect(try await stage.fault() == nil)
    #expect(await stage.server.harness.outbox().runDue(only: .gateLog) == 0)
  }

  @Test("its own route performs the same action, once for a key")
  func route() async throws {
    let stage = try await Stage()
    for isReplayed in [false, true] {
      let answer = try await stage.open("north", key: "0f9c1b7a-2d3e-4f50-8a61-72b3c4d5e6f7")
      #expect(answer.status == 200 && answer.isReplayed == isReplayed)
      #expect(answer.body == ["gate": "north", "isNoted": true])
    }
    #expect(try await stage.visits().openings == 1)
  }

  @Test("its reasons have its status, by either way, and its route's own members")
  func reasons() async throws {
    let stage = try await Stage()
    let general = try await stage.perform("west")
    let own = try await stage.open("west")
    #expect(general.status == 404 && own.status == 404)
    #expect(try Problem(json: general.body ?? .null).reason == .gateUnknown)
    guard case .object(let members)? = own.body else { throw HarnessError.noCode }
    #expect(members["opened"] == false && members["reason"] == "gate_unknown")
    #expect(try await stage.visits().openings == 0)
  }

  @Test("its document has its words, in the language that is asked for")
  func words() async throws {
    let stage = try await Stage()
    var request = WireRequest(
      .actionOptions, parameters: ["scenario": "OPEN_GATE"], accessToken: stage.token,
      body: ["payload": ["gate": "north"]])
    for (language, title, label) in [
      ("de", "Tor öffnen", "Tor"), ("en", "Open a gate", "Gate"), ("fr", "Open a gate", "Gate"),
    ] {
      request.languages = PreferredLanguages([try #require(Language(language))])
      let answer = try await stage.server.send(request)
      guard case .object(let options)? = answer.body, let json = options["document"] else {
        throw HarnessError.noCode
      }
      let document = try Document(json: json)
      #expect(document.title == title && document.fields.map(\.label) == [label])
    }
  }

  @Test("it has its share in each new account")
  func share() async throws {
    let stage = try await Stage()
    #expect(try await stage.visits().since == stage.server.harness.clock.now().milliseconds)
  }

  @Test("a job of a kind that it does not run leaves nothing of the execution")
  func unknownKind() async throws {
    let stage = try await Stage(Gates(leaves: JobName("nobody")))
    let answer = try await stage.perform("north")
    #expect(answer.status == 500)
    #expect(try await stage.visits().openings == 0)
    #expect(try await stage.fault() == nil)
  }

  @Test(
    "what the store cannot do at the moment is busy, and any other failure of it a fault",
    arguments: [
      (StoreError.Code.unavailable, 503), (.disk, 503), (.closed, 503), (.corrupt, 500),
      (.failed, 500),
    ])
  func storeFails(code: StoreError.Code, status: Int) async throws {
    let failure = StoreError(code: code, reason: "no room for Ada's orders")
    let stage = try await Stage(Gates(failure: failure))
    let answer = try await stage.server.send(WireRequest(.gates, accessToken: stage.token))
    #expect(answer.status == status)
    let problem = try Problem(json: answer.body ?? .null)
    #expect((problem.reason == .busy) == (status == 503))
    #expect((answer.retryAfterSeconds != nil) == (status == 503))
    #expect(!"\(answer)".contains("Ada's orders"))
  }

  @Test(
    "modules that cannot stand beside each other are refused at start",
    arguments: [
      ("the name gates", [Gates(), Gates()]),
      ("the scenario OPEN_GATE", [Gates(), Gates(name: "doors")]),
      ("the name money_orders", [MoneyOrders(nil), Gates(name: "money_orders")]),
      (
        "an action to sign without a document",
        [MoneyOrders(nil), Gates(unlinkedScenario: .openGate)]
      ),
    ] as [(String, [any Module])])
  func clash(_ what: String, _ modules: [any Module]) async throws {
    let error = await #expect(throws: ModuleClash.self) {
      try await ServiceHarness(modules: modules, schemas: [])
    }
    #expect(error?.description == "two modules have \(what); start the server with one of them")
  }

  @Test("a route that another has is refused at start, whatever its parameters are called")
  func clashOfRoutes() throws {
    try verifyRoutes(of: [Gates()])
    let error = #expect(throws: ModuleClash.self) { try verifyRoutes(of: [Gates(), Gates()]) }
    #expect(error?.description.contains("the route POST /gates/open") == true)
    struct Operations: Module, RoutedModule {
      let name = "operations"
      let schema = Schema(owner: "operations", steps: [])
      let scenarios: [ScenarioPolicy] = []
      let routes = [
        RouteHandler(Route(.get, "/operations/{name}", .session(atLeast: .unproved))) { _ in
          .noContent
        }
      ]
      func parts(on ground: ModuleGround) -> any ModuleParts {
        GateParts(ground: ground, leaves: .gateLog)
      }
    }
    #expect(throws: ModuleClash.self) { try verifyRoutes(of: [Operations()]) }
  }

  /// A server with gates, and a person who has a PIN.
  private struct Stage {
    let server: ServerHarness
    let token: String
    let gates: Gates

    init(_ gates: Gates = Gates()) async throws {
      self.gates = gates
      server = try await ServerHarness(modules: [gates])
      token = try await server.signUp()
      let session = try await server.harness.service.sessions.authenticate(
        SecretText(token), activity: .person
      ).get()
      try await server.harness.setPIN("753186", session)
    }

    func perform(_ gate: String) async throws -> WireResponse {
      let body = ActionRequest(
        payload: GateRequest(gate: gate).json, proof: .pin(SecretText("753186")))
      return try await server.send(
        WireRequest(
          .performAction, parameters: ["scenario": "OPEN_GATE"], accessToken: token,
          body: body.json))
    }

    func open(_ gate: String, key: String? = nil) async throws -> WireResponse {
      let body = OpenGateRequest(gate: gate, proof: .pin(SecretText("753186")))
      return try await server.send(
        WireRequest(.openGate, accessToken: token, idempotencyKey: key, body: body.json))
    }

    func visits() async throws -> GateVisits {
      try GateVisits(
        json: try await server.send(WireRequest(.gates, accessToken: token)).body ?? .null)
    }

    func fault() async throws -> String? {
      try await server.harness.store.read { try verifyModules([gates], in: $0) }
    }
  }
}
