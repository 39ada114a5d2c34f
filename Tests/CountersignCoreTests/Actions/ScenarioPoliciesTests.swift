import CountersignCore
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("The server's scenarios")
struct ScenarioPoliciesTests {
  // Holds: scenario policy
  @Test("the built-in scenarios are known as they are, and no other")
  func builtIn() {
    let policies = ScenarioPolicies()
    for policy in ScenarioPolicy.builtIn { #expect(policies[policy.name] == policy) }
    #expect(policies[.shipOrder] == nil)
    #expect(policies[.manageFactors] == nil && policies[.signIn] == nil)
    #expect(policies.declared == [])
  }

  @Test("a declared scenario has no name of the server's own, and none twice")
  func names() throws {
    var policies = ScenarioPolicies()
    policies.add([.sendMoney])
    let before = policies
    for name in ["SIGN_IN", "LOGIN", "MANAGE_FACTORS", "SEND_MONEY", "AUTHORIZE_TRANSACTION"] {
      let scenario = declared(ScenarioName(name), fields: [])
      #expect(throws: Refusal.self, "\(name)") { try policies.declare(scenario) }
    }
    #expect(policies == before)
    try policies.declare(.openDoor)
    #expect(policies[ScenarioName("OPEN_DOOR")] == DeclaredScenario.openDoor.policy)
    #expect(throws: Refusal.self) { try policies.declare(.openDoor) }
    #expect(policies.declared == [.openDoor])
  }

  @Test("a scenario's fields leave the names of a review's own to it")
  func fieldsOfReviews() {
    var policies = ScenarioPolicies()
    for name in ["transactionID", "scenario"] {
      let field = DeclaredField(
        name: name, kind: .reference, labels: [.english: "Number"], isOptional: false)
      #expect(throws: Refusal.self) { try policies.declare(declared(.shipOrder, fields: [field])) }
    }
    #expect(policies.declared == [])
  }

  private func declared(_ name: ScenarioName, fields: [DeclaredField]) -> DeclaredScenario {
    DeclaredScenario(
      name: name, languages: [.english], titles: [.english: "Act"],
      policy: ScenarioPolicy(name, level: .biometricsOnly), fields: fields, valueAtStake: .none)
  }

  @Test("an option sets the policy of the server's own scenarios, and of no other")
  func policiesOfOthers() throws {
    var policies = ScenarioPolicies()
    try policies.declare(.shipOrder)
    let before = policies
    for name in ["SHIP_ORDER", "SHIP", "SIGN_IN", "LOGIN", "MANAGE_FACTORS"] {
      #expect(throws: Refusal.self, "\(name)") {
        try policies.set(ScenarioPolicy(ScenarioName(name), level: .biometricsOnly))
      }
    }
    #expect(policies == before)
  }

  @Test("a policy that could never be met is refused")
  func unmeetable() {
    for policy in [
      ScenarioPolicy(.sendMoney, level: .fallbackOnly),
      ScenarioPolicy(.sendMoney, level: .biometricsWithFallback, fallback: [.codes]),
    ] {
      var policies = ScenarioPolicies()
      policies.add([.sendMoney])
      #expect(throws: Refusal.self) { try policies.set(policy) }
    }
  }

  // Holds: scenario policy
  @Test("where a scenario takes biometrics only, a PIN is refused before it costs an attempt")
  func biometricsOnly() async throws {
    let harness = try await ServiceHarness {
      try? $0.scenarios.set(ScenarioPolicy(.sendMoney, level: .biometricsOnly))
      try? $0.scenarios.set(ScenarioPolicy(.authorizeTransaction, level: .biometricsOnly))
    }
    let session = try await harness.signUp()
    try await harness.setPIN("2580", session)
    #expect(try await harness.sendByPIN("9713", session).refusal == .proofNotAllowed)
    var request = NewTransactionRequest.sample
    request.amount = 10
    let review = try await harness.review(request)
    let refused = try await harness.approvalRefusal(review, .pin(SecretText("9713")), session)
    #expect(refused == .proofNotAllowed)
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 0)
    let key = try await harness.registerSecondKey(session, pin: "2580")
    let assertion = try await harness.reviewAssertion(review, key, session)
    _ = try await harness.approve(review, .assertion(assertion), session)
  }

  // Holds: scenario policy
  @Test("where a scenario takes its fallback only, an assertion gives no token and does not act")
  func fallbackOnly() async throws {
    let harness = try await ServiceHarness {
      try? $0.scenarios.set(ScenarioPolicy(.sendMoney, level: .fallbackOnly, fallback: [.pin]))
    }
    let session = try await harness.signUp()
    try await harness.setPIN("2580", session)
    let key = try await harness.registerSecondKey(session, pin: "2580")
    let assertion = try await harness.linkedAssertion(.sample, key, session)
    let verified = try await harness.service.proofs.verify(assertion, session: session)
    #expect(verified.refusal == .proofNotAllowed)
    let request = SendMoneyRequest(payload: .sample, proof: .assertion(assertion))
    #expect(try await harness.refusal(request, session) == .proofNotAllowed)
    #expect(try await harness.sendByPIN("2580", session).refusal == nil)
    // Another scenario's policy is its own.
    let review = try await harness.review()
    let other = try await harness.reviewAssertion(review, key, session)
    _ = try await harness.approve(review, .assertion(other), session)
  }
}
