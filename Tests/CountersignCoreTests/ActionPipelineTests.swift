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
    guard fault != .keyOfAnother || trial.takesKey else { return }
    let stage = try await ActionStage(trial)
    let proof = try await stage.proof(fault)
    try await stage.prepare(fault, proof)
    let before = try await stage.harness.rows(except: fault.counts)
    let reason = try await trial.perform(stage, proof, fault.key)
    #expect(reason == fault.reason)
    #expect(try await stage.harness.rows(except: fault.counts) == before)
    let kinds = try await stage.harness.auditKinds()
    #expect(kinds.last == "action_refused")
    let details = try await stage.harness.auditDetails("action_refused")
    guard case .object(let noted) = try JSONValue(parsing: Array(details.utf8)) else {
      Issue.record("\(details) is no object")
      return
    }
    #expect(Set(noted.names) == ["action", "proof", "reason", "scenario", "session"])
    #expect(noted["action"] == .string(trial.name))
    #expect(noted["reason"] == .string(fault.reason.code))
    #expect(try await stage.harness.fault() == nil)
  }

  @Test(
    "a right proof executes once, leaves one row with the same fields, and is answered again",
    arguments: ActionTrial.all)
  func execution(trial: ActionTrial) async throws {
    let stage = try await ActionStage(trial)
    let proof = try await stage.proof(nil)
    #expect(try await trial.perform(stage, proof, nil) == nil)
    let details = try await stage.harness.auditDetails(trial.event)
    guard case .object(let noted) = try JSONValue(parsing: Array(details.utf8)) else {
      Issue.record("\(details) is no object")
      return
    }
    let common: Set = ["action", "linked", "operation", "proof", "scenario", "session"]
    #expect(Set(noted.names).isSuperset(of: common))
    #expect(noted["action"] == .string(trial.name))
    #expect(try await stage.harness.count("operations WHERE challenge_id IS NOT NULL") >= 1)
    let before = try await stage.harness.rows(except: ["audit"])
    let again = try await trial.perform(stage, proof, nil)
    #expect(again == trial.reasonOfRepetition)
    #expect(try await stage.harness.rows(except: ["audit"]) == before)
    #expect(try await stage.harness.fault() == nil)
  }

  @Test(
    "an execution that runs again from its start leaves the same rows", arguments: ActionTrial.all)
  func again(trial: ActionTrial) async throws {
    let stage = try await ActionStage(trial, runsTwice: true)
    #expect(try await trial.perform(stage, stage.proof(nil), nil) == nil)
    #expect(try await stage.harness.auditKinds().contains(trial.event))
    #expect(try await stage.harness.fault() == nil)
  }

  @Test("the table holds every registered action, or says which suite does")
  func coverage() {
    let elsewhere: Set = [
      // A device's own signature, a link and a host's token stand in the place of a session's
      // proof: PINKeyTests, LinkLoginTests, LinkEnrolTests and RedeemTests hold their refusals.
      "setPINKey", "confirmLogin", "confirmEnrolment", "redeem",
    ]
    let named = Set(ActionTrial.all.map(\.name)).subtracting(["openGate"])
    #expect(named.union(elsewhere) == ActionRegistry.names)
    #expect(named.isDisjoint(with: elsewhere))
  }

  @Test("a module's own error rolls back to its savepoint; the PIN is cleared and the fault noted")
  func moduleFault() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    try await harness.setPIN("258036", session)
    #expect(try await harness.pinTopUp("000001", session).refusal == .verificationFailed)
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
    func ways(_ amount: Int64) async throws -> [Proof.Kind: Reason?] {
      let payload = TopUpPayload(
        amount: amount, productCode: "AIRTIME_MTN", recipientPhone: "08012345678")
      let ways = try await harness.service.actions.ways(
        for: LinkedOptionsRequest(scenario: .topUp, payload: payload.json), session: session)
      return Dictionary(uniqueKeysWithValues: ways.map { ($0.kind, $0.hindrance?.reason) })
    }
    let low = try await ways(500)
    #expect(low[.pin] == .some(nil) && low[.assertion] == .some(nil))
    let high = try await ways(1001)
    #expect(high[.pin] == .some(.linkingRequired) && high[.assertion] == .some(nil))
    #expect(high[.validateCode] == nil)
  }
}

/// An action that a module of a test's own would bring: a few lines.
struct OpenGate: ProtectedAction {
  let name = "openGate"
  let event = "gate_opened"
  let scenario = ScenarioName.testBiometrics

  func terms(in policy: ServicePolicy) -> ActionTerms { ActionTerms(kinds: [.assertion]) }
  func bodyHash(of request: Void) -> [UInt8] { Array(name.utf8) }
  func document(for request: Void, in context: ReadingContext) -> Documented<Void> {
    Documented(.withoutTransaction(scenario), ())
  }
  func execute(
    _ request: Void, _ prepared: Void, _ documented: Documented<Void>, in context: ActionContext
  ) throws -> Execution {
    try context.transaction.execute(
      "INSERT INTO settings (name, value) VALUES ('gate', 1)", [])
    return Execution()
  }
  func result(of operation: StoredOperation, in context: ReadingContext) -> Bool { true }
}

/// A module whose execution writes, and fails.
private struct BrokenGate: ProtectedAction {
  struct Fault: Error {}

  let name = "brokenGate"
  let event = "gate_broken"
  let scenario = ScenarioName.testBiometrics

  func terms(in policy: ServicePolicy) -> ActionTerms { ActionTerms(kinds: [.pin]) }
  func bodyHash(of request: Void) -> [UInt8] { Array(name.utf8) }
  func document(for request: Void, in context: ReadingContext) -> Documented<Void> {
    Documented(.withoutTransaction(scenario), ())
  }
  func execute(
    _ request: Void, _ prepared: Void, _ documented: Documented<Void>, in context: ActionContext
  ) throws -> Execution {
    try context.transaction.execute(
      "INSERT INTO settings (name, value) VALUES ('gate', 1)", [])
    throw Fault()
  }
  func result(of operation: StoredOperation, in context: ReadingContext) {}
}
