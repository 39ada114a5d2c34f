import CountersignCore
import WebAuthnModel
import WireModel

/// The example of ``ProtectedAction``, word for word: an action of five members.
struct OpenGate: ProtectedAction {
  let scenario = ScenarioName("OPEN_GATE")

  func bodyHash(of gate: String) -> [UInt8] { BodyHash.of(name, [.text(gate)]) }
  func document(
    for gate: String, _ facts: NoFacts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    let document = Document(
      scenario: scenario, language: .english, title: "Open a gate",
      fields: [Document.Field("gate", label: "Gate", .text(gate))])
    return try ActionDocument(document, value: .none)
  }
  func execute(
    _ gate: String, _ prepared: Void, _ facts: NoFacts, in context: ActionContext
  ) throws -> Execution {
    try context.transaction.execute("UPDATE gates SET open = 1 WHERE id = ?", [.text(gate)])
    return Execution("gate_opened", details: ["gate": .string(gate)])
  }
  func result(of operation: StoredOperation) -> Bool { true }
}

extension OpenGate: ScenarioAction {
  func request(of payload: JSONValue) throws -> String {
    var reader = try JSONObjectReader(payload)
    return try reader.string("gate")
  }

  func json(of result: Bool) -> JSONValue? { nil }
}

/// The module of the example's gates.
struct Gatehouse: Module, ModuleParts {
  let name = "gatehouse"
  let schema = Schema(
    owner: "gatehouse",
    steps: [SchemaStep(1, ["CREATE TABLE gates (id TEXT PRIMARY KEY, open BIGINT NOT NULL)"])])
  let scenarios = [ScenarioPolicy(OpenGate().scenario, level: .biometricsOnly)]
  let actions: [any ScenarioAction] = [OpenGate()]
  let jobs: [any JobKind] = []

  func parts(on ground: ModuleGround) -> any ModuleParts { self }

  func prepare(on ground: ModuleGround) async throws {
    try await ground.store.write { transaction in
      _ = try transaction.execute(
        "INSERT INTO gates (id, open) VALUES ('north', 0) ON CONFLICT (id) DO NOTHING", [])
    }
  }
}
