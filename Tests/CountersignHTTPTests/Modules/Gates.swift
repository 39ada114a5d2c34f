import CountersignServer

/// A module as a stranger writes one, over the server's product alone: gates that people open.
struct Gates: Module, RoutedModule {
  var name = "gates"
  var unlinkedScenario: ScenarioName?
  var scenarios = [
    ScenarioPolicy(.openGate, level: .biometricsWithFallback, fallback: [.pin])
  ]
  /// The kind of the job that an opening leaves; another than ``GateLog``'s runs nowhere.
  var leaves = JobName.gateLog
  /// What the store fails with where somebody asks for the gates; nil where it answers.
  var failure: StoreError?

  var schema: Schema {
    Schema(
      owner: name,
      steps: [
        SchemaStep(
          1,
          [
            "CREATE TABLE gates (id TEXT PRIMARY KEY, openings BIGINT NOT NULL)",
            "CREATE TABLE gate_visitors (account_id TEXT PRIMARY KEY, since BIGINT NOT NULL)",
            """
            CREATE TABLE gate_log (operation TEXT PRIMARY KEY, gate TEXT NOT NULL,
              noted_at BIGINT)
            """,
          ])
      ])
  }

  var words: [Language: [DocumentTexts.Name: String]] {
    [
      .english: [.openGate: "Open a gate", .gate: "Gate"],
      .german: [.openGate: "Tor öffnen", .gate: "Tor"],
    ]
  }

  var routes: [RouteHandler] {
    [
      RouteHandler(.openGate, takesBody: true) { call in
        let request: OpenGateRequest = try call.read()
        return try await call.perform(
          OpenGateByName(leaves: leaves), request.gate, proof: request.proof)
      }
      .refusing { _ in ["opened": false] },
      RouteHandler(.gates) { [failure] call in
        if let failure { throw failure }
        return .json(try await call.parts(GateParts.self).visits(try call.session))
      },
    ]
  }

  var statuses: [Reason: Int] { [.gateUnknown: 404] }

  func parts(on ground: ModuleGround) -> any ModuleParts {
    GateParts(ground: ground, leaves: leaves)
  }

  func prepare(on ground: ModuleGround) async throws {
    try await ground.store.write { transaction in
      _ = try transaction.execute(
        "INSERT INTO gates (id, openings) VALUES ('north', 0) ON CONFLICT (id) DO NOTHING", [])
    }
  }

  func accountCreated(
    _ account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "INSERT INTO gate_visitors (account_id, since) VALUES (?, ?)",
      [.text(account.text), .integer(now.milliseconds)])
  }

  func fault(in transaction: any ReadTransaction) throws -> String? {
    let row = try transaction.row(
      """
      SELECT id FROM gates g WHERE openings <>
        (SELECT COUNT(*) FROM gate_log l WHERE l.gate = g.id)
      """)
    return try row.map { "gate \(try $0.text(0)) was opened without a note" }
  }
}

/// What gates add to one server.
struct GateParts: ModuleParts {
  let ground: ModuleGround
  let leaves: JobName

  var actions: [any ScenarioAction] { [OpenGateByName(leaves: leaves)] }
  var jobs: [any JobKind] { [GateLog(ground: ground)] }

  /// Since when somebody visits, and how often the gates were opened.
  func visits(_ session: AuthenticatedSession) async throws -> GateVisits {
    try await ground.store.read { transaction in
      GateVisits(
        since: try transaction.row(
          "SELECT since FROM gate_visitors WHERE account_id = ?", [.text(session.accountID.text)])?
          .integer(0) ?? 0,
        openings: try transaction.row("SELECT SUM(openings) FROM gates")?.integer(0) ?? 0)
    }
  }
}

/// Opens a gate: the protected action of scenario OPEN_GATE.
struct OpenGateByName: ScenarioAction {
  let leaves: JobName
  let name = "openGateByName"
  let scenario = ScenarioName.openGate

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    ProofRequirements(kinds: policy.scenarios.kinds(of: scenario))
  }

  func bodyHash(of gate: String) -> [UInt8] { BodyHash.of(name, [.text(gate)]) }

  /// True if there is such a gate.
  func facts(of gate: String, for caller: Caller, at now: Timestamp) -> FactsQuery<Bool> {
    FactsQuery([SQLStatement("SELECT 1 FROM gates WHERE id = ?", [.text(gate)])]) { rows, _ in
      !rows[0].isEmpty
    }
  }

  func document(
    for gate: String, _ isThere: Bool, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    guard isThere else { throw Refusal(.gateUnknown, "there is no such gate") }
    return try ActionDocument(
      words.document(.openGate, [(.gate, .text(gate))]), value: .none)
  }

  func execute(
    _ gate: String, _ prepared: Void, _ isThere: Bool, in context: ActionContext
  ) throws -> Execution {
    try context.transaction.execute(
      "UPDATE gates SET openings = openings + 1 WHERE id = ?", [.text(gate)])
    try context.transaction.execute(
      "INSERT INTO gate_log (operation, gate) VALUES (?, ?)",
      [.text(context.operation.text), .text(gate)])
    return Execution(
      "gate_opened", answer: GateAnswer(gate: gate, isNoted: false).json,
      details: ["gate": .string(gate)],
      job: NewJob(
        leaves, id: "gate:\(context.operation.text)",
        ["operation": .string(context.operation.text)]))
  }

  func status(
    of operation: StoredOperation, in transaction: any ReadTransaction
  ) throws -> OperationStatus {
    let row = try transaction.row(
      "SELECT noted_at FROM gate_log WHERE operation = ?", [.text(operation.id.text)])
    return try row?.optionalInteger(0) == nil ? .pending : .completed
  }

  func result(of operation: StoredOperation) throws -> GateAnswer {
    var answer = try GateAnswer(json: operation.requireAnswer())
    answer.isNoted = operation.status == .completed
    return answer
  }

  func request(of payload: JSONValue) throws -> String { try GateRequest(payload: payload).gate }

  func json(of result: GateAnswer) -> JSONValue? { result.json }
}

/// Notes each opening, after it.
struct GateLog: JobKind {
  let ground: ModuleGround
  let name = JobName.gateLog
  let terms = JobTerms(
    pace: JobPace(
      leaseSeconds: 15, concurrentJobs: 4, concurrentJobsPerTarget: 4,
      backoff: Backoff(firstSeconds: 1, longestSeconds: 60)),
    end: .never, alarm: .never)

  func run(_ job: LeasedJob) async throws -> JobResult {
    var content = try job.read()
    let operation = try content.string("operation")
    return JobResult(.done) { transaction, now in
      try transaction.execute(
        "UPDATE gate_log SET noted_at = ? WHERE operation = ?",
        [.integer(now.milliseconds), .text(operation)])
    }
  }
}

// MARK: What both sides know

struct GateRequest: JSONBody {
  var gate: String

  enum CodingKeys: CodingKey { case gate }
}

struct OpenGateRequest: JSONBody {
  var gate: String
  @Flattened var proof: Proof

  static var flattenedKeys: [any CodingKey.Type] { [Proof.memberKeys] }
}

struct GateAnswer: JSONBody, Hashable {
  var gate: String
  var isNoted: Bool
}

struct GateVisits: JSONBody, Hashable {
  var since: Int64
  var openings: Int64
}

extension ScenarioName {
  static let openGate = ScenarioName("OPEN_GATE")
}

extension DocumentTexts.Name {
  static let openGate = DocumentTexts.Name(ScenarioName.openGate.text)
  static let gate = DocumentTexts.Name("gate")
}

extension JobName {
  static let gateLog = JobName("gate_log")
}

extension Reason {
  static let gateUnknown = Reason(code: "gate_unknown")
}

extension Route {
  static let openGate = Route(.post, "/gates/open", .session(atLeast: .unproved))
  static let gates = Route(.get, "/gates", .session(atLeast: .weak))
}
