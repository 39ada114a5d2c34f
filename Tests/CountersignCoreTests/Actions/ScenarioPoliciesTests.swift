import CountersignCore
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("The server's scenarios")
struct ScenarioPoliciesTests {
  @Test("the built-in scenarios are known as they are, and no other")
  func builtIn() {
    let policies = ScenarioPolicies()
    for policy in ScenarioPolicy.builtIn { #expect(policies[policy.name] == policy) }
    #expect(policies[.shipOrder] == nil)
    #expect(policies[.manageFactors] == nil && policies[.signIn] == nil)
    #expect(policies.ofHost == [])
  }

  @Test(
    "no host's scenario has a name that is none or the server's own",
    arguments: [
      "", "ship", "Ship", "1SHIP", "SHIP ORDER", "SHIP-ORDER", "SIGN_IN", "LOGIN",
      "MANAGE_FACTORS", String(repeating: "A", count: 65),
    ])
  func names(_ name: String) {
    var policies = ScenarioPolicies()
    #expect(throws: Refusal.self) {
      try policies.set(ScenarioPolicy(ScenarioName(name), level: .biometricsOnly))
    }
    #expect(policies == ScenarioPolicies())
  }

  @Test("a policy that could never be met is refused")
  func unmeetable() {
    for policy in [
      ScenarioPolicy(.shipOrder, level: .biometricsWithFallback, fallback: [.pin]),
      ScenarioPolicy(.shipOrder, level: .fallbackOnly, fallback: [.pin]),
      ScenarioPolicy(.topUp, level: .fallbackOnly),
      ScenarioPolicy(.topUp, level: .biometricsWithFallback, fallback: [.codes]),
    ] {
      var policies = ScenarioPolicies()
      #expect(throws: Refusal.self) { try policies.set(policy) }
    }
  }

  @Test("where a scenario takes biometrics only, a PIN is refused before it costs an attempt")
  func biometricsOnly() async throws {
    let harness = try await ServiceHarness {
      try? $0.scenarios.set(ScenarioPolicy(.topUp, level: .biometricsOnly))
      try? $0.scenarios.set(ScenarioPolicy(.authorizeTransaction, level: .biometricsOnly))
    }
    let session = try await harness.signUp()
    try await harness.setPIN("2580", session)
    #expect(try await harness.pinTopUp("9713", session).refusal == .proofNotAllowed)
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

  @Test("where a scenario takes its fallback only, an assertion gives no token and does not act")
  func fallbackOnly() async throws {
    let harness = try await ServiceHarness {
      try? $0.scenarios.set(ScenarioPolicy(.topUp, level: .fallbackOnly, fallback: [.pin]))
    }
    let session = try await harness.signUp()
    try await harness.setPIN("2580", session)
    let key = try await harness.registerSecondKey(session, pin: "2580")
    let assertion = try await harness.linkedAssertion(.seed, key, session)
    let verified = try await harness.service.proofs.verify(assertion, session: session)
    #expect(verified.refusal == .proofNotAllowed)
    let request = TopUpRequest(payload: .seed, proof: .assertion(assertion))
    #expect(try await harness.refusal(request, session) == .proofNotAllowed)
    #expect(try await harness.pinTopUp("2580", session).refusal == nil)
    // Another scenario's policy is its own.
    let review = try await harness.review()
    let other = try await harness.reviewAssertion(review, key, session)
    _ = try await harness.approve(review, .assertion(other), session)
  }
}
