import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("One pipeline for every protected action")
struct ActionPipelineTests {
  @Test(
    "a refusal of any step leaves nothing behind, spends nothing and is noted in one way",
    arguments: ActionTrial.all, ActionFault.allCases)
  func refusal(trial: ActionTrial, fault: ActionFault) async throws {
    guard let expected = trial.refusals[fault] else { return }
    let stage = try await ActionStage(trial, fault)
    let request = try await trial.request(stage, fault)
    try await stage.prepare(fault, request)
    let isCounted = trial.counted.contains(fault)
    let changed: Set =
      isCounted ? ["attempts", "audit", "code_failures", "code_requests"] : ["audit"]
    let attempts = try await stage.harness.rows(of: "attempts")
    let before = try await stage.harness.rows(except: changed)
    #expect(try await request.send(fault.key) == expected)
    #expect(try await stage.harness.rows(except: changed) == before)
    #expect(try await (stage.harness.rows(of: "attempts") != attempts) == isCounted)
    #expect(try await stage.harness.auditKinds().last == "action_refused")
    let noted = try await stage.noted("action_refused")
    // Of a passkey's refusal the step of WebAuthn is known.
    let cause: Set = fault == .signature ? ["cause", "step"] : []
    #expect(
      Set(noted.names).subtracting(cause)
        == trial.caller.union(["action", "proof", "reason", "scenario"]))
    #expect(noted["action"] == .string(trial.name))
    #expect(noted["reason"] == .string(expected.code))
    #expect(try await stage.harness.fault() == nil)
  }

  @Test(
    "a right proof executes once, leaves one row with the same fields, and is answered again",
    arguments: ActionTrial.all)
  func execution(trial: ActionTrial) async throws {
    let stage = try await ActionStage(trial)
    let request = try await trial.request(stage, nil)
    #expect(try await request.send(nil) == nil)
    let noted = try await stage.noted(trial.event)
    let common = trial.caller.union(["action", "linked", "operation", "proof", "scenario"])
    #expect(Set(noted.names).isSuperset(of: common))
    #expect(noted["action"] == .string(trial.name))
    #expect(try await stage.harness.count("operations") >= 1)
    // What is answered again may hold a new token for a session that was opened.
    var unchanged: Set = ["audit", "sessions"]
    if trial.usesProofUp {
      #expect(try await stage.harness.count("operations WHERE challenge_id IS NOT NULL") >= 1)
    } else {
      unchanged.insert("operations")
    }
    let before = try await stage.harness.rows(except: unchanged)
    #expect(try await request.send(nil) == trial.reasonOfRepetition)
    #expect(try await stage.harness.rows(except: unchanged) == before)
    #expect(try await stage.harness.fault() == nil)
  }

  @Test(
    "under a key an action is answered again, but not to a session that may not know of it",
    arguments: ActionTrial.all.filter { $0.refusals[.keyOfAnother] != nil })
  func repetition(trial: ActionTrial) async throws {
    let stage = try await ActionStage(trial)
    let request = try await trial.request(stage, nil)
    let key = try IdempotencyKey("again")
    #expect(try await request.send(key) == nil)
    let isAnsweredOnce = trial.name == "enrolAuthenticatorApp"
    #expect(try await request.send(key) == (isAnsweredOnce ? .alreadyUsed : nil))
    try await stage.handOperationsOver()
    // A host is known by its key, and a session by what it has proved.
    let mayKnow = !trial.caller.isSubset(of: ["session"]) || request.session.level >= .weak
    let before = try await stage.harness.rows(except: ["audit"])
    #expect(try await request.send(key) == (mayKnow ? nil : .insufficientUserAuthentication))
    #expect(try await stage.harness.rows(except: ["audit"]) == before)
  }

  @Test(
    "an execution that runs again from its start leaves the same rows", arguments: ActionTrial.all)
  func again(trial: ActionTrial) async throws {
    let stage = try await ActionStage(trial, runsTwice: true)
    #expect(try await trial.request(stage, nil).send(nil) == nil)
    #expect(try await stage.harness.auditKinds().contains(trial.event))
    #expect(try await stage.harness.fault() == nil)
  }

  @Test("the table holds every registered action, and a refusal of every step")
  func coverage() {
    let names = ActionTrial.all.map(\.name)
    #expect(names.count == Set(names).count)
    #expect(Set(names).subtracting(["openGate", "sendMoney"]) == ActionRegistry.names)
    for fault in ActionFault.allCases {
      #expect(ActionTrial.all.contains { $0.refusals[fault] != nil }, "\(fault)")
    }
  }

  @Test("a module's own error rolls back to its savepoint; the PIN is cleared and the fault noted")
  func moduleFault() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    try await harness.setPIN("258036", session)
    #expect(try await harness.sendByPIN("000001", session).refusal == .verificationFailed)
    harness.clock.advance(seconds: 60)
    let before = try await harness.rows(except: ["attempts", "audit"])
    await #expect(throws: BrokenGate.Fault.self) {
      _ = try await harness.service.pipeline.perform(
        BrokenGate(),
        ActionCall(
          caller: .session(session), request: (), proof: .pin(SecretText("258036")))
      ).get()
    }
    #expect(try await harness.rows(except: ["attempts", "audit"]) == before)
    #expect(try await harness.count("attempts") == 0)
    #expect(try await harness.auditKinds().last == "action_failed")
    #expect(try await harness.fault() == nil)
  }

  @Test("ways say which proofs could act on a document, and why the others could not")
  func ways() async throws {
    let (harness, session, _) = try await ServiceHarness.withKey()
    func ways(_ amount: Int64) async throws -> [Proof.Kind: String?] {
      let payload = MoneyOrder(
        amount: amount, recipient: "BOLA")
      let options = try await harness.service.actions.optionsWithWays(
        LinkedOptionsRequest(scenario: .sendMoney, payload: payload.json), session: session
      ).get()
      #expect(options.linked.document.scenario == .sendMoney)
      #expect(options.ways.allSatisfy { $0.canAct == ($0.reason == nil) })
      return Dictionary(uniqueKeysWithValues: options.ways.map { ($0.proof, $0.reason) })
    }
    let low = try await ways(500)
    #expect(low[.pin] == .some("pin_missing") && low[.assertion] == .some(nil))
    #expect(low[.pinProof] == .some("pin_missing"))
    let high = try await ways(1001)
    #expect(high[.pin] == .some("linking_required") && high[.assertion] == .some(nil))
    #expect(high[.validateCode] == nil)
    let bare = try await ServiceHarness()
    let nobody = try await bare.signUp()
    func canActByPIN() async throws -> Bool? {
      try await bare.service.actions.optionsWithWays(
        LinkedOptionsRequest(scenario: .testBiometrics, payload: [:]), session: nobody
      ).get().ways.first { $0.proof == .pin }?.canAct
    }
    let test = try await bare.service.actions.optionsWithWays(
      LinkedOptionsRequest(scenario: .testBiometrics, payload: [:]), session: nobody
    ).get()
    #expect(
      test.ways.map { "\($0.proof): \($0.reason ?? "yes")" } == [
        "verificationToken: credential_missing", "assertion: credential_missing",
        "pin: pin_missing", "pinProof: pin_missing", "validateCode: channel_missing",
      ])
    try await bare.setPIN("753186", nobody)
    #expect(try await canActByPIN() == true)
  }
}

/// An action that a module of a test's own would bring: a few lines.
struct GateOfSettings: ProtectedAction {
  let name = "openGate"
  let scenario = ScenarioName.testBiometrics

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    ProofRequirements(kinds: [.assertion])
  }
  func bodyHash(of gate: String) -> [UInt8] { Array("\(name) \(gate)".utf8) }
  func document(
    for gate: String, _ facts: NoFacts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    guard gate == "gate" else { throw Refusal(.notFound, "there is no such gate") }
    return try words.document(.testBiometrics)
  }
  func execute(
    _ gate: String, _ prepared: Void, _ facts: NoFacts, in context: ActionContext
  ) throws -> Execution {
    try context.transaction.execute(
      "INSERT INTO settings (name, value) VALUES (?, 1)", [.text(gate)])
    return Execution("gate_opened")
  }
  func result(of operation: StoredOperation) -> Bool { true }
}

/// A module whose execution writes, and fails.
private struct BrokenGate: ProtectedAction {
  struct Fault: Error {}

  let name = "brokenGate"
  let scenario = ScenarioName.testBiometrics

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    ProofRequirements(kinds: [.pin])
  }
  func bodyHash(of request: Void) -> [UInt8] { Array(name.utf8) }
  func document(
    for request: Void, _ facts: NoFacts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument { try words.document(.testBiometrics) }
  func execute(
    _ request: Void, _ prepared: Void, _ facts: NoFacts, in context: ActionContext
  ) throws -> Execution {
    try context.transaction.execute(
      "INSERT INTO settings (name, value) VALUES ('gate', 1)", [])
    throw Fault()
  }
  func result(of operation: StoredOperation) {}
}
